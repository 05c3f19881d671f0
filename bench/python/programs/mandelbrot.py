"""Iterations until a point runs away: two floats, and a loop that ends early or late."""

ROUNDS = 12  # tiny 12, short 60, long 2400


def mandelbrot(w, h, most):
    total = 0
    for y in range(h):
        ci = 2.0 * y / h - 1.0
        for x in range(w):
            cr = 2.0 * x / w - 1.5
            zr = zi = 0.0
            k = 0
            while k < most and zr * zr + zi * zi <= 4.0:
                zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
                k += 1
            total += k
    return total


for _ in range(ROUNDS):
    total = mandelbrot(100, 80, 60)
print(total)
