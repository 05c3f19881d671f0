class N: __slots__ = ('a', 'b')
n = N()
for f in (lambda: n.a, lambda: setattr(n, 'c', 1), lambda: delattr(n, 'zz'), lambda: n.zz):
    try: f()
    except AttributeError as e: print(e)
n.a = 1; n.b = 2; n.a += 5
print(n.a, n.b, N.__slots__)
try:
    class M: __slots__ = ['x']; x = 1
except ValueError as e: print(e)
class P(N): pass
p = P(); p.q = 1; print(p.q)
class Q(N): __slots__ = 'c'; lim = 3
q = Q(); q.a = 1; q.c = 2
for f in (lambda: setattr(q, 'lim', 1), lambda: setattr(q, 'd', 1)):
    try: f()
    except AttributeError as e: print(e)
for bad in (5, (1,), ['a b'], '', [], {'k': 1}):
    try:
        class R: __slots__ = bad
        print('ok')
        R().k = 1
        print('set')
    except (TypeError, AttributeError) as e: print(e)
def loop(m):
    out = []
    for k in range(m):
        x = N() if k < m - 3 else P()
        x.a = k
        try:
            x.c = k
            out.append('set')
        except AttributeError as e:
            pass
    return out, k
print(loop(50))
class X:
    def __init__(self): self._v = 1
    @property
    def v(self): return self._v
    @v.setter
    def v(self, x): self._v = x
x = X()
x.v = 4
try:
    del x.v
except AttributeError as e: print(e)
try: delattr(x, 'v')
except AttributeError as e: print(e)
delattr(x, '_v')
print(hasattr(x, 'v'), hasattr(x, '_v')); x.v = 6
print(x.v)
