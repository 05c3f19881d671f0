import itertools as it, functools, collections, heapq, operator, statistics, math, random
class L:
    def __init__(self, n, bad=None): self.n, self.k, self.bad, self.log = n, 0, bad, []
    def __iter__(self): self.log.append('i'); return self
    def __next__(self):
        self.log.append(self.k)
        if self.k == self.bad: raise KeyError('bad')
        if self.k >= self.n: raise StopIteration
        self.k += 1; return self.k - 1
def run(name, f, *specs):
    ls = [L(*s) for s in specs]
    try: r = f(*ls)
    except Exception as e: r = (type(e).__name__, str(e))
    print(name, r, [l.log for l in ls])
one = [(3,), (4, 2), (0,)]
fs = {'list': list, 'tuple': tuple, 'set': set, 'sum': sum, 'max': max, 'min': min, 'any': any, 'all': all, 'sorted': sorted, 'in': lambda l: 1 in l, 'notin': lambda l: 9 in l, 'next': lambda l: next(iter(l)), 'star': lambda l: [*l], 'call': lambda l: print(*l), 'unpack': lambda l: [a for a, b in [l]], 'unpack1': lambda l: (lambda a, b, c: a)(*l), 'starun': lambda l: [b for a, *b in [l]], 'dict': lambda l: dict.fromkeys(l), 'enum': lambda l: list(enumerate(l)), 'rev': lambda l: reversed(l), 'zip1': lambda l: list(zip(l, 'ab')), 'zip2': lambda l: list(zip('ab', l)), 'map': lambda l: list(map(str, l)), 'map2': lambda l: list(map(operator.add, l, [5])), 'filter': lambda l: list(filter(None, l)), 'join': lambda l: ''.join(map(str, l)), 'joinbad': lambda l: ''.join(l), 'comp': lambda l: [x for x in l if x], 'setc': lambda l: {x for x in l}, 'dictc': lambda l: {x: x for x in l}, 'gen': lambda l: sum(x for x in l), 'anyg': lambda l: any(x == 1 for x in l), 'nextg': lambda l: next((x for x in l if x > 0), 'd'), 'islice': lambda l: list(it.islice(l, 2)), 'islice3': lambda l: list(it.islice(l, 1, 9, 2)), 'takew': lambda l: list(it.takewhile(lambda x: x < 1, l)), 'dropw': lambda l: list(it.dropwhile(lambda x: x < 1, l)), 'chain': lambda l: list(it.chain('x', l)), 'chain2': lambda l: next(it.chain(l, l)), 'accum': lambda l: list(it.accumulate(l)), 'groupby': lambda l: [(k, list(g)) for k, g in it.groupby(l, lambda x: x // 2)], 'prod': lambda l: list(it.product(l, 'a')), 'perm': lambda l: list(it.permutations(l, 2)), 'comb': lambda l: list(it.combinations(l, 2)), 'zipl': lambda l: list(it.zip_longest(l, 'abcd')), 'starm': lambda l: list(it.starmap(pow, zip(l, l))), 'compress': lambda l: list(it.compress(l, [1, 0])), 'compress2': lambda l: list(it.compress('abcd', l)), 'cycle': lambda l: list(it.islice(it.cycle(l), 5)), 'repeat': lambda l: list(it.islice(it.repeat(l), 1)) == [l], 'reduce': lambda l: functools.reduce(operator.add, l), 'reduce2': lambda l: functools.reduce(operator.add, l, 10), 'deque': collections.deque, 'dequemax': lambda l: collections.deque(l, 2), 'counter': collections.Counter, 'median': statistics.median, 'fsum': math.fsum, 'mprod': math.prod, 'bool': bool, 'frozenset': frozenset, 'update': lambda l: {1}.union(l), 'diff': lambda l: {1, 7} - set(l), 'issub': lambda l: {1}.issubset(l), 'isdis2': lambda l: {7}.isdisjoint(l), 'symm': lambda l: {1}.symmetric_difference(l), 'iadd': lambda l: operator.iadd([7], l), 'hypot': lambda l: math.hypot(*l), 'dist': lambda l: math.dist(l, [1]), 'print': lambda l: print(*l, sep='-'), 'maxd': lambda l: max(l, default='none'), 'maxk': lambda l: max(l, key=lambda x: -x), 'sortk': lambda l: sorted(l, key=lambda x: -x), 'minargs': lambda l: min(*l), 'str': lambda l: 'x'.join(str(x) for x in l), 'fmt': lambda l: '%s-%s' % tuple(l), 'dictzip': lambda l: dict(zip(l, 'ab')), 'multi': lambda l: [(x, y) for x in l for y in l], 'for': lambda l: [x for x in l if x == 1][:1], 'pairwise': lambda l: list(it.pairwise(l)), 'choices': lambda l: len(list(l)), 'ffalse': lambda l: list(it.filterfalse(None, l)), 'callit': lambda l: list(iter(l.__next__, 2)), 'zero': lambda l: list(zip(l)), 'zipself': lambda l: list(zip(l, l)), 'dictpairs': lambda l: dict(l), 'setupd': lambda l: set().update(l), 'cfi': lambda l: list(it.chain.from_iterable(l)), 'strj': lambda l: ','.join([str(x) for x in l])}
for name, f in fs.items():
    for spec in one: run(name, f, spec)
def loop(l):
    for x in l:
        if x == 1: break
    else: return 'else'
    return list(l)
for spec in one: run('loop', loop, spec)
def un2(l): a, b = l; return a, b
def un3(l): a, b, c = l; return a, b, c
def unstar(l): a, *b, c = l; return a, b, c
def unnest(l): (a, b), c = l, l; return a, b, c is l
for f in (un2, un3, unstar, unnest):
    for spec in one: run(f.__name__, f, spec)
