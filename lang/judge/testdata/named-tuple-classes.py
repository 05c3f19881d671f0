from typing import NamedTuple, List, Optional
import typing


class Employee(NamedTuple):
    """An employee."""
    name: str
    id: int = 3
    skills: tuple = ()
    minimum = 1

    def greet(self, other="you"):
        return f"{self.name} greets {other}"

    @property
    def initial(self):
        return self.name[0]

    @classmethod
    def parse(cls, text):
        name, n = text.split()
        return cls(name, int(n))


class Point(typing.NamedTuple):
    x: float
    y: float = 0.0

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __str__(self):
        return f'<{self.x}|{self.y}>'


class Named(Employee):
    def greet(self):
        return 'hi ' + super().greet()


e = Employee('Guido')
print(e, e.id, e[0], e[-1], e[:2], e.greet(), e.greet(other='me'), e.initial, len(e), list(e), e == ('Guido', 3, ()), ('Guido', 3, ()) == e, e._asdict(), e._replace(id=9))
print(Employee._fields, Employee._field_defaults, Employee.__doc__, Point.__doc__, Employee.__name__, Employee.minimum, Employee.parse('Ann 7'), Employee._make(['a', 2, 3]))
n, i, s = e
print(n, i, s, isinstance(e, tuple), hash(e) == hash(('Guido', 3, ())), e < Employee('Zed'), e + (1,), e * 2, 'Guido' in e, e.count(3), e.index(3), sorted([Employee('B'), Employee('A', 2)]), {e: 1}[('Guido', 3, ())])
print(Point(1, 2) + Point(3), str(Point(1)), repr(Point(1)), [Point(1, 2)], max([Point(1, 5), Point(2, 1)]), Point(y=2, x=1), Point(*[4, 5]), Point(1) == Point(1.0, 0))
d = Named('D', 5)
d.extra = 1
print(d, d.greet(), d.extra, isinstance(d, Employee), Named._fields)
P = NamedTuple('P', [('x', int), ('y', Optional[List[int]])])
print(P(1, 2), P(y=1, x=2), P._make([5, 6]), P._fields)
for bad in (lambda: Employee(), lambda: Employee('a', b=1), lambda: Employee('a', 1, 2, 3), lambda: P(1), lambda: Employee('a', name='b')):
    try:
        print(bad())
    except TypeError as x:
        print(x)
for name in ('name', 'other'):
    try:
        setattr(e, name, 1)
    except AttributeError as x:
        print(x)
try:
    class Wrong(NamedTuple):
        a: int = 1
        b: str
except TypeError as x:
    print(x)
try:
    class Hidden(NamedTuple):
        _a: int
except ValueError as x:
    print(x)
try:
    class Fixed(NamedTuple):
        a: int

        def _replace(self):
            pass
except AttributeError as x:
    print(x)
at = Point(0, 0)
for k in range(2000):
    at = at + Point(k % 3, 1.5)
print(at)
