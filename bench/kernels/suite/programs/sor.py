# Successive over-relaxation of a grid, along one line.


def Array2D_get(self, x, y):
    if x < 0 or x >= self.width or y < 0 or y >= self.height:
        fail()
    return self.data[y * self.width + x]


def Array2D_set(self, x, y, value):
    if x < 0 or x >= self.width or y < 0 or y >= self.height:
        fail()
    self.data[y * self.width + x] = value


Array2D = define("Array2D", "width height data", get=Array2D_get, set=Array2D_set)


def kernel(g, omega4, rest, x, y, w):
    while x < w:
        g.set(
            x,
            y,
            omega4 * (g.get(x, y - 1) + g.get(x, y + 1) + g.get(x - 1, y) + g.get(x + 1, y)) + rest * g.get(x, y),
        )
        x += 1
    return g.data


def setup(n):
    return [Array2D(n + 2, 3, fill(1, (n + 2) * 3)), 0.3125, -0.25, 1, 1, n + 1]
