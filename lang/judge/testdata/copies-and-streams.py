# What the library's functions return, and what they say of mistakes.
import copy
import sys
from abc import ABC, abstractmethod
from collections import deque
from typing import Dict, List, Optional, Tuple, Union

Grid = List[List[int]]
Maybe = Optional[Union[int, Dict[str, Tuple[int, ...]]]]


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


nested = {'a': [1, [2, 3]], 'b': (4, [5])}
shallow, deep = copy.copy(nested), copy.deepcopy(nested)
nested['a'][1].append(9)
nested['b'][1].append(8)
print(shallow, deep, copy.copy([1, 2]), copy.deepcopy({1, 2}), copy.copy(5), copy.deepcopy('x'))
ring = [1]
ring.append(ring)
ring2 = copy.deepcopy(ring)
print(ring2, ring2[1] is ring2, ring2 is ring)


class Box:
    """A box."""

    def __init__(self, inner):
        self.inner = inner
        self.me = self


box = Box([1, 2])
box2, box3 = copy.copy(box), copy.deepcopy(box)
box.inner.append(3)
print(box2.inner, box3.inner, box2.me is box, box3.me is box3, type(box3).__name__, Box.__doc__, {box: 1}.get(box2))


class Shape(ABC):
    @abstractmethod
    def area(self): ...

    @property
    @abstractmethod
    def name(self):
        ...

    def describe(self):
        return '%s %s' % (self.name, self.area())


class Square(Shape):
    name = 'square'

    def area(self):
        return 4


attempt(Shape)
attempt(lambda: Square().describe())


class Half(Shape):
    name = 'half'


attempt(Half)
print(isinstance(Square(), Shape), ..., type(...).__name__, Ellipsis)

print('x', file=sys.stdout)
print(sys.stdout.write('ab\n'), sys.getrecursionlimit(), sys.stdout.writelines(['c', 'd\n']), sys.stdout.flush())


class Writer:
    def __init__(self):
        self.pieces = []

    def write(self, text):
        self.pieces.append(text)


w = Writer()
print(1, 'a', sep='-', end='!', file=w)
print(w.pieces)
sys.setrecursionlimit(1500)


def down(n):
    return 0 if n == 0 else 1 + down(n - 1)


print(down(1100), sys.getrecursionlimit())
attempt(sys.setrecursionlimit, 0)
print(slice(None, None, -1).indices(5), slice(1, 10, 3).indices(7), slice(5, 2).indices(9), slice(-3, None).indices(10))
table = str.maketrans('abc', 'xyz', 'd')
print(table, 'aabbccdde'.translate(table), 'abc'.translate({97: 'AA', 98: None, 99: 100}), str.maketrans({'a': 'b', 98: 'c'}), 'é'.translate({233: 'e'}))
attempt(str.maketrans, 'ab', 'c')
print(next(x for x in range(5) if x > 2), next((x for x in [] if x), 'none'), max((x for x in range(5)), key=lambda x: -x), deque(x for x in 'ab'))
attempt(lambda: next(x for x in []))
