"""fannkuch, spectral norm, mandelbrot and queens."""


def fannkuch(n):
    perm1 = list(range(n))
    count = list(range(n))
    most = flips_sum = 0
    r = n
    sign = 1
    while True:
        while r != 1:
            count[r - 1] = r
            r -= 1
        perm = perm1[:]
        flips = 0
        k = perm[0]
        while k:
            perm[:k + 1] = perm[k::-1]
            flips += 1
            k = perm[0]
        most = max(most, flips)
        flips_sum += sign * flips
        while True:
            if r == n:
                return flips_sum, most
            first = perm1[0]
            for i in range(r):
                perm1[i] = perm1[i + 1]
            perm1[r] = first
            count[r] -= 1
            if count[r] > 0:
                break
            r += 1
        sign = -sign
        r = 1 if r == 0 else r


def a(i, j):
    return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1)


def times(u):
    n = len(u)
    v = []
    for i in range(n):
        s = 0.0
        for j in range(n):
            s += a(i, j) * u[j]
        v.append(s)
    return v


def times_transposed(u):
    n = len(u)
    v = []
    for i in range(n):
        s = 0.0
        for j in range(n):
            s += a(j, i) * u[j]
        v.append(s)
    return v


def spectral(n):
    u = [1.0] * n
    for _ in range(4):
        v = times_transposed(times(u))
        u = times_transposed(times(v))
    vbv = vv = 0.0
    for i in range(n):
        vbv += u[i] * v[i]
        vv += v[i] * v[i]
    return (vbv / vv) ** 0.5


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


def queens(n):
    def place(row, cols, left, right):
        if row == n:
            return 1
        found = 0
        for c in range(n):
            if cols[c] or left[row + c] or right[row - c + n]:
                continue
            cols[c] = left[row + c] = right[row - c + n] = True
            found += place(row + 1, cols, left, right)
            cols[c] = left[row + c] = right[row - c + n] = False
        return found
    return place(0, [False] * n, [False] * (2 * n), [False] * (2 * n + 1))


def main():
    print(fannkuch(7))
    print('%.9f' % spectral(60))
    print(mandelbrot(100, 80, 60))
    print(queens(7))


main()
