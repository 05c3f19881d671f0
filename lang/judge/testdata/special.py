# Methods that instructions call, in loops: they become parts of traces, which are left in their middle.


class Grid:
    def __init__(self, w, h):
        self.w, self.h = w, h
        self.cells = [0.0] * (w * h)
        self.reads = 0

    def __getitem__(self, at):
        x, y = at
        self.reads += 1
        if x < 0 or y < 0:
            raise IndexError('outside: %d, %d' % (x, y))
        if self.reads % 7 == 3:
            return self.cells[y * self.w + x] + 1
        return self.cells[y * self.w + x]

    def __setitem__(self, at, value):
        x, y = at
        if value > 40:
            value = value / 2
            self.last = value
        self.cells[y * self.w + x] = value
        return 'nobody wants this'

    def __call__(self, k, by=2):
        if k % 5 == 4:
            return self.reads * by
        return k * by

    def __neg__(self):
        self.h = -self.h
        return self

    def __invert__(self):
        return self.w if self.h > 0 else float(self.w)

    def __pos__(self):
        return abs(self.h)


class Celsius:
    def __init__(self, degrees):
        self.degrees = degrees
        self.sets = 0

    @property
    def kelvin(self):
        if self.degrees < -273:
            raise ValueError('colder than cold: %r' % self.degrees)
        return self.degrees + 273

    @kelvin.setter
    def kelvin(self, value):
        self.sets += 1
        if value % 11 == 0:
            self.degrees = float(value - 273)
        else:
            self.degrees = value - 273


def grid(n):
    g = Grid(4, 4)
    for k in range(n):
        x, y = k % 4, k // 4 % 4
        g[x, y] = g[x, y] + g[3 - x, y] + k
        g[x, y] -= 1
    print([round(c, 3) for c in g.cells], g.reads, g.last)
    try:
        for k in range(n):
            g[3 - k % 4, 3 if k < n - 1 else -1] += 1
    except IndexError as e:
        print(e, g.reads, k)
    s = 0
    for k in range(n):
        s += g(k) + g(k, 3) + ~g + +g
        if k % 9 == 8:
            g = -g
    print(s, g.h)


def celsius(n):
    c = Celsius(0)
    t = 0
    for k in range(n):
        c.kelvin = c.kelvin + k % 13
        t += c.kelvin
    print(t, c.degrees, c.sets)
    try:
        for k in range(n):
            c.kelvin = c.kelvin - 2 * k
    except ValueError as e:
        print(e, c.sets)


def extremes(n):
    a = b = 0
    c = d = 0.0
    nan = float('nan')
    for k in range(n):
        x = (k * 37) % 101 - 50
        a += max(x, k % 17, -x)
        b += min(x, abs(x) - 20, k)
        c += max(x / 3, -0.5, abs(x) * 0.25, 0.0)
        d += min(x * 0.5, 7.25)
        if k % 50 == 49:
            print(max(nan, c), max(c, nan), min(0.0, -0.0), max(True, 1), max(1, 1.0), min(2, 1.5), abs(True))
    print(a, b, c, d)
    print(max(range(n)), max([3, 1], key=lambda v: -v), abs(-2 ** 63), abs(-2 ** 62))


def powers(n):
    s = 0.0
    for k in range(n):
        s += (k * 0.5) ** 0.5 + k ** 0.25 + 2.0 ** (k % 9 - 4) + (k - 3.5) ** 2 + (k - 20) ** 2.0
    print('%.6f' % s)
    s = 0.0
    try:
        for k in range(n):
            s += (n - 5 - k) ** -1.0
    except ZeroDivisionError as e:
        print(e, '%.9f' % s)
    s = 1e-5
    try:
        for k in range(n):
            s = (s * 100.0) ** 2
    except OverflowError as e:
        print(e, '%.9e' % s)


def ranges(n):
    s = 0
    big = 2 ** 62
    for k in range(n):
        for i in range(k % 4):
            s += i
        for i in range(k % 3, k % 7):
            s += 2 * i
        for i in range(k % 5, 12, 1 + k % 4):
            s += 3 * i
        for i in range(k % 7, k % 2 - 3, -2):
            s += 5 * i
        for i in range(-big, big, big):
            s += i // big
        for i in range(-big - k, big + k, big + big - 1):
            s += 1
    print(s)


def slices(n):
    p = list(range(9))
    f = [0.5 * k for k in range(9)]
    for k in range(n):
        m = k % 8 + 1
        p[:m] = p[m - 1::-1]
        p[::2] = p[1::2] + [p[0]]
        q = p[:]
        q[2:4] = f[3:5]
        p[3:3 + k % 3] = [k, k + 1][:k % 3]
        f[1:8:3] = f[0:3]
        f[1:3] = p[1:3]
        f[1:3] = [0.25, k / 4]
        if k % 40 == 39:
            print(p, q, f)
            try:
                p[::2] = p[:2]
            except ValueError as e:
                print(e)


def twice():
    grid(130)
    celsius(120)
    extremes(150)
    powers(120)
    ranges(90)
    slices(120)


twice()
twice()
