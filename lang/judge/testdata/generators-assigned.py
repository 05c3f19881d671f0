def f(s):
    a, b, c = (int(x) for x in s.split(":"))
    return a + b + c
print(f("1:2:3"))
log = []
def note(x):
    log.append(x)
    return x
try:
    a, b = (note(x) for x in range(10))
except ValueError as e:
    print(e, log)
for s in "1:2", "1:2:3:4", "1:x:2":
    try:
        print(f(s))
    except ValueError as e:
        print(e)
(p, q), [r, *s] = ((k, k * k) for k in (1, 2))
print(p, q, r, s)
x, *y = (k for k in range(5) if k % 2)
print(x, y)
t = 0
for i in range(500):
    u, v = (k + i for k in (1, 2))
    t += u * v
print(t)
a, b = (1 // k for k in (1, 0))
