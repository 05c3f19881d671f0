def f(n):
    total, step = 0, 7
    while n > 0:
        total = total + step
        n = n - 1
    return total
