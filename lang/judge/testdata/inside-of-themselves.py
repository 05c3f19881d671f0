# Containers that are inside of themselves.
from collections import OrderedDict, defaultdict, deque
class H:
    def __init__(self, s): self.s = s
    def __repr__(self): return 'H' + repr(self.s[0])
    def __hash__(self): return 1
d = {}
d['v'] = d.values()
d['k'] = d.items()
print(d, d['v'], d['k'])
l = []
s = {H(l)}
l.append(s)
print(s)
l = []
f = frozenset([H(l)])
l.append(f)
print(f)
o = OrderedDict()
o['a'] = o
print(o, [o])
o = defaultdict(list)
o['a'] = o
print(o, [o])
q = deque(maxlen=3)
q.append(q)
print(q, [q])
l = [1]
l.append((l, {'x': l}))
print(l)


class Factory:
    def __call__(self): return 0
    def __repr__(self): return 'F' + ''.join([str(x) for x in range(300)])[:3]


o = defaultdict(Factory(), {k: [k, str(k)] for k in range(5)})
o['o'] = (o, [o])
for _ in range(3):
    print(o)
