log = []
def t(x): log.append(x); return x
def show():
    print(*log); log.clear()
t(1) + t(2) * t(3); show()
d = {}; d[t('k')] = t('v'); show()
l = [0] * 5; l[t(1)] += t(2); show()
a = b = t(7); show()
(t(0) or t(5)) and t(6); show()
t(1) < t(2) < t(0) < t(9); show()
print(t('f'), *[t('s')], t('m'), **{'sep': t('-')}); show()
{t('a'): t('b'), t('c'): t('d')}; show()
[t(i) for i in (t(1), t(2)) if t(i > 1)]; show()
x = t(1) if t(0) else t(2); show()
class O:
    def __getattr__(self, n): log.append('get ' + n); return lambda *a, **k: log.append(('call', n, a, k))
o = O(); o.foo(t(1), b=t(2)); show()
def dec(n):
    log.append('make %s' % n)
    def d(f): log.append('apply %s' % n); return f
    return d
@dec(1)
@dec(2)
def f(a=t('default'), *, k=t('kw')): pass
show()
class M:
    def __setitem__(self, k, v): log.append(('set', k, v))
    def __getitem__(self, k): log.append(('get', k)); return 5
    def __delitem__(self, k): log.append(('del', k))
m = M(); m[t(1), t(2)] = t(3); m[t(4)] += t(5); del m[t(6)], m[t(7)]; show()
m[1:t(2)], m[t('q')] = t('x'), t('y'); show()
i = 0; l = [1, 2, 3]; i, l[i] = 2, 9; print(i, l)
l = [1, 2, 3]; l[0], l[1], l[2] = l[2], l[0], l[1]; print(l)
def g():
    for i in range(3):
        try:
            log.append(i)
            if i == 1: return 'ret'
        finally:
            log.append('fin%d' % i)
            if i == 1: break
    return 'after'
print(g()); show()
def h():
    try: return 'try'
    finally: return 'finally'
print(h())
def k():
    while True:
        try: 1 / 0
        except ZeroDivisionError: break
        finally: log.append('f')
    else: log.append('else')
    for i in []: pass
    else: log.append('empty else')
k(); show()
def w():
    try:
        try: raise ValueError(1)
        finally: log.append('inner')
    except ValueError as e: log.append(e.args); return 1
    else: log.append('no')
    finally: log.append('outer')
print(w()); show()
assert t(True), t('message not evaluated'); show()
class C:
    x = t('body'); y = x
    def m(self, v=t('dflt')): pass
show()
lam = [lambda n=n: n for n in range(3)]; print([q() for q in lam], [q(9) for q in lam])
print((lambda *a, **k: (a, k))(*[1], *(2, 3), x=1, **{'y': 2}))
n = 10
def scope():
    r = [n for n in range(3)]; return r, n
print(scope(), n)
for n in range(2): pass
print(n)
try: print(undefined_thing)
except NameError as e: print(e)
del n
try: n
except NameError as e: print(e)
z = [1, 2, 3, 4, 5, 6]
for v in z:
    if v % 2: z.remove(v)
print(z)
for v in z[:]: z.remove(v)
print(z)
q = [[]] * 3; q[0].append(1); print(q); q = [[] for _ in range(3)]; q[0].append(1); print(q)
def mut(l=[]): l.append(len(l)); return l
print(mut(), mut(), mut([9]))
print(any(t(v) for v in (0, 1, 2)), all(t(v) for v in (1, 0, 2))); show()
