# The module dataclasses.
from dataclasses import dataclass, field, asdict, astuple, replace, fields, is_dataclass, FrozenInstanceError
from typing import List, ClassVar, Optional
import dataclasses


@dataclass
class Point:
    x: float
    y: float = 0.0
    count: ClassVar[int] = 0

    def norm(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5


@dataclass(order=True)
class Card:
    rank: int
    suit: str = field(default='hearts', compare=False)
    tags: List[str] = field(default_factory=list, repr=False, compare=False)


@dataclass(frozen=True)
class Key:
    name: str
    n: int = 1


@dataclass
class Rect(Point):
    w: float = 1
    h: float = 1
    area: float = field(init=False)
    parent: Optional['Rect'] = None

    def __post_init__(self):
        self.area = self.w * self.h


@dataclass
class Stack:
    items: list = field(default_factory=list)
    __size: int = 3

    def push(self, x):
        self.items.append(x)
        return self


@dataclass(eq=False, repr=False)
class Plain:
    a: int
    b: int = field(default=5, kw_only=True)


@dataclass(unsafe_hash=True)
class Hashed:
    a: int
    b: int = field(default=1, hash=False)

    def __repr__(self):
        return 'H%d' % self.a


@dataclasses.dataclass(kw_only=True)
class Named:
    a: int
    b: int = 2


p = Point(3, 4)
print(p, p.norm(), p == Point(3, 4), p == (3, 4), p != Point(3, 5), Point(1), Point(x=2, y=1), Point.y, Point.count, hasattr(Point, 'x'))
print(Card(3) < Card(5), Card(3, 'a') == Card(3, 'b'), sorted([Card(5), Card(1, 'clubs'), Card(3)]), max(Card(2), Card(9)), Card(1).tags is Card(1).tags, Card(1) <= Card(1), Card(2) >= Card(3))
k = Key('a')
print(k, hash(k) == hash(Key('a')), {k: 1}[Key('a', 1)], len({Key('a'), Key('a'), Key('b')}), replace(k, n=7))
r = Rect(1, 2, 3, 4)
print(r, r.area, r.norm(), isinstance(r, Point), Rect(0, parent=r), r == Rect(1, 2, 3, 4), Rect(1) == Point(1))
print(Stack().push(1).push(2), Stack().items, Stack([1]) == Stack([1]), Stack([5], 4)._Stack__size)
print(asdict(r), astuple(Rect(0, parent=r)), asdict(Stack([Key('z'), {'a': Key('y')}])), [f.name for f in fields(Rect)], is_dataclass(p), is_dataclass(Point), is_dataclass(3))
print(Plain(1).b, Plain(1, b=2).b, Plain(1) == Plain(1), hash(Hashed(1, 2)) == hash(Hashed(1, 3)), Hashed(4), Named(a=1), Named(b=1, a=0))
p.x = 10
p.z = 1
print(p, p.z)
loop = Stack()
loop.push(loop)
print(loop)


def mutable():
    @dataclass
    class M:
        x: list = []


def unordered():
    @dataclass
    class M:
        x: int = 1
        y: int


def thaw():
    @dataclass
    class M(Key):
        z: int = 2


def bad():
    @dataclass(eq=False, order=True)
    class M:
        z: int = 2


for wrong in [lambda: Point(), lambda: Point(1, 2, 3), lambda: Point(1, z=2), lambda: Point(1, x=2), lambda: setattr(k, 'n', 3), lambda: setattr(k, 'q', 3), lambda: delattr(k, 'n'), lambda: Card(1) < 3, lambda: p < p, lambda: hash(p), lambda: Plain(1, 2),
              lambda: Named(1), lambda: Named(), lambda: Rect(), lambda: mutable(), lambda: unordered(), lambda: thaw(), lambda: bad(), lambda: asdict(3), lambda: fields(3), lambda: replace(r, area=1), lambda: replace(p, q=1), lambda: field(default=1, default_factory=list), lambda: Point(1).w]:
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__name__, e, isinstance(e, AttributeError))
total = 0.0
for n in range(2000):
    q = Point(n, 1) if n % 2 else Rect(n, 2, n % 3)
    total += q.x + q.y + (q == p) + q.norm()
print('%.6f' % total, len({Key('k', n % 10) for n in range(500)}))
