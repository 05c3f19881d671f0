a = list(range(10))
print(a[::-1], a[7:2:-2], a[-3:], a[:-3], a[::4], a[20:], a[-20:3], a[5:5], a[3:1], a[::-3], a[-1:-4:-1])
b = a[:]
b[2:5] = ['x']; print(b)
b[1:1] = [100, 200]; print(b)
b[::2] = [0] * len(b[::2]); print(b)
del b[1::3]; print(b)
del b[:2]; print(b)
b[len(b):] = [7, 8]; print(b)
b[:] = []; print(b)
s = slice(1, 8, 3)
print(a[s], s, s.start, s.stop, s.step, s.indices(5), slice(None, None, -1).indices(4), slice(3) == slice(None, 3, None))
t = tuple(a)
print(t[::-2], t[-1], t[2:4] + (99,), t[:0])
first, *rest = a; print(first, rest)
*init, last = t; print(init, last)
x, *mid, y = 'hello'; print(x, mid, y)
(p, q), [r, *ss] = (1, 2), (3, 4, 5); print(p, q, r, ss)
for i, (u, *v) in enumerate([(1, 2, 3), 'ab', [9]]): print(i, u, v)
print([*range(3), *'ab', *{7: 8}], (*a[:2], *a[-2:]), {*'hello'} == set('helo'), {**{'a': 1}, 'b': 2, **{'a': 3}})
def f(*args, sep='-', **kw): return sep.join(map(str, args)) + str(kw)
print(f(*[1, 2], 3, *(4,), sep='+', **{'z': 1}), f(), f(*'ab', **dict(sep='.')))
m = [[1, 2, 3], [4, 5, 6]]
print(list(zip(*m)), [list(r) for r in zip(*m[::-1])], [row[:] for row in m], sum(m, []), m * 2, [[0] * 2] * 2)
i = 0
i, a[i] = 5, 'changed'; print(i, a)
a[0], a[-1] = a[-1], a[0]; print(a)
z = w = [1]; z += [2]; print(w, z is w); z = z + [3]; print(w, z)
class Seq:
    def __getitem__(self, k): return k
    def __len__(self): return 5
q = Seq()
print(q[1:2], q[::2], q[1, 2], q[..., 1:], q[-1], q[:, None], q['k'])
for bad in [lambda: a[100], lambda: a['x'], lambda: a[1.0], lambda: t.__setitem__, lambda: a[::0], lambda: [].pop(), lambda: [1].remove(2), lambda: [1].index(5), lambda: [1, 2].pop(7), lambda: [3, 'a'].sort(), lambda: [1] + (2,), lambda: (1,) + [2], lambda: [1] * [2], lambda: a.insert('x', 1), lambda: list(5), lambda: tuple(None), lambda: [1, 2] < [1, 'x'], lambda: sorted([1, None]), lambda: max([]), lambda: min(1), lambda: sum(['a']), lambda: len(5), lambda: iter(5), lambda: next(iter([])), lambda: range(0, 5, 0), lambda: range(1.5), lambda: zip(1), lambda: enumerate(3), lambda: reversed({1}), lambda: {[]: 1}, lambda: {{}}, lambda: hash([]), lambda: {}['k'], lambda: set().pop(), lambda: {}.popitem(), lambda: dict([1]), lambda: dict([(1, 2, 3)]), lambda: [].append(), lambda: [].append(1, 2)]:
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
try: x, y = 1, 2, 3
except ValueError as e: print(e)
try: x, y, z = [1, 2]
except ValueError as e: print(e)
try: x, *y, z = [1]
except ValueError as e: print(e)
try: x, y = 5
except TypeError as e: print(e)
try: a[::2] = [1]
except ValueError as e: print(e)
try: t[0] = 1
except TypeError as e: print(e)
try: 'abc'[0] = 'x'
except TypeError as e: print(e)
try: del t[0]
except TypeError as e: print(e)
try: a[1:2] = 5
except TypeError as e: print(e)
