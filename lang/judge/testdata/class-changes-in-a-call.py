# A trace calls something that changes B.m, on which the trace relies, and that enters another trace: so the first one is discarded while it is in use.
class B:
    def m(self):
        return 1


def seven(self):
    return 7


def eight(self):
    return 8


def key(i):
    if i == 50:
        B.m = seven
    if i == 70:
        B.m = eight
    s = 0
    for j in range(50):
        s += j
    return s


def e(n):
    o = B()
    a = 0
    i = 0
    while i < n:
        sorted([i], key=key)
        a += o.m()
        i += 1
    return a


print(e(100))


class K:
    def __init__(self, i):
        self.i = i

    def __hash__(self):
        return key(self.i)

    def __eq__(self, other):
        return True


def d(n):
    o = B()
    a = 0
    i = 0
    x = {}
    while i < n:
        x[K(i)] = i
        a += o.m()
        i += 1
    return a


B.m = lambda self: 1
print(d(100))
