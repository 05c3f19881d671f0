"""A convolution over a picture, whose pixels are items with two indexes: a class with __getitem__."""
from array import array

ROUNDS = 15  # tiny 15, short 300, long 26000


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


def picture(w, h):
    p = Image(w, h)
    for y in range(h):
        for x in range(w):
            p[x, y] = float((x * 31 + y * 17 + x * y) % 256)
    return p


def main(rounds):
    a, b, kernel = picture(100, 100), Image(100, 100), picture(3, 3)
    for _ in range(rounds):
        conv3x3(a, b, kernel)
    print('%.3f' % sum(b.data))


main(ROUNDS)
