# `from typing import *` takes names of classes of collections; what they are then makes the same objects.
from collections import *
from typing import *


def count(text: str) -> Counter[str]:
    return Counter(text)


d = OrderedDict([('b', 1), ('a', 2)])
d.move_to_end('b')
c = count('mississippi')
c.update('mm')
print(c, d, ChainMap({'x': 1}, {'x': 2, 'y': 3})['y'], Deque([1, 2, 3], maxlen=2), DefaultDict(int)['q'])
print(type(c).__name__, type(d).__name__, Counter(a=2), OrderedDict(x=1), Counter(), Deque[int]([1]), defaultdict(list), deque('ab'), namedtuple('P', 'x y')(1, 2))
total = 0
for k in range(200):
    total += Counter('aab')['a'] + k
print(total)
try:
    Counter(5)
except TypeError as e:
    print(e)
