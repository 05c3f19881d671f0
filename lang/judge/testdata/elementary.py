import math
print(math.asin(1), math.acos(1), math.acos(-1), math.asin(-0.0), math.atan(float('inf')), math.atan2(-0.0, -1.0), math.atan2(0.0, -0.0), math.atan2(1e-300, 1e300), math.atan2(1e-320, 1e-10), math.atan2(5e-324, 3.0), math.atan2(1e300, -1e-300))
print(math.asinh(float('-inf')), math.sinh(710.2), math.cosh(-710.2), math.tanh(-0.0), math.tanh(float('nan')), math.cosh(0), math.acosh(1), math.atanh(0.5), math.asinh(1e300))
for f in (math.asin, math.acos, math.acosh, math.atanh, math.sinh, math.cosh, math.asinh, math.tanh):
    for x in (1.5, -1, 1, 0, float('inf'), float('-inf'), 711, 1e308, '1', 5e-324, -5e-324, 2 ** 2000):
        try:
            print(f.__name__, x if x != 2 ** 2000 else 'big', f(x))
        except Exception as e:
            print(f.__name__, x if x != 2 ** 2000 else 'big', type(e).__name__, e)
