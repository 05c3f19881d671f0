# Names of files are no arguments of an OSError, and its parts are attributes.
for args in ((2, "no"), (2, "no", "f"), (13, "perm", "a", None, "b"), (2,), (), (99, "odd", "x"), (2, "no", None), (1, 2, 3, 4, 5, 6), ("x", "y"), (None, None, "z")):
    e = OSError(*args)
    print(type(e).__name__, repr(str(e)), repr(e), e.args, e.errno, e.strerror, e.filename, e.filename2, hasattr(e, "winerror"))
e = FileNotFoundError(2, "msg", "f.txt"); e.filename = "g"; e.errno = 7; print(e, e.args); e.extra = 1; print(e.extra, e.filename)
class MyErr(OSError):
    def __init__(self, a, b, c): super().__init__(a, b); self.c = c
m = MyErr(1, 2, 3); print(m, m.args, m.c, m.errno, m.filename)
class Quiet(OSError):
    def __init__(self, *a): pass
q = Quiet(1, 2, 3); print(q.args, q.errno, q)
