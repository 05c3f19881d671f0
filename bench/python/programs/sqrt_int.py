"""Square roots of integers by Newton's method."""

ROUNDS = 4000  # tiny 4000, short 10000, long 315000


def isqrt(y, n):
    x = y // 2
    while n > 0:
        n -= 1
        x = (x + y // x) // 2
    return x


print(isqrt(123456789, 1000 * ROUNDS))
