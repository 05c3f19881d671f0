# Containers as conditions of loops, which become traces.
from collections import deque
def bfs(n):
    queue = [1]
    seen = set(queue)
    order = 0
    while queue:
        x = queue.pop()
        order += x
        for y in (2 * x, 2 * x + 1):
            if y <= n and y not in seen:
                seen.add(y)
                queue.append(y)
    return order
print(bfs(800))
def level(n):
    q = deque([0])
    total = 0
    while q:
        x = q.popleft()
        total += x
        if 2 * x + 2 < n:
            q.append(2 * x + 1)
            q.append(2 * x + 2)
    return total
print(level(800))
d = {i: i for i in range(300)}
while d:
    d.popitem()
s = set(range(300)); n = 0
while s:
    s.pop(); n += 1
t = "x" * 300
while t:
    t = t[1:]
print(len(d), n, t)
class Box:
    def __init__(self, n): self.items = list(range(n))
    def __len__(self): return len(self.items)
b = Box(300)
while b:
    b.items.pop()
print(len(b))
while not (not [] or 0):
    pass
