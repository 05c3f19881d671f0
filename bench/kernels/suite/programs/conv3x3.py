# Convolution of an image with nine weights, along one line.


def Array2D_get(self, x, y):
    if x < 0 or x >= self.width or y < 0 or y >= self.height:
        fail()
    return self.data[y * self.width + x]


def Array2D_set(self, x, y, value):
    if x < 0 or x >= self.width or y < 0 or y >= self.height:
        fail()
    self.data[y * self.width + x] = value


Array2D = define("Array2D", "width height data", get=Array2D_get, set=Array2D_set)


def kernel(a, k, b, x, y, w):
    while x < w:
        b.set(
            x,
            y,
            k.get(2, 2) * a.get(x - 1, y - 1)
            + k.get(1, 2) * a.get(x, y - 1)
            + k.get(0, 2) * a.get(x + 1, y - 1)
            + k.get(2, 1) * a.get(x - 1, y)
            + k.get(1, 1) * a.get(x, y)
            + k.get(0, 1) * a.get(x + 1, y)
            + k.get(2, 0) * a.get(x - 1, y + 1)
            + k.get(1, 0) * a.get(x, y + 1)
            + k.get(0, 0) * a.get(x + 1, y + 1),
        )
        x += 1
    return b.data


def setup(n):
    return [
        Array2D(n + 2, 3, fill(1, (n + 2) * 3)),
        Array2D(3, 3, fill(2, 9)),
        Array2D(n + 2, 3, zeros((n + 2) * 3)),
        1,
        1,
        n + 1,
    ]
