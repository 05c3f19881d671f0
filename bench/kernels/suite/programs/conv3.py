# Convolution of a vector with three weights.


def kernel(a, k, b, i, n):
    while i < n:
        b[i] = k[2] * a[i] + k[1] * a[i + 1] + k[0] * a[i + 2]
        i += 1
    return b


def setup(n):
    return [fill(1, n + 2), fill(2, 3), zeros(n), 0, n]
