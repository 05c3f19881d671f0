from abc import _recognize


class Number:
    __slots__ = ()
    __hash__ = None


class Complex(Number):
    __slots__ = ()


class Real(Complex):
    __slots__ = ()


class Rational(Real):
    __slots__ = ()


class Integral(Rational):
    __slots__ = ()


_recognize(Number, '', 'int float fractions.Fraction')
_recognize(Complex, '', 'int float fractions.Fraction')
_recognize(Real, '', 'int float fractions.Fraction')
_recognize(Rational, '', 'int fractions.Fraction')
_recognize(Integral, '', 'int')
