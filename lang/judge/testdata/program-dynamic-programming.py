from functools import lru_cache
import sys
def lcs(a, b):
    t = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1): t[i][j] = t[i - 1][j - 1] + 1 if x == y else max(t[i - 1][j], t[i][j - 1])
    out, i, j = [], len(a), len(b)
    while i and j:
        if a[i - 1] == b[j - 1]: out.append(a[i - 1]); i -= 1; j -= 1
        elif t[i - 1][j] >= t[i][j - 1]: i -= 1
        else: j -= 1
    return ''.join(reversed(out))
print(lcs('AGGTABXYZQ', 'GXTXAYBZ'), lcs('', 'a'))
def edit(a, b):
    prev = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        cur = [i]
        for j, y in enumerate(b, 1): cur.append(min(prev[j] + 1, cur[-1] + 1, prev[j - 1] + (x != y)))
        prev = cur
    return prev[-1]
print([edit(*p) for p in [('kitten', 'sitting'), ('', 'abc'), ('flaw', 'lawn'), ('same', 'same')]])
def knap(items, cap):
    best = [(0, ())] * (cap + 1)
    for name, w, v in items:
        for c in range(cap, w - 1, -1):
            if best[c - w][0] + v > best[c][0]: best[c] = (best[c - w][0] + v, best[c - w][1] + (name,))
    return best[cap]
print(knap([('gold', 10, 60), ('silver', 20, 100), ('cup', 30, 120), ('ring', 1, 30)], 50))
@lru_cache(None)
def coins(n, k=0, kinds=(1, 5, 10, 25, 50)):
    if n == 0: return 1
    if n < 0 or k == len(kinds): return 0
    return coins(n - kinds[k], k) + coins(n, k + 1)
print(coins(100), coins(37))
def lis(a):
    best = []
    for i, x in enumerate(a): best.append(max((best[j] for j in range(i) if a[j] < x), default=0) + 1)
    return max(best, default=0)
print(lis([10, 9, 2, 5, 3, 7, 101, 18, 4, 20]), lis([]))
def chain(dims):
    n = len(dims) - 1; cost = {(i, i): (0, str(i)) for i in range(n)}
    for size in range(2, n + 1):
        for i in range(n - size + 1):
            j = i + size - 1
            cost[i, j] = min((cost[i, k][0] + cost[k + 1, j][0] + dims[i] * dims[k + 1] * dims[j + 1], f'({cost[i, k][1]}{cost[k + 1, j][1]})') for k in range(i, j))
    return cost[0, n - 1]
print(chain([40, 20, 30, 10, 30]))
def partitions(n, most=None):
    most = most or n
    if n == 0: return [[]]
    return [[k] + rest for k in range(min(n, most), 0, -1) for rest in partitions(n - k, k)]
print(len(partitions(12)), partitions(5))
@lru_cache(maxsize=None)
def stirling(n, k): return 1 if n == k else 0 if k < 1 or n < k else k * stirling(n - 1, k) + stirling(n - 1, k - 1)
print([[stirling(n, k) for k in range(1, n + 1)] for n in range(1, 6)], stirling.cache_info().misses > 5)
def maxsub(a):
    best, cur, start, span = a[0], 0, 0, (0, 1)
    for i, x in enumerate(a):
        if cur <= 0: cur, start = x, i
        else: cur += x
        if cur > best: best, span = cur, (start, i + 1)
    return best, a[slice(*span)]
print(maxsub([-2, 1, -3, 4, -1, 2, 1, -5, 4]), maxsub([-3, -1, -2]))
sys.setrecursionlimit(3000)
def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
print(depth(2500))
class Memo(dict):
    def __init__(self, f): super().__init__(); self.f = f
    def __missing__(self, n): self[n] = v = self.f(self, n); return v
fib = Memo(lambda s, n: n if n < 2 else s[n - 1] + s[n - 2]); print(fib[80], len(fib))
cat = [1]
for n in range(20): cat.append(sum(cat[i] * cat[n - i] for i in range(n + 1)))
print(cat[-1], cat[:8])
print(sum(1 for m in range(1 << 8) if '11' not in bin(m)), [bin(i ^ i >> 1)[2:].zfill(3) for i in range(8)])
