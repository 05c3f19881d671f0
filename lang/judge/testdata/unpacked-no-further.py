import itertools


class Numbers:
    def __init__(self):
        self.n = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        return self.n


numbers = Numbers()
try:
    a, b = numbers
except ValueError as e:
    print(e, numbers.n)
try:
    a, b = itertools.count()
except ValueError as e:
    print(e)
it = iter([1, 2, 3, 4, 5])
try:
    a, b = it
except ValueError as e:
    print(e, list(it))
a, b, *c = map(str, range(5))
print(a, b, c)
try:
    a, b, c = (x for x in 'ab')
except ValueError as e:
    print(e)
