# zip with strict=True, in loops that become traces as well.
for strict in (True, False, 1, 0):
    for xs in (([1], [1, 2]), ([1, 2], [1]), ([1], [1], [1, 2]), ([1], [1], []), ([], [1]), ([1, 2], "ab"), ([],), ([1],), ()):
        try: print(list(zip(*xs, strict=strict)))
        except ValueError as e: print("ValueError", e)
try: zip([1], stric=True)
except TypeError as e: print(e)
def bad():
    yield 1
    raise KeyError("x")
try: list(zip(bad(), [1, 2], strict=True))
except KeyError as e: print("KeyError", e)
t = 0
for k in range(50):
    for a, b in zip(range(k), range(k), strict=True): t += a * b
    try:
        for a, b in zip(range(k), range(k + k % 2), strict=k % 3): t += a + b
    except ValueError as e: t += len(str(e))
print(t, type(zip([], strict=True)), next(zip([3], strict=True)))
