d = {'a': 1, 'b': 2}
for v in (d.keys(), d.values(), d.items(), iter(d), iter(d.values()), iter(d.items()), iter([1]), iter((1,)), iter('ab'), iter({1}), iter(range(3)), reversed([1]), reversed((1,)), reversed(range(3)), zip([1]), map(str, [1]), enumerate([1]), filter(None, [1])):
    for f in (lambda v: v[0], lambda v: v + 1, lambda v: v.nothing, lambda v: v < 1, lambda v: int(v), lambda v: '%d' % v, lambda v: v(), lambda v: ''.join([v]), lambda v: hash(v) and None, lambda v: -v, lambda v: [1][v], lambda v: range(v), lambda v: 'a' in 'b' + v, lambda v: len(v), lambda v: setattr(v, 'x', 1), lambda v: v.__setitem__(0, 1), lambda v: divmod(v, 2), lambda v: round(v), lambda v: v.append(3), lambda v: isinstance(1, v)):
        try:
            print(f(v))
        except Exception as e:
            print(type(e).__name__, e)
print(list(reversed(d.values())), list(reversed(d.items())), list(reversed(d.keys())), type(d.values()), type(d.items()), type(d.keys()), type(d.keys()) is type(d.values()))
def kinds(n):
    out = []
    for k in range(n):
        v = d.keys() if k % 3 == 0 else d.values() if k % 3 == 1 else d.items()
        if k < 40: v = d.keys()
        out.append(type(v).__name__)
    return out
print(kinds(100))
print(type(d.values()).__name__, d.keys() & {'a'}, sorted(d.keys() | {'z'}), d.keys() - {'a'}, d.items() & {('a', 1)}, d.keys() == {'a', 'b'}, d.keys() <= {'a', 'b', 'c'}, d.keys().isdisjoint(['z']))
try:
    d.values() & {1}
except TypeError as e:
    print(e)
e = {'b': 2, 'c': 3}
n = {k: k for k in range(40)}
m = {k: -k for k in range(20, 70)}
for x, y in ((d.keys(), e.keys()), (d.keys(), ['a']), (['b', 'z'], d.keys()), ({'a'}, d.keys()), (d.items(), [('a', 1)]), (d.items(), e.items()), (d.keys(), 'ab'), (n.keys(), m.keys()), (n.items(), m.items()), (n, m.keys()), (n.keys(), set(range(5))), (n.keys(), set(range(100))), (d.values(), d.keys()), (d.keys(), 5), (5, d.keys()), (d.keys(), None), (d.items(), [[1]]), ([[]], d.keys())):
    for f in (lambda x, y: x & y, lambda x, y: x | y, lambda x, y: x - y, lambda x, y: x ^ y, lambda x, y: x < y, lambda x, y: x == y, lambda x, y: x != y, lambda x, y: x >= y, lambda x, y: y in x, lambda x, y: x.isdisjoint(y), lambda x, y: bool(x), lambda x, y: hash(x) and 1):
        try:
            r = f(x, y)
            print(r if not isinstance(r, set) else [len(r), sorted(r, key=str)] if not n.keys() >= r else r)
        except Exception as x1:
            print(type(x1).__name__, x1)
s = {'a', 'q'}
s |= d.keys()
print(sorted(s)); s &= d.keys(); print(sorted(s)); k = d.keys(); k -= {'a'}; print(k)
for v in ({}.keys(), {}.values(), {}.items(), d.keys()):
    print('yes' if v else 'no', not v, 'a' in v, ('a', 1) in v, ('a', 2) in v, 1 in v)
print(('a', 1) in d.items(), ('a', 2) in d.items(), ['a', 1] in d.items(), 1 in d.values(), 'a' in d.keys(), d.keys() == e.keys(), {'a': 5}.keys() == {'a': 6}.keys(), [d.keys()] == [{'a', 'b'}])
try: [] in d.keys()
except TypeError as x: print(x)
try: ([], 1) in d.items()
except TypeError as x: print(x)
def truths(n):
    c = 0
    for k in range(n):
        v = d if k % 2 else {}
        for w in (v.keys(), v.values(), v.items()):
            if w:
                c += 1
    return c
print(truths(100))
for r in (range(10), range(0), range(3, -8, -3), range(5, 50, 7), range(-2 ** 62, 2 ** 62, 2 ** 60), range(2 ** 62, 2 ** 62 + 3)):
    print(list(reversed(r)), [k for k in reversed(r)])
print(sum([k * j for j in range(100) for k in reversed(range(j))]))
