d = {'a': 1, 'b': 2, 'c': 3}
k, v, i = d.keys(), d.values(), d.items()
print(k, v, i, len(k), 'a' in k, 2 in v, ('a', 1) in i, ('a', 2) in i)
d['d'] = 4; print(k, list(v), list(i)[-1])
print(sorted(k & {'a', 'z'}), sorted(k | {'z'}), sorted(k - {'a'}), sorted(k ^ {'a', 'z'}), k == {'a', 'b', 'c', 'd'}, k.isdisjoint({'q'}), sorted(i & {('a', 1)}), {'a'} <= k)
print(list(reversed(d)), list(reversed(d.items())), list(reversed(d.values())), dict(reversed(list(d.items()))))
print(d.get('x'), d.get('x', 0), d.setdefault('e', []), d.pop('e'), d.pop('zz', None), d.popitem(), d)
d.update({'x': 1}, y=2); d.update([('z', 3)]); print(d, d | {'a': 100}, {**d, 'q': 0}); d |= {'new': 1}; print(d)
print(dict.fromkeys('abc', 0), dict.fromkeys(range(2)), dict(zip('ab', [1, 2])), dict(a=1, **{'b': 2}), {x: x ** 2 for x in range(5) if x % 2})
print({1: 'int', 1.0: 'float', True: 'bool'}, {0: 'a', False: 'b'}, {'a': 1} == {'a': 1.0}, {1: 2, 3: 4} == {3: 4, 1: 2})
inverted = {}
for key, val in {'x': 1, 'y': 2, 'z': 1}.items(): inverted.setdefault(val, []).append(key)
print(inverted, min(d, key=d.get), max(d.items(), key=lambda kv: kv[1]), sorted(d, key=lambda q: (d[q], q), reverse=True))
try:
    for key in d: d[key + '!'] = 1
except RuntimeError as e: print(e)
d.pop('a!', None)
try:
    for key in d: del d[key]
except RuntimeError as e: print(e)
s = {1, 2, 3}
try:
    for x in s: s.add(x + 10)
except RuntimeError as e: print(e)
l = [1, 2, 3]
for x in l:
    if x < 10: l.append(x + 5)
    if len(l) > 10: break
print(l)
for bad in [lambda: d['nope'], lambda: d[[]], lambda: d.pop('nope'), lambda: d.update(5), lambda: d.update([1]), lambda: dict(5), lambda: {}.popitem(), lambda: d + d, lambda: d < d, lambda: d.keys()[0], lambda: d.foo, lambda: d | [1], lambda: d.setdefault(), lambda: {}.fromkeys(), lambda: d.get(), lambda: {1: 2}[1][2], lambda: d.values() & {1}]:
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
class Missing(dict):
    def __missing__(self, key): self[key] = r = key * 2; return r
m = Missing(a=1); print(m['a'], m['bb'], m, 'q' in m, m.get('q'), len(m), isinstance(m, dict), m == {'a': 1, 'bb': 'bbbb'})
nested = {'a': {'b': {'c': 1}}}
def flatten(x, prefix=''):
    out = {}
    for key, val in x.items():
        name = f'{prefix}.{key}' if prefix else key
        out.update(flatten(val, name) if isinstance(val, dict) else {name: val})
    return out
print(flatten({'a': 1, 'b': {'c': 2, 'd': {'e': 3}}, 'f': {}}))
def deep_get(x, *path, default=None):
    for key in path:
        try: x = x[key]
        except (KeyError, TypeError, IndexError): return default
    return x
print(deep_get(nested, 'a', 'b', 'c'), deep_get(nested, 'a', 'x', default='-'), deep_get([[1, 2]], 0, 1), deep_get(5, 0))
import copy
shallow, deep = copy.copy(nested), copy.deepcopy(nested); nested['a']['b']['c'] = 2; print(shallow, deep, shallow['a'] is nested['a'])
r = {}; r['self'] = r; print(r); l = [1]; l.append(l); print(l)
