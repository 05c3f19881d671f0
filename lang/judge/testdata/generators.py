# Functions with yield, and generators that are objects.
def count(n):
    k = 0
    while k < n:
        yield k
        k += 1
    return 'end'


total = 0
for x in count(50):
    total += x
print(total, list(count(3)), sum(count(4)), max(count(9)), 3 in count(5), sorted(count(3), reverse=True))


def averages():
    total, n, average = 0, 0, None
    while True:
        x = yield average
        total += x
        n += 1
        average = total / n


a = averages()
next(a)
print([a.send(k * k) for k in range(20)][-1])


# delegation
def both(*parts):
    results = []
    for part in parts:
        results.append((yield from part))
    return results


def outer():
    r = yield from both(count(2), [7, 8], count(1), 'xy')
    print('results', r)


print(list(outer()))


def walk(tree):
    if isinstance(tree, list):
        for t in tree:
            yield from walk(t)
    else:
        yield tree


deep = [1, [2, [3, [4, [5]]], 6], [[[7]]]]
for _ in range(30):
    flat = list(walk(deep))
print(flat)

# the end, and after it
g = count(1)
print(next(g), next(g, 'none'), next(g, 'none'))
try:
    next(g)
except StopIteration as e:
    print('stop', e.value, e.args)
g = count(0)
try:
    next(g)
except StopIteration as e:
    print('stop', e.value, e.args)


# exceptions
def guarded():
    while True:
        try:
            got = yield 'ready'
            print('got', got)
        except ValueError as e:
            print('caught', e)
        finally:
            print('once more')


g = guarded()
print(next(g), g.send(1), g.throw(ValueError('v')), g.throw(ValueError, 'w'))
try:
    g.throw(KeyError('k'))
except KeyError as e:
    print('out', e)
print(next(g, 'over'))


def inner():
    try:
        yield 1
        yield 2
    except KeyError:
        yield 'handled'
    finally:
        print('inner ends')


def middle():
    try:
        yield from inner()
    finally:
        print('middle ends')
    yield 'after'


g = middle()
print(next(g), g.throw(KeyError), next(g), list(g))
g = middle()
next(g)
g.close()
g.close()
print(list(g))


def stubborn():
    try:
        yield 1
    except GeneratorExit:
        yield 2


g = stubborn()
next(g)
try:
    g.close()
except RuntimeError as e:
    print(e)


def leaks():
    yield 1
    raise StopIteration('inside')


try:
    for x in leaks():
        print(x)
except RuntimeError as e:
    print(e, repr(e.__cause__))


def selfish():
    yield next(me)


me = selfish()
try:
    next(me)
except ValueError as e:
    print(e)
for wrong in (lambda: count(1).send(3), lambda: count(1).throw(3), lambda: next(x for x in 5)):
    try:
        wrong()
    except TypeError as e:
        print(e)

# objects
squares = (x * x for x in range(10) if x % 2)
print(next(squares), list(squares), list(squares))
rows = (tuple(i * j for j in range(3)) for i in range(3))
print(list(rows), type(rows).__name__, iter(rows) is rows)
first = [(lambda: (y + k for y in [1, 2]))() for k in range(3)]
print([list(f) for f in first])
pairs = dict(enumerate(c for c in 'abc'))
print(pairs, ' '.join(map(str, (k for k in pairs))), list(zip((a for a in 'xy'), count(9))))


class Tree:
    def __init__(self, value, *kids):
        self.value, self.kids = value, kids

    def __iter__(self):
        yield self.value
        for kid in self.kids:
            yield from kid

    def pairs(self, *, upto=9, **names):
        for v in self:
            if v < upto:
                yield v, names


t = Tree(1, Tree(2, Tree(3)), Tree(4))
print(list(t), max(t), list(t.pairs(upto=3, a=1)), [*t], {*t}, 4 in t)
first, *rest = t
print(first, rest)


# loops over generators that become hot, with more than one type
def chain(*lists):
    for l in lists:
        for x in l:
            yield x


def evens(numbers):
    for n in numbers:
        if n % 2 == 0:
            yield n


s, n = 0, 0
for x in chain(range(100), [1.5] * 30, range(10 ** 18, 10 ** 18 + 5)):
    s += x
    n += 1
print(s, n, sum(evens(chain(range(40), range(40)))))


def primes(limit):
    found = []
    for k in range(2, limit):
        for p in found:
            if p * p > k:
                found.append(k)
                yield k
                break
            if k % p == 0:
                break
        else:
            found.append(k)
            yield k


print(sum(primes(300)), [p for p in primes(30)])


def deferred(n):
    def local():
        nonlocal n
        while n:
            n -= 1
            yield n
    return local


print(list(deferred(4)()))
swap = (lambda: (yield 1))
print(list(swap()))
def lines():
    x = yield
    while x is not None:
        x = yield len(x)
l = lines(); next(l)
print(l.send('abc'), l.send(''), next(l, 'end'))
def fails():
    yield 1
    yield 1 // 0
for x in fails():
    print(x)
