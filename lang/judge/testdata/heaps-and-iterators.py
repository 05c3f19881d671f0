# What the library's functions return, and what they say of mistakes.
import bisect
import heapq
import itertools
from itertools import accumulate, chain, combinations, count, cycle, groupby, islice, permutations, product, repeat, takewhile, zip_longest


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


numbers = [(k * 7919 + 13) % 101 for k in range(30)]
heap = []
for k in numbers:
    heapq.heappush(heap, k)
print(heap)
print([heapq.heappop(heap) for _ in range(len(heap))])
heap = numbers[:25]
heapq.heapify(heap)
print(heap, heapq.heappushpop(heap, 0), heapq.heapreplace(heap, 200), heap)
print(heapq.nsmallest(4, numbers), heapq.nlargest(3, numbers, key=lambda n: n % 10), list(heapq.merge([1, 4], [2, 3])))
attempt(heapq.heappop, [])
attempt(heapq.heapreplace, [], 1)
tasks = []
for k, name in enumerate(['c', 'a', 'b', 'a']):
    heapq.heappush(tasks, (len(name) + k % 2, name, k))
print(tasks, heapq.heappop(tasks), tasks)

row = [1, 2, 2, 2, 5]
print(bisect.bisect(row, 2), bisect.bisect_left(row, 2), bisect.bisect_right(row, 9), bisect.bisect_left(row, 5, 1, 3), bisect.bisect_left(row, -4, key=lambda x: -x))
bisect.insort(row, 3)
bisect.insort_left(row, 1)
print(row)
attempt(bisect.bisect, row, 1, -1)

for r in range(4):
    print(list(permutations('abc', r)), list(combinations('abcd', r)), list(itertools.combinations_with_replacement('ab', r)))
print(list(product('ab', [1, 2])), list(product(range(2), repeat=3)), list(product()), list(product('ab', [])))
print(list(accumulate([3, 1, 2])), list(accumulate([3, 1, 2], max)), list(accumulate([1, 2], initial=10)), list(accumulate([], initial=None)))
print(list(islice(count(3, 2), 4)), list(islice('abcdefg', 2)), list(islice('abcdefg', 2, None, 3)), list(islice('abc', 5, 9)))
print(list(chain('ab', [1], ())), list(chain.from_iterable([[1, 2], 'x'])), list(zip_longest('abc', [1], fillvalue=0)), list(zip_longest()))
print([(k, list(g)) for k, g in groupby('aabbbca')], [(k, len(list(g))) for k, g in groupby(range(10), lambda n: n // 4)], [k for k, _ in groupby([1, 1, 2, 1])])
print(list(takewhile(lambda n: n < 3, [1, 2, 3, 1])), list(itertools.dropwhile(lambda n: n < 3, [1, 3, 1])), list(itertools.filterfalse(None, [0, 1, ''])))
print(list(itertools.starmap(pow, [(2, 3), (3, 2)])), list(itertools.pairwise('abcd')), list(itertools.compress('abcd', [1, 0, 1, 1])), list(repeat('x', 3)))
c = cycle('ab')
print([next(c) for _ in range(5)], next(count(0.5)), count(2), count(1, 3), repeat(1, 2), repeat('a'))
a, b = itertools.tee([1, 2, 3])
print(next(a), list(b), list(a))
it = iter(range(10))
print(list(islice(it, 2, 5)), next(it), list(islice(it, 0)), list(it))
attempt(islice, 'abc', -1)
attempt(permutations, 'abc', -1)
attempt(next, cycle([]))
print(list(zip(count(), 'ab')), dict(zip('ab', count(1))), sum(islice(count(), 100)))
