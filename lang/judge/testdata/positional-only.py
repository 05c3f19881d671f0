# What stands before `/` has no name for a caller.


def f(a, b=2, /, c=3, *, d=4):
    return (a, b, c, d)


def g(self, /, **rest):
    return (self, rest)


def h(x, /):
    return x


class Box:
    def __init__(self, value, /, *more, **named):
        self.all = (value, more, named)


print(f(1), f(1, 5), f(1, c=6), f(1, 5, 6, d=7), f(1, d=0))
print(g(1, self=2, b=3), (lambda x, /, y=1: x + y)(1, y=2), Box(1, 2, value=3).all)
for call in [lambda: f(a=1), lambda: f(1, b=2), lambda: f(1, b=2, a=3), lambda: h(x=1), lambda: f(), lambda: f(1, 2, 3, 4), lambda: f(1, e=2), lambda: f(1, c=1, b=2, e=3), lambda: h(), lambda: h(1, 2),
             lambda: g(self=1), lambda: f(*(1, 2), **{'a': 1}), lambda: (lambda a, b=1, /: a)(1, b=2)]:
    try:
        print(call())
    except TypeError as e:
        print(e)
total = 0
for k in range(500):
    total += f(k, c=k)[2] + h(k) + len(g(k, self=1)[1]) + f(k, k)[1]
print(total)
