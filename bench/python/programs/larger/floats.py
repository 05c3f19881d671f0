"""Many points, made, moved to the unit sphere and compared: objects that live for a while."""
from math import cos, sin, sqrt

ROUNDS = 1  # tiny 12, short 40, long 850


class Point(object):
    def __init__(self, k):
        self.x = sin(k)
        self.y = cos(k) * 3
        self.z = self.x * self.x / 2

    def __repr__(self):
        return '<%.6f, %.6f, %.6f>' % (self.x, self.y, self.z)

    def normalize(self):
        norm = sqrt(self.x * self.x + self.y * self.y + self.z * self.z)
        self.x /= norm
        self.y /= norm
        self.z /= norm

    def maximize(self, other):
        self.x = self.x if self.x > other.x else other.x
        self.y = self.y if self.y > other.y else other.y
        self.z = self.z if self.z > other.z else other.z
        return self


def largest(points):
    best = points[0]
    for p in points[1:]:
        best = best.maximize(p)
    return best


def main(rounds):
    for _ in range(rounds):
        points = [Point(0.5 * k) for k in range(20000)]
        for p in points:
            p.normalize()
        best = largest(points)
    print(best)


main(ROUNDS)
