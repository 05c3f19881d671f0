# The module statistics: exact sums, rounded once.
import statistics
from statistics import mean, median, mode, stdev, variance, pstdev, pvariance, fmean, median_low, median_high, multimode, quantiles, StatisticsError
import random

print(mean([1, 2, 3]), mean([1, 2]), mean([1.5, 2]), mean([0.1] * 10), mean((True, False)), mean(range(10)), mean([2 ** 70, 1]), mean([-0.0]))
print(median([3, 1, 2]), median([4, 1, 2, 3]), median([1.5]), median_low([1, 2, 3, 4]), median_high([1, 2, 3, 4]), median('bca'))
print(mode([1, 2, 2, 3]), mode('abracadabra'), multimode([1, 1, 2, 2]), multimode([]), mode([3, 1, 1, 3]))
print(stdev([1, 2, 3, 4]), variance([1, 2, 3, 4]), pstdev([1, 2, 3, 4]), pvariance([1, 2, 3, 4]), variance([1, 3]), pvariance([1, 3, 5]), stdev([5, 5]), variance([2.5, 2.5]))
print(variance([1, 2, 4], 2), variance([1, 2, 4], xbar=2.5), pvariance([1, 2, 4], mu=2), stdev([1, 2, 4], 3))
print(fmean([1, 2, 4]), fmean([1, 2], [3, 1]), quantiles([1, 2, 3, 4, 5]), quantiles(range(20), n=10), quantiles([1, 5, 7], method='inclusive'), quantiles([3.5, 1], n=3))
print(mean([1e300, 1e300]), mean([float('inf'), 1]), mean([float('inf'), -float('inf')]), variance([1e-200, 3e-200]), stdev([1e200, 3e200]), stdev([1e-300, 5e-300]))
random.seed(11)
for n in (2, 3, 10, 100):
    for _ in range(20):
        data = [random.choice([random.random(), random.randint(-5, 5), 1e10 * random.random(), 1e-9 * random.random()]) for _ in range(n)]
        print(mean(data), median(data), stdev(data), variance(data), pstdev(data), pvariance(data), fmean(data))
        data = [random.randint(-10 ** 6, 10 ** 6) for _ in range(n)]
        print(mean(data), stdev(data), variance(data), pstdev(data), pvariance(data), quantiles(data, n=5))
for wrong in [lambda: mean([]), lambda: median([]), lambda: mode([]), lambda: stdev([1]), lambda: variance([]), lambda: pstdev([]), lambda: mean(['a']), lambda: fmean([]), lambda: quantiles([1]), lambda: quantiles([1, 2], n=0),
              lambda: mean([None]), lambda: pvariance([]), lambda: quantiles([1, 2], method='x'), lambda: mean(3), lambda: mode([[]]), lambda: stdev(['a', 'b'])]:
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__name__, e, isinstance(e, ValueError))
print(issubclass(StatisticsError, ValueError), statistics.StatisticsError is StatisticsError)
statistics.mean([])
