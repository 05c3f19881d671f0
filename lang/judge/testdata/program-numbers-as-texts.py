for s in ['1', ' 12 ', '+5', '-7', '--1', '1_000', '_1', '1_', '0x10', '010', '0b1', '', ' ', '1.0', '1e3', 'inf', 'nan', '٣', '1 2', '９', '\n3\n', '0', '-0', '1'*30, '0o17', 'abc', 'True', '.5', '5.', '.', '1e', '1e+5', '-inf', 'Infinity', 'INF', '+nan', '1__0.0', '1_0.5', '1e1_0', '0x1p3', '1,000', '½']:
    row = []
    for f in (int, float, lambda s: int(s, 0), lambda s: int(s, 16), lambda s: int(s, 2), lambda s: int(s, 36)):
        try: row.append(repr(f(s)))
        except ValueError as e: row.append(str(e))
    print(repr(s), *row, sep=' | ')
for v in [0, 5, -5, 255, 10 ** 20, True]: print(bin(v), oct(v), hex(v), v.bit_length(), str(v).zfill(8), abs(v), -v, ~v, v << 3, v >> 1, v & 6, v | 9, v ^ 15, bool(v), float(v), v ** 2, divmod(v, 7), divmod(v, -7), v % 3, v // -2, v / 4)
for a in [7, -7, 7.5, -7.5, 0, 10 ** 20]:
    for b in [2, -2, 3, -3, 0.5, -2.5, 10 ** 19]: print(a // b, a % b, divmod(a, b), a / b, end=' ; ')
    print()
for a in [0, 1, -1, 2, -2, 0.5, -8, 10 ** 10]:
    for b in [0, 1, -1, 2, 0.5, 3, 10, -2]:
        try: print(a ** b if a >= 0 or b == int(b) else '-', end=' ')
        except (ZeroDivisionError, OverflowError) as e: print(type(e).__name__, e, end=' ')
    print()
print(0.1 + 0.2, 1 / 3, 2 / 3, 10 / 3, 1e15 / 3, 1e16 / 3, 1e17 / 3, 123456789.123456789, 1e-4, 1e-5, 0.00001234, 1.0, 1e0, 1.10, 5e-1, 1e100, 1.7976931348623157e308, 2.2250738585072014e-308)
print(1 == 1.0, hash(1) == hash(1.0) == hash(True), 1 is True, 10 ** 16 == 1e16, 2 ** 53 == 2.0 ** 53, 2 ** 53 + 1 == 2.0 ** 53, float(2 ** 53 + 1), int(2.0 ** 60), int(-1e20), 3 > 2.9999999999999999, 0.1 + 0.2 > 0.3, float('nan') == float('nan'), [float('nan')] == [1.0], min(1, 1.0), max(1, 1.0), sorted([2, 1.5, True, 0]), sum([1, 2.5, True]), sum([0.1] * 3), 5 // 0.3, 1e308 + 1e308, -1e308 * 10)
import math
for f in (math.floor, math.ceil, math.trunc, round, int):
    print(f.__name__, [f(x) for x in (2.5, -2.5, 3.5, 0.5, -0.5, 1e20, 2.0, -0.0, 1.9999999999999999)])
print(math.sqrt(2), math.tau, math.exp(1), math.log(10), math.sin(1), math.pi, math.e, math.gcd(12, 18), math.gcd(), math.lcm(4, 6), math.comb(5, 2), math.perm(5), math.factorial(10), math.isqrt(99), math.hypot(1, 2, 3), math.fsum([.1] * 10), math.prod([1, 2, 3.5]), math.copysign(3, -0.0))
