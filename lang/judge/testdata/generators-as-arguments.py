# Generators as the argument of functions of the library that take all of their elements at once.
import collections
import math
import statistics
from math import fsum, prod
from statistics import StatisticsError, fmean, mean, median, mode, multimode, pvariance, stdev

xs = [3, 1, 4, 1, 5]
print(statistics.mean(x for x in xs), math.fsum(x / 10 for x in xs), math.prod(x for x in xs), median(x * 2 for x in xs))
print(mean(x for x in xs), fsum(0.1 for _ in range(10)), prod(x for x in xs if x > 1), statistics.stdev(x for x in xs))
print(sorted(set('ab').union(ch for ch in 'bcd')), sorted({1, 2, 3}.intersection(x for x in xs)), sorted({1, 2, 3}.difference(x for x in xs)))
print(frozenset([1]).union(x for x in [2]) == {1, 2}, collections.Counter(len(w) for w in ['a', 'bb', 'c']), collections.deque(x for x in xs))
print(stdev(x for x in xs), mode(x for x in 'aab'), pvariance(float(x) for x in xs), fmean(x for x in xs), multimode(x for x in [1, 1, 2, 2]))


def middle(rows):
    return mean(x for row in rows for x in row)


print(sum(middle([[i, i + 1], [i % 7]]) for i in range(300)) > 0)
total = 0
for i in range(300):
    total += prod(k for k in (1, 2, i % 3))
print(total)
seen = {0}
for i in range(100):
    seen.intersection_update(x for x in range(3))
    seen.symmetric_difference_update(x for x in range(i % 3))
print(sorted(seen))
try:
    mean(x for x in [])
except StatisticsError as e:
    print(e)
try:
    print(fsum(1 // x for x in [1, 0]))
except ZeroDivisionError as e:
    print(e)
