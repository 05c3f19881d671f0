from fractions import Fraction
from functools import total_ordering, singledispatch, cached_property
from itertools import zip_longest
import operator
class Poly:
    def __init__(self, *c):
        while len(c) > 1 and c[-1] == 0: c = c[:-1]
        self.c = c or (0,)
    @classmethod
    def parse(cls, text):
        out = {}
        for t in text.replace('-', '+-').replace(' ', '').split('+'):
            if not t: continue
            if 'x' in t: a, _, e = t.partition('x'); out[int(e[1:]) if e else 1] = int(a + '1' if a in ('', '-') else a.rstrip('*'))
            else: out[0] = int(t)
        return cls(*[out.get(k, 0) for k in range(max(out) + 1)])
    @property
    def degree(self): return len(self.c) - 1
    def __call__(self, x):
        r = 0
        for a in reversed(self.c): r = r * x + a
        return r
    def _with(self, o, f): o = o if isinstance(o, Poly) else Poly(o); return Poly(*[f(a, b) for a, b in zip_longest(self.c, o.c, fillvalue=0)])
    def __add__(self, o): return self._with(o, operator.add)
    __radd__ = __add__
    def __sub__(self, o): return self._with(o, operator.sub)
    def __rsub__(self, o): return -self + o
    def __neg__(self): return Poly(*[-a for a in self.c])
    def __mul__(self, o):
        if not isinstance(o, Poly): return Poly(*[a * o for a in self.c])
        r = [0] * (len(self.c) + len(o.c) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(o.c): r[i + j] += a * b
        return Poly(*r)
    __rmul__ = __mul__
    def __pow__(self, n): r = Poly(1); return r if n == 0 else self * self ** (n - 1)
    def __divmod__(self, o):
        q, r = [0] * max(len(self.c) - len(o.c) + 1, 1), list(self.c)
        while len(r) >= len(o.c) and any(r):
            k = Fraction(r[-1], o.c[-1]) if not isinstance(r[-1], Fraction) else r[-1] / o.c[-1]; d = len(r) - len(o.c); q[d] = k
            for i, b in enumerate(o.c): r[i + d] -= k * b
            r.pop()
        return Poly(*q), Poly(*r)
    def __floordiv__(self, o): return divmod(self, o)[0]
    def __mod__(self, o): return divmod(self, o)[1]
    def __eq__(self, o): return self.c == (o.c if isinstance(o, Poly) else (o,))
    def __hash__(self): return hash(self.c)
    def __getitem__(self, k): return self.c[k]
    def __len__(self): return len(self.c)
    def __bool__(self): return any(self.c)
    def diff(self): return Poly(*[k * a for k, a in enumerate(self.c)][1:])
    def __str__(self):
        out = ''
        for k in range(self.degree, -1, -1):
            if a := self.c[k]: out += (' - ' if a < 0 else ' + ' if out else '') .replace(' - ', ' - ' if out else '-') + (str(abs(a)) if abs(a) != 1 or k == 0 else '') + ('x' if k else '') + (f'^{k}' if k > 1 else '')
        return out or '0'
    def __repr__(self): return f'Poly{self.c}'
p, q = Poly.parse('x^3 - 2x + 5'), Poly(-1, 1)
print(p, '|', q, '|', p + q, '|', p * q, '|', p - p, '|', 3 + p, '|', 1 - q, '|', 2 * q, '|', q ** 3, '|', p.diff(), p(2), p(Fraction(1, 2)), p(.5))
print(p // q, p % q, divmod(Poly(1, 2, 1), Poly(1, 1)), q * (p // q) + p % q == p, {p: 1}[Poly(5, -2, 0, 1)], bool(Poly()), len(p), p[0], list(p), repr(p))
@singledispatch
def show(x): return f'object {x!r}'
@show.register(int)
def _(x): return f'int {x}'
@show.register(list)
def _(x): return '[' + ', '.join(map(show, x)) + ']'
print(show(1), show('a'), show([1, [2.5, True]]))
class Temp:
    def __init__(self, c): self.c = c
    @cached_property
    def f(self): print('computing'); return self.c * 9 / 5 + 32
t = Temp(100); print(t.f, t.f); t.f = 5; print(t.f); del t.f; print(t.f)
@total_ordering
class Ver:
    def __init__(self, s): self.parts = tuple(map(int, s.split('.')))
    def __eq__(self, o): return self.parts == o.parts
    def __lt__(self, o): return self.parts < o.parts
    def __str__(self): return '.'.join(map(str, self.parts))
vs = [Ver(s) for s in '1.10 1.2 1.2.3 0.9 2'.split()]; print(*sorted(vs)); print(max(vs), Ver('1.0') >= Ver('1.0'), Ver('1') != Ver('2'), Ver('3') <= Ver('2'))
class Event:
    def __init__(self): self.handlers = []
    def __iadd__(self, h): self.handlers.append(h); return self
    def __isub__(self, h): self.handlers.remove(h); return self
    def __call__(self, *a, **k): return [h(*a, **k) for h in self.handlers]
class Button:
    def __init__(self): self.click = Event(); self.log = []
    def on(self, x, y=0): self.log.append((x, y)); return len(self.log)
b = Button(); b.click += b.on; b.click += lambda x, y=0: x * y; print(b.click(3, y=4), b.click(1)); b.click -= b.on; print(b.click(2), b.log)
class Stack(list):
    push = list.append
    @property
    def top(self): return self[-1] if self else None
s = Stack([1]); s.push(2); print(s, s.top, s.pop(), s.top, len(s), s == [1], Stack() == [], s + [5], type(s + [5]).__name__, [*s], s * 2)
class Default(dict):
    def __getattr__(self, k):
        try: return self[k]
        except KeyError: raise AttributeError(k) from None
    def __setattr__(self, k, v): self[k] = v
d = Default(a=1); d.b = 2; print(d, d.a, d.b, hasattr(d, 'zz'), d.get('q'), sorted(d))
try: d.zz
except AttributeError as e: print('AttributeError', e)
