import heapq, itertools
class Log:
    def __init__(self, name, xs): self.name, self.xs, self.i = name, xs, 0
    def __iter__(self): return self
    def __next__(self):
        if self.i >= len(self.xs): print(f"[{self.name} end]", end=""); raise StopIteration
        self.i += 1; print(f"[{self.name}{self.xs[self.i - 1]}]", end=""); return self.xs[self.i - 1]
m = heapq.merge(Log("a", [1, 4]), Log("b", [2, 3])); print(next(m)); print(next(m)); print(list(m))
print(heapq.nlargest(2, Log("n", [5, 1, 9, 3])), heapq.nsmallest(2, Log("s", [5, 1, 9, 3])), heapq.nsmallest(1, Log("o", [5, 1])), heapq.nlargest(1, Log("p", [5, 1])), heapq.nsmallest(0, Log("z", [1])), heapq.nlargest(10, Log("q", [2, 1])))
a, b = itertools.tee(Log("t", [1, 2, 3])); print(next(a)); print(next(b), next(b)); print(list(a), list(b))
x, y, z = itertools.tee(Log("u", [1, 2]), 3); print(list(y)); print(next(x), list(z), list(x))
s = {1, 2, 3}; print(s.issuperset(Log("i", [1, 9, 2]))); print(s.isdisjoint(Log("d", [7, 2, 8]))); s.intersection_update(Log("x", [1, 2, 2])); print(sorted(s)); s.difference_update(Log("f", [1])); print(s); s.update(Log("w", [4, 4])); print(sorted(s)); s.symmetric_difference_update(Log("y", [4, 8])); print(sorted(s)); print(set().intersection(Log("e", [1, 2])), set().isdisjoint(Log("g", [1])), set().difference(Log("h", [1])), {1}.issubset(Log("k", [1, 2, 3])), set().issubset(Log("l", [1])), frozenset([1]).issuperset(Log("m", [2, 3])))
print(list(itertools.islice(Log("j", [1, 2, 3, 4]), 1, 3)), list(itertools.islice(Log("c", [1, 2, 3]), 0)), list(itertools.chain(Log("A", [1]), Log("B", [2]))), list(zip(Log("C", [1, 2]), Log("D", [1]))), list(itertools.zip_longest(Log("E", [1]), Log("F", [1, 2]))), list(map(lambda p, q: p + q, Log("G", [1]), Log("H", [1, 2]))))
print(list(itertools.dropwhile(lambda v: v < 2, Log("I", [1, 2, 1]))), list(itertools.starmap(max, Log("J", [(1, 2), (3, 0)]))), list(itertools.combinations(Log("K", [1, 2]), 2)), list(itertools.permutations(Log("L", [1, 2]))), next(itertools.cycle(Log("M", [1, 2]))), list(itertools.batched(Log("N", [1]), 2)) if hasattr(itertools, "batched") else "", sum(Log("O", [1, 2]), 10), [*zip(*[Log("P", [1, 2, 3])] * 2)], dict(Log("Q", [(1, 2)])), bytes if False else "")
first, *rest = Log("R", [1, 2, 3]); print(first, rest)
for v in Log("S", [1, 2, 3]):
    if v == 2: break
print([v for v in Log("T", [1])] + list(Log("U", [2])), all(Log("V", [1, 0, 1])), any(Log("W", [0, 1, 0])), 2 in Log("X", [1, 2, 3]), min(Log("Y", [2, 1])), sorted(Log("Z", [2, 1]), reverse=True), "".join(Log("ab", ["x", "y"])), list(filter(lambda v: v, Log("cd", [0, 1]))), next(Log("ef", []), "none"), list(reversed(tuple(Log("gh", [1, 2])))), list(enumerate(Log("ij", ["q"]), 5)))
l = [0]; l.extend(Log("kl", [1, 2])); l += Log("mn", [3]); l[1:1] = Log("op", [9]); print(l, tuple(Log("qr", [1])), {**dict(Log("st", [("k", 1)]))}, len({*Log("uv", [1, 1])}))
print({1, 3}.intersection(Log("i", [3, 1, 2])), {1: 2}.keys().isdisjoint(Log("j", [5, 1, 6])), frozenset([2]).intersection(Log("k", [2, 3])), set().intersection(Log("l", [2])))
print(list(heapq.merge([1, 4, 7], [2, 4], [], [0], key=lambda v: v)), list(heapq.merge("fca", "eb", reverse=True)), list(heapq.merge()), list(heapq.merge([3, 1])))
m = heapq.merge(Log("m", []), Log("n", [2, 5]), Log("o", [2]), key=lambda v: print("<%s>" % v, end="") or v)
print(next(m), list(m), list(m))
for wrong in (lambda: list(heapq.merge([1], 5)), lambda: heapq.nlargest(0, 5), lambda: {1}.issuperset(5), lambda: {1}.isdisjoint([[]]), lambda: {1}.issuperset([[]]), lambda: {1}.intersection([1, []]), lambda: {1}.intersection([[], 1]), lambda: next(heapq.merge([1], ["a"]))):
    try:
        print(wrong())
    except TypeError as e:
        print(e)


def f(*args, **names):
    return args, names


nothing, some = [], [1, 2]
print(f(*nothing or some), f(*some if nothing else (3,), k=1), f(1, *some and nothing, *[x for x in some] or [0]), f(*not_ if (not_ := [5]) else some), *nothing or "z")
