def f(a, b=2, *args, c=3, d=4):
    return a, b, args, c, d


def only(*, key):
    return key


def pos(a, b, c=0):
    return a, b, c


print(f(1), f(1, 5, 6, 7), f(1, d=0, c=9), f(b=1, a=0), f(*[1, 2, 3], c=1), f(*'ab', *range(2)))
print(only(key=1))


def default(x, seen=[]):
    seen.append(x)
    return seen


print(default(1), default(2), default(3, []), default(4))


class A:
    def __call__(self, *xs, sep='-'):
        return sep.join(map(str, xs))

    def method(self, x, y=10):
        return x + y


a = A()
g = a.method
print(a(1, 2), a(*'xyz', sep='+'), g(5), A.method(a, 1, 2), list(map(a.method, [1, 2])))
print((lambda *a, k=1: (a, k))(1, 2, k=3), (lambda: None)(), (lambda x, y=1: x + y)(2))
for bad in (lambda: f(), lambda: f(1, a=2), lambda: f(1, e=5), lambda: only(1), lambda: only(), lambda: only(other=1), lambda: pos(a=1, b=2), lambda: pos(1), lambda: a.method(), lambda: a.method(1, 2, 3), lambda: g(y=1), lambda: A(5), lambda: f(1, *None), lambda: len(), lambda: len(1, 2), lambda: print(x=1), lambda: int('5', bass=3), lambda: a(1, sepp=2), lambda: 'x'(), lambda: None(), lambda: isinstance(1), lambda: range(), lambda: range(1, 2, 0), lambda: range(1.0), lambda: abs('x'), lambda: [].append(), lambda: ''.join(1), lambda: ''.join([1]), lambda: chr(-1), lambda: ord('ab')):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__ + ':', e)
x = 10


def scopes():
    try:
        print(x)
    except UnboundLocalError as e:
        print(e)
    x = 5
    return x


def use_global():
    global x, fresh
    x += 1
    fresh = 'made'
    return x


print(scopes(), use_global(), x, fresh)
del fresh
print(fresh)
