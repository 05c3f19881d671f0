"""Convolutions over arrays: one row, and pictures with borders."""
from array import array


def conv3(a, k, n):
    b = array('d', [0.0]) * (len(a) - 2)
    for _ in range(n):
        for i in range(len(b)):
            b[i] = k[2] * a[i] + k[1] * a[i + 1] + k[0] * a[i + 2]
    return b


class Image(object):
    def __init__(self, w, h):
        self.w = w
        self.h = h
        self.data = array('d', [0.0]) * (w * h)

    def __getitem__(self, at):
        x, y = at
        return self.data[y * self.w + x]

    def __setitem__(self, at, value):
        x, y = at
        self.data[y * self.w + x] = value


def conv3x3(a, b, k):
    for y in range(1, a.h - 1):
        for x in range(1, a.w - 1):
            b[x, y] = (k[2, 2] * a[x - 1, y - 1] + k[1, 2] * a[x, y - 1] + k[0, 2] * a[x + 1, y - 1] +
                       k[2, 1] * a[x - 1, y] + k[1, 1] * a[x, y] + k[0, 1] * a[x + 1, y] +
                       k[2, 0] * a[x - 1, y + 1] + k[1, 0] * a[x, y + 1] + k[0, 0] * a[x + 1, y + 1])


def dilate3x3(a, b):
    for y in range(1, a.h - 1):
        for x in range(1, a.w - 1):
            b[x, y] = max(a[x - 1, y - 1], a[x, y - 1], a[x + 1, y - 1],
                          a[x - 1, y], a[x, y], a[x + 1, y],
                          a[x - 1, y + 1], a[x, y + 1], a[x + 1, y + 1])


def sobel(a, b):
    for y in range(1, a.h - 1):
        for x in range(1, a.w - 1):
            dx = (-1.0 * a[x - 1, y - 1] + 1.0 * a[x + 1, y - 1] - 2.0 * a[x - 1, y] + 2.0 * a[x + 1, y] -
                  1.0 * a[x - 1, y + 1] + 1.0 * a[x + 1, y + 1])
            dy = (-1.0 * a[x - 1, y - 1] - 2.0 * a[x, y - 1] - 1.0 * a[x + 1, y - 1] + 1.0 * a[x - 1, y + 1] +
                  2.0 * a[x, y + 1] + 1.0 * a[x + 1, y + 1])
            b[x, y] = min((dx * dx + dy * dy) ** 0.5 / 4.0, 255.0)


def picture(w, h):
    p = Image(w, h)
    for y in range(h):
        for x in range(w):
            p[x, y] = float((x * 31 + y * 17 + x * y) % 256)
    return p


def main(n):
    row = array('d', [float(i % 97) for i in range(1000)])
    print('%.3f' % sum(conv3(row, [1.0, -2.0, 0.5], n)))
    a = picture(100, 100)
    for f in (lambda: conv3x3(a, b, kernel), lambda: dilate3x3(a, b), lambda: sobel(a, b)):
        b = Image(100, 100)
        kernel = picture(3, 3)
        f()
        print('%.3f' % sum(b.data))


main(100)
