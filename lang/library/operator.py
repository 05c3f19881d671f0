def add(a, b):
    return a + b


def sub(a, b):
    return a - b


def mul(a, b):
    return a * b


def truediv(a, b):
    return a / b


def floordiv(a, b):
    return a // b


def mod(a, b):
    return a % b


def pow(a, b):
    return a ** b


def matmul(a, b):
    return a @ b


def neg(a):
    return -a


def pos(a):
    return +a


def invert(a):
    return ~a


def and_(a, b):
    return a & b


def or_(a, b):
    return a | b


def xor(a, b):
    return a ^ b


def lshift(a, b):
    return a << b


def rshift(a, b):
    return a >> b


def lt(a, b):
    return a < b


def le(a, b):
    return a <= b


def eq(a, b):
    return a == b


def ne(a, b):
    return a != b


def gt(a, b):
    return a > b


def ge(a, b):
    return a >= b


def not_(a):
    return not a


def truth(a):
    return True if a else False


def is_(a, b):
    return a is b


def is_not(a, b):
    return a is not b


def contains(a, b):
    return b in a


def concat(a, b):
    return a + b


def countOf(a, b):
    return sum(1 for item in a if item is b or item == b)


def getitem(a, b):
    return a[b]


def setitem(a, b, c):
    a[b] = c


def delitem(a, b):
    del a[b]


def iadd(a, b):
    a += b
    return a


def isub(a, b):
    a -= b
    return a


def imul(a, b):
    a *= b
    return a


abs = abs
inv = invert


def call(obj, /, *args, **kwargs):
    return obj(*args, **kwargs)


def indexOf(a, b):
    for k, item in enumerate(a):
        if item is b or item == b:
            return k
    raise ValueError('sequence.index(x): x not in sequence')


def iand(a, b):
    a &= b
    return a


def ior(a, b):
    a |= b
    return a


def ixor(a, b):
    a ^= b
    return a


def ifloordiv(a, b):
    a //= b
    return a


def itruediv(a, b):
    a /= b
    return a


def imod(a, b):
    a %= b
    return a


def ipow(a, b):
    a **= b
    return a


def ilshift(a, b):
    a <<= b
    return a


def irshift(a, b):
    a >>= b
    return a


def imatmul(a, b):
    a @= b
    return a


def index(a):
    return int(hex(a), 16)  # which takes what has an index, of any size


def itemgetter(item, *items):
    if not items:
        return lambda x: x[item]
    return lambda x: (x[item], *[x[k] for k in items])


def _path(name):
    parts = name.split('.')

    def get(x):
        for part in parts:
            x = getattr(x, part)
        return x
    return get


def attrgetter(attr, *attrs):
    if not attrs:
        return _path(attr)
    paths = [_path(name) for name in (attr, *attrs)]
    return lambda x: tuple([get(x) for get in paths])


def methodcaller(name, *args, **kwargs):
    return lambda x: getattr(x, name)(*args, **kwargs)
