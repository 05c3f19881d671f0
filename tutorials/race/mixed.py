def f(n):
    x = 0.5
    while n > 0:
        x = x + n + n
        n = n - 1
    return x
