from collections import OrderedDict, deque
class LRU:
    def __init__(self, cap): self.cap, self.d, self.hits, self.misses = cap, OrderedDict(), 0, 0
    def get(self, k, default=None):
        if k not in self.d: self.misses += 1; return default
        self.d.move_to_end(k); self.hits += 1; return self.d[k]
    def put(self, k, v):
        if k in self.d: self.d.move_to_end(k)
        self.d[k] = v
        if len(self.d) > self.cap: self.d.popitem(last=False)
class Node:
    __slots__ = ('key', 'val', 'prev', 'next')
    def __init__(self, key=None, val=None): self.key, self.val, self.prev, self.next = key, val, None, None
    def __repr__(self): return f'<{self.key}:{self.val}>'
class LRU2:
    def __init__(self, cap):
        self.cap, self.map, self.head, self.tail = cap, {}, Node(), Node()
        self.head.next, self.tail.prev = self.tail, self.head
    def _cut(self, n): n.prev.next, n.next.prev = n.next, n.prev
    def _front(self, n): n.next, n.prev = self.head.next, self.head; n.next.prev = self.head.next = n
    def get(self, k, default=None):
        n = self.map.get(k)
        if n is None: return default
        self._cut(n); self._front(n); return n.val
    def put(self, k, v):
        if (n := self.map.get(k)) is not None: n.val = v; self._cut(n); self._front(n); return
        if len(self.map) == self.cap: old = self.tail.prev; self._cut(old); del self.map[old.key]
        self.map[k] = n = Node(k, v); self._front(n)
    def __iter__(self):
        out, n = [], self.head.next
        while n is not self.tail: out.append(n); n = n.next
        return iter(out)
a, b, seed = LRU(5), LRU2(5), 17
for step in range(600):
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    k = seed >> 8 & 7
    if seed >> 20 & 1: a.put(k, step); b.put(k, step)
    else: assert a.get(k) == b.get(k), (step, k)
print(list(a.d.items()), a.hits, a.misses, list(b), {n: n.val for n in b}[b.head.next], len({*b}), sorted(b.map))
seen, q = {b.head}, deque([b.head])
while q:
    n = q.popleft()
    for m in (n.next, n.prev):
        if m is not None and m not in seen: seen.add(m); q.append(m)
print(len(seen), b.tail in seen, Node() in seen)
