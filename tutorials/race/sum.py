def f(y):
    res = 0
    while y > 0:
        res = res + y - 100
        y = y - 1
    return res
