import io, csv, string
def show(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)
s = io.StringIO("ab\ncd\n")
print(s.read(1), s.readline(), s.tell(), list(s), s.read(), s.seek(0), s.readlines(), s.write("xyz"), s.getvalue())
s.seek(2); s.write("QQ"); print(repr(s.getvalue()), s.truncate(3), repr(s.getvalue()), s.tell())
print("a", 1, file=s); s.writelines(["p", "q"]); print(repr(s.getvalue()))
s.close()
show(s.read); show(lambda: io.StringIO(3)); show(lambda: io.StringIO().write(3)); show(lambda: io.StringIO().seek(-1)); show(lambda: io.BytesIO().write("s"))
with io.StringIO() as t:
    for i in range(2000): t.write(str(i % 10))
    print(len(t.getvalue()))
show(t.getvalue)
b = io.BytesIO(b"ab\ncd"); print(b.read(2), b.readline(), b.read(), b.seek(10), b.write(b"z"), b.getvalue(), b.closed)
for args in ({}, {"delimiter": ";"}, {"quoting": csv.QUOTE_ALL}, {"quoting": csv.QUOTE_NONNUMERIC}, {"quoting": csv.QUOTE_NONE, "escapechar": "\\"}, {"doublequote": False, "escapechar": "!"}, {"lineterminator": "\n"}, {"dialect": "unix"}, {"dialect": "excel-tab"}, {"quotechar": "'"}):
    o = io.StringIO()
    w = csv.writer(o, **args)
    for row in (["a", 1, 2.5, None, ""], ['q"uo', "c,o;m", "new\nline", "t\tab", "it's", "es\\c!"], [], [""], (x for x in "xyz"), [True, "a b", " s"]):
        try: w.writerow(row)
        except csv.Error as e: print("Error", e)
    print(args, repr(o.getvalue()))
    o.seek(0)
    try:
        for row in csv.reader(o, **{k: v for k, v in args.items() if k != "lineterminator"}): print(row)
    except (csv.Error, ValueError) as e: print(type(e).__name__, e)
for text in ('a,"b ""x"" c",d\n', 'a, "b", c', '"multi\nline",2\n3', 'a,"b"c,d', '', '\n\n', '"open', 'a\\,b', ',,', "a\rb", '"a" ,b'):
    show(lambda: list(csv.reader(io.StringIO(text)))); show(lambda: list(csv.reader(text.splitlines(True), skipinitialspace=True, strict=True)))
show(lambda: list(csv.reader([1]))); show(lambda: csv.reader("", "nope")); show(lambda: csv.reader("", delimiter=";;")); show(lambda: csv.reader("", bad=1)); show(lambda: csv.writer(io.StringIO()).writerow(5)); show(csv.list_dialects)
r = csv.DictReader(io.StringIO("a,b\n1,2\n\n3\n4,5,6\n"), restkey="rest", restval="?")
print(r.fieldnames, [dict(x) for x in r], r.line_num)
o = io.StringIO(); w = csv.DictWriter(o, ["x", "y"], restval=0); w.writeheader(); w.writerow({"y": 1}); w.writerows([{"x": 5, "y": 6}]); print(repr(o.getvalue()))
show(lambda: w.writerow({"z": 1}))
T = string.Template("$who likes ${what}, $$5 $")
show(T.substitute, {"who": 1, "what": 2}); print(T.safe_substitute(who="x"), string.Template("$a-${b}").substitute({"a": 1}, b=2), T.template)
show(string.Template("$x").substitute); show(string.Template("a\nb ${1}").substitute); show(string.Template("${a").substitute, {"a": 1}); print(string.Template("${a $1 $").safe_substitute(a=1))
class A:
    def f(self): pass
    def __repr__(self): return "A()"
print(A().f, A.f.__qualname__)
show(lambda: io.StringIO().nope); show(lambda: io.BytesIO() + 1); print(type(io.StringIO()), csv.Error, io.StringIO.__name__, io.BytesIO.__module__, csv.Error.__name__)
print(list(io.StringIO("a\rb\r\nc\nd", newline="")))
raise csv.Error("last")
