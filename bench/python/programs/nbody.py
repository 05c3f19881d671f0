"""Planets attracting each other: attributes that hold floats."""
import math

ROUNDS = 600  # tiny 600, short 300, long 72000


class Body(object):
    def __init__(self, x, y, z, vx, vy, vz, mass):
        self.x, self.y, self.z = x, y, z
        self.vx, self.vy, self.vz = vx, vy, vz
        self.mass = mass


def make():
    bodies = []
    for k in range(5):
        a = 1.3 * k
        bodies.append(Body(math.cos(a) * (k + 1), math.sin(a) * (k + 1), 0.01 * k, -math.sin(a), math.cos(a), 0.001,
                           1.0 / (k * k + 1)))
    return bodies


def advance(bodies, dt):
    n = len(bodies)
    for i in range(n):
        p = bodies[i]
        for j in range(i + 1, n):
            q = bodies[j]
            dx = p.x - q.x
            dy = p.y - q.y
            dz = p.z - q.z
            d2 = dx * dx + dy * dy + dz * dz + 1e-9
            mag = dt / (d2 * math.sqrt(d2))
            p.vx -= dx * q.mass * mag
            p.vy -= dy * q.mass * mag
            p.vz -= dz * q.mass * mag
            q.vx += dx * p.mass * mag
            q.vy += dy * p.mass * mag
            q.vz += dz * p.mass * mag
    for p in bodies:
        p.x += dt * p.vx
        p.y += dt * p.vy
        p.z += dt * p.vz


def main(steps):
    bodies = make()
    for _ in range(steps):
        advance(bodies, 0.001)
    e = 0.0
    for p in bodies:
        e += 0.5 * p.mass * (p.vx * p.vx + p.vy * p.vy + p.vz * p.vz)
    print('%.9f' % e)


main(100 * ROUNDS)
