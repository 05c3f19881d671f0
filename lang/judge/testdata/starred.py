# Functions with *args become parts of traces
def count(*args):
    return len(args)


def first(a, b=2, *rest):
    return a + b + sum(rest)


class P:
    def __init__(self, *items):
        self.items = items

    def add(self, *more):
        return P(*self.items, *more)

    def __call__(self, k, *rest):
        return self.items[k] if rest else k


def loop(n):
    t = 0
    for i in range(n):
        t += count(i, i) + count() + first(i) + first(i, 1, i, i) + len(P(i, t).items) + P(1, 2)(i % 2, 0)
        p = P(i).add(*(i, 2))
        t += p.items[-1]
        f = lambda *a: a
        t += len(f(i, *p.items)) + len(f(*[]))
    return t


def changing(values):
    out = []
    for v in values:
        try:
            out.append(first(*v))
        except TypeError as e:
            out.append(str(e))
    return out


def recursive(n, *rest):
    for i in range(3):
        if n:
            return recursive(n - 1, i, *rest)
    return rest


print(loop(100), changing([(1,), (1, 2), (1, 2, 3), (1, 2, 3.5, 4)] * 12 + [()] + [('a', 'b')] * 9), recursive(9), [recursive(k % 3, k) for k in range(40)][::7])


class Called:
    def __call__(self, *a):
        return a

    def __str__(self):
        return 'what is called'


def failing(f, v):
    out = []
    for k in range(12):
        try:
            out.append(f(*v[k % len(v)]))
        except TypeError as e:
            out.append(str(e))
    return out[:4], len(out)


for f in (count, P(1).add, P, print, int, [].append, Called(), lambda *a: a, len, 'a'.join):
    print(failing(f, [5, None, P]))
for text in (lambda: count(1, *5), lambda: count(*5, k=1), lambda: count(*[1], *5), lambda: [*5]):
    try:
        text()
    except TypeError as e:
        print(e)


def keyed(*a, sep='+', end=''):
    return sep.join(map(str, a)) + end


print([keyed(*range(k % 4), sep='-', end='!') for k in range(20)], keyed(*'ab', end='.'))
