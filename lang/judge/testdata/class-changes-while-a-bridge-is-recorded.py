# A bridge is recorded while the program writes A.k, on which other bridges of the loop rely: they must not run after that.
class A:
    pass

    def __init__(self, v):
        self.v = v
def show(f, n, k):
    try:
        print(f(n, k, 1))
    except (TypeError, AttributeError, ZeroDivisionError, OverflowError) as e:
        pass
def f0(n, k, depth):
    a, b, c, x, o, i, kept = 1, -5, k, 3, A(1), 0, []
    while i < n:
        i += 1
        if i % 4 == 1:
            A.k = i % 5
        a += o.v * o.k
        j = 0
        while j < i % 3:
            j += 1
    return a, b, c if not isinstance(c, A) else c.v, x, i, type(o).__name__, len(kept), kept[-3:]
show(f0, 37, -3)
