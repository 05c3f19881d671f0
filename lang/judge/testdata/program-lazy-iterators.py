import itertools as it
def noisy(x): print('call', x); return x * 2
m = map(noisy, [1, 2, 3]); print('made'); print(next(m)); print(list(m)); print(list(m))
f = filter(None, [0, 1, '', 'a', [], [0]]); print(list(f))
print(list(filter(lambda x: x % 2, range(10))), list(map(lambda a, b: a + b, [1, 2, 3], [10, 20])), list(map(max, [1, 5], [3, 2])))
z = zip(range(3), 'ab'); print(next(z), list(z), list(z)); print(list(zip()), list(zip([1])), dict(zip('ab', range(9))))
i = iter([1, 2, 3]); print(list(zip(i, i)), next(i, 'none')); i = iter(range(10)); print([next(i) for _ in range(3)], list(i))
e = enumerate('abc', start=5); print(next(e), list(e)); r = reversed([1, 2, 3]); print(next(r), list(r))
i = iter('hello'); print('l' in i, list(i)); i = iter([3, 1, 2]); print(max(i), list(i)); print(any(map(noisy, [0, 1, 2])), all(x < 2 for x in [1, 2, 3]))
c = it.count(10, 3); print([next(c) for _ in range(4)]); cy = it.cycle('ab'); print(''.join(next(cy) for _ in range(5)))
print(list(it.islice(it.count(), 2, 10, 3)), list(it.takewhile(lambda x: x < 4, it.count())), list(it.dropwhile(lambda x: x < 4, range(7))), list(it.chain('ab', [1], ())), list(it.chain.from_iterable([[1], [2, 3]])), list(it.repeat('x', 3)))
print(list(it.product('ab', [1, 2])), list(it.product([0, 1], repeat=2)), list(it.permutations('abc', 2)), list(it.combinations('abcd', 2)), list(it.combinations_with_replacement('ab', 2)))
print(list(it.accumulate([1, 2, 3, 4])), list(it.accumulate([3, 1, 4], max)), list(it.zip_longest('abc', [1], fillvalue='-')), list(it.starmap(pow, [(2, 3), (3, 2)])), list(it.compress('abcd', [1, 0, 1, 0])), list(it.filterfalse(str.isdigit, 'a1b2')))
for k, g in it.groupby('aaabbc'): print(k, list(g), end=' ')
print(); print([(k, len(list(g))) for k, g in it.groupby(sorted(['apple', 'bob', 'cat', 'dodo'], key=len), key=len)])
a, b = it.tee([1, 2, 3]); print(next(a), list(b), list(a)); print(list(it.pairwise([1, 2, 3])))
class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n <= 0: raise StopIteration
        self.n -= 1; return self.n + 1
cd = Countdown(3); print(list(cd), list(cd), sum(Countdown(4)), *Countdown(2)); print(list(zip(Countdown(3), Countdown(5))), sorted(Countdown(3)), tuple(Countdown(2)), set(Countdown(1)), ','.join(map(str, Countdown(3))))
vals = iter([1, 2, 0, 3]); print(list(iter(lambda: next(vals), 0)), list(vals))
total = 0
for x, y in zip(range(1000), map(lambda v: v * v, range(1000))): total += x + y
print(total, sum(x for x, _ in zip(it.count(), range(100))), next((x for x in range(100) if x * x > 50), None), min((abs(x - 7), x) for x in range(20)))
try: next(iter([]))
except StopIteration as e: print(repr(e))
try: list(map(lambda x: 1 / x, [1, 0]))
except ZeroDivisionError as e: print(e)
try: map()
except TypeError as e: print(e)
