# Figure 1 of "Allocation Removal by Partial Evaluation in a Tracing JIT": numbers as objects, and a loop
# that adds them. First all numbers are integers, then floats: the same line of the source, and another trace.


class BoxedInteger:
    def __init__(self, intval):
        self.intval = intval

    def add(self, other):
        return other.add__int__(self.intval)

    def add__int__(self, intother):
        return BoxedInteger(intother + self.intval)

    def add__float__(self, floatother):
        return BoxedFloat(floatother + float(self.intval))

    def is_positive(self):
        return self.intval > 0


class BoxedFloat:
    def __init__(self, floatval):
        self.floatval = floatval

    def add(self, other):
        return other.add__float__(self.floatval)

    def add__int__(self, intother):
        return BoxedFloat(float(intother) + self.floatval)

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


print(f(BoxedInteger(20000)).intval)
print(f(BoxedFloat(20000.0)).floatval)
