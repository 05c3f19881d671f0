from functools import reduce, partial, lru_cache, wraps
def counter(start=0, step=1):
    n = start
    def inc(by=None):
        nonlocal n
        n += step if by is None else by
        return n
    def reset():
        nonlocal n
        n = start
    inc.reset = reset
    return inc
c = counter(10, 5); print(c(), c(), c(1)); c.reset(); print(c())
fs = [lambda: i for i in range(3)]; print([f() for f in fs])
fs = [lambda i=i: i for i in range(3)]; print([f() for f in fs])
def compose(*fs): return reduce(lambda f, g: lambda *a: f(g(*a)), fs)
print(compose(str, abs, lambda x: x - 10)(3))
def trace(fn):
    depth = 0
    @wraps(fn)
    def wrapper(*args, **kwargs):
        nonlocal depth
        text = ', '.join([repr(a) for a in args] + [f'{k}={v!r}' for k, v in kwargs.items()])
        print('  ' * depth + f'{fn.__name__}({text})')
        depth += 1
        try:
            result = fn(*args, **kwargs)
        finally:
            depth -= 1
        print('  ' * depth + f'-> {result}')
        return result
    return wrapper
@trace
def fib(n):
    "Fibonacci numbers."
    return n if n < 2 else fib(n - 1) + fib(n=n - 2)
fib(3); print(fib.__name__, fib.__doc__, fib.__wrapped__.__name__)
@lru_cache(maxsize=None)
def ways(amount, coins=(50, 25, 10, 5, 1)):
    if amount == 0: return 1
    if amount < 0 or not coins: return 0
    return ways(amount - coins[0], coins) + ways(amount, coins[1:])
print(ways(100), ways.cache_info()); ways.cache_clear(); print(ways.cache_info())
def repeat(n):
    def deco(fn):
        def inner(*a): return [fn(*a) for _ in range(n)]
        return inner
    return deco
@repeat(3)
def hi(name): return 'hi ' + name
print(hi('Bo'))
def outer():
    x = 'outer'
    def middle():
        def inner():
            nonlocal x
            x = 'inner'
        inner(); return x
    r = middle(); return r, x
print(outer())
x = 'global'
def shadow():
    x = 'local'
    class C:
        y = x
        def m(self): return x
    return C.y, C().m()
print(shadow())
def glob():
    global x
    x = 'changed'
glob(); print(x)
p = partial(int, base=2); print(p('1010'), p.args, p.keywords, p.func is int)
pw = partial(pow, 2); print(pw(10), list(map(pw, range(5))))
curry = lambda f: lambda a: lambda b: f(a, b)
print(curry(lambda a, b: a ** b)(2)(5))
Y = lambda f: (lambda x: x(x))(lambda y: f(lambda *a: y(y)(*a)))
print(Y(lambda self: lambda n: 1 if n == 0 else n * self(n - 1))(10))
def defaults(a, b=[], *c, d=4, **e): b.append(a); return a, b, c, d, e
print(defaults(1), defaults(2), defaults(3, [], 5, 6, d=7, z=8))
def use_before():
    try: print(val)
    except UnboundLocalError as e: print(e)
    val = 1
    del val
    try: val
    except UnboundLocalError as e: print(e)
use_before()
def free():
    def g(): return later
    try: g()
    except NameError as e: print(e)
    later = 2; return g()
print(free())
memo = {}
def ack(m, n):
    if (m, n) in memo: return memo[m, n]
    r = n + 1 if m == 0 else ack(m - 1, 1) if n == 0 else ack(m - 1, ack(m, n - 1))
    memo[m, n] = r; return r
print(ack(2, 3), len(memo))
print((lambda *a, k=1, **kw: (a, k, kw))(1, 2, k=3, z=4), (lambda: (yes := 5) + yes)())
for bad in [lambda: counter(1, 2, 3), lambda: counter(step=1, stop=2), lambda: defaults(), lambda: defaults(1, a=2), lambda: hi(), lambda: hi(1), lambda: (lambda x, /: x)(x=1), lambda: (lambda *, k: k)(), lambda: (lambda *, k, l: k)(), lambda: (lambda a, b, c: 0)(1), lambda: (lambda a, b: 0)(), lambda: (lambda a: 0)(1, 2), lambda: (lambda a, b=1: 0)(1, 2, 3), lambda: (lambda: 0)(1), lambda: 5(), lambda: 'x'(), lambda: None(), lambda: undefined_name, lambda: print(1, end=5), lambda: print(foo=1), lambda: len(), lambda: len(1, 2), lambda: abs(), lambda: isinstance(1), lambda: isinstance(1, 'x'), lambda: int(1, 2, 3), lambda: defaults(*5), lambda: defaults(**5), lambda: defaults(**{1: 2}), lambda: reduce(lambda a, b: a, []), lambda: sorted([1], key=1), lambda: sorted([1], 2), lambda: (lambda **k: k)(**{'a': 1}, **{'a': 2})]:
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
