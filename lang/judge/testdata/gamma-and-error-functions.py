import math
from math import erf, erfc, gamma, lgamma
for f in gamma, lgamma, erf, erfc:
    for x in (1, 5, 0.5, -0.5, -1.5, 0, -0.0, -1, -7, 23, 24, 30.25, 140.5, 171.5, 172, 200.5, -150.5, -180.25, -200.5, 1e-21, -1e-21, 1e-309, 5e-324, 1e305, 1e308, 1.25, 2.5, 3.75, 0.125, 0.3, -0.7, 0.84375,
              -1, 1.1, -1.3, 2.857142857142857, -5.5, 6, -6, 9.5, 20, 26.5, 28, 2 ** 0.5, float('inf'), float('-inf'), float('nan'), True, 10 ** 400, '1', None, math.pi):
        try:
            print(f.__name__, x if x != 10 ** 400 else 'big', f(x))
        except Exception as e:
            print(f.__name__, x if x != 10 ** 400 else 'big', type(e).__name__, e)
total = 0.0
for k in range(1, 2000):
    x = k / 100 - 9.995
    total += gamma(x) * erfc(x) - lgamma(x) * erf(x)
print('%.9e' % total, all(gamma(n + 1) == math.factorial(n) for n in range(23)))
