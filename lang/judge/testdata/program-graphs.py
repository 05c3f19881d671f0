from collections import defaultdict, deque
import heapq
class Graph:
    def __init__(self, directed=False):
        self.edges = defaultdict(dict)
        self.directed = directed
    def add(self, a, b, weight=1):
        self.edges[a][b] = weight
        if not self.directed:
            self.edges[b][a] = weight
        else:
            self.edges[b]
    def bfs(self, start):
        seen, queue, order = {start}, deque([start]), []
        while queue:
            node = queue.popleft()
            order.append(node)
            for n in sorted(self.edges[node]):
                if n not in seen:
                    seen.add(n)
                    queue.append(n)
        return order
    def dfs(self, node, seen=None):
        if seen is None:
            seen = []
        seen.append(node)
        for n in sorted(self.edges[node]):
            if n not in seen:
                self.dfs(n, seen)
        return seen
    def dijkstra(self, start):
        dist = {n: float('inf') for n in self.edges}
        dist[start], previous = 0, {}
        heap = [(0, start)]
        while heap:
            d, node = heapq.heappop(heap)
            if d > dist[node]:
                continue
            for n, w in self.edges[node].items():
                if (new := d + w) < dist[n]:
                    dist[n], previous[n] = new, node
                    heapq.heappush(heap, (new, n))
        return dist, previous
    def topological(self):
        degree = {n: 0 for n in self.edges}
        for targets in self.edges.values():
            for t in targets:
                degree[t] += 1
        ready, order = sorted(n for n in degree if not degree[n]), []
        while ready:
            n = ready.pop(0)
            order.append(n)
            for t in self.edges[n]:
                degree[t] -= 1
                if degree[t] == 0:
                    ready.append(t)
        if len(order) < len(degree):
            raise ValueError('cycle among ' + ', '.join(sorted(set(degree) - set(order))))
        return order
    def kruskal(self):
        parent = {n: n for n in self.edges}
        def find(x):
            while parent[x] != x:
                parent[x] = parent[parent[x]]
                x = parent[x]
            return x
        total, tree = 0, []
        for w, a, b in sorted((w, a, b) for a, t in self.edges.items() for b, w in t.items() if a < b):
            ra, rb = find(a), find(b)
            if ra != rb:
                parent[ra] = rb
                tree.append(f'{a}{b}')
                total += w
        return total, tree
g = Graph()
for a, b, w in [('A', 'B', 4), ('A', 'C', 2), ('B', 'C', 1), ('B', 'D', 5), ('C', 'D', 8), ('C', 'E', 10), ('D', 'E', 2), ('D', 'F', 6), ('E', 'F', 3)]:
    g.add(a, b, w)
print(g.bfs('A'), g.dfs('A'))
dist, previous = g.dijkstra('A')
print(dist)
path, n = [], 'F'
while n != 'A':
    path.append(n)
    n = previous[n]
print(' -> '.join(reversed(path + ['A'])))
print(g.kruskal())
d = Graph(directed=True)
for line in 'shirt tie|tie jacket|trousers shoes|trousers belt|belt jacket|socks shoes'.split('|'):
    d.add(*line.split())
print(d.topological())
d.add('jacket', 'shirt')
try:
    d.topological()
except ValueError as e:
    print(e)
def floyd(n, edges):
    INF = float('inf')
    m = [[0 if i == j else INF for j in range(n)] for i in range(n)]
    for i, j, w in edges:
        m[i][j] = w
    for k in range(n):
        for i in range(n):
            for j in range(n):
                m[i][j] = min(m[i][j], m[i][k] + m[k][j])
    return m
for row in floyd(4, [(0, 1, 3), (1, 2, -2), (2, 3, 2), (3, 1, 1), (0, 3, 5)]):
    print(' '.join(f'{x:>4}' for x in row))
print(g.edges['A'], dict(g.edges)['F'])
