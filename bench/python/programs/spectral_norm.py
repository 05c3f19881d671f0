"""The norm of a matrix that a function computes."""

ROUNDS = 40  # tiny 40, short 50, long 12000


def a(i, j):
    return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1)


def times(u):
    n = len(u)
    v = []
    for i in range(n):
        s = 0.0
        for j in range(n):
            s += a(i, j) * u[j]
        v.append(s)
    return v


def times_transposed(u):
    n = len(u)
    v = []
    for i in range(n):
        s = 0.0
        for j in range(n):
            s += a(j, i) * u[j]
        v.append(s)
    return v


def spectral(n):
    u = [1.0] * n
    for _ in range(4):
        v = times_transposed(times(u))
        u = times_transposed(times(v))
    vbv = vv = 0.0
    for i in range(n):
        vbv += u[i] * v[i]
        vv += v[i] * v[i]
    return (vbv / vv) ** 0.5


for _ in range(ROUNDS):
    norm = spectral(60)
print('%.9f' % norm)
