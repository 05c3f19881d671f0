"""A picture of balls that mirror one another above a floor of squares: small objects, methods, recursion."""
import math

ROUNDS = 1  # tiny 5, short 2, long 160


class Vector(object):
    def __init__(self, x, y, z):
        self.x = x
        self.y = y
        self.z = z

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y, self.z - other.z)

    def scale(self, factor):
        return Vector(factor * self.x, factor * self.y, factor * self.z)

    def dot(self, other):
        return self.x * other.x + self.y * other.y + self.z * other.z

    def length(self):
        return math.sqrt(self.dot(self))

    def normalized(self):
        return self.scale(1.0 / self.length())

    def mirrored(self, normal):
        return self - normal.scale(2 * self.dot(normal))


class Ray(object):
    def __init__(self, origin, direction):
        self.origin = origin
        self.direction = direction.normalized()

    def at(self, distance):
        return self.origin + self.direction.scale(distance)


class Ball(object):
    def __init__(self, centre, radius, shade):
        self.centre = centre
        self.radius = radius
        self.shade = shade

    def distance(self, ray):
        way = self.centre - ray.origin
        along = way.dot(ray.direction)
        rest = self.radius * self.radius - (way.dot(way) - along * along)
        if rest < 0:
            return None
        return along - math.sqrt(rest)

    def normal(self, point):
        return (point - self.centre).normalized()

    def shade_at(self, point):
        return self.shade


class Floor(object):
    def __init__(self, height):
        self.height = height

    def distance(self, ray):
        if ray.direction.y > -1e-6:
            return None
        return (self.height - ray.origin.y) / ray.direction.y

    def normal(self, point):
        return Vector(0.0, 1.0, 0.0)

    def shade_at(self, point):
        return 0.9 if (int(math.floor(point.x)) + int(math.floor(point.z))) % 2 else 0.2


class Scene(object):
    def __init__(self):
        self.things = []
        self.light = Vector(5.0, 10.0, -6.0)

    def nearest(self, ray):
        found, best = None, 1e9
        for thing in self.things:
            distance = thing.distance(ray)
            if distance is not None and 1e-6 < distance < best:
                found, best = thing, distance
        return found, best

    def brightness(self, ray, depth):
        thing, distance = self.nearest(ray)
        if thing is None:
            return 0.3 + 0.3 * ray.direction.y
        point = ray.at(distance)
        normal = thing.normal(point)
        shade = thing.shade_at(point)
        to_light = self.light - point
        shadow, far = self.nearest(Ray(point, to_light))
        light = 0.1
        if shadow is None or far > to_light.length():
            light += max(0.0, to_light.normalized().dot(normal))
        if depth > 0:
            mirror = self.brightness(Ray(point, ray.direction.mirrored(normal)), depth - 1)
            return 0.7 * shade * light + 0.3 * mirror
        return shade * light


def render(scene, width, height):
    eye = Vector(0.0, 1.8, -8.0)
    total = 0.0
    for j in range(height):
        for i in range(width):
            direction = Vector((i - width / 2.0) / width, (height / 2.0 - j) / width, 1.0)
            total += scene.brightness(Ray(eye, direction), 2)
    return total


def main(rounds):
    scene = Scene()
    scene.things.append(Floor(0.0))
    for k in range(6):
        scene.things.append(Ball(Vector(1.4 * k - 3.5, 0.7 + 0.2 * (k % 3), 1.0 * (k % 2)), 0.7, 0.15 * (k + 1)))
    for _ in range(rounds):
        total = render(scene, 80, 60)
    print('%.9f' % total)


main(ROUNDS)
