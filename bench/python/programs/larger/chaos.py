"""The chaos game on a closed B-spline: which of its pieces moves a point next is left to a simple generator."""

ROUNDS = 1  # tiny 7, short 50, long 1400


class Random(object):
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state * 1103515245 + 12345) % 2147483648
        return self.state / 2147483648.0


class Point(object):
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        return Point(self.x - other.x, self.y - other.y)

    def __mul__(self, factor):
        return Point(self.x * factor, self.y * factor)

    def mixed(self, other, share):
        return self * (1 - share) + other * share


class Spline(object):
    """A spline of degree 3 through knots, by C. de Boor's algorithm."""

    def __init__(self, points, knots):
        self.points = points
        self.knots = knots

    def domain(self):
        return self.knots[2], self.knots[len(self.knots) - 3]

    def __call__(self, u):
        low, high = self.domain()
        k = 2
        while k < len(self.knots) - 4 and self.knots[k + 1] <= u:
            k += 1
        d = [self.points[k - 2 + j] for j in range(4)]
        for level in range(1, 4):
            for j in range(3, level - 1, -1):
                left = self.at(k - 2 + j)
                right = self.at(k + 1 + j - level)
                share = (u - left) / (right - left) if right > left else 0.0
                d[j] = d[j - 1].mixed(d[j], share)
        return d[3]

    def at(self, k):
        k -= 1
        if k < 0:
            return self.knots[0] + k
        if k >= len(self.knots):
            return self.knots[-1] + k - len(self.knots) + 1
        return self.knots[k]


def main(rounds):
    corners = [(0.0, 0.0), (1.0, 0.2), (1.2, 1.0), (0.4, 1.4), (-0.3, 0.8), (-0.2, 0.1)]
    splines = []
    for shift in range(3):
        turned = corners[shift:] + corners[:shift]
        points = [Point(x + 0.1 * shift, y - 0.05 * shift) for x, y in turned]
        splines.append(Spline(points, [0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 3.0, 3.0]))
    for _ in range(rounds):
        random = Random(1234)
        grid = [[0] * 60 for _ in range(60)]
        p = Point(0.5, 0.5)
        for _ in range(5000):
            spline = splines[int(random.next() * len(splines))]
            low, high = spline.domain()
            on = spline(low + (high - low) * random.next())
            p = p.mixed(on, 0.3 + 0.4 * random.next())
            row = int((p.y + 0.5) * 20)
            column = int((p.x + 0.5) * 20)
            if 0 <= row < 60 and 0 <= column < 60:
                grid[row][column] += 1
    full = sum([1 for row in grid for n in row if n])
    print(full, max([max(row) for row in grid]), '%.9f %.9f' % (p.x, p.y))


main(ROUNDS)
