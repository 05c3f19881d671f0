"""Square roots of floats by Newton's method."""

ROUNDS = 5000  # tiny 5000, short 10000, long 270000


def sqrt(y, n):
    x = y / 2
    while n > 0:
        n -= 1
        x = (x + y / x) / 2
    return x


print('%.6f' % sqrt(123456789.0, 1000 * ROUNDS))
