class A:
    count = 0
    def __init__(self, v=0): self.v = v; A.count += 1
    def __eq__(self, o): return isinstance(o, A) and self.v == o.v
    def __lt__(self, o): return self.v < o.v
    def __hash__(self): return hash(self.v)
    def __len__(self): return self.v
    def __getitem__(self, k):
        if k >= 3: raise IndexError(k)
        return k * 10
    def __contains__(self, k): return k == 7
    def __call__(self, *a): return a
    def __str__(self): return 'A%d' % self.v
    def __neg__(self): return A(-self.v)
    def __add__(self, o):
        if not isinstance(o, A): return NotImplemented
        return A(self.v + o.v)
    def __radd__(self, o): return 'radd %r' % o
    def __iadd__(self, o): self.v += 100; return self
    def __bool__(self): return self.v != 0
    @property
    def p(self): return self.v * 2
    @p.setter
    def p(self, x): self.v = x
    @staticmethod
    def s(x): return x + 1
    @classmethod
    def c(cls, x): return cls(x)
class B(A):
    def __init__(self, v, w):
        super().__init__(v)
        self.w = w
    def __repr__(self): return 'B(%d, %d)' % (self.v, self.w)
a, b = A(3), B(4, 5)
print(a == A(3), a != A(3), a < b, sorted([b, a])[0] is a, hash(a) == hash(3))
print(len(a), a[1], 7 in a, 8 in a, a(1, 2), str(a), str(-a), str(a + b), 1 + a)
print([x for x in a], list(a), b, b.p, A.s(1), b.s(2), str(A.c(9)), A.count)
b.p = 77; print(b.v, b)
a += 1; print(a.v)
try: a + 1
except TypeError as e: print(e)
print(bool(A(0)), not A(1), {A(1): 2}[A(1)])
a.new = 5; print(a.new); del a.new
try: a.new
except AttributeError as e: print(e)
print(getattr(a, 'zz', None), hasattr(a, 'v'), type(a).__name__, type(a), A)
class D(B):
    x = [1]
    def m(self): return [super(D, self).p for i in range(2)]
print(D(1, 2).m(), D.x, D.__name__, isinstance(D(1,2), (int, A)), issubclass(D, A))
def deco(f):
    def w(*a): return ('w', f(*a))
    return w
@deco
def foo(x, y): return x + y
print(foo(1, 2), foo(*[3, 4]))
fs = [lambda x, i=i: x + i for i in range(3)]
print([f(10) for f in fs], (lambda *a, k=3: (a, k))(1, 2, k=5))
gs = [lambda: i for i in range(3)]
print([g() for g in gs])
def mk():
    n = []
    def add(x): n.append(x); return n
    return add
m = mk(); m(1); print(m(2))
def kw(a, b=1, *, c, d=4): return (a, b, c, d)
print(kw(1, c=3), kw(b=2, a=1, c=5, d=6))
for call in (lambda: kw(), lambda: kw(1), lambda: kw(1, 2, 3, c=4), lambda: kw(1, c=2, e=3), lambda: kw(1, a=2, c=3), lambda: len(), lambda: len(1), lambda: [].append(), lambda: 'a'.upper(1), lambda: A(1,2,3)):
    try: call()
    except TypeError as e: print(e)
print(sorted(['b', 'A', 'c'], key=lambda s: s.lower(), reverse=True), min([3, 1, 2], key=lambda x: -x), max('a', 'b'))
print(list(map(lambda x, y: x * y, [1, 2], [3, 4])), list(filter(None, [0, 1, '', 'a'])), list(zip([1, 2], 'ab', (True, None))))
print(list(enumerate('ab', 5)), list(reversed([1, 2, 3])), any([0, 1]), all([1, 0]), divmod(-7, 2), pow(3, 5, 7), round(2.5), round(2.675, 2), round(1234, -2))
x = {1: 'a', 'b': [1, 2], (1, 2): {3}}
print(x, x[1, 2], list(x.items()), x.get('q', 0), x.pop(1), x, len(x))
x.update({'z': 1}); del x['b']; print(x, 'z' in x, x.keys(), x.values())
s = {3, 1, 2} | {10, 20}; print(s, s & {1, 10}, s - {1}, s ^ {1, 99}, 3 in s, {1} <= s)
print('a,b,,c'.split(','), ' a b '.split(), 'abc'.replace('b', 'X'), '-'.join(['x', 'y']), 'Hello'.find('l'), 'abc'[::-1], 'abc' * 2, 'x' in 'xyz')
print('%5d|%-5d|%05d|%x|%5.2f|%e|%g|%s|%r|%%|%c' % (42, 42, 42, 255, 3.14159, 12345.678, 0.0001, 'a', 'b', 'c'))
print('%(a)s %(b)d' % {'a': 1, 'b': 2})
print(f'{1.5!r:>10}|{"é":^5}|{3:03d}|{1e10:,.2f}|{-5:+}|{x=}' if False else f'{1.5!r:>10}|{3:03d}|{1e10:,.2f}|{-5:+}|{12345678:_}|{0.00001}|{1e16}|{123456789.0:g}')
l = [1, 2, 3, 4, 5]; l[1:3] = [9, 8, 7]; del l[0]; l[::2] = [0, 0, 0]; print(l)
l.insert(1, 'i'); l.remove(0); l.extend((1, 2)); print(l, l.pop(), l.index(1), l.count(0)); l.sort(key=str); print(l)
a = b = []; a.append(b); print(a, a == a)
print([1, 2] < [1, 3], (1, 2) == (1, 2), [1] == (1,), 'a' < 'b', 1 == 1.0, 2**53 == float(2**53), 10**30 > 1e30)
print(1 if [] else 2, [] or 'e', 0 and 1, None is None, 5 // -2, -5 % 3, 5 % -3, 2 ** -1, -2 ** 2, ~5, 7 & 3 | 8 ^ 1, 1 << 70 >> 68)
i = 0
while True:
    i += 1
    if i > 3: break
else: print('never')
print(i, int('12'), int(3.9), float('1e3'), str(1.0), bool(''), int('ff', 16), ord('a'), chr(98), hex(-255), bin(5), abs(-3.5))
assert i == 4, 'msg'
(p, q), *r = [(1, 2), 3, 4]; print(p, q, r)
global_x = 5
def setg():
    global global_x
    global_x = 6
setg(); print(global_x)
