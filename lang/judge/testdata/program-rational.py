from math import gcd, isclose
from functools import total_ordering


@total_ordering
class Frac:
    def __init__(self, n=0, d=1):
        if isinstance(n, str):
            n, _, d = n.partition('/')
            n, d = int(n), int(d or 1)
        if d == 0:
            raise ZeroDivisionError(f"Frac({n}, 0)")
        g = gcd(n, d)
        if d < 0:
            g = -g
        self.n, self.d = n // g, d // g

    def _lift(self, o):
        return Frac(o) if isinstance(o, int) else o

    def __add__(self, o):
        o = self._lift(o)
        if not isinstance(o, Frac):
            return NotImplemented
        return Frac(self.n * o.d + o.n * self.d, self.d * o.d)

    def __radd__(self, o):
        return self + o

    def __sub__(self, o):
        return self + -self._lift(o)

    def __rsub__(self, o):
        return -(self - o)

    def __neg__(self):
        return Frac(-self.n, self.d)

    def __mul__(self, o):
        if isinstance(o, float):
            return float(self) * o
        o = self._lift(o)
        if not isinstance(o, Frac):
            return NotImplemented
        return Frac(self.n * o.n, self.d * o.d)

    __rmul__ = __mul__

    def __truediv__(self, o):
        o = self._lift(o)
        return Frac(self.n * o.d, self.d * o.n)

    def __rtruediv__(self, o):
        return Frac(o) / self

    def __floordiv__(self, o):
        q = self / o
        return q.n // q.d

    def __mod__(self, o):
        return self - self // o * o

    def __divmod__(self, o):
        return self // o, self % o

    def __pow__(self, e):
        return Frac(self.n ** e, self.d ** e) if e >= 0 else Frac(self.d ** -e, self.n ** -e)

    def __abs__(self):
        return Frac(abs(self.n), self.d)

    def __eq__(self, o):
        o = self._lift(o)
        return isinstance(o, Frac) and (self.n, self.d) == (o.n, o.d)

    def __lt__(self, o):
        o = self._lift(o)
        return self.n * o.d < o.n * self.d

    def __hash__(self):
        return hash((self.n, self.d)) if self.d != 1 else hash(self.n)

    def __float__(self):
        return self.n / self.d

    def __int__(self):
        return int(self.n / self.d)

    def __bool__(self):
        return self.n != 0

    def __round__(self, nd=None):
        return round(float(self), nd)

    def __repr__(self):
        return f"Frac({self.n}, {self.d})"

    def __str__(self):
        return str(self.n) if self.d == 1 else f"{self.n}/{self.d}"

    def __format__(self, spec):
        return format(float(self), spec) if spec.endswith('f') else format(str(self), spec)


h, t = Frac(1, 2), Frac("1/3")
print(h + t, h - t, h * t, h / t, 1 + h, 1 - h, 2 * t, 1 / t, h ** -3, -h, abs(-t), h // t, h % t, divmod(Frac(7, 2), h), h > t, h <= t, h == Frac(2, 4), h != t, max(h, t), sorted([h, t, Frac(1, 4)]), sum([h, t, Frac(1, 6)]), sum([h, h], Frac(1)), bool(Frac()), float(t), int(Frac(7, 2)), round(t, 3), f"{t:>8}|{t:.4f}|{h:8.2f}", repr(h), {h: 1}[Frac(3, 6)], Frac(2) == 2, 2 == Frac(2), hash(Frac(5)) == hash(5), h * 0.5, [h] == [Frac(1, 2)])
for bad in (lambda: Frac(1, 0), lambda: h + "x", lambda: "x" * h, lambda: h / 0, lambda: h < "a", lambda: Frac("x/y")):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
H = Frac(0)
for k in range(1, 30):
    H += Frac(1, k)
print(H, f"{H:.12f}")


def bernoulli(n):
    A = [0] * (n + 1)
    for m in range(n + 1):
        A[m] = Frac(1, m + 1)
        for j in range(m, 0, -1):
            A[j - 1] = j * (A[j - 1] - A[j])
    return A[0]


for i in range(0, 17):
    b = bernoulli(i)
    if b:
        print(f"B({i:2}) = {b.n:>20d} / {b.d}")


class Poly:
    def __init__(self, *c):
        c = list(c)
        while c and c[-1] == 0:
            c.pop()
        self.c = tuple(c)

    def __call__(self, x):
        r = 0
        for a in reversed(self.c):
            r = r * x + a
        return r

    def __add__(self, o):
        n = max(len(self.c), len(o.c))
        return Poly(*(a + b for a, b in zip(self.c + (0,) * (n - len(self.c)), o.c + (0,) * (n - len(o.c)))))

    def __mul__(self, o):
        r = [0] * (len(self.c) + len(o.c) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(o.c):
                r[i + j] += a * b
        return Poly(*r)

    def deriv(self):
        return Poly(*[i * a for i, a in enumerate(self.c)][1:])

    def __str__(self):
        terms = []
        for i, a in reversed(list(enumerate(self.c))):
            if a:
                s = '+' if a > 0 else '-'
                m = '' if abs(a) == 1 and i else str(abs(a))
                x = '' if i == 0 else 'x' if i == 1 else f'x^{i}'
                terms.append(f"{s} {m}{x}")
        out = ' '.join(terms)
        return out[2:] if out.startswith('+') else out or '0'

    __repr__ = __str__


p = Poly(-1, 0, 3, 1)
print(p, p(2), p(Frac(1, 2)), p.deriv(), p * p, p + Poly(1), Poly(), Poly(0, 0), [p(x) for x in range(-3, 4)])
x = 1.0
for _ in range(30):
    x -= p(x) / p.deriv()(x)
print(round(x, 12), isclose(p(x), 0, abs_tol=1e-9))
