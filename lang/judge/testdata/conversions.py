def f(n, x):
    t = 0.0
    u = 0
    for k in range(n):
        t += float(k) + float(x)
        u += int(t) + int(k)
        if k % 7 == 0:
            x = -x * 1.5
    return t, u
print(f(60, 2), f(60, 2.5), f(40, -1e9))
def g():
    a = [1.5, -2.5, 3, 1e300, -0.0, 7, 2.0**53, -2.0**53, 2.0**62, True]
    s = 0
    for r in range(5):
        for v in a:
            s += int(v) % 1000003
            s += int(float(v)) % 97
    return s
print(g())
def h(n):
    out = 0
    for k in range(n):
        v = float('nan') if k == 25 else k / 3
        try:
            out += int(v)
        except ValueError as e:
            print(e)
    return out
print(h(40))
