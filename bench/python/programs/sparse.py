"""A sparse matrix times a vector: a list is read at places that stand in another list."""

ROUNDS = 1000  # tiny 1000, short 300, long 58000


class Random(object):
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state * 1103515245 + 12345) % 2147483648
        return self.state / 2147483648.0


def sparse(n, nonzero, rounds):
    r = Random(11)
    x = [r.next() for _ in range(n)]
    y = [0.0] * n
    per = nonzero // n
    rows = [k * per for k in range(n + 1)]
    cols = [int(r.next() * n) for _ in range(n * per)]
    vals = [r.next() for _ in range(n * per)]
    for _ in range(rounds):
        for row in range(n):
            s = 0.0
            for k in range(rows[row], rows[row + 1]):
                s += x[cols[k]] * vals[k]
            y[row] = s
    return sum(y)


print('%.6f' % sparse(1000, 5000, ROUNDS))
