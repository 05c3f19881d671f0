# Named arguments in dictionaries, parameters with two stars, dictionaries in dictionaries, and assignments in expressions.
def words(a, *b, c=5, **d):
    return a, b, c, d


def only(*, x, y=2):
    return x, y


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


attempt(words)
attempt(words, 1)
attempt(words, 1, 2, 3, c=4, e=6, a_=7)
attempt(words, a=1, b=2)
attempt(words, 1, a=2)
attempt(only, x=1)
attempt(only, y=1)
attempt(only, 1)
attempt(only, x=1, z=2)
attempt(lambda **k: sorted(k), b=1, a=2)
for text in [{'x': 1, 'y': 3}, {'x': 1, 'z': 3}, {1: 2}, [1], None, {}]:
    try:
        print(only(**text))
    except TypeError as e:
        print(e)
    try:
        print(only(x=0, **text))
    except TypeError as e:
        print(e)
    try:
        print(only(**text, x=0))
    except TypeError as e:
        print(e)
    try:
        print({'x': 0, **text, 'w': 1})
    except TypeError as e:
        print(e)


def order(*args, **kwargs):
    print(args, kwargs)


def say(x):
    print('say', x)
    return x


order(say(1), *say([2]), k=say(3), **say({'l': 4}), m=say(5), **say({'n': 6}))
print({**{'a': 1, 'b': 2}, 'a': 3, **{'c': 4, 'b': 5}}, {**{}})
print(dict(**{'a': 1}, b=2), '{a}-{b}'.format(**{'a': 1, 'b': 2}), sorted([3, 1], **{'reverse': True}))


class Base:
    def __init__(self, **options):
        self.__dict = {**{'size': 1}, **options}

    def get(self, name, **more):
        return {**self.__dict, **more}.get(name)

    def __call__(self, *args, **kwargs):
        return self, args, kwargs

    def __repr__(self):
        return 'Base(%r)' % (self.__dict,)


class Derived(Base):
    def __init__(self, name, *args, **kwargs):
        super().__init__(name=name, **kwargs)
        self.args = args


d = Derived('n', 1, 2, colour='red')
print(d, d.args, d.get('size'), d.get('x', x=9), d(1, y=2), Base.get(d, 'name', **{}))


def trace(f):
    def wrapper(*args, **kwargs):
        return [f.__name__, f(*args, **kwargs)]
    return wrapper


def tag(*names):
    def decorate(cls):
        cls.names = names
        return cls
    return decorate


@tag('a', 'b')
@tag('c')
class Tagged:
    pass


@trace
@trace
def add(a, b=10, *, c=100):
    return a + b + c


print(add(1), add(1, 2), add(1, c=3), add(b=1, a=2), Tagged.names)


def deep(n, **k):
    return k if n == 0 else deep(n - 1, **{**k, 'k%d' % n: n})


print(deep(5))
try:
    words(1, **{'c': 2}, c=3)
except TypeError as e:
    print(e)
try:
    d.get(name=1, **{'name': 2})
except TypeError as e:
    print(e)
try:
    print(1, **{'ends': 2})
except TypeError as e:
    print(e)


# Assignments in expressions.
def walrus(items):
    total = 0
    while (n := len(items)) > 2:
        total += n
        items = items[1:]
    if (m := total * 2) > 5 and (k := m + 1):
        return n, m, k
    return n, m


print(walrus([1, 2, 3, 4]), walrus([]))
print([y for x in range(6) if (y := x * x) % 2], y, [last := x for x in 'abc'], last)
print((a := 1) + a, f'{(b := 2)} {b}', [c := 3, c + 1], {d := 4}, (e := 5, e))


def unbound(flag):
    if flag and (v := 1):
        pass
    return v


def before(x):
    return x + (x := 10) + x, [x, (x := x + 1), x]


def closure():
    fs = [lambda: z for z in range(2)]
    total = 0
    add = [total := total + k for k in range(4)]
    return [f() for f in fs], total, add, any((found := n) > 2 for n in [1, 3, 2]), found


attempt(unbound, True)
attempt(unbound, False)
print(before(1), closure())
count = 0


def counting():
    global count
    return [count := count + 1 for _ in range(3)]


print(counting(), count, len(x := 'abc'), x)


def hot(n):
    out = []
    for i in range(n):
        r = words(i, i + 1, c=i) if i % 3 else words(a=i, **{'e': i})
        if (s := r[2]) > 5 and not (t := s % 4):
            out.append((t, {**r[3], 'i': i}))
    return out[-3:], s


print(hot(60))


def sets(n):
    out = []
    for i in range(n):
        s = {*range(i % 5), i, *'ab'[:i % 3], *{30, 2, 17, i}}
        out.append(len(s))
    return out[-4:], s == {*s}, {*[1, 2]}, {*{}}, {*(x * x for x in range(3))}


print(sets(60))
attempt(lambda: {*5})
attempt(lambda: {1, *[[2]]})
print({*[3, 1, 2], 9, *{40, 8, 24}}, {*{8: 1, 40: 2}, 16})
