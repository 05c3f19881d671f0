class Len:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
print(bool(Len(0)), bool(Len(2)), 'y' if Len(0) else 'n', not Len(3))
class Get:
    def __getitem__(self, i):
        if i >= 4: raise IndexError(i)
        return i * i
g = Get(); print(list(g), 9 in g, 8 in g, [*g], max(g), dict(enumerate(g)), list(zip(g, 'ab')), tuple(map(str, g))); a, b, c, d = g; print(d)
class Eq:
    def __init__(self, v): self.v = v
    def __eq__(self, o): print('eq', self.v, getattr(o, 'v', o)); return self.v == getattr(o, 'v', o)
x, y = Eq(1), Eq(1); print(x == y, x != y, x == 1, 1 == x, x in [y], [x] == [y], (x,) == (y,), [y].index(x), [y, 2].count(x), {'k': x} == {'k': y})
try: hash(x)
except TypeError as e: print(e)
try: {x}
except TypeError as e: print(e)
class H:
    def __init__(self, v): self.v = v
    def __hash__(self): return 7
    def __eq__(self, o): return isinstance(o, H) and self.v == o.v
    def __repr__(self): return f'H{self.v}'
s = {H(1), H(2), H(1)}; print(len(s), H(2) in s, {H(1): 'a', H(2): 'b'}[H(2)], sorted(s, key=lambda h: h.v)); d = {H(1): 1}; d[H(1)] = 2; print(d, d.get(H(3)), d.pop(H(1)), d)
class Cmp:
    def __init__(self, v): self.v = v
    def __lt__(self, o): print(f'{self.v}<{o.v}', end=' '); return self.v < o.v
    def __repr__(self): return str(self.v)
l = [Cmp(v) for v in (3, 1, 2)]; print(sorted(l)); print(max(l)); print(min(l)); l.sort(reverse=True); print(l); print(Cmp(1) > Cmp(2))
try: Cmp(1) <= Cmp(2)
except TypeError as e: print(e)
class In:
    def __init__(self, v): self.v = v
    def __iadd__(self, o): self.v += o; print('iadd'); return self
    def __sub__(self, o): print('sub'); return In(self.v - o)
    def __repr__(self): return f'In({self.v})'
i = j = In(1); i += 5; print(i is j, i); i -= 2; print(i is j, i, j)
try: i *= 2
except TypeError as e: print(e)
t = ([1],)
try: t[0] += [2]
except TypeError as e: print(e, t)
class Ctx:
    def __enter__(self): print('enter'); return 'value'
    def __exit__(self, *a): print('exit', a[0] and a[0].__name__, a[1]); return a[0] is KeyError
with Ctx() as c: print(c)
with Ctx(): raise KeyError('k')
try:
    with Ctx(): raise ValueError('v')
except ValueError as e: print('out', e)
def ret():
    with Ctx(): return 5
print(ret())
for k in range(2):
    with Ctx():
        if k == 0: continue
        break
class Call:
    def __init__(self): self.n = 0
    def __call__(self, *a, **k): self.n += 1; return self.n, a, k
f = Call(); print(f(), f(1, z=2), callable(f), list(map(f, 'ab')), sorted([3, 1], key=lambda v: f(v)[0]))
class Attr:
    cls = 'class'
    def __init__(self): self.own = 1
    def __getattr__(self, n):
        if n.startswith('dyn_'): return n[4:]
        raise AttributeError(f'no {n} here')
    def __setattr__(self, n, v): super().__setattr__(n, v * 2 if isinstance(v, int) else v)
    def __delattr__(self, n): print('del', n); super().__delattr__(n)
a = Attr(); print(a.own, a.cls, a.dyn_x, hasattr(a, 'nope'), hasattr(a, 'dyn_'), getattr(a, 'zip', 'd')); a.own = 'q'; del a.own
try: a.own
except AttributeError as e: print(e)
try: del a.own
except AttributeError as e: print(e)
class P:
    def __init__(self): self._t = 0
    @property
    def t(self): return self._t
    @t.setter
    def t(self, v): self._t = v
    u = property(lambda self: self._t * 2)
class Q(P):
    @P.t.getter
    def t(self): return self._t + 100
    @property
    def u(self): return super().u + 1
p, q = P(), Q(); p.t = 5; q.t = 6; print(p.t, p.u, q.t, q.u)
try: p.u = 1
except AttributeError as e: print(e)
class R:
    def __repr__(self): return 'repr'
class S(R):
    def __str__(self): return 'str'
print(R(), [R()], S(), [S()], f'{S()}', f'{S()!r}', '%s %r' % (S(), S()), str(R()), repr(S()), {1: S()}, (S(),), 'a' + str(S()))
class Bad:
    def __str__(self): return 5
    def __repr__(self): return None
    def __bool__(self): return 'x'
    def __len__(self): return -1
    def __hash__(self): return 'h'
    def __iter__(self): return 5
    def __index__(self): return 'i'
    def __int__(self): return 1.5
    def __contains__(self, x): return 'yes'
    def __eq__(self, o): return 'equal'
    def __lt__(self, o): return []
    def __call__(self): return NotImplemented
b = Bad()
for f in [lambda: str(b), lambda: repr(b), lambda: bool(b), lambda: len(b), lambda: hash(b), lambda: iter(b), lambda: [1][b], lambda: int(b), lambda: 1 in b, lambda: b == 1, lambda: b != 1, lambda: b < 1, lambda: b > 1, lambda: b(), lambda: not b, lambda: 5 if b else 6, lambda: [b] == [1], lambda: list(b), lambda: range(b), lambda: f'{b}', lambda: print(b), lambda: sorted([b, b]), lambda: max(b, b) is b, lambda: abs(b), lambda: round(b), lambda: b + 1, lambda: {b: 1}, lambda: '%d' % b, lambda: '%s' % b, lambda: b.x]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class N:
    def __init_subclass__(cls, tag=None, **k): super().__init_subclass__(**k); cls.tag = tag; print('sub', cls.__name__, tag)
class N1(N, tag='one'): pass
class N2(N1): pass
print(N1.tag, N2.tag)
try:
    class N3(N, foo=1): pass
except TypeError as e: print(e)
class Static:
    n = 0
    @staticmethod
    def s(x): return x * 2
    @classmethod
    def c(cls): cls.n += 1; return cls.__name__, cls.n
class Sub(Static): pass
print(Static.s(2), Static().s(3), Static.c(), Sub.c(), Sub().c(), Static.n, Sub.n)
print(type(1), type('a') is str, type(Sub()) is Static, isinstance(Sub(), Static), type(lambda: 0).__name__, type(print).__name__, type(Sub.c).__name__, type(Sub().c).__name__)
