class Box:
    def __init__(self, items): self.items = items
    def __len__(self): print('len', end=' '); return len(self.items)
    def __iter__(self): print('iter', end=' '); return iter(self.items)
b = Box([1, 2, 3])
def f(*a): return a
x = []
for k, g in enumerate([lambda: list(b), lambda: tuple(b), lambda: [*b], lambda: (*b, 1), lambda: print(*b), lambda: sorted(b), lambda: set(b), lambda: {*b}, lambda: sum(b), lambda: max(b), lambda: any(b), lambda: x.extend(b), 
  lambda: f(*b), lambda: f(0, *b), lambda: f(*b, *b), lambda: f(*b, k=1) if 0 else 0, lambda: [0, *b], lambda: (0, *b), lambda: max(*b), lambda: min(b), lambda: all(b), lambda: ','.join(map(str, b)), lambda: [y for y in b], lambda: {y for y in b}, lambda: dict.fromkeys(b), lambda: list(map(str, b)), lambda: list(zip(b, b)), lambda: list(enumerate(b)), lambda: bool(b), lambda: 2 in b, lambda: dict(zip(b, b)), lambda: frozenset(b), lambda: list(reversed(list(b))), lambda: list(filter(None, b)), lambda: f(*map(str, b)), lambda: sorted(map(str, b)), lambda: [*map(str, b)], lambda: set().union(b), lambda: {1} & set(b), lambda: list(x for x in b), lambda: tuple(x for x in b), lambda: print(*[x for x in b]), lambda: ''.join(str(x) for x in b), lambda: sorted(x for x in b)]):
    try: print(k, g())
    except Exception as e: print(k, 'E', e)
def slices():
    x = []; x[1:1] = b; print(x); x[:] = b; print(x); x += b; print(x); a, *c = b; print(a, c); a, d, e = b; print(a); [p, q, r] = b
    for i in b: print(i)
    for i, j in zip(b, b): print(i)
    del x[:]
    x[::1] = b; print(x)
slices()
from collections import deque, Counter
print(deque(b)); print(Counter(b)); print(deque().extend(b)); import itertools
print(list(itertools.chain(b, b))); print(list(itertools.islice(b, 2))); 
