# The largest of nine neighbours, along one line of an image. The image ascends, so
# that every comparison always goes the same way: a trace has one path.


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
        m = a.get(x - 1, y - 1)
        v = a.get(x, y - 1)
        if v > m:
            m = v
        v = a.get(x + 1, y - 1)
        if v > m:
            m = v
        v = a.get(x - 1, y)
        if v > m:
            m = v
        v = a.get(x, y)
        if v > m:
            m = v
        v = a.get(x + 1, y)
        if v > m:
            m = v
        v = a.get(x - 1, y + 1)
        if v > m:
            m = v
        v = a.get(x, y + 1)
        if v > m:
            m = v
        v = a.get(x + 1, y + 1)
        if v > m:
            m = v
        b.set(x, y, m)
        x += 1
    return b.data


def setup(n):
    return [Array2D(n + 2, 3, ramp((n + 2) * 3)), Array2D(n + 2, 3, zeros((n + 2) * 3)), 1, 1, n + 1]
