data = {'a': [1, 2], 'b': [3, 'x']}
def total(d):
    return {k: [v * 2 - 1 for v in vs] for k, vs in d.items()}
print(total({'z': [1]}))
print(total(data))
