t = (1, 2); u = t; print(id(t) == id(u))
def f(l): l = l + [1]; return id(l)
q = [1]; before = id(q); q.append(2); print(id(q) == before, f(q) == before); q += [3]; print(id(q) == before); q = q + [4]; print(id(q) == before)
s = 'a'; i = id(s); s += 'b'; print(id(s) == i)
n = 5; i = id(n); n += 1; print(id(n) == i, id(5) == i)

m = [[0] * 3] * 3; print(len({id(r) for r in m})); m = [[0] * 3 for _ in range(3)]; print(len({id(r) for r in m}), len(set(map(id, m + m))))
import copy
z = [[1], [2]]; w = copy.copy(z); v = copy.deepcopy(z); print([id(p) == id(r) for p, r in zip(z, w)], [id(p) == id(r) for p, r in zip(z, v)])
def visit(node, seen):
    if id(node) in seen: return 0
    seen.add(id(node))
    return 1 + sum(visit(k, seen) for k in node) if isinstance(node, list) else 1
g = [[1], [2]]; g.append(g); g.append(g[0]); print(visit(g, set()))
def f(): pass
def h(): pass
d = {f: 1, h: 2, len: 3, int: 4}; print(d[f], d[h], hash(f) == hash(h), hash(f) == hash(f), id(f) == id(f), f in d, [k for k in d if k is h] == [h])
class A:
    def m(self): pass
o = A(); print(o.m == o.m, hash(o.m) == hash(o.m), {o.m: 1}[o.m], id(o) == id(o), id(A) == id(A), id(A) == id(int), id(None) == id(None), id(None) == id(True), id(True) == id(1), id(1.5) == id(2.5), isinstance(id(o), int))
memo = {}
def deep(x):
    if id(x) in memo: return memo[id(x)]
    if isinstance(x, list):
        memo[id(x)] = r = []
        r.extend(deep(y) for y in x)
        return r
    return x
k = [1, [2, [3]]]; k.append(k); c = deep(k); print(c[0], c[1], c[2] is c, c[1] is k[1])
big = 10 ** 30; same = big; print(id(big) == id(same), id(big) == id(big + 1))
garbage = [id([i]) for i in range(1000)]; keep = [[i] for i in range(1000)]; ids = [id(l) for l in keep]; junk = [str(i) * 100 for i in range(5000)]; print(len(set(ids)), ids == [id(l) for l in keep])
