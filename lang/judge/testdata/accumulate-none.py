# The first item is a total, also if it is None.
from itertools import accumulate
for items in ([None, 1], [None], [], ['a', 'b'], [[1], [2]], ['a', 1], [1, None]):
    try:
        print(list(accumulate(items)))
    except TypeError as e:
        print(e)
print(list(accumulate([None, None], lambda a, b: (a, b))), list(accumulate([1, 2], initial=None)), list(accumulate([], initial=0)))
it = accumulate([5, 6, 7], max, initial=6)
print(next(it), next(it), list(it), list(it))
total = 0
for k in range(300):
    for x in accumulate(range(k % 7)):
        total += x
print(total)
