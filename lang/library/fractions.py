from math import gcd, isinf, isnan
import operator

_MODULUS = 2 ** 61 - 1
_INFINITE = 314159  # the hash of what is infinite


def _digits(text, k):
    # the end of digits from an index on, with single underscores between them
    start = k
    while k < len(text) and (text[k].isdecimal() or text[k] == '_' and k > start and text[k - 1] != '_'):
        k += 1
    return k - 1 if k > start and text[k - 1] == '_' else k


def _parsed(given):
    text = given.strip()
    k = 1 if text[:1] in ('-', '+') else 0
    negative = text[:1] == '-'
    start, k = k, _digits(text, k)
    whole, decimals, denominator, exponent = text[start:k], '', 1, 0
    if text[k:k + 1] == '/' and whole:
        start, k = k + 1, _digits(text, k + 1)
        if k == start:
            return None
        denominator = int(text[start:k])
    else:
        if text[k:k + 1] == '.':
            start, k = k + 1, _digits(text, k + 1)
            decimals = text[start:k].replace('_', '')
        if not whole and not decimals:
            return None
        if text[k:k + 1] in ('e', 'E'):
            start = k + 1
            k = _digits(text, start + 1 if text[start:start + 1] in ('-', '+') else start)
            if not text[start:k].lstrip('+-'):
                return None
            exponent = int(text[start:k])
    if k != len(text):
        return None
    numerator = int(whole or '0')
    if decimals:
        scale = 10 ** len(decimals)
        numerator = numerator * scale + int(decimals)
        denominator *= scale
    if exponent >= 0:
        numerator *= 10 ** exponent
    else:
        denominator *= 10 ** -exponent
    return -numerator if negative else numerator, denominator


def _divided(n, d, other):
    if other.numerator == 0:  # the message has what is left of the numerator
        n = (n > 0) - (n < 0)
        raise ZeroDivisionError('Fraction(%s, 0)' % (n * other.denominator // gcd(other.denominator, d)))
    return Fraction(n * other.denominator, d * other.numerator)


class Fraction:
    __slots__ = ('_numerator', '_denominator')

    def __init__(self, numerator=0, denominator=None):
        if type(numerator) is int and type(denominator) is int:
            pass
        elif denominator is None:
            if isinstance(numerator, Fraction):
                self._numerator, self._denominator = numerator._numerator, numerator._denominator
                return
            if isinstance(numerator, int):
                self._numerator, self._denominator = numerator + 0, 1
                return
            if isinstance(numerator, float):
                self._numerator, self._denominator = numerator.as_integer_ratio()
                return
            if not isinstance(numerator, str):
                raise TypeError('argument should be a string or a Rational instance')
            parsed = _parsed(numerator)
            if parsed is None:
                raise ValueError('Invalid literal for Fraction: %r' % numerator)
            numerator, denominator = parsed
        elif isinstance(numerator, (int, Fraction)) and isinstance(denominator, (int, Fraction)):
            numerator, denominator = (numerator.numerator * denominator.denominator, denominator.numerator * numerator.denominator)
        else:
            raise TypeError('both arguments should be Rational instances')
        if denominator == 0:
            raise ZeroDivisionError('Fraction(%s, 0)' % numerator)
        common = gcd(numerator, denominator)
        if denominator < 0:
            common = -common
        self._numerator, self._denominator = numerator // common, denominator // common

    @classmethod
    def from_float(cls, f):
        if isinstance(f, int):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError('%s.from_float() only takes floats, not %r (%s)' % (cls.__name__, f, type(f).__name__))
        return cls(*f.as_integer_ratio())

    numerator = property(lambda self: self._numerator)
    denominator = property(lambda self: self._denominator)
    real = property(lambda self: +self)
    imag = property(lambda self: 0)

    def conjugate(self):
        return +self

    def as_integer_ratio(self):
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError('max_denominator should be at least 1')
        n, d = self._numerator, self._denominator
        if d <= max_denominator:
            return Fraction(self)
        # Two neighbours in the tree of Stern and Brocot, one below the fraction and one above it: what lies between them has at least
        # the sum of their denominators. In turns, each goes towards the other as far as the fraction and the limit let it.
        low, low_d = n // d, 1
        high, high_d = low + 1, 1
        while low_d + high_d <= max_denominator:
            steps = min((n * low_d - low * d) // (high * d - n * high_d), (max_denominator - low_d) // high_d)
            low, low_d = low + steps * high, low_d + steps * high_d
            steps = min((high * d - n * high_d) // (n * low_d - low * d), (max_denominator - high_d) // low_d)
            high, high_d = high + steps * low, high_d + steps * low_d
        to_low, to_high = (n * low_d - low * d) * high_d, (high * d - n * high_d) * low_d
        if to_low < to_high or to_low == to_high and low_d <= high_d:
            return Fraction(low, low_d)
        return Fraction(high, high_d)

    def __repr__(self):
        return '%s(%s, %s)' % (type(self).__name__, self._numerator, self._denominator)

    def __str__(self):
        if self._denominator == 1:
            return str(self._numerator)
        return '%s/%s' % (self._numerator, self._denominator)

    def __add__(self, other):
        if isinstance(other, (int, Fraction)):
            return Fraction(self._numerator * other.denominator + other.numerator * self._denominator, self._denominator * other.denominator)
        return float(self) + other if isinstance(other, float) else NotImplemented

    def __radd__(self, other):
        if isinstance(other, int):
            return Fraction(other * self._denominator + self._numerator, self._denominator)
        return other + float(self) if isinstance(other, float) else NotImplemented

    def __sub__(self, other):
        if isinstance(other, (int, Fraction)):
            return Fraction(self._numerator * other.denominator - other.numerator * self._denominator, self._denominator * other.denominator)
        return float(self) - other if isinstance(other, float) else NotImplemented

    def __rsub__(self, other):
        if isinstance(other, int):
            return Fraction(other * self._denominator - self._numerator, self._denominator)
        return other - float(self) if isinstance(other, float) else NotImplemented

    def __mul__(self, other):
        if isinstance(other, (int, Fraction)):
            return Fraction(self._numerator * other.numerator, self._denominator * other.denominator)
        return float(self) * other if isinstance(other, float) else NotImplemented

    def __rmul__(self, other):
        if isinstance(other, int):
            return Fraction(other * self._numerator, self._denominator)
        return other * float(self) if isinstance(other, float) else NotImplemented

    def __truediv__(self, other):
        if isinstance(other, (int, Fraction)):
            return _divided(self._numerator, self._denominator, other)
        return float(self) / other if isinstance(other, float) else NotImplemented

    def __rtruediv__(self, other):
        if isinstance(other, int):
            return _divided(other.numerator, 1, self)
        return other / float(self) if isinstance(other, float) else NotImplemented

    def __floordiv__(self, other):
        if isinstance(other, (int, Fraction)):
            return (self._numerator * other.denominator) // (self._denominator * other.numerator)
        return float(self) // other if isinstance(other, float) else NotImplemented

    def __rfloordiv__(self, other):
        if isinstance(other, int):
            return (other * self._denominator) // self._numerator
        return other // float(self) if isinstance(other, float) else NotImplemented

    def __divmod__(self, other):
        if isinstance(other, (int, Fraction)):
            whole, rest = divmod(self._numerator * other.denominator, self._denominator * other.numerator)
            return whole, Fraction(rest, self._denominator * other.denominator)
        return divmod(float(self), other) if isinstance(other, float) else NotImplemented

    def __rdivmod__(self, other):
        if isinstance(other, int):
            return divmod(Fraction(other), self)
        return divmod(other, float(self)) if isinstance(other, float) else NotImplemented

    def __mod__(self, other):
        if isinstance(other, (int, Fraction)):
            return Fraction((self._numerator * other.denominator) % (other.numerator * self._denominator), self._denominator * other.denominator)
        return float(self) % other if isinstance(other, float) else NotImplemented

    def __rmod__(self, other):
        if isinstance(other, int):
            return Fraction(other) % self
        return other % float(self) if isinstance(other, float) else NotImplemented

    def __pow__(self, other):
        if isinstance(other, (int, Fraction)):
            if other.denominator != 1:
                return float(self) ** float(other)
            power = other.numerator
            if power >= 0:
                return Fraction(self._numerator ** power, self._denominator ** power)
            if self._numerator == 0:
                raise ZeroDivisionError('Fraction(%s, 0)' % (self._denominator ** -power))
            return Fraction(self._denominator ** -power, self._numerator ** -power)
        return float(self) ** other if isinstance(other, float) else NotImplemented

    def __rpow__(self, other):
        natural = self._denominator == 1 and self._numerator >= 0
        if isinstance(other, int) and not natural:
            return Fraction(other) ** self
        return other ** (self._numerator if natural else float(self))

    def __pos__(self):
        return Fraction(self._numerator, self._denominator)

    def __neg__(self):
        return Fraction(-self._numerator, self._denominator)

    def __abs__(self):
        return Fraction(abs(self._numerator), self._denominator)

    def __int__(self):
        if self._numerator < 0:
            return -(-self._numerator // self._denominator)
        return self._numerator // self._denominator

    __trunc__ = __int__

    def __floor__(self):
        return self._numerator // self._denominator

    def __ceil__(self):
        return -(-self._numerator // self._denominator)

    def __round__(self, ndigits=None):
        if ndigits is not None:
            unit = Fraction(10) ** -ndigits
            return round(self / unit) * unit
        # half is added before the whole part is taken; what was half goes to the even neighbour
        nearest, rest = divmod(2 * self._numerator + self._denominator, 2 * self._denominator)
        return nearest - 1 if rest == 0 and nearest % 2 == 1 else nearest

    def __float__(self):
        return self._numerator / self._denominator

    def __bool__(self):
        return self._numerator != 0

    def __hash__(self):
        # the language defines the hash of a number as that of its quotient modulo a prime; by Fermat, d ** (p - 2) is 1 / d there
        size = _INFINITE
        if self._denominator % _MODULUS:
            size = abs(self._numerator) * pow(self._denominator, _MODULUS - 2, _MODULUS) % _MODULUS
        return hash(-size if self._numerator < 0 else size)

    def __eq__(self, other):
        if isinstance(other, (int, Fraction)):
            return self._numerator == other.numerator and self._denominator == other.denominator
        if isinstance(other, float):
            return False if isnan(other) or isinf(other) else self == Fraction(other)
        return NotImplemented

    def _compared(self, other, op):
        if isinstance(other, float):
            if isnan(other) or isinf(other):
                return op(0.0, other)  # as any other number
            other = Fraction(other)
        elif not isinstance(other, (int, Fraction)):
            return NotImplemented
        return op(self._numerator * other.denominator, self._denominator * other.numerator)

    def __lt__(self, other):
        return self._compared(other, operator.lt)

    def __gt__(self, other):
        return self._compared(other, operator.gt)

    def __le__(self, other):
        return self._compared(other, operator.le)

    def __ge__(self, other):
        return self._compared(other, operator.ge)

    def __copy__(self):
        return self
