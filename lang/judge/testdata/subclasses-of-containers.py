import copy
import random
from collections import Counter, OrderedDict, defaultdict, namedtuple


class Stack(list):
    """A list with a top."""
    made = 0

    def __init__(self, *args, name='s'):
        super().__init__(*args)
        self.name = name
        Stack.made += 1

    def push(self, x):
        self.append(x)
        return self

    def pop(self, *k):
        x = super().pop(*k)
        return x

    @property
    def top(self):
        return self[-1]

    def __repr__(self):
        return 'Stack(%s)' % super().__repr__()


s = Stack([3, 1, 2], name='first')
s.push(9).push('x')
print(s, s.top, s.pop(), s.pop(0), len(s), bool(s), bool(Stack()), Stack.__doc__, s.name, vars(s), Stack.made)
print(s == [1, 2, 9], [1, 2, 9] == s, s == Stack([1, 2, 9]), s != [1], s < [2], s >= Stack([0]), [0] < s)
print(s + [4], [4] + s, type(s + s).__name__, s * 2, 2 * s, s[0], s[-1], s[::-1], type(s[:1]).__name__, 9 in s)
s += (7, 8)
s *= 2
s[0] = 'z'
s[1:3] = []
del s[-1]
print(s, type(s).__name__, s.index(8), s.count(7), sorted(s, key=str), max(map(str, s)), sum([x for x in s if x != 'z']))
s.sort(key=str, reverse=True)
s.reverse()
s.extend(s)
s.insert(1, 'i')
s.remove('i')
print(s, list(reversed(s))[:2], [*s][:2], tuple(s)[:2], list(enumerate(s))[:1], isinstance(s, list), issubclass(Stack, list), type(s) is list)
print(Stack.__mro__, Stack.__bases__, Stack.mro() if False else len(Stack.__mro__), '%s' % s, f'{s}', str(s) == repr(s))
list.append(s, 'by list')
list.__setitem__(s, 0, 'first')
print(s[-1], s[0], list.__len__(s) == len(s), hasattr(s, 'sort'), hasattr(s, 'nothing'), ', '.join(Stack('ab')))
for bad in (lambda: s + 5, lambda: s + (1,), lambda: hash(s), lambda: s['a'], lambda: s[99], lambda: Stack(5), lambda: s.nothing, lambda: s * 'a', lambda: s < 5, lambda: {s: 1}, lambda: Stack([1], [2]), lambda: s.remove('no'), lambda: Stack().pop(), lambda: s.index('no'), lambda: setattr(s, 'top', 1), lambda: list.append(5, 1)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
t = copy.copy(s)
d = copy.deepcopy(Stack([[1], [2]]))
t.push('only in t')
print(len(t) - len(s), type(t).__name__, t.name, d, type(d).__name__)
s.append(s)
print(s[-3:])


class NoInit(list):
    def __init__(self):
        self.x = 1


n = NoInit()
n.append(5)
print(n, n.x, [NoInit(), NoInit()], NoInit() == [])


class Slots(list):
    __slots__ = ('a',)


x = Slots('ab')
x.a = 1
try:
    x.b = 2
except AttributeError as e:
    print(e)
print(x, x.a, copy.copy(Slots()))


class Attr(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name, value):
        self[name] = value

    def __missing__(self, key):
        return '<%s>' % key


a = Attr(x=1, y=[2])
a.z = 3
print(a, a.x, a['no'], a.get('no'), len(a), 'x' in a, list(a), sorted(a.items()), a.keys(), list(a.values()))
print(a == {'x': 1, 'y': [2], 'z': 3}, {'x': 1} == a, a != {}, dict(a), {**a}, (lambda **k: k)(**a), '%(x)s %(q)s' % a, isinstance(a, dict))
print(a | {'w': 0}, {'w': 0} | a, type(a | a).__name__, a.pop('x'), a.pop('x', None), a.setdefault('s', 1), a.popitem(), type(a.copy()).__name__)
a |= {'m': 1}
a.update({'n': 2}, o=3)
del a['n']
print(a, type(a).__name__, Attr.fromkeys('ab', 0), type(Attr.fromkeys('')).__name__, list(reversed(a)), json if False else max(a), a.no)
for bad in (lambda: a.pop('none'), lambda: hash(a), lambda: Attr([1]), lambda: Attr({}, {}), lambda: a | 5, lambda: a < {}, lambda: a[[]], lambda: Attr().popitem()):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
for k in list(a):
    del a[k]
print(a, bool(a))


class Lower(dict):
    def __init__(self, *args, **names):
        super().__init__()
        for k, v in dict(*args, **names).items():
            self[k] = v

    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)

    def __getitem__(self, key):
        return dict.__getitem__(self, key.lower())

    def __contains__(self, key):
        return super().__contains__(key.lower())


w = Lower(ABC=1)
w['Def'] = 2
print(w, w['aBc'], 'DEF' in w, dict(w), w.get('ABC'))
w.update(XYZ=3)
print(w)
try:
    w['nope']
except KeyError as e:
    print('KeyError', e)


class LRU(OrderedDict):
    def __init__(self, capacity, *args):
        super().__init__(*args)
        self.capacity = capacity

    def __getitem__(self, key):
        value = super().__getitem__(key)
        self.move_to_end(key)
        return value

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        self.move_to_end(key)
        if hasattr(self, 'capacity') and len(self) > self.capacity:
            del self[next(iter(self))]


c = LRU(2)
c['a'], c['b'] = 1, 2
c['a']
c['c'] = 3
print(c, list(c), c.popitem(last=False), isinstance(c, OrderedDict), c == OrderedDict(c=3), c == {'c': 3}, list(reversed(c)))
print(LRU(9, [('p', 1)]), list(OrderedDict(q=1) | LRU(9, {'r': 2})))


class Keyed(defaultdict):
    def __missing__(self, key):
        self[key] = value = self.default_factory(key)
        return value


class Plain(defaultdict):
    pass


k = Keyed(lambda n: n * n)
print(k[4], k[5], dict(k), len(k), k.get(9))
p = Plain(list, a=[1])
p['b'].append(2)
print(p, p['c'], p.default_factory, type(p.copy()).__name__, isinstance(p, dict), Plain(None).get('x'), p.copy())
try:
    Plain()['x']
except KeyError as e:
    print('KeyError', e)


class Bag(Counter):
    def add(self, x, n=1):
        self[x] += n

    def __sub__(self, other):
        return type(self)(super().__sub__(other))


b = Bag('hello')
b.add('z', 4)
b.update('ll')
print(b, b['none'], b.most_common(2), b.total(), sorted(b.elements())[:3], b - Counter('l'), b + b, type(b + b).__name__, b & Counter('zz'), Bag(b) == b)
b.subtract('zzz')
del b['none'], b['h']
print(b, sum(b.values()), isinstance(b, Counter), Counter(b), Bag(a=2).copy(), max(b, key=b.get))


class Version(tuple):
    def __new__(cls, text):
        return super().__new__(cls, [int(x) for x in text.split('.')])

    @property
    def major(self):
        return self[0]

    def __str__(self):
        return '.'.join(map(str, self))


class Pair(tuple):
    pass


v = Version('1.10.2')
print(v, repr(v), v.major, v > Version('1.9'), v == (1, 10, 2), (1, 10, 2) == v, hash(v) == hash((1, 10, 2)), {v: 1}[(1, 10, 2)], len(v), v[1:], v + (1,), (0,) + v, v * 2)
print(max(map(Version, ['1.2', '1.10', '0.99'])), [*v], sorted([Version('2'), Version('1')]), Pair((1, 2)), Pair(), Pair('ab') == ('a', 'b'), '%d-%d' % Pair((1, 2)), isinstance(v, tuple), v.index(10), v.count(1))
q, r = Pair([1, 2])
for bad in (lambda: v + [1], lambda: Pair(1), lambda: Pair(1, 2), lambda: v[9], lambda: v.x, lambda: v < 5, lambda: setattr(v, 'major', 1)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)


class Mixin:
    def first(self):
        return self[0]


class Mixed(Mixin, list):
    pass


class Deeper(Stack):
    def push(self, x):
        return super().push(-x)


print(Mixed([4]).first(), Mixed.__mro__, Deeper([1]).push(2), Deeper.__bases__, Deeper.__mro__)
for bad in (lambda: type('A', (Mixed, Attr), {}), lambda: type('B', (Exception, Stack), {})):
    try:
        bad()
    except TypeError as e:
        print(e)
random.seed(1)
deck = Mixed(range(6))
random.shuffle(deck)
print(deck, random.choice(deck), random.sample(deck, 2))
total = 0
for i in range(300):
    st = Stack()
    at = Attr()
    for j in range(5):
        st.push(i + j)
        at[j] = st.top
        total += st[-1] + at[j] + len(st)
    total += st.pop() + at['nn'].count('n')
print(total, Stack.made)
