# The module enum.
from enum import Enum, auto, unique
import copy


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1

    def shout(self):
        return self.name + '!'

    @property
    def next(self):
        members = list(Color)
        return members[(members.index(self) + 1) % len(members)]

    @classmethod
    def best(cls):
        return cls.BLUE


class Planet(Enum):
    EARTH = (5.976e24, 6.37814e6)
    MARS = (6.421e23, 3.3972e6)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    def gravity(self):
        return 6.67300E-11 * self.mass / (self.radius * self.radius)


class Auto(Enum):
    A = auto()
    B = auto()
    C = 10
    D = auto()
    E = 'text'
    F = auto()


class Base(Enum):
    def hello(self):
        return 'hello from ' + self.name


class Derived(Base):
    ONE = 'one'

    def __str__(self):
        return self.value


print(Color.RED, repr(Color.RED), Color.RED.name, Color.RED.value, Color, len(Color), list(Color), Color(2), Color['BLUE'])
print(Color.RED is Color.CRIMSON, Color.RED == 1, Color.RED == Color(1), Color.RED != Color.GREEN, Color.RED in Color, Planet.EARTH in Color, isinstance(Color.RED, Color), type(Color.RED))
print(Color.GREEN.shout(), Color.BLUE.next, Color.best(), [c.name for c in Color], {Color.RED: 'r'}[Color(1)], f'{Color.RED} {Color.RED!r:>20}', '%s' % Color.GREEN, format(Color.RED, '>12'))
print('%.3f' % Planet.EARTH.gravity(), Planet.MARS.value, Planet((6.421e23, 3.3972e6)), [a.value for a in Auto], list(Color.__members__))
print(Derived.ONE.hello(), Derived.ONE, repr(Derived.ONE), copy.copy(Color.RED) is Color.RED, copy.deepcopy([Color.RED])[0] is Color.RED, sorted(Color, key=lambda c: -c.value), bool(Color.RED))
Animal = Enum('Animal', 'ANT BEE, CAT')
print(list(Animal), Animal.BEE.value, Animal['CAT'], list(Enum('Two', ['X', 'Y'])), Enum('Three', {'P': 5}).P, Enum('Four', [('Q', 7)])(7))


def twice():
    @unique
    class Twice(Enum):
        A = 1
        B = 1


def extend():
    class More(Color):
        PINK = 4


for wrong in [lambda: Color(9), lambda: Color['PINK'], lambda: Color.PINK, lambda: Color.RED < Color.BLUE, lambda: 1 in Color, lambda: setattr(Color, 'RED', 5), lambda: delattr(Color, 'RED'), twice, extend, lambda: Color.RED + 1, lambda: [1, 2][Color.RED], lambda: setattr(Color.RED, 'value', 3)]:
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__name__, e)


class State(Enum):
    IDLE = auto()
    RUNNING = auto()
    DONE = auto()


def step(state, k):
    if state is State.IDLE:
        return State.RUNNING if k % 3 else State.IDLE
    if state == State.RUNNING:
        return State.DONE if k % 2 else State.RUNNING
    return State.IDLE


counts = {s: 0 for s in State}
state = State.IDLE
for k in range(3000):
    state = step(state, k)
    counts[state] += state.value
    for c in Color:
        counts[state] += c is Color.BLUE
print({s.name: n for s, n in counts.items()})
