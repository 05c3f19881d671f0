class Vec:
    def __init__(self, *xs):
        self.xs = xs

    def __add__(self, o): return Vec(*(list(map(lambda p: p[0] + p[1], zip(self.xs, o.xs)))))
    def __radd__(self, o): return self if o == 0 else NotImplemented
    def __sub__(self, o): return self + -o
    def __neg__(self): return Vec(*[-x for x in self.xs])
    def __pos__(self): return self
    def __abs__(self): return sum(x * x for x in self.xs) ** 0.5
    def __mul__(self, k): return Vec(*[x * k for x in self.xs]) if isinstance(k, (int, float)) else NotImplemented
    def __rmul__(self, k): return self * k
    def __truediv__(self, k): return self * (1 / k)
    def __floordiv__(self, k): return Vec(*[x // k for x in self.xs])
    def __mod__(self, k): return Vec(*[x % k for x in self.xs])
    def __divmod__(self, k): return self // k, self % k
    def __pow__(self, k, m=None): return ('pow', k, m)
    def __lshift__(self, k): return Vec(*self.xs[k:], *self.xs[:k])
    def __and__(self, o): return 'and'
    def __rand__(self, o): return 'rand'
    def __or__(self, o): return 'or'
    def __xor__(self, o): return 'xor'
    def __invert__(self): return Vec(*reversed(self.xs))
    def __eq__(self, o): return isinstance(o, Vec) and self.xs == o.xs
    def __bool__(self): return any(self.xs)
    def __len__(self): return len(self.xs)
    def __getitem__(self, k): return self.xs[k]
    def __repr__(self): return 'Vec' + repr(self.xs)
    def __str__(self): return '<' + ' '.join(map(str, self.xs)) + '>'
    def __int__(self): return int(self.xs[0])
    def __float__(self): return float(self.xs[0])
    def __index__(self): return len(self.xs)
    def __round__(self, n=0): return Vec(*[round(x, n) for x in self.xs])
    def __contains__(self, x): return x in self.xs
    def __hash__(self): return hash(self.xs)
    def __ilshift__(self, k): self.xs += (k,); return self


v, w = Vec(1, 2, 3), Vec(4.5, -6, 0.25)
print(v + w, v - w, -v, +v, abs(Vec(3, 4)), v * 2, 2 * v, w / 2, w // 2, w % 2, divmod(v, 2), v ** 2, pow(v, 3, 4), v << 1, v & 1, 1 & v, v | w, v ^ w, ~v)
print(sum([v, v]), v == Vec(1, 2, 3), v != w, bool(Vec(0)), len(v), v[-1], v[1:], str(w), repr(w), f'{w}', int(w), float(v), 'abcdefg'[v], round(w, 1), 2 in v, {v: 1}[Vec(1, 2, 3)], [v, w], range(5)[v])
v <<= 9
v += Vec(1, 1, 1, 1)
print(v, v is not w, '%s %r %d' % (v, v, v), hex(v), [0] * 5 and list(range(v)))
for f in (lambda: v * 'a', lambda: 'a' * w, lambda: v + 1, lambda: 1 + v, lambda: v < w, lambda: v >> 1, lambda: v(), lambda: -'a', lambda: v.xs.append(1), lambda: ~1.5, lambda: 1 & 1.0, lambda: 'a' % 1, lambda: '%d' % 'x', lambda: '%s %s' % (1,), lambda: [1] + (2,), lambda: (1,) + [2], lambda: 'a' + 1, lambda: 1 + 'a', lambda: None + 1, lambda: {} | [1], lambda: [1] * 1.5, lambda: 5 % 0.0, lambda: 0.0 ** -1, lambda: (-8) // 0, lambda: 1 < 'a', lambda: [1] < (1,), lambda: None <= None, lambda: 3 in 5, lambda: 'a' in 1, lambda: 1 in 'a'):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e, sep=': ')
v[1] = 2
