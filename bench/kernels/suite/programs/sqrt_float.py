# The square root of y by Newton's method, in doubles.


def kernel(x, y, n):
    while n > 0:
        n -= 1
        x = (x + y / x) / 2.0
    return x


def setup(n):
    return [1e12, 1234567.890123, n]
