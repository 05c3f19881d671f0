# Square roots that are written as powers: of zeros of both signs, of integers, of what is no number.
def roots(v, n):
    out = []
    for k in range(n):
        x = v[k % len(v)]
        out.append(x ** 0.5)
    return out


for v in ([4.0, 0.0, -0.0, 2.0, 1e308, 5e-324], [2, 3, 4], [0.0, -0.0], [-0.0, 1.0], [float('inf'), 1.0], [1.0, float('nan')], [True, 9.0]):
    print([str(x) for x in roots(v, 12)], str(roots(v, 90)[-1]))
