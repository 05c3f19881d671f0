from enum import IntFlag, Flag, IntEnum, auto


class Bits(IntFlag):
    A = 1
    B = 2
    C = 4
    AB = A | B


class Mode(IntFlag):
    R = auto()
    W = auto()
    X = auto()


print(Bits.A | Bits.B, repr(Bits.A | Bits.B), repr(Bits.A | Bits.C), (Bits.A | Bits.C) & 5, Bits.A + 1, repr(Bits(7)), Bits.B in (Bits.A | Bits.B), Bits.C in Bits.AB, int(Bits.C), repr(Bits.A | 8), repr(8 | Bits.A), repr(Bits(16)), repr(Bits(0)), f'{Bits.A}', f'{Bits.AB:03d}')
print(repr(~Bits.A), repr(~Bits.AB), repr(~Bits(7)), repr(~Bits(0)), repr(Bits(-1)), repr(~(Bits.A | 8)), repr(Bits.A ^ Bits.C), repr(Bits.AB ^ Bits.A), repr(Bits.AB & ~Bits.A), repr(Bits.AB & 2), repr(3 & Bits.B))
print(list(Bits), list(Bits.AB), len(Bits), len(Bits.AB), bool(Bits(0)), bool(Bits.A), Bits.A == 1, Bits.A < Bits.B, Bits['C'] is Bits.C, Bits(3) is Bits.AB, isinstance(Bits.A, int), isinstance(Bits.A, Flag), hash(Bits.B) == hash(2), {2: 'two'}[Bits.B], [10, 20, 30][Bits.A])
print(Mode.R.value, Mode.W.value, Mode.X.value, repr(Mode.R | Mode.X), (Mode.R | Mode.X).value, (Mode.R | Mode.X).name, Mode.R.name, Bits(0).name, str(Mode.W), Mode.R * 3, -Mode.X, Mode.X >> 1, 1 << Mode.W, max(Mode), sorted([Mode.X, Mode.R]))
try:
    Bits('x')
except ValueError as e:
    print(e)
try:
    Bits.A | 'x'
except TypeError as e:
    print(e)
n = 0
for k in range(300):
    n += (Bits(k % 8) & Bits.AB).value
print(n)


class Perm(Flag):
    R = 4
    W = 2
    X = 1
    RW = R | W


print(Perm.R | Perm.X, Perm(7), ~Perm.R, list(Perm), list(Perm(7)), Perm.RW, Perm.W | Perm.R)
