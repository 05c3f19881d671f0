def check(xs):
    return all(x > 0
               for x in xs)
print(check([1, 2]))
print(sum(1 / x for x in [1, 2]))
print(max((len(w), w) for w in ['a', 'bb']))
check([1, None])
