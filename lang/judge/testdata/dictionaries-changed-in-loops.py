def attempt(n, f):
    try: print(n, f())
    except Exception as e: print(n, type(e).__name__, e)
def a():
    d = {i: i for i in range(5)}
    for k in d: del d[k]; d[k + 10] = 1
    return d
def b():
    d = {i: i for i in range(5)}; seen = []
    for k in d:
        seen.append(k)
        if k == 1: del d[4]; d['new'] = 1
    return seen
def c():
    d = {i: i for i in range(5)}; seen = []
    for k, v in d.items():
        d[k] = v * 2; seen.append(v)
    return d, seen
def e():
    d = {i: i for i in range(5)}; seen = []
    for k in d.values():
        d.pop(0, None); d.setdefault(0, 5); seen.append(k)
        if len(seen) > 20: break
    return seen
def f():
    s = set(range(5)); seen = []
    for k in s:
        s.discard(k); s.add(k + 100); seen.append(k)
        if len(seen) > 20: break
    return sorted(s), len(seen)
def g():
    d = {1: 1}
    for k in d: d.clear(); d[2] = 2
    return d
def h():
    d = dict.fromkeys('abc'); it = iter(d); next(it); d.clear(); d.update(x=1, y=2, z=3); return list(it)
def i():
    l = [1, 2, 3]
    for x in l: l.clear()
    return l
def j():
    l = [1, 2, 3]; it = iter(l); next(it); del l[0]; return list(it)
def k():
    d = {1: 1, 2: 2}; it = iter(d.items()); next(it); d[3] = 3
    try: next(it)
    except RuntimeError as e: print(e)
    del d[3]
    return next(it, 'end')
def m():
    s = {1, 2, 3}; it = iter(s); next(it); s.add(9); s.remove(9); return sorted(it)
def n():
    d = {1: 1, 2: 2, 3: 3}
    for x in list(d): del d[x]
    return d
def o():
    from collections import Counter, OrderedDict, deque
    q = deque([1, 2, 3])
    for x in q: q.append(x)
def p():
    from collections import OrderedDict
    q = OrderedDict(a=1, b=2)
    for x in q: q['c'] = 1
def q():
    l = [3, 2, 1]
    l.sort(key=lambda v: l.append(v) or v)
    return l
def r():
    l = [3, 2, 1]
    l.sort(key=lambda v: (len(l), v)[1])
    return l
for name, fn in [('a', a), ('b', b), ('c', c), ('e', e), ('f', f), ('g', g), ('h', h), ('i', i), ('j', j), ('k', k), ('m', m), ('n', n), ('o', o), ('p', p), ('q', q), ('r', r)]: attempt(name, fn)
def upper(d):
    for k in d: d[k.upper()] = d.pop(k)
    return d
for n in range(1, 12): attempt(n, lambda: upper({c: c for c in 'abcdefghijkl'[:n]}))
def holes():
    d = {i: i for i in range(40)}
    for i in range(0, 40, 3): del d[i]
    total = 0
    for r in range(30):
        for k, v in d.items(): total += k * v
    return total, [k for k in d][-3:]
attempt('holes', holes)
