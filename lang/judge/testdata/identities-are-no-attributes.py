class P:
    __slots__ = ('x',)
    def __init__(self): self.x = 1
p = P(); q = P()
print(id(p) == id(p), id(p) == id(q), len({p, q}), hash(p) == hash(p), p in {p}, {p: 1}[p])
class V:
    def __init__(self): self.a = 1
v = V(); s = {v}; print(vars(v), v.__dict__, list(vars(v).items()), len(vars(v)), vars(v) == {'a': 1}); id(v); print(vars(v)); v.b = 2; print(vars(v)); del v.a; print(vars(v)); v.a = 3; print(vars(v), v in s)
class L(list): pass
l = L([1]); print(id(l) == id(l), l, vars(l))
import copy
w = copy.copy(v); print(id(w) == id(v), vars(w), w in s)
from collections import namedtuple
T = namedtuple('T', 'a b'); t = T(1, 2); print(id(t) == id(t), id(t) == id(T(1, 2)), t)
e = ValueError('x'); print(id(e) == id(e), {e: 1}[e], hash(e) == hash(e))
from enum import Enum
class C(Enum): A = 1; B = 2
print(id(C.A) == id(C.A), id(C.A) == id(C.B))
from dataclasses import dataclass
@dataclass(eq=False)
class D:
    a: int = 1
d = D(); print({d: 1}[d], d, id(d) == id(D()))
class E(D):
    __slots__ = ()
print(id(E()) == 5, hash(object()) == 5, id(object()) == 5)
def f(): pass
fs = [lambda: k for k in range(50)]; print(len({*fs}), len({id(g) for g in fs}), len({hash(g) for g in fs}), {g: k for k, g in enumerate(fs)}[fs[7]])
it = iter([1]); print({it: 2}[it], id(it) == id(iter([1])))
