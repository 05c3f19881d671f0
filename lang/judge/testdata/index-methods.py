from array import array
from collections import deque
import random, itertools, math


class I:
    def __init__(self, v):
        self.v = v

    def __index__(self):
        made = [self.v, [1], {2: 3}, 'a' + str(self.v)]
        return made[0]


def trial(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e)


def show(*fs):
    for f in fs:
        print(trial(f))


def deleted(l, k):
    del l[k]
    return l


def stored(l, k, v):
    l[k] = v
    return l


show(lambda: [7, 8, 9][I(1)],
     lambda: [0.5, 'x', None][I(-1)],
     lambda: [0.5, 1.5][I(5)],
     lambda: ('a' + 'b', [1], 3)[I(1)],
     lambda: ('xyz' + str(3))[I(2)],
     lambda: range(3, 90, 5)[I(4)],
     lambda: stored([1, 2, 3], I(1), 0.5),
     lambda: stored([1, 2, 3], I(1), [4]),
     lambda: stored([1, 2, 3], I(9), [4]),
     lambda: deleted([1, 2, 3], I(0)),
     lambda: [1, 2, 3, 4][I(1):I(3)],
     lambda: ['a', [2], 3.0, 4][I(0):I(4):I(2)],
     lambda: ('a' * 30 + 'bc')[I(28):I(31)],
     lambda: (1, [2], 3)[I(1):],
     lambda: range(30)[I(3):I(20):I(4)],
     lambda: stored([1, 2, 3, 4], slice(I(1), I(3)), [[5], 6, 7]),
     lambda: deleted([1, 2, 3, 4], slice(I(1), I(3))),
     lambda: deleted([1, [2], 3, 4], slice(None, None, I(2))),
     lambda: stored([1, 2, 3, 4], slice(None, None, I(2)), [[5], 6]),
     lambda: [[1], 2] * I(3),
     lambda: I(3) * [[1], 2],
     lambda: ('ab' + str(1)) * I(2),
     lambda: ([1], 2) * I(2),
     lambda: [1, [2], 3].pop(I(1)),
     lambda: (lambda l: (l.insert(I(1), [9]), l))([1, 2, 3]),
     lambda: [1, [2], 3, [2]].index([2], I(2)),
     lambda: [1, [2], 3, [2]].index([2], I(0), I(4)),
     lambda: (1, [2], 3, [2]).index([2], I(2)),
     lambda: ('abcabc' + str(1)).find('b', I(2)),
     lambda: ('abcabc' + str(1)).count('b', I(0), I(3)),
     lambda: ('abc' + str(1)).startswith('b', I(1)),
     lambda: ('abc' + str(1)).center(I(9), '*'),
     lambda: ('abc' + str(1)).ljust(I(9)) + '|',
     lambda: ('abc' + str(1)).zfill(I(9)),
     lambda: ('a b c ' + str(1)).split(' ', I(1)),
     lambda: ('a b c ' + str(1)).rsplit(None, I(1)),
     lambda: ('aaa' + str(1)).replace('a', 'bb', I(2)),
     lambda: ('a\tb' + str(1)).expandtabs(I(3)),
     lambda: array('i', [1, 2, 3])[1],
     lambda: array('d', [1, 2, 3]) * 2,
     lambda: array('d', [1, 2, 3]).pop(I(1)),
     lambda: (lambda a: (a.insert(I(1), 5), a))(array('i', [1, 2])),
     lambda: array('i', [4, 5]),
     lambda: (lambda a: (a.append(5), a))(array('i', [1, 2])),
     lambda: deque([1, [2], 3], 2),
     lambda: (lambda d: (d.rotate(1), d))(deque([1, [2], 3])),
     lambda: deque([1, [2], 3])[1],
     lambda: hex(I(255)) + bin(I(5)) + oct(I(9)) + chr(I(97)),
     lambda: int('12', I(3)),
     lambda: round(1234.5678, I(2)),
     lambda: round(1234, I(-2)),
     lambda: sorted([[3], [1]], reverse=I(1)),
     lambda: list(range(I(2), I(9), I(3))),
     lambda: list(enumerate(['a' + str(1), 'b'], I(5))),
     lambda: '%d|%x|%5d' % (I(3), I(255), I(7)),
     lambda: '%*d' % (4, I(3)),
     lambda: pow(2, 5, 7),
     lambda: slice(I(1), I(5)).indices(I(4)),
     lambda: 'abc'.translate({97: 'x' + str(1)}),
     lambda: complex if False else int(I(4)),
     lambda: bool(I(0)),
     lambda: [10, 20, 30, 40][I(True)],
     lambda: [10, 20][I('x')])
random.seed(3)
show(lambda: random.choices([[1], [2]], k=I(3)))


# Where a float is wanted.
class F:
    def __init__(self, v):
        self.v = v

    def __float__(self):
        return self.v


class N:
    def __index__(self):
        return 2.5


class OfFloat(float):
    pass


class OfInt(int):
    pass


print(float(F(OfFloat(2.5))), float(I(OfInt(7))), [1, 2, 3][I(OfInt(1))], '%d' % I(OfInt(3)) == '3', int(I(OfInt(2))), 'a' * I(OfInt(2)))
print(float(I(3)), math.sqrt(I(9)), math.pow(I(2), I(10)), math.isfinite(I(5)), math.hypot(I(3), I(4)), float(F(1.5)), math.floor(F(2.5)), float(I(2 ** 70)))
for f in float, math.sqrt, math.isnan:
    for x in F(1), F('a'), N(), I(10 ** 400), object():
        try:
            print(f(x))
        except (TypeError, OverflowError) as e:
            print(type(e).__name__, e)
total = 0.0
for k in range(2000):
    total += float(I(k)) + math.fabs(I(-k))
print(total)
