"""The brightest of nine pixels, for all of a picture: max() of nine arguments."""
from array import array

ROUNDS = 20  # tiny 20, short 4, long 5400


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


def dilate3x3(a, b):
    for y in range(1, a.h - 1):
        for x in range(1, a.w - 1):
            b[x, y] = max(a[x - 1, y - 1], a[x, y - 1], a[x + 1, y - 1],
                          a[x - 1, y], a[x, y], a[x + 1, y],
                          a[x - 1, y + 1], a[x, y + 1], a[x + 1, y + 1])


def picture(w, h):
    p = Image(w, h)
    for y in range(h):
        for x in range(w):
            p[x, y] = float((x * 31 + y * 17 + x * y) % 256)
    return p


def main(rounds):
    a, b = picture(100, 100), Image(100, 100)
    for _ in range(rounds):
        dilate3x3(a, b)
    print('%.3f' % sum(b.data))


main(ROUNDS)
