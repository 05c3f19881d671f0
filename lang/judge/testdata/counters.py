# collections.defaultdict and collections.Counter: dictionaries of classes of their own.
import copy
from collections import Counter, defaultdict


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


groups = defaultdict(list)
for word in 'the quick brown fox jumps over the lazy dog'.split():
    groups[len(word)].append(word)
print(groups, dict(groups), groups.default_factory, sorted(groups.items()), 9 in groups, groups.get(9), len(groups))
attempt(lambda: defaultdict()['x'])
attempt(defaultdict, 5)
attempt(lambda: defaultdict(lambda: 1 // 0)['x'])
nested = defaultdict(lambda: defaultdict(int))
nested['a']['b'] += 1
nested['a']['c'] += 2
print(nested['a'], {k: dict(v) for k, v in nested.items()}, nested['z'], list(nested), callable(nested.default_factory))
print(defaultdict(int, {1: 2}, x=3), defaultdict(int, [(1, 2)]) == {1: 2}, isinstance(groups, dict), type(groups).__name__, type(groups), defaultdict)
other = groups.copy()
other[77].append(1)
print(other[77], 77 in groups, copy.copy(groups) == groups, dict(copy.deepcopy(nested)), {**defaultdict(int, a=1)}, defaultdict(int) | {1: 2})
numbers = defaultdict(int)
for k in range(200):
    numbers[k * k % 7] += k
    numbers[str(k % 3)] += 1
print(numbers, numbers.pop('0'), numbers.setdefault('q', 5), sum(v for v in numbers.values()))
keyed = defaultdict(set, {(1, 2): {3}})
keyed[1, 2].add(4)
keyed[(0, 0)].add(1)
print(sorted(keyed.items()))

c = Counter('abracadabra')
print(c, c['a'], c['z'], c.most_common(), c.most_common(2), c.most_common(0), sorted(c.elements()), c.total(), 'z' in c)
print(Counter(), Counter(a=2, b=1), Counter({'x': 5}), Counter([1, 1, 2], z=3), Counter(Counter('ab')), Counter(None), Counter(n % 3 for n in range(7)))
c.update('aab')
c.update({'z': 4}, q=1)
c.subtract('ab')
c.subtract(Counter('rrrrr'))
print(c, sum(c.values()), c == Counter(c), c != Counter(), c.copy(), type(c.copy()).__name__, dict(c), list(c), max(c, key=c.get))
a, b = Counter(a=3, b=1, d=-1), Counter(a=1, b=2, c=5)
print(a + b, a - b, a | b, a & b, b - a)
a += b
print(a, isinstance(a, dict), isinstance({}, Counter), type(a))
a -= Counter(a=100)
print(a, a.get('b'), a.pop('c'), len(a), bool(Counter()), {k: v for k, v in a.items()})
attempt(Counter, 5)
attempt(lambda: Counter() + 1)
attempt(lambda: a.nothing)
attempt(hash, a)
tie = Counter(['b', 'a', 'c', 'a', 'b'])
print(tie.most_common(), [w for w, n in tie.most_common() if n > 1], sorted(tie, key=lambda w: (-tie[w], w)))
by_length = Counter(len(w) for w in 'a bb cc ddd'.split())
print(by_length, by_length[2], sorted(by_length.items()), by_length.most_common(1)[0][0])


def mixed(n):
    # Dictionaries of three classes at one place.
    out = []
    tables = [{}, defaultdict(int), Counter(), defaultdict(lambda: 'x')]
    for k in range(n):
        d = tables[k * 7 % 4]
        try:
            d[k % 5] = d[k % 6]
            out.append((type(d).__name__, isinstance(d, Counter), d.get(k % 3, None), len(d)))
        except KeyError as e:
            out.append(str(e))
            d[k % 6] = k
        if k % 11 == 0:
            d.update({k % 4: 1})
        if k % 17 == 0:
            tables[k % 4] = d.copy()
    return out[-8:], [dict(t) for t in tables]


print(mixed(200))
