import random
from functools import cmp_to_key
from operator import itemgetter, attrgetter
random.seed(1)
data = [random.randint(-50, 50) for _ in range(40)]
def bubble(a):
    a = list(a)
    for i in range(len(a)):
        swapped = False
        for j in range(len(a) - 1 - i):
            if a[j] > a[j + 1]: a[j], a[j + 1] = a[j + 1], a[j]; swapped = True
        if not swapped: break
    return a
def insertion(a):
    a = a[:]
    for i in range(1, len(a)):
        key, j = a[i], i - 1
        while j >= 0 and a[j] > key: a[j + 1] = a[j]; j -= 1
        a[j + 1] = key
    return a
def quick(a):
    if len(a) <= 1: return a
    p, *rest = a
    return quick([x for x in rest if x < p]) + [p] + quick([x for x in rest if x >= p])
def merge(a):
    if len(a) < 2: return a
    m = len(a) // 2; l, r = merge(a[:m]), merge(a[m:]); out, i, j = [], 0, 0
    while i < len(l) and j < len(r):
        if l[i] <= r[j]: out.append(l[i]); i += 1
        else: out.append(r[j]); j += 1
    return out + l[i:] + r[j:]
def heap(a):
    a = a[:]; n = len(a)
    def sift(i, n):
        while (c := 2 * i + 1) < n:
            if c + 1 < n and a[c + 1] > a[c]: c += 1
            if a[i] >= a[c]: return
            a[i], a[c] = a[c], a[i]; i = c
    for i in reversed(range(n // 2)): sift(i, n)
    for end in range(n - 1, 0, -1): a[0], a[end] = a[end], a[0]; sift(0, end)
    return a
def shell(a):
    a = a[:]; gap = len(a) // 2
    while gap:
        for i in range(gap, len(a)):
            x = a[i]
            while i >= gap and a[i - gap] > x: a[i] = a[i - gap]; i -= gap
            a[i] = x
        gap //= 2
    return a
def radix(a):
    lo = min(a); a = [x - lo for x in a]; b = 1
    while any(x // b for x in a):
        buckets = [[] for _ in range(10)]
        for x in a: buckets[x // b % 10].append(x)
        a = [x for bk in buckets for x in bk]; b *= 10
    return [x + lo for x in a]
for f in (bubble, insertion, quick, merge, heap, shell, radix, sorted): print(f'{f.__name__:<10}', f(data) == sorted(data), f(data)[:5])
words = 'the quick brown Fox jumps Over the lazy dog'.split()
print(sorted(words), sorted(words, key=str.lower), sorted(words, key=len, reverse=True), sorted(words, key=lambda w: (len(w), w.lower())), sorted(set(words)))
people = [{'n': 'Al', 'a': 30}, {'n': 'Bo', 'a': 25}, {'n': 'Cy', 'a': 30}]
print([p['n'] for p in sorted(people, key=itemgetter('a'))], [p['n'] for p in sorted(people, key=itemgetter('a', 'n'), reverse=True)], max(people, key=itemgetter('a'))['n'])
print(sorted([(2, 'b'), (1, 'z'), (2, 'a')]), sorted([[3], [1, 2], []]), sorted('hello'), sorted({'b': 1, 'a': 2}), sorted([3.5, 1, True, -2]), sorted([(1, 'x'), (1, 'a')], key=lambda t: t[0]))
print(sorted(['10', '9', '1'], key=int), sorted([3, 1, 2], key=lambda x: -x), sorted([1, -2, 3], key=abs, reverse=True), sorted(['b', 'A', 'a', 'B'], key=cmp_to_key(lambda x, y: (x.lower() > y.lower()) - (x.lower() < y.lower()))))
class Card:
    RANKS = '23456789TJQKA'
    def __init__(self, s): self.rank, self.suit = s
    def __lt__(self, o): return (self.RANKS.index(self.rank), self.suit) < (self.RANKS.index(o.rank), o.suit)
    def __repr__(self): return self.rank + self.suit
deck = [Card(r + s) for s in '♠♥♦♣' for r in Card.RANKS]
random.shuffle(deck); hand = deck[:7]; print(hand, sorted(hand), max(hand), sorted(hand, key=attrgetter('suit', 'rank')))
l = [3, 1, 2]; print(l.sort(), l, l.reverse(), l, sorted(l, reverse=True), list(reversed(l)))
try: sorted([1, 'a', None])
except TypeError as e: print(e)
try: l.sort(key=lambda x: l.append(1))
except (ValueError, TypeError) as e: print(e)
def binary(a, x):
    lo, hi = 0, len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] < x: lo = mid + 1
        else: hi = mid
    return lo if lo < len(a) and a[lo] == x else -1
s = sorted(set(data)); print([binary(s, x) for x in (s[0], s[-1], 999, s[len(s) // 2])])
random.seed(5); print(random.sample(range(100), 5), random.choices('abc', k=5), random.uniform(1, 2), random.random(), random.choices([1, 2, 3], weights=[1, 0, 3], k=4), random.gauss(0, 1), random.randrange(0, 100, 5), random.getrandbits(10))
