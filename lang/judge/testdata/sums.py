# Sums of lists and arrays whose numbers have no boxes, and of all others.
from array import array
M = 2 ** 63 - 1
print(sum([1, 2, 3]), sum([M, 1, -5]), sum([M, -M, 7], -3), sum([-M, -1, -1]), sum([1.5, -0.0]), sum([-0.0]), sum([-0.0], -0.0), sum([0.1] * 10), sum([0.1] * 3, 2 ** 53 + 1), sum([], 5), sum([1, 2], 0.5), sum([float('inf'), -float('inf')]), sum([1.5, 2]), sum(array('d', [0.1, 0.2])), sum(array('l', [3, 4])), sum([2.5], 10 ** 30), sum([True, 2]), sum([1, 2], True), sum([float('nan'), 1.0]), sum([1.0], start=2))
