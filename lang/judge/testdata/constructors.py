# Classes of the language take as many arguments as they say, and only those names.

from array import array


def message(make):
    try:
        print(make())
    except TypeError as e:
        print(type(e).__name__)


for make in [
    lambda: int('5', foo=3), lambda: int('ff', base=16), lambda: int(1, 2, 3), lambda: int(),
    lambda: list(x=[1]), lambda: list([1], [2]), lambda: dict([(1, 2)], a=3), lambda: dict(1, 2),
    lambda: list(enumerate('ab', start=4)), lambda: enumerate(), lambda: enumerate('ab', begin=4),
    lambda: range(), lambda: range(1, 2, 3, 4), lambda: list(zip([1], [2], [3])), lambda: list(zip()),
    lambda: list(map(abs)), lambda: list(filter(None, [0, 1])), lambda: filter(None),
    lambda: bool(1, 2), lambda: float('1', '2'), lambda: tuple(1, 2), lambda: set([1], [2]),
    lambda: array(), lambda: array('q'), lambda: array('q', [1, 2]), lambda: array('q', [1], 2),
    lambda: slice(), lambda: slice(1, 2, 3), lambda: reversed(), lambda: staticmethod(), lambda: classmethod(1, 2),
]:
    message(make)
