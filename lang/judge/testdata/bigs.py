import random
random.seed(11)
def pick():
    k = random.choice([1, 10, 40, 62, 63, 64, 65, 100, 128, 200, 4000, 4095, 4096, 4097, 5000, 5000])
    v = random.getrandbits(k)
    return -v if random.random() < .5 else v
def t(f, *a):
    try: return f(*a)
    except Exception as e: return str(e)
h = 0
ops = [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a // b, lambda a, b: a % b, lambda a, b: a & b, lambda a, b: a | b, lambda a, b: a ^ b,
       lambda a, b: a >> (b % 70), lambda a, b: a << (b % 70), lambda a, b: divmod(a, b), lambda a, b: a ** (b % 3), lambda a, b: a / b, lambda a, b: (a * b) % (b + 1) - a * a, lambda a, b: a == b or a < b]
for i in range(1500):
    a, b = pick(), pick()
    if i % 7 == 0: b = a
    if i % 11 == 0: b = random.choice([0, 1, -1, 2, True])
    op = ops[i % len(ops)]
    r = t(op, a, b)
    h = (h * 31 + hash(str(r) if not isinstance(r, int) else r % 1000003) % 7 if isinstance(r, (str, float, tuple)) and 0 else h * 31 + (r % 1000003 if isinstance(r, int) else sum(map(ord, str(r[0] % 999983 if isinstance(r, tuple) else r))))) % 1000000007
    if i % 100 == 0: print(h)
def loop(n):
    t, q, keep = 0, 3 ** 50, []
    for i in range(n):
        t = (t * 3 + i) % q
        if i % 50 == 0: keep.append(t)
        x = -t // 7 - (t >> 3) + (t & q) ^ i
        keep[-1] += x
    return keep
print(loop(500))
print(h)
