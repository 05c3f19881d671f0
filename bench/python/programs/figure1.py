"""The boxed numbers of the first paper's Figure 1, with both of their kinds."""

ROUNDS = 120  # tiny 120, short 500, long 195000


class Base(object):
    pass


class BoxedInteger(Base):
    def __init__(self, intval):
        self.intval = intval

    def add(self, other):
        return other.add__int__(self.intval)

    def add__int__(self, intother):
        return BoxedInteger(intother + self.intval)

    def add__float__(self, floatother):
        floatvalue = floatother + float(self.intval)
        return BoxedFloat(floatvalue)

    def is_positive(self):
        return self.intval > 0


class BoxedFloat(Base):
    def __init__(self, floatval):
        self.floatval = floatval

    def add(self, other):
        return other.add__float__(self.floatval)

    def add__int__(self, intother):
        floatvalue = float(intother) + self.floatval
        return BoxedFloat(floatvalue)

    def add__float__(self, floatother):
        return BoxedFloat(floatother + self.floatval)

    def is_positive(self):
        return self.floatval > 0.0


def f(y):
    res = BoxedInteger(0)
    while y.is_positive():
        res = res.add(y).add(BoxedInteger(-100))
        y = y.add(BoxedInteger(-1))
    return res


print(f(BoxedInteger(1000 * ROUNDS)).intval)
print('%.3f' % f(BoxedFloat(1000 * ROUNDS + 0.5)).floatval)
