import random
random.seed(3)
def t(f, *a):
    try: return repr(f(*a))
    except Exception as e: return type(e).__name__ + str(e)
xs = [0.0, -0.0, 0.5, 1.5, 2.5, 2.675, 1.005, -1.005, 0.125, 0.375, -0.125, 1e16, 1e22, 1e23, 5e-324, 1.7976931348623157e308, -1.7976931348623157e308, 123456.789, 0.05, 0.15, 0.25, 0.35, 1e-10, float('inf'), float('nan')]
for x in xs:
    print(x, [t(round, x, n) for n in (0, 1, 2, 3, 5, 10, 15, 16, 17, 18, 22, 30, 100, 323, 324, 340, 350, 351, -1, -2, -5, -22, -300, -308, -309, True)])
k = 0
for i in range(1500):
    x = random.random() * 10 ** random.randint(-5, 18)
    n = random.randint(-3, 20)
    k = (k * 31 + hash(round(x, n)) + hash(round(int(x * 8) / 8, n))) % 1000003
print(k)
for a in ((5,), (0,), (1,), (-3,), (2, 7), (7, 2), (3, 3), (-5, 5), (0, 10, 3), (10, 0, -3), (True,), (2**31,), (2**31-1,), (-2**31, 2**31-1), (2**32,), (2**33,), (10**30,), (0, 2**64), (2**31-1, 2**31), (1, 5, 1)):
    print(a, [t(random.randrange, *a) for _ in range(4)], [t(random.randint, *a) for _ in range(4)] if len(a) == 2 else None)
print(random.random())
r = random.Random(9)
print([r.randint(1, 6) for _ in range(20)], [r.randrange(100) for _ in range(9)])


# divmod in loops: of either sign, by what changes its type, and by 0
def parts(pairs):
    out = []
    for a, b in pairs:
        try:
            q, r = divmod(a, b)
            out.append((q, r))
        except (TypeError, ArithmeticError) as e:
            out.append(str(e))
    return out


def digits(n, base):
    out = []
    while n:
        n, d = divmod(n, base)
        out.append(d)
    return out


numbers = (0, 1, -1, 7, -7, 2 ** 63 - 1, -2 ** 63, 2 ** 70, 2.5, -0.0, True, 'a')
for b in numbers:
    print(parts([(a, b) for a in (5, 17, -17, 0, 3, 8, 9, -20, 2 ** 62, -2 ** 63)] + [(a, b) for a in numbers]))
print([digits(n, b) for n in (10 ** 18, 123456789) for b in (2, 10, 16)], digits(10 ** 30, 1000))
print([int(s) for s in ('5', '-5', '+5', ' 7 ', '007', '-0', '1_000', '9223372036854775807', '-9223372036854775808', '9223372036854775808', '٣')], sum(map(int, '123' * 40)), int(True), int(2 ** 70), type(int(False)))
for s in ('', '-', '+-5', '5_', '0x5', '5 5', '1e3', '--5'):
    try:
        print(int(s))
    except ValueError as e:
        print(e)
