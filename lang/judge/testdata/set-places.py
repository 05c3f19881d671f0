# The order of a set: where items were taken out, the last place that is passed is taken again; tuples have CPython's hashes.
import random

s = {5, 3, 1}
s.discard(3)
s.add(11)
s.add(19)
print(s, s.pop(), s)
print(hash((1, 2)), hash(()), hash((1.5, (2, -1), True)))
print({(1, 2), (3, 4), (0, 0), (5,), ()})
grid = set()
for i in range(3000):
    grid.add((i % 13, i % 7))
    if i % 3 == 0:
        grid.discard((i % 11, i % 5))
print(list(grid))
random.seed(5)
for t in range(100):
    s = set()
    for i in range(60):
        v = random.randrange(90)
        if random.random() < 0.5:
            s.add(v)
        else:
            s.discard(v)
    print(s)


class Large:
    def __hash__(self):
        return 2 ** 61 - 1


print(hash(Large()))
