# Parentheses around several contexts, and those that are a part of one.
class C:
    def __init__(self, name): self.name = name
    def __enter__(self): print('in', self.name); return self.name
    def __exit__(self, *e): print('out', self.name)
with (C('a') as a, C('b') as b): print(a, b)
with (C('a'), C('b')): pass
with (
    C('x') as x,
    C('y') as (y),
): print(x, y)
with (C('single')): print(1)
with (C('single') as s): print(s)
with (C('group')) as g, (C('h')) as (h): print(g, h)
with (lambda: C('called'))() as z: print(z)
with (C('p'), C('q'))[1] as q: print(q)
with (d := C('walrus')): print(d.name)
def f(a, b=2, *c, d=4): pass
print(f.__defaults__, (lambda: 0).__defaults__, (lambda x=[]: x).__defaults__)
