# What an instruction remembers of classes and modules changes in the middle of loops: special methods come, go and are inherited,
# attributes of classes are written, and calls get their defaults.
import math
from array import array


class A:
    scale = 2
    def __init__(self, x, y=10, *, z=1): self.x, self.y, self.z = x, y, z
    def __getitem__(self, k): return self.x + k
    def __setitem__(self, k, v): self.x = k + v
    def __add__(self, o): return A(self.x + (o.x if isinstance(o, A) else o))


class B(A):
    pass


class P:
    def __init__(self, x, y=7): self.x, self.y = x, y


t = 0
a, b = A(1), B(2)
for i in range(3000):
    t += b[i % 3] + a[1]
    b[1] = i % 5
    if i == 1000: B.__getitem__ = lambda self, k: 100 + k
    if i == 2000: del B.__getitem__
    if i == 2500: A.__getitem__ = lambda self, k: -k
    t += (a + 1).x + (b + a).x
    if i == 1500: B.__radd__ = lambda self, o: A(1000)
    if i == 1700: A.__iadd__ = lambda self, o: A(5)
    c = a
    c += 2
    t += c.x
    if i == 2200: del A.__iadd__
print(t)

t = 0
for i in range(3000):
    t += a.scale + A.scale + b.scale + B.scale
    if i == 700: A.scale = 3
    if i == 1400: B.scale = 5
    if i == 2100: b.scale = 7
    if i == 2800: del B.scale
    p = P(i) if i % 2 else P(i, i)
    t += p.x + p.y + int(math.sqrt(i) + math.pi)
    if i == 900: P.__init__ = lambda self, x, y=3: setattr(self, 'x', x) or setattr(self, 'y', y)
    if i == 1900: P.__init__ = lambda self, *all: (setattr(self, 'x', 1), setattr(self, 'y', 2))[2:] or None
print(t)


class Left:
    def __init__(self, v): self.v = v
    def __add__(self, o): return NotImplemented if o.v % 3 else self.v
    def __bool__(self): return self.v % 2 == 0
    def __neg__(self): return Left(-self.v)
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v if o.v % 5 else NotImplemented
class Right:
    def __init__(self, v): self.v = v
    def __radd__(self, o): return 1000 * o.v
    def __gt__(self, o): return 'right'
t = []
for i in range(40):
    t.append(Left(i) + Right(i))
    t.append(Left(i) < Right(i))
    if Left(i): t.append((-Left(i)).v)
    if Left(i) == Left(20): t.append('same')
print(t)


class Bad:
    def __init__(self, k):
        if k == 5:
            return k
for i in range(10):
    try:
        Bad(i)
    except TypeError as e:
        print(i, e)
for call in (lambda: P(), lambda: P(1, 2, 3), lambda: A(1, 2, 3), lambda: Left()):
    try:
        print(type(call()).__name__)
    except TypeError as e:
        print(e)

d, f, q = array('d', [0.0, 1.5]), array('f', [0.0]), array('q', [1, 2])
for i in range(300):
    d[0], d[-1], f[0], q[1] = i, i / 3, i / 3, -i
    for v in (d, f, q):
        for x in v:
            t = x
print(list(d), list(f), list(q), t)
for items, k, v in ((d, 5, 1.0), (q, 0, 1.5), (d, 0, 'a'), (d, 'a', 1.0)):
    try:
        items[k] = v
    except (IndexError, TypeError) as e:
        print(type(e).__name__, e)
nan = float('nan')
print(max(1, 2, 3), min(2.5, 1.5), max(1, 2.0), max(nan, 1.0), max(1.0, nan), min(nan, 2.0), max(True, 2), min('b', 'a'), max(3, 3.0), max(3.0, 3), max(0.0, -0.0), min(0.0, -0.0))
big = 2 ** 53 + 1
for x, y in ((1, 1.0), (1, nan), (big, float(big)), (-big, -float(big)), (2, 1.5), (0, -0.0), (1, float('inf')), (2 ** 60, 2.0 ** 60)):
    print(x < y, x <= y, x > y, x >= y, x == y, x != y, y < x, y <= x, y > x, y >= x, y == x, y != x)
    if x < y or not y != x: print('yes')
for bad in ((1, 2, 3), (1,), 5, [1, 2], 'ab', {1: 2, 3: 4}):
    try:
        x, y = bad
        print(x, y)
    except (TypeError, ValueError) as e:
        print(e)
for x in (1, 0, None, '', 'a', (), [0], 0.0, nan, A(1)):
    print('true' if x else 'false', x is None, x is not None)
