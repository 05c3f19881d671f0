a, b = {1, 2, 3, 4}, {3, 4, 5}
print(a | b, a & b, a - b, a ^ b, a <= b, {3} < a, a >= {1}, a.isdisjoint({9}), a.union([7], (8,)), a.intersection(b, [3]), a.difference([1], [2]), a.symmetric_difference([4, 9]))
c = a.copy(); c |= {9}; c -= {1}; c &= {2, 3, 9}; c ^= {2, 100}; print(sorted(c), c is a)
c.update([1], [2]); c.discard(77); c.remove(100); print(sorted(c), len(c)); c.clear(); print(c, bool(c), set() == c)
f = frozenset([1, 2]); print(f, f | {3}, {3} | f, type(f | {3}).__name__, type({3} | f).__name__, {f: 'x'}[frozenset((2, 1))], f == {1, 2}, hash(f) == hash(frozenset([2, 1])))
print({x % 3 for x in range(10)}, set('hello') == {'h', 'e', 'l', 'o'}, len({1, 1.0, True}), {(1, 2), (1, 2)}, sorted({'b', 'a'}), set(range(5)), set({'a': 1}))
def powerset(s):
    s = list(s)
    return [{s[j] for j in range(len(s)) if i >> j & 1} for i in range(1 << len(s))]
print(powerset([1, 2, 3]))
def primes(n):
    sieve = set(range(2, n + 1))
    for p in range(2, int(n ** .5) + 1):
        if p in sieve: sieve -= set(range(p * p, n + 1, p))
    return sorted(sieve)
print(primes(50))
for bad in [lambda: {1, []}, lambda: a.remove(99), lambda: a + b, lambda: a | [1], lambda: set(5), lambda: a < [1], lambda: {1, {2}}, lambda: f.add(1), lambda: a[0], lambda: a.pop(1), lambda: set(1, 2), lambda: a.union(5), lambda: a.update(3), lambda: hash(a), lambda: frozenset().pop()]:
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
students = {'math': {'ann', 'bob', 'cy'}, 'art': {'bob', 'dee'}, 'gym': {'ann', 'bob', 'dee'}}
print(sorted(set.intersection(*students.values())), sorted(set().union(*students.values())), {k: len(v) for k, v in students.items()})
only = {k: sorted(v - set().union(*(w for j, w in students.items() if j != k))) for k, v in students.items()}; print(only)
def jaccard(x, y): return len(x & y) / len(x | y) if x | y else 1.0
print(f"{jaccard(students['math'], students['gym']):.3f}", jaccard(set(), set()))
x = {1, 2}; x.add((3, 4)); x.add('5'); print((3, 4) in x, '5' in x, 5 in x, None in x, set([None]), {True, 1}, {0, False})
print(a == {4, 3, 2, 1}, a != b, a == [1, 2, 3, 4], min(a), max(b), sum(a), any(a), all({0, 1}), list(map(str, sorted(a))), [*a, *b], 3 in a and 9 not in a)
