import random
from collections.abc import MutableSet, MutableMapping, MutableSequence, Sequence, Iterator
from collections import UserDict, UserList, ChainMap
class S(MutableSet):
    def __init__(self, items=()): self.d = list(dict.fromkeys(items))
    def __contains__(self, x): return x in self.d
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
    def add(self, x):
        if x not in self.d: self.d.append(x)
    def discard(self, x):
        if x in self.d: self.d.remove(x)
    def __repr__(self): return 'S(%r)' % sorted(self.d)
class Q(MutableSequence):
    def __init__(self, l): self.l = list(l)
    def __len__(self): return len(self.l)
    def __getitem__(self, k): return self.l[k]
    def __setitem__(self, k, v): self.l[k] = v
    def __delitem__(self, k): del self.l[k]
    def insert(self, k, v): self.l.insert(k, v)
class D(MutableMapping):
    def __init__(self, **k): self.d = {}; self.update(**k)
    def __len__(self): return len(self.d)
    def __iter__(self): return iter(self.d)
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
r = random.Random(2)
def show(f):
    try:
        x = f()
        print(x if not isinstance(x, bool) else int(x))
    except Exception as e:
        print(type(e).__name__, e)
def some(n=6): return [r.randrange(8) for _ in range(r.randrange(n))]
for i in range(40):
    a, b, c = S(some()), r.choice([S, set, list, tuple, frozenset])(some()), some()
    for f in (lambda: a & b, lambda: a | b, lambda: a - b, lambda: a ^ b, lambda: b & a, lambda: b | a, lambda: b - a, lambda: b ^ a, lambda: a <= b, lambda: a < b,
              lambda: a >= b, lambda: a > b, lambda: a == b, lambda: a != b, lambda: a.isdisjoint(b)):
        try:
            x = f()
            print(x if isinstance(x, bool) else sorted(x), type(x).__name__)
        except TypeError:
            print('TypeError')
    k = r.randrange(6)
    if k == 0: a |= b
    elif k == 1: a -= b
    elif k == 2: a ^= b
    elif k == 3: a ^= a
    elif k == 4: a -= a
    else:
        show(a.pop)
        show(lambda: a.remove(3))
    print(a)
    q = Q(c)
    for k in range(3):
        x, s, t = r.randrange(8), r.randrange(-7, 8), r.choice([None, r.randrange(-7, 8)])
        show(lambda: q.index(x, s) if t is None else q.index(x, s, t))
        show(lambda: q.count(x))
    q.reverse(); q.extend(q); q += [1]
    show(lambda: q.pop(r.randrange(3))); show(lambda: q.remove(4))
    print(q.l, 3 in q, list(reversed(q)), list(q)); q.clear(); print(q.l); show(q.pop)
    d = r.choice([D, UserDict])(a=1, b=i)
    d.update({'c': 2}); d.update([('d', 3)], e=4); d.update(D(z=9))
    print(list(d.items()), d.setdefault('a', 5), d.setdefault('q', 6), d.pop('a'), d.pop('a', 7), d.pop('n', default=8), d.get('b'), 'b' in d, d == dict(d.items()), d.keys() & {'b', 'x'}, sorted(d.keys() | {'y'}), ('b', i) in d.items(), 9 in d.values(), len(d.values()))
    print(sorted(map(str, (d.popitem(), d.popitem())))); d.clear(); print(len(d)); show(d.popitem); show(lambda: d['x']); show(lambda: d.pop('x'))
    u = UserList(c)
    u += [1]; u *= 2; u.sort(reverse=True)
    print(u, u[1:], u + [3], [2] + u, 2 * u, u == c, list(reversed(u)), u.count(1), sorted(u))
    m = ChainMap(dict.fromkeys(c, 1), {1: 2, 9: 3})
    print(m, len(m), list(m), sorted(m.items()), m.new_child(), m.new_child({5: 6}), m.parents, m.get(9), m | {7: 7}, m == dict(m), 4 in m); show(lambda: m.pop(9)); show(lambda: m.popitem() if not c else 0); show(lambda: m[99])
    print(UserDict(a=1).keys(), UserDict({1: 2}).items(), ChainMap({1: 2}).values())
