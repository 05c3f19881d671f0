import math
import random
from fractions import Fraction as F

rng = random.Random(5)
values = [F(0), F(1), F(-1, 3), F(7, 2), F(5, 2), F(-5, 2), F(22, 7), F(10 ** 20, 3), F(1, 10 ** 20), 0, 1, -2, 3, 0.5, -0.0, 1e300, float('inf'), float('nan'), True, 'x', None]
for _ in range(2):
    values.append(F(rng.randint(-50, 50), rng.randint(1, 20)))
ops = {'+': lambda a, b: a + b, '-': lambda a, b: a - b, '*': lambda a, b: a * b, '/': lambda a, b: a / b, '//': lambda a, b: a // b, '%': lambda a, b: a % b,
       'divmod': divmod, '==': lambda a, b: a == b, '<': lambda a, b: a < b, '<=': lambda a, b: a <= b, '>': lambda a, b: a > b, '>=': lambda a, b: a >= b, '!=': lambda a, b: a != b}
for name, op in ops.items():
    for a in values:
        for b in values:
            if isinstance(a, F) or isinstance(b, F):
                try:
                    print(name, repr(a), repr(b), repr(op(a, b)))
                except (TypeError, ZeroDivisionError, OverflowError) as e:
                    print(name, repr(a), repr(b), type(e).__name__, e)
for a in values:
    if isinstance(a, F):
        print(a, repr(a), hash(a), float(a), int(a), round(a), round(a, 1), round(a, -1), math.floor(a), math.ceil(a), math.trunc(a), -a, +a, abs(a), bool(a), a.numerator, a.denominator,
              a.as_integer_ratio(), a.limit_denominator(10), f'{a}')
        for k in (-3, -1, 0, 2, F(2), F(1, 2), 0.5):
            if not (a < 0 and k in (F(1, 2), 0.5)):
                try:
                    print(a ** k, 2 ** a if abs(a) < 50 and a >= 0 else None)
                except (ZeroDivisionError, OverflowError) as e:
                    print(type(e).__name__, e)
for text in ['3/4', ' -1/2 ', '+5', '1.25', '-.5', '1e3', '2.5e-2', '1_000/3', '7.', '', '1/0', 'a', '1/', '1 / 2', '--1', '1.5/2', '1__0', '_1', '1e', '٣/٤', '1.2.3']:
    try:
        print(repr(text), repr(F(text)))
    except (ValueError, ZeroDivisionError) as e:
        print(repr(text), type(e).__name__, e)
for args in [(1, 0), (1.5, 2), ('1', 2), (None,), ([],), (F(1, 2), F(3, 4)), (6, -4), (3, F(1, 2)), (0.1,), (float('inf'),), (float('nan'),), (True,), ()]:
    try:
        print(args, repr(F(*args)))
    except Exception as e:
        print(args, type(e).__name__, e)
print(F.from_float(0.25), F(3.14159).limit_denominator(100), sum([F(1, k) for k in range(1, 30)]), max(F(1, 3), F(2, 5)), sorted([F(1, 2), 0.3, F(1, 3), 1]), F(1, 2) in {0.5: 1}, {F(4, 2): 1}[2], math.isclose(F(1, 3), 1 / 3))
h = F(0)
for k in range(1, 100):
    h += F(1, k * (k + 1))
print(h, h == F(99, 100))
try:
    F(1, 2).numerator = 3
except AttributeError as e:
    print(type(e).__name__)
