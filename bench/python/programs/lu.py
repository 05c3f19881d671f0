"""Matrices factored into triangles, with pivots."""

ROUNDS = 20  # tiny 20, short 25, long 3300


class Random(object):
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state * 1103515245 + 12345) % 2147483648
        return self.state / 2147483648.0


def lu(n):
    r = Random(3)
    a = [[r.next() for _ in range(n)] for _ in range(n)]
    pivot = [0] * n
    for j in range(n):
        p = j
        best = abs(a[j][j])
        for i in range(j + 1, n):
            if abs(a[i][j]) > best:
                best = abs(a[i][j])
                p = i
        pivot[j] = p
        if p != j:
            a[p], a[j] = a[j], a[p]
        if j < n - 1:
            factor = 1.0 / a[j][j]
            for i in range(j + 1, n):
                a[i][j] *= factor
            top = a[j]
            for i in range(j + 1, n):
                row = a[i]
                f = row[j]
                for k in range(j + 1, n):
                    row[k] -= f * top[k]
    return sum([sum(row) for row in a]) + sum(pivot)


for _ in range(ROUNDS):
    total = lu(100)
print('%.6f' % total)
