# How steep an image is, along one line: the length of the two Sobel derivatives.


def Array2D_get(self, x, y):
    if x < 0 or x >= self.width or y < 0 or y >= self.height:
        fail()
    return self.data[y * self.width + x]


def Array2D_set(self, x, y, value):
    if x < 0 or x >= self.width or y < 0 or y >= self.height:
        fail()
    self.data[y * self.width + x] = value


Array2D = define("Array2D", "width height data", get=Array2D_get, set=Array2D_set)


def kernel(a, b, x, y, w):
    while x < w:
        dx = (
            -1.0 * a.get(x - 1, y - 1)
            + 1.0 * a.get(x + 1, y - 1)
            + -2.0 * a.get(x - 1, y)
            + 2.0 * a.get(x + 1, y)
            + -1.0 * a.get(x - 1, y + 1)
            + 1.0 * a.get(x + 1, y + 1)
        )
        dy = (
            -1.0 * a.get(x - 1, y - 1)
            + -2.0 * a.get(x, y - 1)
            + -1.0 * a.get(x + 1, y - 1)
            + 1.0 * a.get(x - 1, y + 1)
            + 2.0 * a.get(x, y + 1)
            + 1.0 * a.get(x + 1, y + 1)
        )
        b.set(x, y, sqrt(dx * dx + dy * dy) / 4.0)
        x += 1
    return b.data


def setup(n):
    return [Array2D(n + 2, 3, fill(1, (n + 2) * 3)), Array2D(n + 2, 3, zeros((n + 2) * 3)), 1, 1, n + 1]
