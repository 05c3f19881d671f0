import statistics
from statistics import NormalDist, StatisticsError

height = NormalDist(170, 9.5)
print(height, height.mean, height.median, height.mode, height.stdev, height.variance, NormalDist(), NormalDist(sigma=2))
print([height.cdf(x) for x in (150, 160, 170, 171.5, 190, 500)], [height.pdf(x) for x in (150, 170, 999)], height.zscore(180))
print([height.inv_cdf(p) for p in (1e-300, 1e-12, 0.001, 0.05, 0.07, 0.075, 0.3, 0.5, 0.6, 0.93, 0.999, 1 - 1e-15)], height.quantiles(), height.quantiles(n=10))
data = [2.5, 3.5, 1.75, 4, 3, 2]
print(NormalDist.from_samples(data), NormalDist.from_samples(x * x for x in data), NormalDist.from_samples([1, 2]))
print(height.samples(4, seed=7), len(height.samples(3)))
a, b = NormalDist(2.4, 1.6), NormalDist(3.2, 2.0)
print(a.overlap(b), b.overlap(a), a.overlap(NormalDist(3, 1.6)), a.overlap(a))
print(a + b, a - b, a + 1, 1 + a, 10 - a, a * -3, 2 * a, a / 4, +a, -a, a == NormalDist(2.4, 1.6), a == 2.4, a != b, hash(a) == hash(NormalDist(2.4, 1.6)), len({a, b, a}))


class Score(NormalDist):
    pass


print(Score(1, 2), Score.from_samples([1, 2, 4]), isinstance(Score() + 1, Score))
for wrong in (lambda: NormalDist(1, -1), lambda: NormalDist(1, 0).cdf(1), lambda: NormalDist(1, 0).pdf(1), lambda: a.inv_cdf(0), lambda: a.inv_cdf(1.5), lambda: NormalDist(0, 0).inv_cdf(0.5),
              lambda: NormalDist.from_samples([1]), lambda: NormalDist.from_samples([]), lambda: a.overlap(1), lambda: a.overlap(NormalDist(0, 0)), lambda: NormalDist(0, 0).zscore(1), lambda: setattr(a, 'mean', 1), lambda: setattr(a, 'x', 1)):
    try:
        print(wrong())
    except (StatisticsError, TypeError, AttributeError) as e:
        print(type(e).__name__, e)
total = 0.0
for k in range(1, 2000):
    total += a.inv_cdf(k / 2000) * b.pdf(k / 500)
print(total, statistics.mean(data))
