import itertools
from functools import reduce


class Numbers:
    # as many people write one: to ask for the iterator is to begin again
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        self.at = 0
        return self

    def __next__(self):
        if self.at == self.n:
            raise StopIteration
        self.at += 1
        return self.at


class Linked:
    def __init__(self, *items):
        self.items = items

    def __iter__(self):
        self.rest = list(self.items)
        return self

    def __next__(self):
        if not self.rest:
            raise StopIteration
        return self.rest.pop(0)

    def __len__(self):
        return sum(1 for _ in self)


n = Numbers(4)
print(list(n), sum(n), max(n), sorted(n, reverse=True), tuple(n), set(n), *n)
print(list(itertools.chain(n, 'ab', n)), list(itertools.chain.from_iterable([n, n])))
print(reduce(lambda a, b: a * b, n), reduce(lambda a, b: a + b, n, 100))
print(list(itertools.zip_longest(n, Numbers(2), 'abc')), list(itertools.islice(itertools.cycle(n), 9)))
print(list(zip(n, Numbers(3))), list(enumerate(n)), list(map(str, n)), list(itertools.accumulate(n)))
first, *others = n
print(first, others)
a, b, c, d = n
print(a, b, c, d, 3 in n, 9 in n, [x * y for x in n for y in Numbers(2)])
l = Linked('x', 'y', 'z')
print(list(l), len(l), tuple(l), [*l], sorted(l), ''.join(l), list(l) + [*l], dict(zip(l, Numbers(3))))
items = []
items.extend(l)
items += Linked(1, 2)
items[1:2] = Linked('new')
print(items)
print([list(g) for _, g in itertools.groupby(n, lambda x: x // 2)], list(itertools.takewhile(lambda x: x < 3, n)))
