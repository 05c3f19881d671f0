# A class gets a property or `__setattr__` under the name of an attribute that its instances have, in the middle of a loop.
class A:
    def __init__(self): self.x = 1; self.y = 2
a = A()
t = 0
for i in range(3000):
    t += a.x
    a.y = i
    if i == 2000:
        A.x = property(lambda self: 100)
        A.y = property(lambda self: 5, lambda self, v: log.append(v))
        log = []
print(t, len(log), a.y)
class B:
    def __init__(self): self.n = 0
    def __setattr__(self, k, v): object.__setattr__(self, k, v + 1)
b = B()
for i in range(3000):
    b.n = i
    if i == 1500: del B.__setattr__
    if i == 2500: B.__setattr__ = lambda s, k, v: object.__setattr__(s, k, -v)
print(b.n)
class C: pass
t = 0
for i in range(3000):
    c = C()
    c.q = i
    t += c.q
    if i == 2000: C.__setattr__ = lambda s, k, v: object.__setattr__(s, k, v * 2)
print(t)
class D(C): pass
for i in range(3000):
    d = D()
    d.r = i
    if i == 1000: D.r = 7
    if i == 2000: C.r = property(lambda s: 'p')
    if i == 2500: D.r = property(lambda s: 'pp', lambda s, v: None)
print(d.r)
class F:
    def __getattr__(self, n): return 'ga'
f = F()
t = []
for i in range(3000):
    t.append(f.zz)
    if i == 1000: f.zz = 'inst'
    if i == 1500: F.zz = 'cls'
    if i == 2000: del f.zz
    if i == 2500: del F.zz; F.__getattr__ = lambda s, n: 'new'
print(t[999], t[1400], t[1800], t[2300], t[2999])
