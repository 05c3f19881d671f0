# A frozenset is a set that cannot change and can be a key.


def show(*values):
    for v in values:
        print(type(v).__name__, sorted(v) if isinstance(v, (set, frozenset)) else v)


a = frozenset([3, 1, 2, 3])
b = frozenset('abc')
print(a, frozenset(), len(a), bool(frozenset()), 2 in a, 5 in a, sorted(b))
print(frozenset(a) is a, a.copy() is a, frozenset({1, 2, 3}) == a, a == {1, 2, 3}, {1, 2, 3} == a, a != {1}, a == [1, 2, 3])
show(a | {7}, {7} | a, a & {1, 9}, {1, 9} & a, a - {1}, {1, 9} - a, a ^ {1, 9}, {1, 9} ^ a)
show(a.union([8], (9,)), a.intersection([1, 2], {2}), a.difference([1]), a.symmetric_difference([1, 5]), {1}.union(a))
print(a <= {1, 2, 3, 4}, a < {1, 2, 3}, a >= {1}, {1} < a, a.issubset(range(5)), a.issuperset([1]), a.isdisjoint([7]))
print([hash(frozenset(k)) for k in [(), (1,), (1, 2), range(10), range(100), [2 ** 70, 1.5, True], [(1, 2), (3,)]]])
print(hash(frozenset([1, 2, 3])) == hash(frozenset([3, 2, 1])), hash(frozenset([frozenset([1]), frozenset()])))
groups = {}
for word in ['listen', 'silent', 'enlist', 'google', 'elgoog', 'abc', 'cab']:
    groups.setdefault(frozenset(word), []).append(word)
print(sorted(groups.values()))
nested = {frozenset([1]), frozenset([1, 2]), frozenset([2, 1])}
print(len(nested), frozenset([1]) in nested, {1} in nested, {3} in nested, {1: 2}.keys() & frozenset([1]))
nested.discard({1})
print(nested)
try:
    nested.remove({5})
except KeyError as e:
    print('KeyError', e)
c = a
c |= {10}
show(a, c)
s = {1, 2}
s |= a
s &= frozenset([1, 3])
show(s, set(a), list(a), tuple(frozenset([4])))
for bad in ['add(1)', 'remove', 'clear']:
    print(hasattr(a, bad.split('(')[0]))
for wrong in [lambda: a.add(1), lambda: frozenset([[1]]), lambda: a + a, lambda: a | [1], lambda: a[0], lambda: {[1]}, lambda: hash({1}), lambda: frozenset(1, 2), lambda: a < [1]]:
    try:
        print(wrong())
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
print(isinstance(a, frozenset), isinstance(a, set), type(a) is frozenset, '%s' % (a,), f'{frozenset([1])!r:>20}')
total = 0
keys = [frozenset([k % 7, k % 3]) for k in range(3000)]
counts = {}
for k in keys:
    counts[k] = counts.get(k, 0) + 1
    if 2 in k and k:
        total += len(k)
    for item in k:
        total += item
print(total, sorted(counts.values()))
big = frozenset(range(1000)) - frozenset(range(0, 1000, 3))
print(len(big), sum(big), list(big)[:5], max(big), frozenset(x for x in range(4)))
