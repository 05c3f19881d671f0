# The module dataclasses: what is for __post_init__ alone, and classes with slots.
from dataclasses import InitVar, asdict, dataclass, field, fields, replace
import dataclasses


@dataclass
class Scaled:
    base: int
    scale: InitVar[int] = 2
    note: dataclasses.InitVar[str] = ''
    total: int = field(init=False, default=0)

    def __post_init__(self, scale, note):
        self.total = self.base * scale
        if note:
            print('note', note)


@dataclass
class Shifted(Scaled):
    by: int = 1


@dataclass(slots=True)
class Point:
    x: int
    y: int = 0
    tags: list = field(default_factory=list)


@dataclass(slots=True, frozen=True, order=True)
class Key:
    a: str
    b: int = 3


@dataclass(slots=True)
class Point3(Point):
    z: int = 9


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


print(Scaled(3), Scaled(3, 10), Scaled(3, scale=4, note='n'), Scaled(3) == Scaled(3, 2), Scaled.scale)
print(Shifted(2, 5, 'm', 7), [f.name for f in fields(Shifted)], asdict(Scaled(1)), Scaled.__match_args__)
attempt(lambda: Scaled())
attempt(lambda: Scaled(1, 2, '', 4))
attempt(lambda: replace(Scaled(3), base=4))
p = Point(1)
p.x += 1
print(p, p == Point(2), Point.__slots__, hasattr(p, '__dict__'), hasattr(Scaled(1), '__dict__'), p.tags is not Point(1).tags)
attempt(lambda: setattr(p, 'z', 1))
print(Key('q'), {Key('q', 1): 5}[Key('q', 1)], Key('a') < Key('b'), sorted([Key('b'), Key('a', 9)]), Key.__slots__)
attempt(lambda: setattr(Key('q'), 'a', 'r'))
q = Point3(1, 2)
print(q, Point3.__slots__, asdict(q), replace(q, z=1))
attempt(lambda: setattr(q, 'w', 1))
total = 0
for i in range(300):
    q = Point3(i, z=i % 3)
    total += q.x + q.y + q.z
print(total)
