# Pi by points in a square: how many of them are in the quarter of the circle. The
# random numbers are those of a generator with two lags (17 and 5, modulo 2**31 - 1), kept
# in a ring of 32.


def kernel(ring, at, under, n):
    while n > 0:
        d = ring[(at - 17) & 31] - ring[(at - 5) & 31]
        d += (d >> 63) & 2147483647
        ring[at] = d
        x = 4.656612875245797e-10 * d
        at = (at + 1) & 31
        d = ring[(at - 17) & 31] - ring[(at - 5) & 31]
        d += (d >> 63) & 2147483647
        ring[at] = d
        y = 4.656612875245797e-10 * d
        at = (at + 1) & 31
        under += x * x + y * y <= 1.0
        n -= 1
    return under


def setup(n):
    return [indexes(1, 32, 2147483647), 17, 0, n]
