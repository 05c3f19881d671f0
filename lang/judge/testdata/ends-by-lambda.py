from functools import reduce
fs = {'inc': lambda x: x + 1, 'bad': lambda x: x / 0}
def apply(names, v):
    return reduce(lambda acc, n: fs[n](acc), names, v)
print(apply(['inc', 'inc'], 1))
print(sorted([3, 1], key=lambda v: -v))
apply(['inc', 'bad'], 1)
