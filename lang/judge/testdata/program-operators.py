from functools import total_ordering
import math
@total_ordering
class Vec:
    __slots__ = ('x', 'y')
    def __init__(self, x=0, y=0): self.x, self.y = x, y
    def __repr__(self): return f'Vec({self.x}, {self.y})'
    def __add__(self, o):
        if isinstance(o, Vec): return Vec(self.x + o.x, self.y + o.y)
        if isinstance(o, (int, float)): return Vec(self.x + o, self.y + o)
        return NotImplemented
    def __radd__(self, o): print('radd', o); return self + o
    def __sub__(self, o): return Vec(self.x - o.x, self.y - o.y)
    def __rsub__(self, o): return Vec(o - self.x, o - self.y)
    def __mul__(self, k): return Vec(self.x * k, self.y * k) if not isinstance(k, Vec) else self.x * k.x + self.y * k.y
    __rmul__ = __mul__
    def __truediv__(self, k): return Vec(self.x / k, self.y / k)
    def __rtruediv__(self, k): return Vec(k / self.x, k / self.y)
    def __floordiv__(self, k): return Vec(self.x // k, self.y // k)
    def __mod__(self, k): return Vec(self.x % k, self.y % k)
    def __divmod__(self, k): return self // k, self % k
    def __pow__(self, k, mod=None): return ('pow', k, mod)
    def __rpow__(self, k): return ('rpow', k)
    def __imul__(self, k): self.x *= k; self.y *= k; return self
    def __neg__(self): return Vec(-self.x, -self.y)
    def __pos__(self): return self
    def __invert__(self): return Vec(self.y, self.x)
    def __abs__(self): return math.hypot(self.x, self.y)
    def __eq__(self, o): return isinstance(o, Vec) and (self.x, self.y) == (o.x, o.y)
    def __lt__(self, o): return abs(self) < abs(o)
    def __hash__(self): return hash((self.x, self.y))
    def __bool__(self): return bool(self.x or self.y)
    def __len__(self): return 2
    def __iter__(self): return iter((self.x, self.y))
    def __getitem__(self, k): return (self.x, self.y)[k]
    def __contains__(self, v): return v in (self.x, self.y)
    def __round__(self, n=None): return Vec(round(self.x, n), round(self.y, n))
    def __lshift__(self, n): return ('<<', n)
    def __rlshift__(self, n): return ('r<<', n)
    def __and__(self, n): return '&'
    def __ror__(self, n): return 'r|'
    def __ixor__(self, n): return 'x'
    def __int__(self): return int(self.x)
    def __float__(self): return float(self.y)
    def __index__(self): return int(self.x)
    def __call__(self, *a, **k): return a, k
    def __trunc__(self): return 77
    def __floor__(self): return 'floor'
    def __ceil__(self): return 'ceil'
a, b = Vec(3, 4), Vec(1, 2)
print(a + b, a - b, a * 2, 2 * a, a * b, a / 2, a // 2, a % 2, -a, +a is a, ~a, abs(a), 1 + a, sum([a, b]), sum([a, b], Vec()))
print(10 - a, 12 / a, divmod(a, 2), a ** 2, 2 ** a, pow(a, 2, 5), a << 1, 1 << a, a & 1, 1 | a)
c = a; c *= 10; print(c is a, a); c += b; print(c is a, c); c ^= 1; print(c)
print(a == Vec(30, 40), a != b, a < b, a > b, a <= b, a >= b, b < a < Vec(100, 0), max(a, b), sorted([a, b, Vec()]), {a: 1}[Vec(30, 40)], bool(Vec()), len(a), list(a), a[0], a[-1], 40 in a)
x, y = b; print(x, y, [*b], round(Vec(1.567, 2.345), 1), int(b), float(b), math.floor(b), math.ceil(b), math.trunc(b), [10, 20, 30][b], hex(b), range(Vec(3, 0)), b(1, k=2), 'ab' * b)
for bad in [lambda: a + 'x', lambda: 'x' + a, lambda: a < 5, lambda: a @ b, lambda: a >> 1, lambda: a | 1, lambda: setattr(a, 'z', 1), lambda: a.z, lambda: a[5], lambda: [] + a, lambda: a.__class__.__name__]:
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
class Base:
    def __add__(self, o): return 'Base.add'
    def __radd__(self, o): return 'Base.radd'
class Derived(Base):
    def __radd__(self, o): return 'Derived.radd'
print(Base() + Derived(), Derived() + Base(), Base() + 1, 1 + Base())
class NI:
    def __eq__(self, o): return NotImplemented
    def __lt__(self, o): return NotImplemented
n = NI()
print(n == 1, n != 1, n == n)
try: n < 1
except TypeError as e: print(e)
try: n + n
except TypeError as e: print(e)
try: n += 1
except TypeError as e: print(e)
try: -n
except TypeError as e: print(e)
try: n()
except TypeError as e: print(e)
try: n[0]
except TypeError as e: print(e)
try: n[0] = 1
except TypeError as e: print(e)
try: del n[0]
except TypeError as e: print(e)
try: len(n)
except TypeError as e: print(e)
try: iter(n)
except TypeError as e: print(e)
try: 1 in n
except TypeError as e: print(e)
try:
    with n: pass
except (TypeError, AttributeError) as e: print(type(e).__name__, e)
try: hash(n)
except TypeError as e: print(e)
try: int(n)
except TypeError as e: print(e)
try: float(n)
except TypeError as e: print(e)
try: [1][n]
except TypeError as e: print(e)
try: round(n)
except TypeError as e: print(e)
try: math.sqrt(n)
except TypeError as e: print(e)
