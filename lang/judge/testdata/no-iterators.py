# What `__iter__` returns has to be an iterator; special methods that are None; lengths that are too long; blanks at a line's end.
import math


class Items:
    def __iter__(self):
        return [1, 2]


class Pair:
    def __iter__(self):
        return (1, 2).__iter__() if False else iter((1, 2))


class NotIterable:
    __iter__ = None
    __contains__ = None

    def __getitem__(self, i):
        return i


class Long:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


def each(x):
    t = 0
    for v in x:
        t += v
    return t


for f in (lambda: each(Items()), lambda: list(Items()), lambda: each(Pair()), lambda: 1 in Items(), lambda: each(NotIterable()), lambda: 1 in NotIterable(),
          lambda: len(Long(2 ** 64)), lambda: len(Long(-2 ** 64)), lambda: len(Long(5)), lambda: math.factorial(2 ** 70), lambda: [*Items()], lambda: zip(Items())):
    for k in range(2000):
        try:
            r = f()
        except (TypeError, ValueError, OverflowError) as e:
            r = str(e)
    print(r)
x = (1 // 
     0)   
