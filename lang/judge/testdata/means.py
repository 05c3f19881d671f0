import statistics

S = statistics
print(S.harmonic_mean([40, 60]), S.harmonic_mean([40, 60], weights=[5, 30]), S.harmonic_mean([1, 2, 4.0]), S.harmonic_mean([3]), S.harmonic_mean([0, 1]), S.geometric_mean([54, 24, 36]), S.geometric_mean([1.5, 2]), S.harmonic_mean([2.5, 3, 10], weights=[1, 2.5, 0]))
for f in (lambda: S.harmonic_mean([]), lambda: S.harmonic_mean([-1, 2]), lambda: S.geometric_mean([]), lambda: S.geometric_mean([0, 1]), lambda: S.harmonic_mean([1, 2], [1]), lambda: S.harmonic_mean([-1]), lambda: S.harmonic_mean([-40, 60], weights=[0, 30]), lambda: S.harmonic_mean([4, 6], weights=[1, -1])):
    try: print(f())
    except S.StatisticsError as e: print(e)
