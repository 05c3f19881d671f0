# What collections.namedtuple makes is a tuple with names.
from collections import namedtuple
import copy

Point = namedtuple('Point', ['x', 'y'])
Account = namedtuple('Account', 'owner, balance currency', defaults=[0, 'EUR'])


class Vector(Point):
    def length(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)


p = Point(3, y=4)
x, y = p
print(p, p.x, p.y, p[0], p[-1], p[:1], x, y, len(p), list(p), tuple(p), *p)
print(p == (3, 4), (3, 4) == p, p != Point(3, 4), p < (3, 5), (3, 5) < p, Point(1, 2) <= Point(1, 2), hash(p) == hash((3, 4)), {p: 1}[(3, 4)], (3, 4) in [p], p in [(3, 4)])
print(isinstance(p, tuple), isinstance(p, Point), type(p).__name__, issubclass(Point, tuple), Point.__name__, Point, Point.__doc__)
print(p + (5,), (1,) + p, p * 2, 2 * p, 3 in p, 9 in p, p.index(4), p.count(3), max(p), sum(p), sorted(p, reverse=True), list(reversed(p)), bool(Point(0, 0)))
print('%d and %d' % p, '%s' % (p,), '{0.x} {1}'.format(p, *p), f'{p}', '{} {}'.format(*p), str(p), repr(p))
print(p._fields, p._asdict(), p._replace(y=9), Point._make([1, 2]), Account._field_defaults, Point._fields)
print(Account('me'), Account('you', 5), Account('it', currency='USD'), Account(*['a', 1, 'b']), Account(**{'owner': 'o'}))
v = Vector(3, 4)
print(v, v.length(), v + Vector(1, 1), v == p, v._replace(x=0), isinstance(v, Point), Vector._fields)
print(namedtuple('R', 'a class a _b 1c', rename=True)(1, 2, 3, 4, 5), namedtuple('E', '')(), namedtuple('One', 'x')(1))
print(copy.copy(p), copy.deepcopy(Point([1], 2)), copy.deepcopy([p])[0] == p)
for wrong in [lambda: Point(1), lambda: Point(), lambda: Point(1, 2, 3), lambda: Point(1, z=2), lambda: Point(1, x=2), lambda: Account(), lambda: Account(1, 2, 3, 4), lambda: Point(1, 2, y=3), lambda: p._replace(z=1),
              lambda: Point._make([1]), lambda: p[5], lambda: p + [1], lambda: p < 3, lambda: namedtuple('A', '1x'), lambda: namedtuple('A', 'x x'), lambda: namedtuple('A', '_x'), lambda: namedtuple('A', 'if'),
              lambda: namedtuple('A', 'x', defaults=[1, 2]), lambda: p.z, lambda: hash(Point([], 1)), lambda: '%d' % p, lambda: setattr(p, 'x', 1), lambda: setattr(p, 'z', 1), lambda: namedtuple('Abc', 'a b c')(), lambda: namedtuple('Abc', 'a b c')(1)]:
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__name__, e)
points = [Point(k % 7, k % 5) for k in range(2000)]
total = 0
for q in points:
    total += q.x * q.y
    a, b = q
    total += a - b + q[1]
print(total, len(set(points)), sorted(set(points))[:3], max(points), min(points, key=lambda q: (q.y, -q.x)))
people = [Account('b', 3), Account('a', 3), Account('c', 1)]
print(sorted(people, key=lambda a: (a.balance, a.owner)), sorted(people)[0])
print([m for m in zip(*points[:3])], dict([Point('k', 1), ('l', 2)]))
C = type('C', (), {'n': 3, 'twice': lambda self: 2 * self.n})
print(C().twice(), C.__name__, type('D', (C,), {'n': 5})().twice(), isinstance(type('D', (C,), {})(), C))


class Plugin:
    known = []

    def __init_subclass__(cls):
        Plugin.known.append(cls.__name__)


class A(Plugin):
    pass


class B(A):
    pass


print(Plugin.known)
