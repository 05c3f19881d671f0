import math
class Body(object):
    def __init__(self, x, y):
        self.x, self.y = x, y
    def __add__(self, o):
        return Body(self.x + o.x, self.y + o.y)
    def __repr__(self):
        return 'Body(%r, %r)' % (self.x, self.y)
def f(n):
    s = 0
    i = 0
    while i < n:
        s += i
        i += 1
    return s
def fib(n):
    if n < 2:
        return n
    return fib(n-1) + fib(n-2)
print(f(10), f(1000), fib(15))
b = Body(1, 2.5) + Body(3, 4)
print(b, [1, 2, 3], (1,), {'a': 1, 2: [3]}, {1, 2, 3}, 'it\'s', None, True)
l = [x * x for x in range(10) if x % 2]
print(l, l[::-1], l[1:3], len(l), sum(l), max(l), sorted(l, reverse=True))
for i, x in enumerate(l):
    print(i, x, end=' ')
print()
print(2**100, -7 // 2, -7 % 3, 7.5 // 2, 1e100, 1/3, 10**20 // 7)
print(f'{math.pi:.3f} {10:>5}|{"a":<4}|{255:#x} {1234567:,}')
def g(a, b=2, *c, d=4):
    return (a, b, c, d)
print(g(1), g(1, 3, 4, 5, d=9))
def outer():
    n = 0
    def inner():
        nonlocal n
        n += 1
        return n
    inner(); inner()
    return inner()
print(outer())
try:
    [][1]
except IndexError as e:
    print('caught', e)
finally:
    print('finally')
class A:
    def hi(self): return 'A'
class B(A):
    def hi(self): return 'B' + super().hi()
print(B().hi(), isinstance(B(), A))
a, *r = [1, 2, 3]
print(a, r)
x = 9223372036854775807
x += 1
print(x)
print(1 < 2 < 3, not 1, 1 and 2, 0 or 'x')
def boom(n):
    return [1 // (n - k) for k in range(5)]
boom(3)
