import math
import random
for p, q in (((0, 0), (1, 1)), ([1, 2, 3], (4.5, 6, 8)), ((), ()), ((1e200, 0), (-1e200, 1)), ((math.inf,), (0,)), ((math.nan,), (0,)), ((math.nan, math.inf), (0, 1)), (range(3), (5, 5, 5))):
    print(math.dist(p, q))
for p, q in (((1,), (1, 2)), ((1,), ('a',)), (1, 2)):
    try:
        print(math.dist(p, q))
    except (TypeError, ValueError) as e:
        print(type(e).__name__)
random.seed(5)
print(random.expovariate(2), random.expovariate(lambd=0.5) if False else random.expovariate(0.5), random.Random(3).expovariate(1.5), sum(random.expovariate(3) for k in range(200)))
try:
    raise ValueError('a') from None
except ValueError as e:
    print(e.__suppress_context__, e.__cause__, ValueError().__suppress_context__)
print(random.sample(['a', 'b', 'c', 'd'], k=2), random.sample(range(10), 3))
for call in (lambda: random.sample([1, 2]), lambda: random.sample([1], 2), lambda: random.sample([1], k=-1)):
    try:
        print(call())
    except (TypeError, ValueError) as e:
        print(e)
