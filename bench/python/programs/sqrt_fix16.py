"""Square roots of fixed-point numbers by Newton's method: operators of a class, which check what they are given."""

ROUNDS = 200  # tiny 200, short 6000, long 264000


class Fix16(object):
    def __init__(self, val, scale=True):
        if isinstance(val, Fix16):
            self.val = val.val
        elif scale:
            self.val = int(val * 65536)
        else:
            self.val = val

    def __add__(self, other):
        return Fix16(self.val + Fix16(other).val, False)

    def __sub__(self, other):
        return Fix16(self.val - Fix16(other).val, False)

    def __mul__(self, other):
        return Fix16((self.val >> 8) * (Fix16(other).val >> 8), False)

    def __truediv__(self, other):
        return Fix16((self.val << 16) // Fix16(other).val, False)

    def __float__(self):
        return float(self.val) / 65536.0

    def __int__(self):
        return self.val >> 16


def sqrt(y, n):
    x = y / 2
    while n > 0:
        n -= 1
        x = (x + y / x) / 2
    return x


print('%.4f' % float(sqrt(Fix16(1234), 1000 * ROUNDS)))
