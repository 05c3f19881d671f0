"""Successive over-relaxation on a grid: lists in a list."""

ROUNDS = 300  # tiny 300, short 1000, long 28000


class Random(object):
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state * 1103515245 + 12345) % 2147483648
        return self.state / 2147483648.0


def sor(n, rounds):
    r = Random(7)
    g = [[r.next() for _ in range(n)] for _ in range(n)]
    omega = 1.25
    for _ in range(rounds):
        for i in range(1, n - 1):
            above, row, below = g[i - 1], g[i], g[i + 1]
            for j in range(1, n - 1):
                row[j] = omega * 0.25 * (above[j] + below[j] + row[j - 1] + row[j + 1]) + (1.0 - omega) * row[j]
    return sum([sum(row) for row in g])


print('%.6f' % sor(100, ROUNDS))
