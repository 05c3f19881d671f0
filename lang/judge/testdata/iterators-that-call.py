import random
from math import remainder

s = iter(lambda: 3, 3)
print(list(s), list(s))
items = [1, 2, 3, 4]
print(list(iter(items.pop, 2)), items)


class Ends:
    def __init__(self):
        self.left = 3

    def __call__(self):
        self.left -= 1
        if self.left < 0:
            raise StopIteration
        return self.left


print(list(iter(Ends(), 7)))
total = 0
state = [0]


def step():
    state[0] += 1
    return state[0]


for x in iter(step, 3000):
    total += x
print(total, type(iter(step, 1)).__name__)
for bad in (lambda: iter(5, 1), lambda: list(iter(lambda: 1 // 0, 1))):
    try:
        bad()
    except (TypeError, ZeroDivisionError) as e:
        print(e)
print(remainder(7, 4), remainder(-1.5, 1), remainder(float('nan'), 0), remainder(5, float('inf')))
try:
    remainder(1, 0)
except ValueError as e:
    print(e)
random.seed(5)
print([random.normalvariate(1, 2) for _ in range(4)], random.triangular(), random.triangular(1, 5), random.triangular(0, 10, 2), random.triangular(1, 2, None))


class Temperature:
    def __init__(self):
        self.kelvin = 280

    celsius = property(lambda self: self.kelvin - 273, doc='degrees')
    fixed = property(fget=lambda self: 1, fset=None)


print(Temperature().celsius, Temperature().fixed)
