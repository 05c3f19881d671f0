class Bag(set):
    def __init__(self, items=(), name="bag"):
        super().__init__(items); self.name = name
    def add(self, x):
        print("adding", x); super().add(x)
    def total(self): return sum(self)
b = Bag([1, 2, 3], name="n"); b.add(4); print(sorted(b), len(b), 4 in b, b.total(), b.name, repr(Bag([1])), Bag(), str(Bag("a")))
class S(set): pass
s, t = S([1, 2, 3]), S({3, 4})
for r in (s | t, s & t, s - t, s ^ t, s | {9}, {9} | s, {1, 9} & s, {1, 9} - s, {1, 9} ^ s, s.union([7]), s.intersection(t), s.difference([1]), s.symmetric_difference(t), s.copy(), frozenset([1]) | s, s | frozenset([8])):
    print(type(r).__name__, sorted(r), end="; ")
print()
print(s == {1, 2, 3}, {1, 2, 3} == s, s != t, s < {1, 2, 3, 4}, {1} <= s, s >= t, s.issubset([1, 2, 3, 4]), s.issuperset({1}), s.isdisjoint(t), {1, 5}.issubset(s), bool(S()), isinstance(s, set), sorted(s), set(s) == s, frozenset(s), list(s))
s.discard(1); s.update([10, 11], (12,)); s.remove(2); print(sorted(s), s.pop() in (3, 10, 11, 12), len(s))
u = s; u |= {99}; print(u is s, 99 in s); u -= {99}; u &= set(range(20)); u ^= {3}; print(sorted(s), type(s).__name__)
p = q = {1}; p |= S([2]); print(q, p is q, type(p).__name__); p -= S([1]); print(q); s.clear(); print(s, len(s))
l = m = [1]
class L(list):
    def __eq__(self, o): return True
l += L([2]); print(m, L() == L([1]), L() != L([1]), L() == 5, L() != 5)
class D(dict):
    def __eq__(self, o): return True
print(D() != {1: 2}, D() == {1: 2}); x = y = {}; x |= D(a=1); print(y)
for bad in (lambda: s.remove(77), lambda: hash(s), lambda: {s}, lambda: S(1), lambda: s + s, lambda: s < 1, lambda: S([[1]]), lambda: s.pop(), lambda: s[0], lambda: s | [1], lambda: s.foo):
    try: print(bad())
    except Exception as ex: print(type(ex).__name__, ex)
class FS(frozenset):
    def __new__(cls, it=()): return super().__new__(cls, [x * 2 for x in it])
f = FS([1, 2]); print(sorted(f), repr(FS([1])), hash(f) == hash(frozenset([2, 4])), f == {2, 4}, {f: 1}[frozenset([2, 4])], f | {1}, type(f | f).__name__, FS())
tot = 0; seen = S()
for i in range(3000):
    if i % 13 not in seen: seen.add(i % 13)
    tot += len(seen)
print(tot, sorted(seen))
import copy
c = copy.copy(b); Bag.add(c, 50); print(50 in b, type(c).__name__, c.name)
class Graph(set):
    def __contains__(self, e): return super().__contains__(tuple(sorted(e)))
    def add(self, e): super().add(tuple(sorted(e)))
g = Graph(); g.add((2, 1)); print((1, 2) in g, (2, 1) in g, g)
