# `import a.b` binds `a`, of which `b` is an attribute then; with `as`, the name is that of the module within.
import collections.abc as shapes
import collections.abc


class Squares(collections.abc.Sequence):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, k):
        if not 0 <= k < self.n:
            raise IndexError(k)
        return k * k


def within():
    import collections.abc, math
    return isinstance([], collections.abc.MutableSequence), math.floor(2.5)


def renamed():
    import collections.abc as c
    return issubclass(dict, c.Mapping)


squares = Squares(5)
print(list(squares), squares.index(9), 16 in squares, list(reversed(squares)), collections.deque([1, 2]))
print(shapes is collections.abc, shapes.Iterable is collections.abc.Iterable, within(), renamed())
n = 0
for k in range(300):
    n += isinstance(k, collections.abc.Hashable)
print(n)
