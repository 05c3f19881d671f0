class A:
    def who(self):
        return ['A']


class B(A):
    def who(self):
        return ['B'] + super().who()


class C(A):
    def who(self):
        return ['C'] + super().who()

    @property
    def size(self):
        return len(self.who())


class D(B, C):
    def who(self):
        return ['D'] + super().who()

    @property
    def size(self):
        return super().size * 10

    @classmethod
    def make(cls, *a):
        return cls()

    @staticmethod
    def util(x):
        return x * 2


d = D()
print(d.who(), d.size, isinstance(d, (int, A)), issubclass(D, B), issubclass(B, C))
print(D.__name__, D.who(d), super(B, d).who(), type(d) is D, type(d) == B, d.__class__.__name__)
print(D.make().who(), d.make() is not d, D.util(4), d.util('x'), type(D.make(1)).__name__)
try:
    d.size = 5
except AttributeError as e:
    print(e)
try:
    class Bad(A, B):
        pass
except TypeError as e:
    print(e)


class P:
    def __init__(self):
        self._x = 0

    def get(self):
        print('get')
        return self._x

    def set(self, v):
        print('set', v)
        self._x = v

    x = property(get, set)


p = P()
p.x = 3
p.x += 4
print(p.x, P.x is P.x, isinstance(P.x, property))
try:
    del p.x
except AttributeError as e:
    print(e)


class Late:
    limit = 3

    def over(self, n):
        return n > self.limit


l = Late()
print(l.over(4))
Late.limit = 10
print(l.over(4), Late.over(l, 11))
l.limit = 1
Late.over = lambda self, n: 'patched %d' % n
print(l.over(4))
Late.extra = 5
print(l.extra, Late.extra)


class Cmp:
    def __init__(self, n):
        self.n = n

    def __eq__(self, o):
        return self.n == o.n

    def __le__(self, o):
        return self.n <= o.n

    def __getattr__(self, name):
        if name.startswith('get_'):
            return lambda: name[4:] * self.n
        raise AttributeError('no ' + name)


c = Cmp(2)
print(c == Cmp(2), c != Cmp(3), c <= Cmp(5), c >= Cmp(5), c.get_ab(), getattr(c, 'zzz', 'default'))
try:
    {c: 1}
except TypeError as e:
    print(e)
try:
    c < Cmp(3)
except TypeError as e:
    print(e)
c.zzz
