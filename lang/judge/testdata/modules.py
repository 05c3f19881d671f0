import random, math, array, time
random.seed(42)
print(random.random(), random.randint(1, 100), random.choice([1, 2, 3]), random.uniform(1, 2), random.randrange(0, 100, 7))
l = list(range(10)); random.shuffle(l); print(l, random.sample(range(100), 5), random.getrandbits(70))
r = random.Random(7); print(r.random(), r.randint(0, 10**20))
random.seed(-3); print(random.random()); random.seed(2**100); print(random.random())
a = array.array('d', [1, 2, 3]); a[0] = 5; print(a, len(a), a[0], sum(a), a * 2)
b = array.array('i', [0]) * 5; b[2] = 7; print(b, b[2], list(b), b[1:3])
try: b[0] = 2**31
except OverflowError as e: print(e)
print(math.sqrt(2), math.floor(-1.5), math.ceil(1.2), math.pi, math.gcd(12, 18), math.isqrt(99), math.factorial(20), math.hypot(3, 4), math.log(10), math.log2(8), math.log10(1000))
try: math.sqrt(-1)
except ValueError as e: print(e)
print(1e308 * 10, -1e308 * 10, 0.1 + 0.2, 1e-5, 123456789012345680.0, 5e-324, float('nan'), -0.0, round(-0.5), 1e22, 1e21)
class E(Exception): pass
def gen(n):
    try:
        raise E(n)
    except E:
        1 / 0
gen(1)
