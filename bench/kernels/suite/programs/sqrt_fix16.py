# The square root of y by Newton's method, in a class for numbers of 16 binary
# digits after the point.


def Fix16_add(self, other):
    return Fix16(self.val + other.val)


def Fix16_truediv(self, other):
    return Fix16((self.val << 16) // other.val)


def Fix16_floordiv(self, other):
    return Fix16(self.val // other)


Fix16 = define("Fix16", "val", __add__=Fix16_add, __truediv__=Fix16_truediv, __floordiv__=Fix16_floordiv)


def kernel(x, y, n):
    while n > 0:
        n -= 1
        x = (x + y / x) // 2
    return x.val


def setup(n):
    return [Fix16(61728 << 16), Fix16(123456 << 16), n]
