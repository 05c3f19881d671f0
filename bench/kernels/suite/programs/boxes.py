# The loop of Figure 2 of Allocation Removal by Partial Evaluation in a Tracing JIT: an
# interpreter of a tiny language adds its boxes.
#
# numbers: machine


def BoxedInteger_add(self, other):
    return other.add__int__(self.intval)


def BoxedInteger_add_int(self, intother):
    return BoxedInteger(intother + self.intval)


def BoxedInteger_is_positive(self):
    return self.intval > 0


BoxedInteger = define(
    "BoxedInteger",
    "intval",
    add=BoxedInteger_add,
    add__int__=BoxedInteger_add_int,
    is_positive=BoxedInteger_is_positive,
)


def kernel(y, res):
    while y.is_positive():
        res = res.add(y).add(BoxedInteger(-100))
        y = y.add(BoxedInteger(-1))
    return res.intval


def setup(n):
    return [BoxedInteger(n), BoxedInteger(0)]
