def show(x):
    if isinstance(x, float) and x != x:
        return 'nan'
    s = repr(x)
    return s if len(s) < 200 else s[:100] + '...' + str(len(s))


def weigh(x, left):
    if left <= 0:
        return 0
    if isinstance(x, dict):
        x = list(x.items())
    if isinstance(x, (list, tuple, set, frozenset)) or hasattr(x, 'rotate'):
        for y in x:
            left = weigh(y, left - 1)
    if hasattr(x, 'twice') and hasattr(x, 'x'):
        left = weigh(x.y, weigh(x.x, left - 2))
    if isinstance(x, Pair):
        left = weigh(x.b, weigh(x.a, left - 2))
    if hasattr(x, 'v'):
        left = weigh(x.v, left - 1)
    return left


def cap(x):
    if isinstance(x, int) and not -2 ** 200 < x < 2 ** 200:
        return x % 1000003
    if isinstance(x, (str, list, tuple)) and len(x) > 40:
        x = x[:5]
    if isinstance(x, Num):
        x.v = cap(x.v)
    return x if weigh(x, 200) > 0 else None


def mul(a, b):
    if isinstance(a, (str, list, tuple)) and isinstance(b, int):
        return a * (b % 50)
    if isinstance(b, (str, list, tuple)) and isinstance(a, int):
        return (a % 50) * b
    return a * b


class Num:
    made = 0

    def __init__(self, v):
        self.v = v
        Num.made += 1

    def __add__(self, other):
        if isinstance(other, Num):
            return Num(self.v + other.v)
        if isinstance(other, (int, float)):
            return type(self)(self.v + other)
        return NotImplemented

    def __radd__(self, other):
        return Num(other + self.v)

    def __mul__(self, other):
        return Num(mul(self.v, other.v if isinstance(other, Num) else other))

    def __lt__(self, other):
        return self.v < (other.v if isinstance(other, Num) else other)

    def __eq__(self, other):
        return isinstance(other, Num) and self.v == other.v

    def __hash__(self):
        return hash(self.v)

    def __repr__(self):
        return '%s(%r)' % (type(self).__name__, self.v)

    def twice(self):
        return self + self


class Mod(Num):
    def __add__(self, other):
        r = super().__add__(other)
        if isinstance(r, Num) and isinstance(r.v, int):
            r = Mod(r.v % 1009)
        return r

    def twice(self):
        self.last = Num.twice(self)
        return self.last


class Pair:
    def __init__(self, a, b=None):
        self.a, self.b = a, b

    def swap(self):
        self.a, self.b = self.b, self.a
        return self

    def __len__(self):
        return 2

    def __getitem__(self, k):
        if k == 0:
            return self.a
        if k == 1:
            return self.b
        raise IndexError('pair has two')

    def __repr__(self):
        return 'Pair(%s, %s)' % (show(self.a), show(self.b))
