from collections import namedtuple
from decimal import _lacks
import math

ROUND_DOWN, ROUND_UP, ROUND_CEILING, ROUND_FLOOR = 'ROUND_DOWN', 'ROUND_UP', 'ROUND_CEILING', 'ROUND_FLOOR'
ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP = 'ROUND_HALF_UP', 'ROUND_HALF_DOWN', 'ROUND_HALF_EVEN', 'ROUND_05UP'
_roundings = (ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP)
_ready = object()  # says that a value has the parts of a decimal
_most = 999999  # the largest exponent of a first digit

DecimalTuple = namedtuple('DecimalTuple', 'sign digits exponent')


class DecimalException(ArithmeticError):
    pass


class InvalidOperation(DecimalException):
    pass


class DivisionByZero(DecimalException, ZeroDivisionError):
    pass


class ConversionSyntax(InvalidOperation):
    pass


class DivisionUndefined(InvalidOperation):
    pass


class DivisionImpossible(InvalidOperation):
    pass


def _check_rounding(rounding):
    if rounding not in _roundings:
        names = ', '.join(_roundings).replace('ROUND_DOWN, ', 'ROUND_DOWN,\n   ').replace('ROUND_HALF_EVEN, ', 'ROUND_HALF_EVEN,\n   ')
        raise TypeError('valid values for rounding are:\n  [' + names + ']')


class Context:
    def __init__(self, prec=28, rounding=ROUND_HALF_EVEN):
        self.prec, self.rounding = prec, rounding

    def __setattr__(self, name, value):
        if name == 'prec':
            if not isinstance(value, int):
                raise TypeError('an integer is required')
            if not 1 <= value <= 999999999999999999:
                raise ValueError('valid range for prec is [1, MAX_PREC]')
        elif name == 'rounding':
            _check_rounding(value)
        else:
            _lacks('`Context.' + name + '`')
        object.__setattr__(self, name, value)

    def copy(self):
        return Context(self.prec, self.rounding)

    def create_decimal(self, num='0'):
        return _fixed(Decimal(num), self)


_current = [Context()]


def getcontext():
    return _current[0]


def setcontext(context):
    _current[0] = context


class _Local:
    def __init__(self, context):
        self.context = context

    def __enter__(self):
        self.saved = _current[0]
        _current[0] = self.context
        return self.context

    def __exit__(self, *raised):
        _current[0] = self.saved


def localcontext(ctx=None, **names):
    context = (ctx or _current[0]).copy()
    for name, value in names.items():
        setattr(context, name, value)
    return _Local(context)


_piece = 4000  # digits that `str` and `int` surely take
_beyond = 10 ** _piece


def _digits(n):
    # str(n), which has a limit of 4,300 digits
    pieces = []
    while n >= _beyond:
        n, low = divmod(n, _beyond)
        pieces.append('%0*d' % (_piece, low))
        if len(pieces) > 25:
            _lacks('a number of more than 100,000 digits')
    pieces.append(str(n))
    return ''.join(pieces[::-1])


def _number(text):
    # int(text), which has that limit too
    if len(text) > 100000:
        _lacks('a number of more than 100,000 digits')
    n = int(text[:_piece])
    for k in range(_piece, len(text), _piece):
        piece = text[k:k + _piece]
        n = n * 10 ** len(piece) + int(piece)
    return n


def _length(n):
    return len(_digits(n))


def _cut(sign, n, count, rounding):
    # an integer without its last digits
    if count <= 0:
        return n
    unit = 10 ** count
    q, r = divmod(n, unit)
    if r == 0:
        return q
    if rounding == ROUND_HALF_EVEN:
        up = 2 * r > unit or 2 * r == unit and q & 1
    elif rounding == ROUND_HALF_UP:
        up = 2 * r >= unit
    elif rounding == ROUND_HALF_DOWN:
        up = 2 * r > unit
    elif rounding == ROUND_UP:
        up = True
    elif rounding == ROUND_CEILING:
        up = not sign
    elif rounding == ROUND_FLOOR:
        up = sign
    else:
        up = rounding == ROUND_05UP and q % 5 == 0
    return q + 1 if up else q


def _made(sign, n, exp, special=''):
    return Decimal((sign, n, exp, special), _ready)


def _nan():
    return _made(0, 0, 0, 'NaN')


def _infinity(sign):
    return _made(sign, 0, 0, 'Infinity')


def _fixed(x, context):
    # a number with as many digits as a context has
    if x._special:
        return x
    sign, n, exp = x._sign, x._n, x._exp
    drop = _length(n) - context.prec
    if drop > 0:
        n = _cut(sign, n, drop, context.rounding)
        exp += drop
        if _length(n) > context.prec:
            n //= 10
            exp += 1
        x = _made(sign, n, exp)
    if not -_most <= exp + _length(n) - 1 <= _most:
        _lacks('an exponent beyond 999999')
    return x


def _result(sign, n, exp):
    return _fixed(_made(sign, n, exp), _current[0])


def _rescaled(x, exp, rounding):
    if x._n == 0:
        return _made(x._sign, 0, exp)
    if x._exp >= exp:
        if x._exp - exp > 100000:
            _lacks('a number of more than 100,000 digits')
        return _made(x._sign, x._n * 10 ** (x._exp - exp), exp)
    count = exp - x._exp
    if count > _length(x._n) + 1:
        return _made(x._sign, _cut(x._sign, 1, 2, rounding), exp)
    return _made(x._sign, _cut(x._sign, x._n, count, rounding), exp)


def _parsed(text):
    s = text.strip().replace('_', '')
    sign = 1 if s[:1] == '-' else 0
    if s[:1] in ('-', '+'):
        s = s[1:]
    low = s.lower()
    if low == 'inf' or low == 'infinity':
        return _infinity(sign)
    if low == 'nan':
        return _made(sign, 0, 0, 'NaN')
    if low.startswith(('nan', 'snan')) and low.lstrip('snan').isdigit() or low == 'snan':
        _lacks('a signaling NaN or one with digits')
    mantissa, e, exp = low.partition('e')
    whole, dot, fraction = mantissa.partition('.')
    power = exp[1:] if exp[:1] in ('-', '+') else exp
    if not (whole + fraction).isdecimal() or e and not power.isdecimal():
        raise InvalidOperation([ConversionSyntax])
    exp = (int(exp) if e else 0) - len(fraction)
    if not -3 * _most < exp < 3 * _most:
        _lacks('an exponent beyond 999999')
    return _made(sign, _number(whole + fraction), exp)


def _of(x):
    # the decimal that an operand is; None if it is none
    if isinstance(x, Decimal):
        return x
    return _made(1 if x < 0 else 0, abs(int(x)), 0) if isinstance(x, int) else None


def _of_operand(x):
    # the decimal that an argument of a method is
    if isinstance(x, (Decimal, int)):
        return _of(x)
    raise TypeError('conversion from %s to Decimal is not supported' % ('NoneType' if x is None else type(x).__name__))


def _of_any(x):
    # what a decimal is made of
    if isinstance(x, str):
        return _parsed(x)
    if isinstance(x, (Decimal, int)):
        return _of(x)
    if isinstance(x, float):
        return Decimal.from_float(x)
    return _of_parts(x) if isinstance(x, (tuple, list)) else _of_operand(x)


def _of_parts(x):
    # the decimal of a sign, digits and an exponent
    if len(x) != 3:
        raise ValueError('argument must be a sequence of length 3')
    sign, digits, exp = x
    if not isinstance(sign, int) or sign not in (0, 1):
        raise ValueError('sign must be an integer with the value 0 or 1')
    if isinstance(exp, str) and exp not in ('F', 'n', 'N'):
        raise ValueError("string argument in the third position must be 'F', 'n' or 'N'")
    if exp in ('F', 'n', 'N'):
        return _infinity(sign) if exp == 'F' else _nan()
    if not isinstance(exp, int):
        raise ValueError('exponent must be an integer')
    if not isinstance(digits, (tuple, list)) or not all(isinstance(d, int) and 0 <= d <= 9 for d in digits):
        raise ValueError('coefficient must be a tuple of digits')
    return _made(int(sign), _number(''.join([str(int(d)) for d in digits]) or '0'), exp)


def _for_comparison(a, x):
    # two decimals that compare as a decimal and a number of another type do; None in place of the second if that has no order with decimals
    if hasattr(type(x), 'limit_denominator'):  # a fraction: both sides are multiplied by what is below its line
        return a if a._special else _made(a._sign, a._n * x.denominator, a._exp), Decimal(x.numerator)
    return a, Decimal.from_float(x) if isinstance(x, float) else _of(x)


def _padded(x):
    # a number as an integer with its sign
    return -x._n if x._sign else x._n


def _compared(a, b):
    # -1, 0 or 1, as numbers that are no NaN are to each other
    if a._special or b._special:
        p = (-1 if a._sign else 1) if a._special else 0
        q = (-1 if b._sign else 1) if b._special else 0
        return (p > q) - (p < q)
    if a._n == 0 or b._n == 0 or a._sign != b._sign:
        p, q = _padded(a), _padded(b)
        return (p > 0) - (p < 0) - (q > 0) + (q < 0) if a._sign == b._sign or a._n == 0 or b._n == 0 else 1 if b._sign else -1
    p, q = a._exp + _length(a._n), b._exp + _length(b._n)
    if p == q:
        least = min(a._exp, b._exp)
        p, q = a._n * 10 ** (a._exp - least), b._n * 10 ** (b._exp - least)
    way = (p > q) - (p < q)
    return -way if a._sign else way


def _ordered(a, b):
    a, b = _for_comparison(a, b)
    if b is None:
        return None
    if a._special == 'NaN' or b._special == 'NaN':
        raise InvalidOperation([InvalidOperation])
    return _compared(a, b)


def _sum(a, b):
    if a._special or b._special:
        if a._special == 'NaN' or b._special == 'NaN':
            return _nan()
        if a._special and b._special and a._sign != b._sign:
            raise InvalidOperation([InvalidOperation])
        return _infinity(a._sign if a._special else b._sign)
    context = _current[0]
    exp = min(a._exp, b._exp)
    negative = 1 if context.rounding == ROUND_FLOOR and a._sign != b._sign else 0
    if a._n == 0 and b._n == 0:
        return _result(1 if negative else min(a._sign, b._sign), 0, exp)
    if a._n == 0 or b._n == 0:
        other = b if a._n == 0 else a
        return _fixed(_rescaled(other, max(exp, other._exp - context.prec - 1), context.rounding), context)
    if a._exp < b._exp:
        a, b = b, a
    low, n, at = b._exp, b._n, a._exp + min(-1, _length(a._n) - context.prec - 2)
    if _length(n) + low - 1 < at:  # so far below that only its sign matters
        n, low = 1, at
    total = _padded(a) * 10 ** (a._exp - low) + (-n if b._sign else n)
    if total == 0:
        return _result(negative, 0, exp)
    return _result(1 if total < 0 else 0, abs(total), low)


def _product(a, b):
    sign = a._sign ^ b._sign
    if a._special or b._special:
        if a._special == 'NaN' or b._special == 'NaN':
            return _nan()
        if not a or not b:
            raise InvalidOperation([InvalidOperation])
        return _infinity(sign)
    return _result(sign, a._n * b._n, a._exp + b._exp)


def _quotient(a, b):
    sign = a._sign ^ b._sign
    if a._special or b._special:
        if a._special == 'NaN' or b._special == 'NaN':
            return _nan()
        if a._special and b._special:
            raise InvalidOperation([InvalidOperation])
        if b._special:
            _lacks('a number divided by infinity')
        return _infinity(sign)
    if b._n == 0:
        raise InvalidOperation([DivisionUndefined]) if a._n == 0 else DivisionByZero([DivisionByZero])
    exp = a._exp - b._exp
    if a._n == 0:
        return _result(sign, 0, exp)
    shift = _length(b._n) - _length(a._n) + _current[0].prec + 1
    n, rest = divmod(a._n * 10 ** max(shift, 0), b._n * 10 ** max(-shift, 0))
    at = exp - shift
    if rest:
        if n % 5 == 0:
            n += 1
    else:
        while at < exp and n % 10 == 0:
            n //= 10
            at += 1
    return _result(sign, n, at)


def _whole_quotient(a, b):
    # the quotient without its fraction, and the rest
    sign = a._sign ^ b._sign
    ideal = a._exp if b._special else min(a._exp, b._exp)
    apart = a._exp + _length(a._n) - b._exp - _length(b._n)
    if a._n == 0 or b._special or apart <= -2:
        return _made(sign, 0, 0), _rescaled(a, ideal, _current[0].rounding)
    if apart <= _current[0].prec:
        least = min(a._exp, b._exp)
        q, r = divmod(a._n * 10 ** (a._exp - least), b._n * 10 ** (b._exp - least))
        if q < 10 ** _current[0].prec:
            return _made(sign, q, 0), _made(a._sign, r, ideal)
    raise InvalidOperation([DivisionImpossible])


def _divided(a, b, what):
    if a._special == 'NaN' or b._special == 'NaN':
        return _nan(), _nan()
    if a._special:
        if b._special or what != '//':
            raise InvalidOperation([InvalidOperation])
        return _infinity(a._sign ^ b._sign), None
    if not b._special and b._n == 0:
        if a._n == 0:
            raise InvalidOperation([DivisionUndefined])
        if what == '//':
            raise DivisionByZero([DivisionByZero])
        raise InvalidOperation([InvalidOperation] if what == '%' else [InvalidOperation, DivisionByZero])
    return _whole_quotient(a, b)


def _power(a, b):
    if a._special or b._special or b != int(b):
        _lacks('a power of decimals whose exponent is no integer, or of infinity')
    n = int(b)
    if n == 0:
        if a._n == 0:
            raise InvalidOperation([InvalidOperation])
        return _made(0, 1, 0)
    sign = a._sign & n & 1
    if a._n == 0:
        return _made(sign, 0, 0) if n > 0 else _infinity(sign)
    if n < 0 and _digits(a._n).strip('0') != '1':
        context = _current[0]
        with _Local(Context(context.prec + _length(-n) + 3, ROUND_HALF_EVEN)):
            base = x = _quotient(_made(0, 1, 0), a)
            for bit in bin(n)[4:]:
                x = _product(x, x)
                if bit == '1':
                    x = _product(x, base)
        return _fixed(x, context)
    if _length(a._n) * abs(n) > 20000:
        if a._n != 1:
            _lacks('a power of decimals with more than 20,000 digits')
    if n > 0:
        return _result(sign, a._n ** n, a._exp * n)
    return _quotient(_made(sign, 1, 0), _made(0, a._n ** -n, a._exp * -n))


class Decimal:
    __slots__ = ('_sign', '_n', '_exp', '_special')

    def __init__(self, value='0', context=None):
        if context is _ready:
            self._sign, self._n, self._exp, self._special = value
        else:
            x = _of_any(value)
            self._sign, self._n, self._exp, self._special = x._sign, x._n, x._exp, x._special

    def __init_subclass__(cls, **names):
        _lacks('a class that is derived from `Decimal`')

    @classmethod
    def from_float(cls, f):
        if isinstance(f, int):
            return _of(f)
        if not isinstance(f, float):
            raise TypeError('argument must be int or float')
        if f != f or f - f != 0:
            return _nan() if f != f else _infinity(1 if f < 0 else 0)
        n, d = f.as_integer_ratio()
        k = d.bit_length() - 1
        return _made(1 if math.copysign(1.0, f) < 0 else 0, abs(n) * 5 ** k, -k)

    def is_nan(self):
        return self._special == 'NaN'

    def is_infinite(self):
        return self._special == 'Infinity'

    def is_finite(self):
        return not self._special

    def is_zero(self):
        return not self._special and self._n == 0

    def is_signed(self):
        return self._sign == 1

    def is_snan(self):
        return False

    def adjusted(self):
        return 0 if self._special else self._exp + _length(self._n) - 1

    def as_tuple(self):
        if self._special:
            return DecimalTuple(self._sign, () if self._special == 'NaN' else (0,), 'n' if self._special == 'NaN' else 'F')
        return DecimalTuple(self._sign, tuple([int(c) for c in _digits(self._n)]), self._exp)

    def as_integer_ratio(self):
        if self._special:
            if self._special == 'NaN':
                raise ValueError('cannot convert NaN to integer ratio')
            raise OverflowError('cannot convert Infinity to integer ratio')
        n, d = _padded(self) * 10 ** max(self._exp, 0), 10 ** max(-self._exp, 0)
        g = math.gcd(n, d)
        return n // g, d // g

    def __bool__(self):
        return bool(self._special) or self._n != 0

    def __hash__(self):
        if self._special:
            return hash(float(str(self))) if self._special == 'Infinity' else object.__hash__(self)
        prime = 2 ** 61 - 1
        h = self._n * pow(10, self._exp, prime) % prime
        h = -h if self._sign else h
        return -2 if h == -1 else h

    def __str__(self):
        sign = '-' if self._sign else ''
        if self._special:
            return sign + self._special
        digits, exp = _digits(self._n), self._exp
        left = exp + len(digits)
        dot = left if exp <= 0 and left > -6 else 1
        if dot <= 0:
            text = '0.' + '0' * -dot + digits
        elif dot >= len(digits):
            text = digits + '0' * (dot - len(digits))
        else:
            text = digits[:dot] + '.' + digits[dot:]
        return sign + text + ('' if left == dot else 'E%+d' % (left - dot))

    def __repr__(self):
        return "Decimal('" + str(self) + "')"

    def __int__(self):
        if self._special:
            if self._special == 'NaN':
                raise ValueError('cannot convert NaN to integer')
            raise OverflowError('cannot convert Infinity to integer')
        n = self._n * 10 ** self._exp if self._exp >= 0 else self._n // 10 ** -self._exp
        return -n if self._sign else n

    __trunc__ = __int__

    def __float__(self):
        return float(str(self))

    def _integer(self, rounding):
        return int(self) if self._special or self._exp >= 0 else int(_rescaled(self, 0, rounding))

    def __round__(self, n=None):
        if n is None:
            return self._integer(ROUND_HALF_EVEN)
        if not isinstance(n, int):
            raise TypeError('optional arg must be an integer')
        return self.quantize(_made(0, 1, -n))

    def __floor__(self):
        return self._integer(ROUND_FLOOR)

    def __ceil__(self):
        return self._integer(ROUND_CEILING)

    def __eq__(self, other):
        a, b = _for_comparison(self, other)
        if b is None:
            return NotImplemented
        return a._special != 'NaN' and b._special != 'NaN' and _compared(a, b) == 0

    def __ne__(self, other):
        same = Decimal.__eq__(self, other)
        return same if same is NotImplemented else not same

    def __lt__(self, other):
        way = _ordered(self, other)
        return NotImplemented if way is None else way < 0

    def __le__(self, other):
        way = _ordered(self, other)
        return NotImplemented if way is None else way <= 0

    def __gt__(self, other):
        way = _ordered(self, other)
        return NotImplemented if way is None else way > 0

    def __ge__(self, other):
        way = _ordered(self, other)
        return NotImplemented if way is None else way >= 0

    def __neg__(self):
        return self if self._special == 'NaN' else _fixed(_made(0 if self._sign or not self and _current[0].rounding != ROUND_FLOOR else 1, self._n, self._exp, self._special), _current[0])

    def __pos__(self):
        sign = 0 if not self and _current[0].rounding != ROUND_FLOOR else self._sign
        return _fixed(_made(sign, self._n, self._exp, self._special), _current[0])

    def __abs__(self):
        return _fixed(_made(0, self._n, self._exp, self._special), _current[0])

    def copy_abs(self):
        return _made(0, self._n, self._exp, self._special)

    def copy_negate(self):
        return _made(1 - self._sign, self._n, self._exp, self._special)

    def copy_sign(self, other):
        return _made(_of_operand(other)._sign, self._n, self._exp, self._special)

    def __add__(self, other):
        b = _of(other)
        return NotImplemented if b is None else _sum(self, b)

    __radd__ = __add__

    def __sub__(self, other):
        b = _of(other)
        return NotImplemented if b is None else _sum(self, b.copy_negate())

    def __rsub__(self, other):
        b = _of(other)
        return NotImplemented if b is None else _sum(b, self.copy_negate())

    def __mul__(self, other):
        b = _of(other)
        return NotImplemented if b is None else _product(self, b)

    __rmul__ = __mul__

    def __truediv__(self, other):
        b = _of(other)
        return NotImplemented if b is None else _quotient(self, b)

    def __rtruediv__(self, other):
        b = _of(other)
        return NotImplemented if b is None else _quotient(b, self)

    def __floordiv__(self, other):
        b = _of(other)
        return NotImplemented if b is None else _divided(self, b, '//')[0]

    def __rfloordiv__(self, other):
        b = _of(other)
        return NotImplemented if b is None else _divided(b, self, '//')[0]

    def __mod__(self, other):
        b = _of(other)
        return NotImplemented if b is None else _fixed(_divided(self, b, '%')[1], _current[0])

    def __rmod__(self, other):
        b = _of(other)
        return NotImplemented if b is None else _fixed(_divided(b, self, '%')[1], _current[0])

    def __divmod__(self, other):
        b = _of(other)
        if b is None:
            return NotImplemented
        q, r = _divided(self, b, 'divmod')
        return q, _fixed(r, _current[0])

    def __rdivmod__(self, other):
        b = _of(other)
        return NotImplemented if b is None else divmod(b, self)

    def __pow__(self, other, modulo=None):
        b = _of(other)
        if modulo is not None:
            _lacks('a power of decimals with a modulus')
        return NotImplemented if b is None else _power(self, b)

    def __rpow__(self, other):
        b = _of(other)
        return NotImplemented if b is None else _power(b, self)

    def sqrt(self):
        if self._special or self._sign and self._n:
            if self._special == 'NaN' or self._special and not self._sign:
                return self
            raise InvalidOperation([InvalidOperation])
        if self._n == 0:
            return _result(self._sign, 0, self._exp >> 1)
        c, size = (self._n * 10, (_length(self._n) >> 1) + 1) if self._exp & 1 else (self._n, _length(self._n) + 1 >> 1)
        e, shift = self._exp >> 1, _current[0].prec + 1 - size
        rest = 0
        if shift >= 0:
            c *= 100 ** shift
        else:
            c, rest = divmod(c, 100 ** -shift)
        n = math.isqrt(c)
        if not rest and n * n == c:
            n = n // 10 ** shift if shift >= 0 else n * 10 ** -shift
        else:
            e -= shift
            if n % 5 == 0:
                n += 1
        return _fixed(_made(0, n, e), Context(_current[0].prec, ROUND_HALF_EVEN))

    def quantize(self, exp, rounding=None, context=None):
        exp, context = _of_operand(exp), context or _current[0]
        rounding = rounding or context.rounding
        _check_rounding(rounding)
        if self._special or exp._special:
            if self._special == 'NaN' or exp._special == 'NaN':
                return _nan()
            if self._special and exp._special:
                return self
            raise InvalidOperation([InvalidOperation])
        if self._n and self.adjusted() - exp._exp + 1 > context.prec:
            raise InvalidOperation([InvalidOperation])
        x = _rescaled(self, exp._exp, rounding)
        if _length(x._n) > context.prec:
            raise InvalidOperation([InvalidOperation])
        return x

    def to_integral_value(self, rounding=None, context=None):
        rounding = rounding or (context or _current[0]).rounding
        return self if self._special or self._exp >= 0 else _rescaled(self, 0, rounding)

    to_integral = to_integral_value

    def normalize(self, context=None):
        x = _fixed(self, context or _current[0])
        if x._special:
            return x
        if x._n == 0:
            return _made(x._sign, 0, 0)
        n, exp = x._n, x._exp
        while n % 10 == 0:
            n //= 10
            exp += 1
        return _made(x._sign, n, exp)

    def compare(self, other):
        b = _of_operand(other)
        return _nan() if self._special == 'NaN' or b._special == 'NaN' else _of(_compared(self, b))

    def max(self, other):
        return _chosen(self, _of_operand(other), 1)

    def min(self, other):
        return _chosen(self, _of_operand(other), -1)

    def same_quantum(self, other):
        b = _of_operand(other)
        return self._special == b._special and (self._special != '' or self._exp == b._exp)

    def scaleb(self, other):
        return _result(self._sign, self._n, self._exp + int(_of_operand(other)))

    def __format__(self, spec):
        return _formatted(self, spec)

    def __copy__(self):
        return self


def _chosen(a, b, way):
    if a._special == 'NaN' or b._special == 'NaN':
        return _fixed(b if a._special == 'NaN' else a, _current[0])
    c = _compared(a, b)
    if c == 0:  # the sign decides, and then the exponent
        c = b._sign - a._sign or (-1 if a._sign else 1) * ((a._exp > b._exp) - (a._exp < b._exp))
    return _fixed(a if c * way >= 0 else b, _current[0])


def _spec_of(spec):
    # fill, alignment, sign, alternative, zeros, width, thousands, precision and type
    k, fill, align = 0, ' ', '>'
    if spec[1:2] and spec[1] in '<>=^':
        fill, align, k = spec[0], spec[1], 2
    elif spec[:1] and spec[0] in '<>=^':
        align, k = spec[0], 1
    aligned = k > 0
    sign = '-'
    if spec[k:k + 1] and spec[k] in '+- ':
        sign, k = spec[k], k + 1
    if spec[k:k + 1] == '#':
        _lacks('`#` in the format of a decimal')
    if zeros := spec[k:k + 1] == '0':
        k += 1
        if aligned or spec[k:k + 1] == '0':
            raise ValueError('invalid format string')
        fill, align = '0', '='
    begin = k
    while spec[k:k + 1].isdecimal():
        k += 1
    width = int(spec[begin:k] or 0)
    if comma := spec[k:k + 1] == ',':
        k += 1
    precision = None
    if spec[k:k + 1] == '.':
        begin = k = k + 1
        while spec[k:k + 1].isdecimal():
            k += 1
        if k == begin:
            raise ValueError('invalid format string')
        precision = int(spec[begin:k])
    kind = spec[k:] or 'G'
    if kind == 'n':
        _lacks('`n` in the format of a decimal')
    if kind not in ('e', 'E', 'f', 'F', 'g', 'G', '%'):
        raise ValueError('invalid format string')
    return fill, align, sign, zeros, width, comma, precision, kind


def _grouped(digits):
    return '{:,}'.format(int('1' + digits))[1:].lstrip(',') if len(digits) % 3 else '{:,}'.format(int('1' + digits))[2:]


def _rounded_to(x, digits):
    # a number with so many digits
    if x._n == 0:
        return x
    size = _length(x._n)
    at = x.adjusted() + 1 - digits
    y = _rescaled(x, at, _current[0].rounding)
    return _rescaled(y, y.adjusted() + 1 - digits, _current[0].rounding) if y.adjusted() != x.adjusted() else y


def _formatted(x, spec):
    fill, align, plus, zeros, width, comma, precision, kind = _spec_of(spec)
    sign = '-' if x._sign else plus.replace('-', '')
    if x._special:
        if zeros:
            fill = ' ' if align == '=' else fill
            align = '>' if align == '=' else align
        return _aligned(sign, x._special + ('%' if kind == '%' else ''), fill, align, width)
    if kind == '%':
        x = _made(x._sign, x._n, x._exp + 2)
    if precision == 0 and kind in 'gG':
        precision = 1
    if precision is not None:
        if kind in 'eE':
            x = _rounded_to(x, precision + 1)
        elif kind in 'fF%':
            x = _rescaled(x, -precision, _current[0].rounding)
        elif _length(x._n) > precision:
            x = _rounded_to(x, precision)
    if x._n == 0 and x._exp > 0 and kind in 'fF%':
        x = _made(x._sign, 0, 0)
    digits = _digits(x._n)
    left = x._exp + len(digits)
    if kind in 'eE':
        dot = 1 - precision if x._n == 0 and precision is not None else 1
    elif kind in 'fF%' or x._exp <= 0 and left > -6:
        dot = left
    else:
        dot = 1
    if dot < 0:
        whole, fraction = '0', '0' * -dot + digits
    elif dot > len(digits):
        whole, fraction = digits + '0' * (dot - len(digits)), ''
    else:
        whole, fraction = digits[:dot] or '0', digits[dot:]
    rest = '.' + fraction if fraction else ''
    if left != dot or kind in 'eE':
        rest += ('e' if kind in 'eg' else 'E') + '%+d' % (left - dot)
    if kind == '%':
        rest += '%'
    if comma:
        text = _grouped(whole)
        while zeros and len(text) + len(rest) + len(sign) < width:
            whole = '0' + whole
            text = _grouped(whole)
        whole = text
    return _aligned(sign, whole + rest, fill, align, width)


def _aligned(sign, body, fill, align, width):
    space = fill * (width - len(sign) - len(body))
    if align == '<':
        return sign + body + space
    if align == '=':
        return sign + space + body
    half = len(space) // 2 if align == '^' else len(space)
    return space[:half] + sign + body + space[half:]
