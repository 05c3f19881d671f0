"""SOR, sparse matrix times vector, Monte Carlo, LU and FFT."""
import math


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


def monte_carlo(n):
    r = Random(113)
    under = 0
    for _ in range(n):
        x = r.next()
        y = r.next()
        if x * x + y * y <= 1.0:
            under += 1
    return 4.0 * under / n


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


def fft(n, rounds):
    r = Random(5)
    data = [r.next() for _ in range(2 * n)]
    for k in range(rounds):
        transform(data, n, -1 if k % 2 == 0 else 1)
    return sum([abs(x) for x in data])


def transform(data, n, direction):
    bit_reverse(data, n)
    dual = 1
    while dual < n:
        theta = direction * math.pi / dual
        wr, wi = 1.0, 0.0
        s = math.sin(theta)
        t = math.sin(theta / 2.0)
        s2 = 2.0 * t * t
        for a in range(dual):
            for b in range(0, n, 2 * dual):
                i = 2 * (b + a)
                j = 2 * (b + a + dual)
                xr = wr * data[j] - wi * data[j + 1]
                xi = wr * data[j + 1] + wi * data[j]
                data[j] = data[i] - xr
                data[j + 1] = data[i + 1] - xi
                data[i] += xr
                data[i + 1] += xi
            wr, wi = wr - s * wi - s2 * wr, wi + s * wr - s2 * wi
        dual *= 2


def bit_reverse(data, n):
    j = 0
    for i in range(n - 1):
        if i < j:
            data[2 * i], data[2 * j] = data[2 * j], data[2 * i]
            data[2 * i + 1], data[2 * j + 1] = data[2 * j + 1], data[2 * i + 1]
        k = n >> 1
        while k <= j:
            j -= k
            k >>= 1
        j += k


def main():
    print('%.6f' % sor(60, 40))
    print('%.6f' % sparse(500, 2500, 60))
    print('%.6f' % monte_carlo(80000))
    print('%.6f' % lu(60))
    print('%.6f' % fft(1024, 8))


main()
