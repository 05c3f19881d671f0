def find(xs, x):
    for k, v in enumerate(xs):
        if v == x:
            return k
print(find([1, 2], 2))
print(find([1, 2], 5) + 1)
