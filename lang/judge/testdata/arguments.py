# What random arguments found: of builtins, methods, operators and formats. Each line went wrong once.
import math
import random
from array import array


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


def changed(x, f):
    try:
        r = f(x)
    except Exception as e:
        r = type(e).__name__, str(e)
    print(r, x)


class B:
    up = str.upper


class Long:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        print('iter')
        return iter(range(self.n))

    def __len__(self):
        print('len')
        return self.n


# A method of a class of the language asks whose it is called.
for f in (lambda: str.upper(5), lambda: list.append(5, 1), lambda: dict.get(), lambda: B().up(), lambda: list(map(str.upper, 'ab')), lambda: True.bit_length()):
    attempt(f)

# Sets of constants come out of CPython's compiler in an order of their own.
print({100, 7, 23, 64, 9, 81}, {33, 1, 17, 49, 65, 97, 2}, {15, 28, 23, 20}, [x for x in {5, 37, 69, 101, 2}])
for x in {40, 8, 16, 24, 32}:
    print(x, end=' ')
print()
s = {3, 17, 19, 21, 26, 8}
s -= {17, 21, 26}
print(s)
t = {18, 5}
t ^= {10, 12, 23, 5}
print(t, {1, 2, 3}.difference([2], {3}), {1, 2, 9}.intersection([9, 1], range(5)), {4}.union([1], {2: 3}), {1}.isdisjoint([2]))
changed({1, 2, 3}, lambda x: x.intersection_update([3, 2]))
changed({1, 2, 3}, lambda x: x.symmetric_difference_update([3, 4]))
changed({1, 2, 3}, lambda x: x.difference_update([1], [2]))
changed({5}, lambda x: x.update([1], {9}))

# Methods that were missing, and arguments of others.
print('Straße'.casefold(), 'abc'.removeprefix('a'), 'abc'.removesuffix('bc'), 'a\tbc\td'.expandtabs(4), 'Ab Cd'.istitle(), 'a1'.isidentifier(), ''.isprintable(), 'é'.isascii())
print('a\nb\r\nc'.splitlines(True), 'abcabc'.count('b', 2), 'abc'.startswith('b', 1), 'abc'.endswith(('x', 'b'), 0, 2), (5).numerator, (5).denominator, 2.5.as_integer_ratio(), (0.1).hex())
attempt(lambda: 'a'.startswith((1,)))
attempt(lambda: 'a'.find())
attempt(lambda: 'a'.center(5, 6))
attempt(lambda: 'a'.join(5))
attempt(lambda: [].sort(1))
attempt(lambda: sorted(1, 2))
attempt(lambda: sorted([1], wrong=1))
attempt(lambda: sorted([2, 1], reverse='x'))
attempt(lambda: int(1, 2, 3))
attempt(lambda: enumerate())
attempt(lambda: round())
attempt(lambda: [].pop(10 ** 30))
attempt(lambda: [1][10 ** 30])
changed([1], lambda x: x.insert(10 ** 30, 2))
changed({'a': 1}, lambda x: x.update({'b': 2}, c=3))
changed({}, lambda x: x.pop([], 'none'))
attempt(lambda: (range(11)[-5:3], slice(1, 2) == slice(1, 2), pow(-37, -3, 3), float('-nan'), float('١.٥'), int('٣')))
attempt(lambda: OSError(2, 'x'))
attempt(lambda: str(OSError(2, 'x')))
print(list(Long(2)), tuple(Long(1)), [*Long(1)], sorted(Long(2)), ''.join([]))

# Formats.
for value, spec in ((True, '^1,.0X'), (5e-308, ' 0,.0E'), (-42, '010,.10s'), (1e16, '^_.1n'), ('x', '-=05.0'), (5, '+10.3s'), (12345.0, ',E'), (65, '#c'), ('ab', '05')):
    attempt(lambda: format(value, spec))
attempt(lambda: '%5%' % ())
attempt(lambda: '%5%' % 1)
attempt(lambda: '%d%%' % 1)

# Arrays.
print(array('i', [1, 2]) + array('i', [3]), type(array('b')).__name__, array('b', [1, 2, 1]).count(1))
attempt(lambda: array('I', [-1]))
attempt(lambda: array('b', 'a'))
attempt(lambda: array('b')[5])
attempt(lambda: array('b') + [1])

# The functions of C's library are rounded to the nearest double, nearly always.
print((2 / 3) ** 901.6277363006543, 1234.5678 ** 13, 9007199254740993.0 ** 1.5, (1 / 3) ** -3, 10 ** -60, math.log(501.6878298360716, 5e-324))
print([math.sin(k * 1.7) for k in range(8)], [math.cos(10.0 ** k) for k in range(0, 300, 40)], [math.exp(k / 3) for k in range(-5, 5)])
print([math.tan(k * 0.7) for k in range(6)], [math.atan(k / 5) for k in range(6)], [math.log(1 + k / 999) for k in range(6)], [math.log2(k) for k in (3, 8, 0.1)], [math.log10(k) for k in (1000, 2, 1e-5)])
random.seed(1)
print([random.gauss(0, 1) for _ in range(4)])
random.seed('abc')
print(random.random())
random.seed(2.5)
print(random.random())


attempt(lambda: int[0])
attempt(lambda: B[0])


# What all objects have is found by super().
class Plain:
    def __init__(self):
        super().__init__()
        self.x = 1

    def __setattr__(self, name, value):
        print('set', name)
        super().__setattr__(name, value)

    def __eq__(self, other):
        return super().__eq__(other)


p = Plain()
print(p.x, p == p, p == 3, hasattr([], '__len__'), hasattr(p, '__dict__'), hasattr(5, 'x'))


class E(B, object):
    pass


class F(object, B):
    pass
