x = 5
class K:
    y = x
    x = 7
    z = [y, x]
    def __init__(self): self.__p = 1
    def get(self): return self.__p
print(K.y, K.x, K.z, K().get())
def outer(a):
    b = a
    class L:
        def m(self): return a + b
    return L().m()
print(outer(3))
def fact(n): return 1 if n < 2 else n * fact(n - 1)
print(fact(30), len(str(fact(200))))
s = ''
for c in 'héllo': s = c + s
print(s, len(s), s[1], s[-1], s.upper(), repr('a\nb\t\x00é\U0001F600'))
n = 0
for i in range(10, 0, -3): n += i
print(n, list(range(5, 0, -1)), range(3), range(1, 10, 2)[2], 5 in range(10), len(range(0, 10, 3)))
m = [[0] * 3 for _ in range(2)]; m[0][1] = 5; print(m)
t = 1, 2; print(t + (3,), t * 2, t[0], (1,), ())
def many(a, b): return b, a
u, v = many(1, 2); u, v = v, u; print(u, v)
class It:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
print(list(It()), sum(It()), [x for x in It()], max(It()))
it = iter([1, 2]); print(next(it), next(it), next(it, 'd'))
l = [3.5, 1.5]; l.append(2); print(l, sorted(l)); l = [1, 2]; l[0] = 'a'; print(l); l = [1]; l[0] = 2.5; print(l)
d = {}
for w in 'a b a c b a'.split(): d[w] = d.get(w, 0) + 1
print(d, sorted(d.items(), key=lambda kv: (-kv[1], kv[0])), {k: v for k, v in d.items() if v > 1}, {x % 3 for x in range(10)})
print([x + y for x in range(3) for y in range(2) if x != y], [[j for j in range(i)] for i in range(3)])
print(1_000, 0xff, 0b101, 0o17, 1e3, .5, 5., 'a' 'b', r'\n', """x
y""")
print('a', 'b', sep='-', end='!\n')
print(int(-3.7), 7 // 2.0, 2.0 ** 3, 10 % 3.5, -7.5 % 2, True + 1, False == 0, [True, 1] == [1, True])
print(3 in [1, 2, 3], 'b' not in 'abc', None in [None], [1, [2]] == [1, [2]])
try: print('a' + 1)
except TypeError as e: print(e)
for bad in (lambda: 1 + 'a', lambda: [1] + (1,), lambda: 'a' * 'b', lambda: None + 1, lambda: {}[[]], lambda: 1 < 'a', lambda: 5(), lambda: (1).foo, lambda: [1]['a'], lambda: 'abc'[5], lambda: (1,)[3], lambda: 3[0], lambda: len(3), lambda: int('1.5'), lambda: float('x'), lambda: [].pop(), lambda: {}.popitem(), lambda: 1 % 0, lambda: 1.0 // 0, lambda: 2 ** 10000 * 1.0, lambda: chr(-1), lambda: '%d' % 'a', lambda: '%d %d' % 1, lambda: '%d' % (1, 2), lambda: max([]), lambda: sum(['a']), lambda: [1, 2].index(5), lambda: iter(5), lambda: next([]), lambda: {1: 2}[3], lambda: -'a', lambda: ~1.5, lambda: 1 << -1, lambda: 'x'.join([1]), lambda: range(1, 2, 0), lambda: [3, 'a'].sort(), lambda: isinstance(1, 5), lambda: undefined_name):
    try: print('no', bad())
    except Exception as e: print(type(e).__name__, e)
def un():
    a, b = 1, 2, 3
try: un()
except ValueError as e: print(e)
try:
    a, b, c = 1, 2
except ValueError as e: print(e)
assert not True, ('tuple', 1)
