# collections.OrderedDict, and Counters that are compared or lose keys.
from collections import OrderedDict, Counter, deque

d = OrderedDict([('a', 1), ('b', 2)], c=3)
print(d, OrderedDict(), len(d), d['b'], list(d), list(d.items()), 'a' in d, d.get('z'), dict(d), isinstance(d, dict), type(d).__name__)
d.move_to_end('a')
print(list(d))
d.move_to_end('a', last=False)
d.move_to_end('a', False)
print(list(d), list(reversed(d)))
print(d == OrderedDict(a=1, b=2, c=3), d == OrderedDict(c=3, b=2, a=1), d == dict(c=3, b=2, a=1), dict(c=3, b=2, a=1) == d, d != OrderedDict(c=3, b=2, a=1), OrderedDict(a=1) == OrderedDict(a=2))
print(d.popitem(), d.popitem(last=False), d, d.copy(), d | {'z': 1}, {'y': 1} | d)
d['q'] = [d.pop('b')]
d.setdefault('r', 5)
d.update(s=6)
del d['r']
print(d, repr(OrderedDict(enumerate('xy'))), OrderedDict({1: OrderedDict()}))
for wrong in [lambda: d.move_to_end('none'), lambda: OrderedDict().popitem(), lambda: d['none'], lambda: OrderedDict(3), lambda: deque([1])[OrderedDict()], lambda: d.move_to_end([])]:
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__name__, e)


class LRU:
    def __init__(self, size):
        self.size, self.items, self.misses = size, OrderedDict(), 0

    def get(self, key):
        if key in self.items:
            self.items.move_to_end(key)
            return self.items[key]
        self.misses += 1
        value = key * key
        self.items[key] = value
        if len(self.items) > self.size:
            self.items.popitem(last=False)
        return value


cache = LRU(10)
print(sum(cache.get(k * k % 31) for k in range(3000)), cache.misses, list(cache.items))

c = Counter(a=3, b=1)
print(c == Counter(a=3, b=1, z=0), Counter(a=0) == Counter(), Counter(a=0) != Counter(), c == {'a': 3, 'b': 1}, Counter(a=0) == {}, {} == Counter(a=0), c == Counter(a=3))
print(c <= c, c < c, Counter(a=1) < c, Counter(a=1, d=1) <= c, c >= Counter(b=1), c > Counter(b=1), Counter() < Counter(a=-1), Counter(x=-1) < Counter())
del c['missing']
del c['a']
print(c, [Counter(a=0)] == [Counter()], Counter() in [Counter(q=0)])
for wrong in [lambda: c < 3, lambda: c < {'a': 1}, lambda: Counter(a='x') < Counter(a=1)]:
    try:
        print(type(wrong()).__name__)
    except Exception as e:
        print(type(e).__name__, e)
e = Counter()
try:
    del e[[]]
except TypeError as x:
    print(x)
k = Counter(a=2, b=1)
k += {'a': 1, 'c': 2}
k -= {'a': 1, 'b': 5}
k |= {'z': 4, 'c': 1}
print(k, Counter(a=1) | {'b': 2}, {'b': 2} | Counter(a=1), +Counter(a=1, b=-1), -Counter(a=1, b=-1))
