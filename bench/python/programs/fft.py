"""Fast Fourier transforms, there and back."""
import math

ROUNDS = 75  # tiny 75, short 100, long 22500


class Random(object):
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state * 1103515245 + 12345) % 2147483648
        return self.state / 2147483648.0


def fft(n, rounds):
    r = Random(5)
    data = [r.next() for _ in range(2 * n)]
    for _ in range(rounds):
        transform(data, n, -1)
        transform(data, n, 1)
        for i in range(2 * n):
            data[i] /= n
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


print('%.6f' % fft(1024, ROUNDS))
