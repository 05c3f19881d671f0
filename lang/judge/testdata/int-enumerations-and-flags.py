# The module enum: members that are integers, and flags.
from enum import Enum, Flag, IntEnum, auto


class Level(IntEnum):
    LOW = 1
    MID = 5
    HIGH = 10
    TOP = 10

    @property
    def half(self):
        return self // 2


class Permission(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W


class Style(Flag):
    NONE = 0
    BOLD = 4
    THIN = 8


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


print(Level.LOW < Level.HIGH, Level.MID + 1, 1 + Level.MID, Level(10), repr(Level.LOW), int(Level.HIGH), Level.MID == 5, 5 == Level.MID)
print(f'{Level.MID}', f'{Level.MID:03d}', '%d %s %r' % (Level.MID, Level.MID, Level.LOW), str(Level.TOP), Level.TOP is Level.HIGH)
print(sorted([Level.HIGH, 3, Level.LOW]), max(Level), [1, 2, 3][Level.LOW], Level.LOW in (1, 2), {Level.LOW: 'x'}[1], {1: 'y'}[Level.LOW])
print(isinstance(Level.LOW, int), isinstance(Level.LOW, Enum), issubclass(Level, int), isinstance(1, Level), Level.LOW is Level(1))
print(Level.HIGH - Level.LOW, Level.MID * 2, 2 * Level.MID, Level.MID / 2, 11 / Level.MID, Level.MID // 2, Level.MID % 3, 7 % Level.MID, -Level.MID, abs(Level.MID), ~Level.LOW)
print(Level.MID ** 2, 2 ** Level.MID, Level.LOW << 3, 1 << Level.MID, Level.HIGH >> 1, Level.MID & 4, 6 | Level.LOW, Level.MID ^ 1, divmod(Level.HIGH, 3), round(Level.MID), float(Level.MID))
print(Level.MID.half, Level.MID.name, Level.MID.value, list(range(Level.MID)), 'ab' * Level.MID, Level.MID * [0], sum(Level), sum([Level.LOW, 2.5]), bool(Level.LOW), Level.MID.bit_length())
print(Level.MID > 4.5, 4.5 < Level.MID, Level.MID != 5, Level.MID != 'x', Level.MID == 'x', Level.LOW <= 1, Level.LOW >= Level.HIGH, hash(Level.MID) == hash(5), [m.name for m in Level], len(Level))
attempt(lambda: Level(3))
attempt(lambda: Level.LOW + 'x')
attempt(lambda: Level.LOW < 'x')
attempt(lambda: Level['NOPE'])
total = 0
for i in range(300):
    total += Level.HIGH if i % 3 else Level.LOW
print(total)

p = Permission.R | Permission.X
print(p, repr(p), Permission.W in p, Permission.R in p, bool(p & Permission.W), p.value, p.name, ~p, p ^ Permission.R, p is Permission.X | Permission.R)
print(Permission.RW, Permission(3), Permission(7), repr(Permission(0)), Permission(0).name, Permission(-1), Permission(-2), ~Permission.RW, Permission.RW is Permission.R | Permission.W)
print(list(Permission), list(p), list(Permission.RW), len(p), len(Permission), [m.name for m in Permission], Permission['X'], {p: 1}[Permission(5)])
print(Style.NONE, repr(Style.NONE), bool(Style.NONE), Style.BOLD | Style.THIN, Style.BOLD & Style.THIN, list(Style), Style(12), Style.BOLD == 4, Style.BOLD in Style)
attempt(lambda: Permission(8))
attempt(lambda: Permission.R | 2)
attempt(lambda: Permission.R | Style.BOLD)
attempt(lambda: 2 in Permission.R)
attempt(lambda: Permission.R < Permission.W)
state, n = Permission(0), 0
for i in range(300):
    state = state ^ Permission.R if i % 2 else state | Permission.X
    n += Permission.R in state
print(state, n)
Size = IntEnum('Size', 'S M L')
print(Size.M, repr(Size.M), Size.L > Size.S, Flag('F', 'A B C')(5))
