# What a class derived from a number replaces is asked only where CPython asks it: `float()` and `int()`, rounding, but not where a number
# of the base is enough.
import math
import operator


class F(float):
    def __float__(self): return 99.0
    def __int__(self): return 77
    def __trunc__(self): return 55
    def __round__(self, n=None): return 'r%s' % n
    def __floor__(self): return 'floor'
    def __ceil__(self): return 'ceil'


class I(int):
    def __index__(self): return 3
    def __int__(self): return 4
    def __float__(self): return 5.5
    def __add__(self, other): return 'sum'


class Index:
    def __index__(self): return 2


class Large:
    def __index__(self): return 2 ** 100


class Floating:
    def __float__(self): return 2.0


class Plain(float):
    pass


f, i = F(2.5), I(1)
print(float(f), int(f), math.sqrt(f), math.floor(f), math.ceil(f), math.trunc(f), round(f), round(f, 1), f + 1, '%f' % f, '%d' % f, f'{f:.1f}')
print(math.pow(f, 2), math.hypot(f, 0), sum([f]), math.fsum([f, f]), divmod(f, 1), abs(f), math.isnan(f), math.fabs(f), math.dist([f], [0]), math.prod([f]))
print(math.trunc(Plain(-2.5)), math.floor(Plain(-2.5)), math.ldexp(Plain(1.5), 2), math.isclose(f, 2.5), math.copysign(f, -1), math.atan2(f, f))
print(int(i), float(i), operator.index(i), [10, 11, 12, 13][i], range(10)[i], 'abcd'[i], hex(i), bin(i), oct(i), chr(I(65)), math.sqrt(i), math.factorial(i))
print('%d' % i, '%x' % i, '%i' % i, '%c' % I(66), '%5.1f' % i, 'ab' * i, [0] * i, list(range(i)), 'abcd'[:i], math.gcd(i, 6), i << 2, math.isqrt(I(10)))
print(bytes(i), (5).to_bytes(i, 'big'), bytes([i]), bytearray(b'abc')[i], format(i, 'x'), [5, 6].pop(i), (1, 2)[i], math.comb(5, i), math.ldexp(1.0, i), divmod(7, i))
print(operator.index(True), operator.index(Index()), operator.index(2 ** 100), operator.index(Large()), operator.index(-7), operator.index(-2 ** 90))
print(math.sqrt(Floating()), math.hypot(Floating(), Index()), math.fsum([Floating(), Index()]), math.sqrt(Index()), '%.1f' % Floating())
nan, inf = math.nan, math.inf
for n, call in enumerate([
    lambda: math.trunc(Floating()), lambda: math.trunc('a'), lambda: math.trunc(None), lambda: math.ldexp(1, 2.0), lambda: math.ldexp('a', 1), lambda: math.ldexp(1, Index()),
    lambda: math.ldexp(1, 10 ** 30), lambda: math.ldexp(1.0, -10 ** 30), lambda: math.ldexp(0.0, 10 ** 30), lambda: math.ldexp(1, True), lambda: math.ldexp('a', 'b'),
    lambda: math.sqrt(x=1), lambda: math.floor(x=1), lambda: len(obj=1), lambda: math.fsum([1e308, 1e308]), lambda: math.fsum([1e308, 1e308, -1e308]),
    lambda: math.fsum([1e308, -1e308, 1e308]), lambda: math.fsum([-1e308, -1e308, inf]), lambda: math.fsum([inf, -inf]), lambda: math.fsum([inf, nan, -inf]),
    lambda: math.fsum([inf, nan]), lambda: math.fsum([inf, inf]), lambda: math.fsum([1.7976931348623157e308, 9.9e291]), lambda: operator.index(1.5), lambda: operator.index('a'),
]):
    try:
        print(n, call())
    except Exception as e:
        print(n, type(e).__name__, e)
