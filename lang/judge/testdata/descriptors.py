from functools import cached_property
class Typed:
    def __init__(self, typ, default=None): self.typ, self.default = typ, default
    def __set_name__(self, owner, name):
        print('named', owner.__name__, name); self.name = name; self.private = '_' + name
    def __get__(self, obj, objtype=None):
        if obj is None: return self
        return getattr(obj, self.private, self.default)
    def __set__(self, obj, v):
        if not isinstance(v, self.typ): raise TypeError(f'{self.name} must be {self.typ.__name__}, not {type(v).__name__}')
        setattr(obj, self.private, v)
    def __delete__(self, obj): delattr(obj, self.private)
class P:
    x = Typed(int, 0)
    name = Typed(str)
    def __init__(self, x, name): self.x = x; self.name = name
class Q(P):
    y = Typed(float, 1.5)
p, q = P(1, 'a'), Q(2, 'b')
print(p.x, p.name, q.x, q.y, sorted(vars(q)), type(P.x).__name__, P.x.typ is int)
for bad in (lambda: P('a', 'b'), lambda: setattr(q, 'y', 1), lambda: P(1, 2), lambda: q.z):
    try: bad()
    except (TypeError, AttributeError) as e: print(e)
del p.x; print(p.x)
t = 0
for i in range(3000):
    p.x = i
    t += p.x + q.x
print(t)
class Lazy:
    def __init__(self, f): self.f = f
    def __get__(self, o, cls):
        if o is None: return 'on class ' + cls.__name__
        print('computing', self.f.__name__)
        v = self.f(o); setattr(o, self.f.__name__, v); return v
class Data:
    def __init__(self, xs): self.xs = xs
    @Lazy
    def total(self): return sum(self.xs)
    @cached_property
    def mean(self): print('mean'); return self.total / len(self.xs)
d = Data([1, 2, 3])
print(d.total, d.total, d.mean, d.mean, Data.total, vars(d))
d.total = 100; print(d.total); del d.total; print(d.total)
s = 0
for i in range(3000): s += d.total
for i in range(500):
    e = Data([i]); e.total = i; s += e.total
print(s)
class WriteOnly:
    def __set__(self, o, v): print('set', v)
class W:
    w = WriteOnly()
w = W(); w.w = 5
print(type(w.w).__name__, type(W.w).__name__)
class RO:
    def __get__(self, o, c): return 42
    def __set__(self, o, v): raise AttributeError('read-only!')
class R: r = RO()
r = R()
print(r.r, R.r, getattr(r, 'r'), hasattr(r, 'r'), hasattr(r, 'rr'))
R.late = RO(); print(r.late)
class M:
    def __get__(self, o, c): return lambda *a: (type(o).__name__, a)
class UsesM:
    m = M()
u = UsesM(); print(u.m(1, 2), UsesM.m(3), [u.m(i) for i in range(3)])
class Temp:
    def __init__(self): self._c = 0
    c = property(lambda s: s._c, lambda s, v: setattr(s, '_c', v), doc='celsius')
    k = property(fget=lambda s: s._c + 273)
t = Temp(); t.c = 5; print(t.c, t.k)
try: t.k = 5
except AttributeError as e: print(e)
r.r = 1
