# The square root of y by Newton's method, in integers that round down.


def kernel(x, y, n):
    while n > 0:
        n -= 1
        x = (x + y // x) // 2
    return x


def setup(n):
    return [1 << 40, 1234567890123, n]
