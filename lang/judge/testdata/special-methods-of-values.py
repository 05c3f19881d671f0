# Special methods of values of the language, as attributes: as keys, as functions, called as methods.
d = {"a": 3, "b": 1, "c": 2}
print(sorted(d, key=d.__getitem__), max(d, key=d.__getitem__), list(map("hello".__getitem__, [0, -1])), d.__contains__("a"), d.__len__())


class Stack:
    def __init__(self, *items):
        self.items = list(items)

    def __len__(self):
        return self.items.__len__()

    def __getitem__(self, k):
        return self.items.__getitem__(k)

    def __setitem__(self, k, v):
        self.items.__setitem__(k, v)

    def __delitem__(self, k):
        self.items.__delitem__(k)

    def __contains__(self, x):
        return self.items.__contains__(x)

    def __iter__(self):
        return self.items.__iter__()

    def __repr__(self):
        return "Stack" + self.items.__repr__()


s = Stack(*range(6))
for k in range(40):
    s[k % 3] = s[k % 5] + len(s)
    if k in s:
        s[1] = sum(s)
del s[0]
print(s, s.__str__(), s.__repr__(), s[1:3], (5).__str__(), "x".__repr__(), (1.5).__str__(), None.__class__.__name__)
print(list(map(str.__len__, ["a", "bc"])), list(map(int.__add__, [1, 2], [3, 4])), (3).__add__(2.5), (2.5).__add__(3), (3).__lt__(4), "a".__eq__("a"), "a".__eq__(1), [1].__eq__([1]), [1].__lt__((2,)))
print(list(filter((5).__gt__, range(9))), (7).__floordiv__(2), (2).__pow__(10), (7.5).__mod__(2), True.__and__(3), [].__iter__().__class__.__name__, range(5).__len__(), {1, 2}.__contains__(2), (1, 2).__getitem__(0))
for f in (lambda: [].__len__(1), lambda: [1].__getitem__(9), lambda: {}.__getitem__("q"), lambda: list.__len__(()), lambda: int.__add__(), lambda: int.__add__("a", 1), lambda: (1).__floordiv__(0), lambda: {}.__setitem__([], 1), lambda: "abc".__len__(1, 2), lambda: (1).__add__()):
    try:
        print(f())
    except (TypeError, AttributeError, LookupError, ArithmeticError) as e:
        print(type(e).__name__, e)
print(hasattr([], "__len__"), hasattr(5, "__len__"), hasattr(5, "__add__"), [].__len__.__name__, str.__len__.__name__, [].__len__.__self__)


class P:
    @property
    def x(self):
        return 5

    @x.setter
    def x(self, v):
        print("set", v)


print(P.x.fget(P()), P.x.fset(P(), 3), P.x.fdel, str(object=5), str(object=b"a", encoding="ascii"), str(encoding="ascii"))
g = (x for x in [1, 2])
print(type(g).__iter__(g) is g, list(map(type(g).__iter__, [g])) == [g])
