import heapq
from collections import deque, defaultdict, Counter
from itertools import combinations, permutations, product
class UF:
    def __init__(self, n): self.p, self.n = list(range(n)), n
    def find(self, x):
        while self.p[x] != x: self.p[x] = x = self.p[self.p[x]]
        return x
    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b: return False
        self.p[a] = b; self.n -= 1; return True
u = UF(10); print([u.union(*p) for p in [(1, 2), (3, 4), (2, 3), (1, 4), (5, 6)]], u.n, [u.find(i) == u.find(4) for i in range(6)])
MAZE = '''S.#.....
..#.###.
.##.#...
....#.#G'''.split('\n')
def astar(maze):
    pos = {c: (r, k) for r, row in enumerate(maze) for k, c in enumerate(row) if c in 'SG'}; s, g = pos['S'], pos['G']
    h = lambda p: abs(p[0] - g[0]) + abs(p[1] - g[1])
    heap, came, cost = [(h(s), 0, s)], {s: None}, {s: 0}
    while heap:
        _, d, cur = heapq.heappop(heap)
        if cur == g: break
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            r, c = n = (cur[0] + dr, cur[1] + dc)
            if 0 <= r < len(maze) and 0 <= c < len(maze[0]) and maze[r][c] != '#' and d + 1 < cost.get(n, 1e9): cost[n], came[n] = d + 1, cur; heapq.heappush(heap, (d + 1 + h(n), d + 1, n))
    else: return None
    path = []
    while cur: path.append(cur); cur = came[cur]
    return path[::-1]
path = astar(MAZE); print(len(path), path[:4]); print('\n'.join(''.join('*' if (r, c) in set(path) and ch == '.' else ch for c, ch in enumerate(row)) for r, row in enumerate(MAZE))); print(astar(['S#G']))
def scc(g):
    index, low, stack, on, out, n = {}, {}, [], set(), [], 0
    def visit(v):
        nonlocal n
        index[v] = low[v] = n; n += 1; stack.append(v); on.add(v)
        for w in g.get(v, ()):
            if w not in index: visit(w); low[v] = min(low[v], low[w])
            elif w in on: low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            comp = []
            while True:
                w = stack.pop(); on.discard(w); comp.append(w)
                if w == v: break
            out.append(sorted(comp))
    for v in g:
        if v not in index: visit(v)
    return out
print(scc({'a': 'b', 'b': 'ce', 'c': 'd', 'd': 'c', 'e': 'af', 'f': 'g', 'g': 'f'}))
def flow(cap, s, t):
    total = 0
    while True:
        prev, q = {s: None}, deque([s])
        while q and t not in prev:
            a = q.popleft()
            for b, c in cap[a].items():
                if c > 0 and b not in prev: prev[b] = a; q.append(b)
        if t not in prev: return total
        b, f = t, float('inf')
        while prev[b] is not None: f = min(f, cap[prev[b]][b]); b = prev[b]
        b = t
        while prev[b] is not None: a = prev[b]; cap[a][b] -= f; cap[b][a] = cap[b].get(a, 0) + f; b = a
        total += f
cap = defaultdict(dict)
for a, b, c in [('s', 'a', 10), ('s', 'b', 5), ('a', 'b', 15), ('a', 't', 5), ('b', 't', 10)]: cap[a][b] = c
print(flow(cap, 's', 't'), {k: dict(sorted(v.items())) for k, v in sorted(cap.items())})
def colour(g):
    c = {}
    for v in sorted(g, key=lambda v: -len(g[v])): c[v] = next(k for k in range(len(g)) if all(c.get(w) != k for w in g[v]))
    return c
g = defaultdict(set)
for a, b in ['ab', 'bc', 'cd', 'da', 'ac']: g[a].add(b); g[b].add(a)
print(sorted(colour(g).items()), [''.join(t) for t in combinations(sorted(g), 3) if all(y in g[x] for x, y in combinations(t, 2))])
def bellman(n, edges, s):
    d = [float('inf')] * n; d[s] = 0
    for k in range(n):
        changed = False
        for a, b, w in edges:
            if d[a] + w < d[b]: d[b] = d[a] + w; changed = True
        if not changed: return d
    raise ValueError('negative cycle')
print(bellman(4, [(0, 1, 4), (0, 2, 5), (1, 3, 3), (2, 1, -3)], 0))
try: bellman(2, [(0, 1, 1), (1, 0, -2)], 0)
except ValueError as e: print(e)
print(min((sum(abs(a - b) for a, b in zip(p, p[1:])), p) for p in permutations([1, 9, 4, 6])), sum(1 for a, b, c in product(range(1, 30), repeat=3) if a < b and a * a + b * b == c * c))
class Seg:
    def __init__(self, a, f=min, unit=float('inf')): self.n, self.f, self.unit = len(a), f, unit; self.t = [unit] * self.n + a[:]; [self.pull(i) for i in range(self.n - 1, 0, -1)]
    def pull(self, i): self.t[i] = self.f(self.t[2 * i], self.t[2 * i + 1])
    def set(self, i, v):
        i += self.n; self.t[i] = v
        while i > 1: i >>= 1; self.pull(i)
    def query(self, l, r):
        res, l, r = self.unit, l + self.n, r + self.n
        while l < r:
            if l & 1: res = self.f(res, self.t[l]); l += 1
            if r & 1: r -= 1; res = self.f(res, self.t[r])
            l >>= 1; r >>= 1
        return res
s = Seg([5, 2, 8, 1, 9, 3]); print(s.query(0, 3), s.query(2, 6), s.query(4, 4)); s.set(3, 7); print(s.query(0, 6), Seg(list('abc'), lambda a, b: a + b, '').query(0, 3))
class Sim:
    def __init__(self): self.t, self.q, self.n, self.log = 0, [], 0, []
    def at(self, dt, what, *a): heapq.heappush(self.q, (self.t + dt, self.n, what, a)); self.n += 1
    def run(self, until):
        while self.q and self.q[0][0] <= until: self.t, _, what, a = heapq.heappop(self.q); what(*a)
sim = Sim(); free, wait = [2], deque()
def arrive(c):
    sim.log.append((sim.t, c, 'arrives'))
    if free[0]: free[0] -= 1; sim.at(5, leave, c)
    else: wait.append(c)
    if c < 6: sim.at(2, arrive, c + 1)
def leave(c):
    sim.log.append((sim.t, c, 'leaves'))
    if wait: sim.at(5, leave, wait.popleft())
    else: free[0] += 1
sim.at(0, arrive, 1); sim.run(40)
for line in sim.log: print('%3d customer %d %s' % line)
print(Counter(w for *_, w in sim.log))
