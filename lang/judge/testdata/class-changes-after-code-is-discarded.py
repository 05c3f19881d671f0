# A trace in use is discarded because others leave it at once, while what it relies on is as it was. That changes afterwards.
class B:
    def m(self):
        return 1


def seven(self):
    return 7


def key(i):
    if i == 60:
        for k in range(50):
            try:
                e(3, 4)
            except ValueError:
                pass
        B.m = seven
    return 0


def e(n, x):
    o = B()
    a = 0
    i = 0
    while i < n:
        [3].index(x)
        sorted([i if n > 50 else -1], key=key)
        a += o.m()
        i += 1
    return a


print(e(100, 3))
