def avg(xs):
    assert len(xs) > 0, 'empty list'
    return sum(xs) / len(xs)
print(avg([1, 2]))
avg([])
