import random, math
from collections import defaultdict
random.seed(3)
def dist(a, b): return math.sqrt(sum((p - q) ** 2 for p, q in zip(a, b)))
pts = [(random.gauss(cx, .6), random.gauss(cy, .6)) for cx, cy in ((0, 0), (4, 4), (0, 5)) for _ in range(20)]
def kmeans(pts, k, iters=20):
    centers = random.sample(pts, k)
    for it in range(iters):
        groups = defaultdict(list)
        for p in pts: groups[min(range(k), key=lambda i: dist(p, centers[i]))].append(p)
        new = [tuple(sum(c) / len(c) for c in zip(*groups[i])) if groups[i] else centers[i] for i in range(k)]
        if new == centers: break
        centers = new
    return centers, {i: len(g) for i, g in sorted(groups.items())}, it
centers, sizes, it = kmeans(pts, 3)
for c in sorted(centers): print('%.6f %.6f' % c)
print(sizes, it)
class Perceptron:
    def __init__(self, n, lr=.1): self.w, self.b, self.lr = [0.0] * n, 0.0, lr
    def __call__(self, x): return int(sum(a * b for a, b in zip(self.w, x)) + self.b > 0)
    def train(self, data, epochs=20):
        for e in range(epochs):
            errors = 0
            for x, y in data:
                if d := y - self(x):
                    errors += 1; self.w = [w + self.lr * d * xi for w, xi in zip(self.w, x)]; self.b += self.lr * d
            if not errors: return e
        return None
for name, f in {'and': lambda a, b: a & b, 'or': lambda a, b: a | b, 'xor': lambda a, b: a ^ b}.items():
    p = Perceptron(2); print(name, p.train([((a, b), f(a, b)) for a in (0, 1) for b in (0, 1)]), [round(w, 3) for w in p.w], round(p.b, 3), [p((a, b)) for a in (0, 1) for b in (0, 1)])
xs = [x / 10 for x in range(50)]; ys = [2.5 * x - 1 + random.uniform(-.5, .5) for x in xs]
n = len(xs); mx, my = sum(xs) / n, sum(ys) / n
slope = sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)
print(f'y = {slope:.5f} x {my - slope * mx:+.5f}')
w = b = 0.0
for _ in range(400):
    gw = sum((w * x + b - y) * x for x, y in zip(xs, ys)) * 2 / n; gb = sum(w * x + b - y for x, y in zip(xs, ys)) * 2 / n
    w -= .05 * gw; b -= .05 * gb
print(f'{w:.5f} {b:.5f}')
links = {'A': 'BC', 'B': 'C', 'C': 'A', 'D': 'C'}
rank = dict.fromkeys(links, 1 / 4)
for _ in range(30):
    new = {p: .15 / 4 for p in links}
    for p, outs in links.items():
        for o in outs: new[o] += .85 * rank[p] / len(outs)
    rank = new
print({k: round(v, 6) for k, v in sorted(rank.items(), key=lambda kv: -kv[1])})
def anneal(cities, steps=2000):
    tour = cities[:]; length = lambda t: sum(dist(t[i], t[i - 1]) for i in range(len(t))); best = cur = length(tour); temp = 10.0
    for s in range(steps):
        i, j = sorted(random.sample(range(len(tour)), 2)); new = tour[:i] + tour[i:j + 1][::-1] + tour[j + 1:]; l = length(new)
        if l < cur or random.random() < math.exp((cur - l) / temp): tour, cur = new, l; best = min(best, l)
        temp *= .997
    return best
print('%.8f' % anneal([(random.random() * 10, random.random() * 10) for _ in range(8)]))
words = 'the cat sat on the mat the cat ate the rat and the rat sat on the cat'.split(); chain = defaultdict(list)
for a, b in zip(words, words[1:]): chain[a].append(b)
w = 'the'; out = [w]
for _ in range(12): w = random.choice(chain[w] or ['the']); out.append(w)
print(' '.join(out)); random.shuffle(words); print(words[:5], random.randint(1, 6), [random.randrange(10) for _ in range(5)], random.choice('abc'))
