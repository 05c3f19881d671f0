import math
def fact(n): return 1 if n < 2 else n * fact(n - 1)
def fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a
print(fact(50)); print(fib(300)); print(len(str(fact(500))))
print(2 ** 100, -2 ** 63, 2 ** 63 - 1, (-2) ** 63, 7 ** -2, 0 ** 0, 2 ** 0.5, (-8) // 3, -8 % 3, 8 % -3, -8 // -3)
print(divmod(17, 5), divmod(-17, 5), divmod(17, -5), divmod(-17.5, 5), divmod(10 ** 30, 7 ** 10))
print(pow(3, 200, 1000007), pow(3, -1, 7), pow(2, 10), pow(2, -1), pow(10, 20, 10))
print((10 ** 20).bit_length(), (255).bit_length(), (-1).bit_length(), (0).bit_length(), bin(10), bin(-5), hex(2 ** 70), oct(-64), int('ff', 16), int('0b101', 0), int('-0x1F', 16), int('z', 36), int('1_000'), int(' 42\n'))
print(1 << 70, (1 << 70) >> 68, -1 >> 10, -5 >> 1, ~5, ~-1, 6 & 3, 6 | 3, 6 ^ 3, -6 & 3, -6 | 3, -6 ^ 3, 2 ** 70 & 2 ** 70 - 1, (2 ** 70 | 1) ^ 2 ** 70)
print(math.gcd(2 ** 40, 6 ** 20), math.lcm(4, 6, 10), math.isqrt(10 ** 40), math.factorial(25), math.comb(50, 25), math.perm(10, 3), math.prod(range(1, 15)))
print(10 ** 18 * 10 ** 18 // 10 ** 17, 10 ** 25 / 10 ** 20, 10 ** 400 // 10 ** 399, float(10 ** 22), int(1e23), int(-3.99), round(2.5), round(3.5), round(-2.5), round(1234.567, 2), round(1234.567, -2), round(1250, -2), round(1350, -2), round(2.675, 2), round(1e20), round(5), round(0.5), round(-0.4))
print(int.from_bytes((1024).to_bytes(4, 'big'), 'big') if False else 1024)
print(True + True, True * 5, sum([True, False, True]), True == 1, True is 1 if False else 'ok', isinstance(True, int), int(True), -True, ~True, True / 2, True & False, type(True & True), type(True & 1), True ^ True)
print(10 ** 20 == 1e20, 2 ** 53 + 1 == float(2 ** 53 + 1), 10 ** 30 < 1e30, 10 ** 30 > 1e30, 1 == 1.0, hash(1) == hash(1.0), hash(2 ** 61 - 1), hash(-1), hash(2 ** 100), 0.1 + 0.2 == 0.3)
def is_prime(n):
    if n < 2: return False
    for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if n % p == 0: return n == p
    d, r = n - 1, 0
    while d % 2 == 0: d //= 2; r += 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(a, d, n)
        if x in (1, n - 1): continue
        for _ in range(r - 1):
            x = x * x % n
            if x == n - 1: break
        else: return False
    return True
print([p for p in range(60) if is_prime(p)], is_prime(2 ** 61 - 1), is_prime(2 ** 67 - 1), is_prime(10 ** 18 + 9))
def egcd(a, b):
    if not b: return a, 1, 0
    g, x, y = egcd(b, a % b)
    return g, y, x - a // b * y
p, q, e = 1000000007, 998244353, 65537
n, phi = p * q, (p - 1) * (q - 1)
d = egcd(e, phi)[1] % phi
m = 123456789
c = pow(m, e, n)
print(c, pow(c, d, n) == m, d * e % phi)
digits = 0; x = 2 ** 1000
while x: x, r = divmod(x, 10); digits += r
print(digits, sum(map(int, str(2 ** 1000))))
print(sum(int(c) ** 2 for c in str(3 ** 200)), (5).real, (5).imag, (5).numerator, (5).denominator, (5).conjugate(), (3.5).is_integer(), (4.0).is_integer(), (0.75).as_integer_ratio(), (2.5).hex())
for f in [lambda: 1 // 0, lambda: 1 % 0, lambda: 1 / 0, lambda: 1.0 // 0, lambda: 0 ** -1, lambda: 1 << -1, lambda: int('1__0'), lambda: int(1e400), lambda: int(float('nan')), lambda: float(10 ** 400), lambda: 10 ** 400 / 3, lambda: math.sqrt(-1), lambda: math.factorial(-1), lambda: pow(2, -1, 4), lambda: int('9', 8), lambda: divmod(1, 0), lambda: 2.0 ** 10000, lambda: math.exp(1000), lambda: math.log(0), lambda: int(None), lambda: int([]), lambda: int('5', 1), lambda: round('x'), lambda: abs('x'), lambda: -'x', lambda: ~1.5, lambda: 1.5 & 1, lambda: 1 % 0.0, lambda: math.isqrt(-4), lambda: (1.5).bit_length()]:
    try: print(f())
    except Exception as ex: print(type(ex).__name__, ex)
