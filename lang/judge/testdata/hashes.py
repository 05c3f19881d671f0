# The order of a set depends on the hashes of its items.
print(hash(()), hash((1, 2)), hash((3,)), hash(((1, 2), (3.5, True))), hash(range(5)), hash(frozenset([(1, 2)])))
print({(1, 2), (2, 1), (3, 4), (0, 0), (5,)}, set((x, y) for x in range(4) for y in range(4)))
