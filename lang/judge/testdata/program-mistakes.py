import math
class Thing:
    def __init__(self, a, b=2): self.a = a
    def method(self, x, *, key): return x
    @staticmethod
    def st(x): return x
    @classmethod
    def cl(cls, x): return x
    @property
    def ro(self): return 1
class Empty: pass
t = Thing(1)
def one(a): return a
def two(a, b): return a
def three(a, b, c, *, k): return a
def gen(*args, **kwargs): return args
tests = [
 lambda: one(), lambda: one(1, 2), lambda: two(1), lambda: two(), lambda: three(), lambda: three(1, 2, 3), lambda: one(b=1), lambda: one(1, a=1), lambda: two(1, 2, 3, 4),
 lambda: Thing(), lambda: Thing(1, 2, 3), lambda: Thing(c=1), lambda: t.method(), lambda: t.method(1), lambda: t.method(1, 2), lambda: t.method(1, key=1, z=2), lambda: Thing.method(), lambda: Thing.method(t),
 lambda: t.st(), lambda: t.cl(), lambda: t.cl(1, 2), lambda: Thing.st(1, 2), lambda: setattr(t, 'ro', 5), lambda: t.missing, lambda: Thing.missing, lambda: Empty(1), lambda: Empty(x=1), lambda: Empty().x, lambda: t(), lambda: t[0], lambda: t + 1, lambda: len(t), lambda: t < t,
 lambda: None.x, lambda: None[0], lambda: None + 1, lambda: None(), lambda: len(None), lambda: for_none(), lambda: (1).x, lambda: [].x, lambda: 'a'.x, lambda: {}.x, lambda: one.x, lambda: math.x, lambda: len.x, lambda: (1, 2).append(3), lambda: 'abc'.append('d'), lambda: [1].add(2), lambda: {1}.append(2),
 lambda: 1 + '1', lambda: '1' + 1, lambda: 1 - 'a', lambda: [1] - [2], lambda: 'a' - 'b', lambda: {} + {}, lambda: 'a' / 2, lambda: 5 % 'a', lambda: None < 1, lambda: 1 < 'a', lambda: [] < 1, lambda: (1,) < [1], lambda: {} < {}, lambda: 1 in 5, lambda: 'a' in 5, lambda: 5 in 'a', lambda: 1 and undefined, lambda: -[], lambda: +'a', lambda: ~'a', lambda: not undefined2, lambda: 2 ** 'a', lambda: 1 // None, lambda: 1 << 1.0, lambda: 1.5 | 1, lambda: 'a' * 'b', lambda: [1] * 'a', lambda: 1 @ 2, lambda: divmod('a', 1),
 lambda: int('abc'), lambda: int('1.5'), lambda: int(None), lambda: int([1]), lambda: float('x'), lambda: float(None), lambda: float([]), lambda: str(), lambda: list(1), lambda: dict(1), lambda: set(1), lambda: tuple(1), lambda: range('a'), lambda: range(), lambda: range(1, 2, 3, 4), lambda: range(1.0), lambda: enumerate(), lambda: zip([1], 2), lambda: map(one), lambda: list(map(1, [1])), lambda: list(filter(1, [1])), lambda: sorted(1), lambda: sorted([1, 'a']), lambda: reversed(1), lambda: sum(1), lambda: sum(['a', 'b']), lambda: sum([1], 'a'), lambda: max(), lambda: max(1), lambda: max([]), lambda: max([], default='d'), lambda: max(1, 'a'), lambda: min([1, None]), lambda: abs('a'), lambda: round('a'), lambda: round(1.5, 'a'), lambda: ord('ab'), lambda: ord(1), lambda: chr('a'), lambda: chr(2 ** 30), lambda: len(5), lambda: any(5), lambda: all(None), lambda: isinstance(1, 5), lambda: issubclass(1, int), lambda: hash({}), lambda: iter(1), lambda: next([]), lambda: next(iter([])), lambda: input, lambda: pow('a', 2), lambda: bin('a'), lambda: hex(1.5), lambda: getattr(1, 'x'), lambda: getattr(1, 'x', 'dflt'), lambda: getattr(1), lambda: print(sep=1), lambda: type(1, 2), lambda: callable(), lambda: id(), lambda: divmod(1), lambda: list.append(1, 2), lambda: str.upper(1), lambda: str.join(',', 5), lambda: dict.get({}), lambda: int.bit_length('a'), lambda: [].sort(1), lambda: [].sort(key=5, foo=1), lambda: [1, 2].sort(key=5), lambda: [].extend(5), lambda: [].insert(1), lambda: [].index(1), lambda: (1,).index(2), lambda: [].pop('a'), lambda: [1].pop(1), lambda: [].count(), lambda: 'a'.join(5), lambda: ','.join([1, 2]), lambda: ','.join(['a', None]), lambda: 'a'.split(1), lambda: 'a'.replace('a', 1), lambda: 'a'.format(1)[5], lambda: '{}'.format(), lambda: '{a}'.format(b=1), lambda: '%d' % 'a', lambda: '%s%s' % 'a', lambda: math.sqrt('a'), lambda: math.sqrt(), lambda: math.floor('a'), lambda: math.factorial(1.5), lambda: math.factorial('a'), lambda: math.gcd(1.5, 2), lambda: math.log(-1), lambda: math.acos(2), lambda: math.pow('a', 1), lambda: math.sin(1, 2), lambda: math.fmod(1, 0),
]
for n, f in enumerate(tests):
    try:
        r = f()
        print(n, 'ok', r if isinstance(r, (str, int, tuple)) else type(r).__name__)
    except Exception as e: print(n, type(e).__name__ + ':', e)
