import math
from math import sin, cos, pi, sqrt
def euler(f, y, t, dt, n):
    out = [(t, *y)]
    for _ in range(n):
        y = [a + dt * b for a, b in zip(y, f(t, y))]; t += dt; out.append((t, *y))
    return out
def rk4(f, y, t, dt, n):
    for _ in range(n):
        k1 = f(t, y); k2 = f(t + dt / 2, [a + dt / 2 * k for a, k in zip(y, k1)]); k3 = f(t + dt / 2, [a + dt / 2 * k for a, k in zip(y, k2)]); k4 = f(t + dt, [a + dt * k for a, k in zip(y, k3)])
        y = [a + dt / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4)]; t += dt
    return t, y
pend = lambda t, y: (y[1], -9.81 * sin(y[0]))
for row in euler(pend, [0.1, 0.0], 0, 0.01, 5): print(*['%.6f' % v for v in row])
t, y = rk4(pend, [0.1, 0.0], 0, 0.01, 1000); print(t, y, f'{t:.3g} {y[0]:.12f}')
def bisect(f, a, b, eps=1e-12):
    n = 0
    while b - a > eps:
        m = (a + b) / 2; n += 1
        if f(a) * f(m) <= 0: b = m
        else: a = m
    return (a + b) / 2, n
print(bisect(lambda x: x ** 3 - x - 2, 1, 2))
def newton(f, x, h=1e-7):
    for k in range(50):
        d = (f(x + h) - f(x - h)) / (2 * h)
        if abs(f(x)) < 1e-13: return x, k
        x -= f(x) / d
print('%.10f %d' % newton(lambda x: cos(x) - x, 1.0))
def simpson(f, a, b, n=100):
    h = (b - a) / n
    return h / 3 * (f(a) + f(b) + sum((4 if k % 2 else 2) * f(a + k * h) for k in range(1, n)))
print(simpson(sin, 0, pi), simpson(lambda x: math.exp(-x * x), -3, 3), simpson(lambda x: 1 / x, 1, math.e))
print(sum(1 / k ** 2 for k in range(1, 10001)), math.fsum([.1] * 10), sum([.1] * 10), pi ** 2 / 6)
pi_sum, sign = 0.0, 1
for k in range(1, 200000, 2): pi_sum += sign * 4 / k; sign = -sign
print(pi_sum, abs(pi - pi_sum) < 1e-4)
print(0.1 + 0.2, 1e16 + 1, 1 / 3 * 3, 2 ** 0.5 * 2 ** 0.5, 1.1 * 3, 100 * 1.1, 3.0, -0.0, 1e308 * 10, 5e-324 / 2, 0.1 * 3, 4.35 * 100, 1.005 * 1000, 123456.789e3, 1.0e-10, 12345678901234567890.0)
print(math.floor(-2.5), math.ceil(-2.5), math.trunc(-2.5), int(-2.5), round(-2.5), -7 // 2, -7.0 // 2, 7 % -3, -7.5 % 2, math.fmod(-7.5, 2), math.modf(-2.5), math.frexp(10), math.ldexp(0.5, 4), math.copysign(1, -0.0))
print(math.hypot(3, 4), math.atan2(-1, -1), math.degrees(pi), math.radians(180), math.log(8, 2), math.log2(1024), math.log10(1e-5), math.exp(1) == math.e, math.isclose(0.1 + 0.2, 0.3), math.inf > 1e308, math.nan != math.nan, math.tau, math.dist([0, 0], [1, 1]))
class Body:
    def __init__(self, m, x, y, vx, vy): self.m, self.x, self.y, self.vx, self.vy = m, x, y, vx, vy
    def energy(self): return self.m * (self.vx ** 2 + self.vy ** 2) / 2
def step(bodies, dt):
    for i, a in enumerate(bodies):
        for b in bodies[i + 1:]:
            dx, dy = b.x - a.x, b.y - a.y; r2 = dx * dx + dy * dy; f = 1 / (r2 * sqrt(r2))
            a.vx += dt * b.m * dx * f; a.vy += dt * b.m * dy * f; b.vx -= dt * a.m * dx * f; b.vy -= dt * a.m * dy * f
    for b in bodies: b.x += dt * b.vx; b.y += dt * b.vy
sun = [Body(1, 0, 0, 0, 0), Body(1e-3, 1, 0, 0, 1), Body(1e-3, 0, 2, -.7, 0)]
for n in range(3000):
    step(sun, .002)
    if n % 1000 == 999: print(' '.join(f'({b.x:+.9f},{b.y:+.9f})' for b in sun), repr(sum(b.energy() for b in sun)))
def mandel(w=60, h=15, n=30):
    for j in range(h):
        row = ''
        for i in range(w):
            cr, ci = -2.2 + 3.2 * i / w, -1.2 + 2.4 * j / h; x = y = 0.0; k = 0
            while x * x + y * y <= 4 and k < n: x, y = x * x - y * y + cr, 2 * x * y + ci; k += 1
            row += ' .:-=+*#%@'[k * 9 // n]
        print(row.rstrip())
mandel()
