# All distributions of the module random, with arguments by name.
import random

r = random.Random(5)
print(r.gammavariate(2.5, 1.5), r.gammavariate(1, 2), r.gammavariate(0.3, 1), r.betavariate(2, 3), r.betavariate(0.5, 0.5), r.paretovariate(3), r.weibullvariate(1, 2), r.vonmisesvariate(0, 4), r.vonmisesvariate(1, 0), r.vonmisesvariate(mu=-3, kappa=0.5), r.lognormvariate(0, 1), r.gauss(), r.normalvariate(), r.gauss(mu=3, sigma=2), r.randint(a=1, b=6), r.uniform(b=2, a=1), r.randrange(stop=5, start=1), r.triangular(1, 2, mode=1.5), r.expovariate(lambd=2), sep="\n")
random.seed(a=3); print(random.sample(k=2, population=[1, 2, 3]), random.choices(k=3, weights=[1, 2], population="ab"), random.choices("ab", [1, 2], k=2), random.choices(population="ab", cum_weights=[1, 2])); print(random.gammavariate(alpha=9, beta=0.5), random.choice(seq="abc"))
x = sum(r.gammavariate(0.5 + i % 4, 1) + r.betavariate(1, 1 + i % 3) + r.vonmisesvariate(0, i % 5) for i in range(500)); print(x)
for f in (lambda: r.gammavariate(0, 1), lambda: r.gauss(1, 2, 3), lambda: r.gauss(q=1), lambda: r.gauss(1, mu=2), lambda: r.paretovariate(0), lambda: r.weibullvariate(1, 0), lambda: r.betavariate(1), lambda: r.paretovariate(1e-9), lambda: r.weibullvariate(1, -1e-9), lambda: r.weibullvariate(1, 1e-9), lambda: r.expovariate(0), lambda: r.sample([1]), lambda: r.sample([1], 1, k=2), lambda: r.sample([1], 1, q=2), lambda: r.choices([1], k=2, l=3), lambda: r.random()):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
s = r.getstate(); a = [r.random(), r.gauss(0, 1), r.randint(1, 9)]; b = r.getstate(); r.setstate(s); print(a == [r.random(), r.gauss(0, 1), r.randint(1, 9)], b == r.getstate(), b == s, b[0], len(b[1]), b[1][-1], b[2])
q = random.Random(); q.setstate(state=b); print(q.gauss(0, 1) == r.gauss(0, 1), q.getrandbits(70) == r.getrandbits(70))
random.seed(1); print(random.getstate()[1][:3], random.getstate()[1][624], random.getstate()[2])
