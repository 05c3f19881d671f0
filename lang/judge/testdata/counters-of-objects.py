# The keys of a Counter may be objects whose hash the program computes, and may move meanwhile.
from collections import Counter, OrderedDict
import functools


class Key:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return [self.v] == [other.v]

    def __hash__(self):
        return hash((self.v, 1))

    def __repr__(self):
        return 'Key(%r)' % self.v


keys = [Key(k % 3) for k in range(9)]
c = Counter(keys)
print(c, c.most_common(1), list(c.elements()), c[Key(1)], c == Counter(keys), c < Counter(keys + keys), c <= Counter(keys[:2]))
del c[Key(1)]
print(c, Counter(keys) - c, Counter(keys) & c, Counter(keys) | c, OrderedDict(c) == OrderedDict(c), OrderedDict([(k, 1) for k in keys]))


@functools.lru_cache
def f(x):
    return x


for k in keys:
    f(k)
info = f.cache_info()
print(info, info == (6, 3, 128, 3), info.hits, hash(info) == hash((6, 3, 128, 3)), len(info), info[2], {info: 1})
for wrong in [lambda: -info, lambda: -OrderedDict(), lambda: float(OrderedDict())]:
    try:
        wrong()
    except TypeError as e:
        print(e)
