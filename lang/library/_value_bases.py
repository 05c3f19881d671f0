from collections import _as_base, _type_name

# A class that is derived from str, int or float is one that is derived from a class here, whose instances hold such a value. Operators
# return values of str, int or float, as in CPython; methods such as `upper` are those of what an instance holds (lang/vm/class_derived.go).

_number = (int, float)


def _plain(x):
    # the string or number that an instance of a class here holds; any other object itself
    return x._held_ if isinstance(x, _Value) else x


class _Value:
    # what instances of all these classes do alike
    __slots__ = ()

    def __repr__(self):
        return repr(self._held_)

    def __format__(self, how):
        return format(self._held_, how) if how else str(self)


class _Str(_Value):
    __slots__ = ()

    def __hash__(self):
        return hash(self._held_)

    def __str__(self):
        return self._held_

    def __len__(self):
        return len(self._held_)

    def __contains__(self, part):
        return _plain(part) in self._held_

    def __iter__(self):
        return iter(self._held_)

    def __getitem__(self, k):
        return self._held_[k]

    def __add__(self, other):
        if isinstance(other, str):
            return self._held_ + _plain(other)
        if type(other).__module__ != 'builtins' and hasattr(type(other), '__radd__'):
            return NotImplemented
        raise TypeError('can only concatenate str (not "%s") to str' % _type_name(other))

    def __radd__(self, other):
        return _plain(other) + self._held_ if isinstance(other, str) else NotImplemented

    def __mul__(self, n):
        return NotImplemented if hasattr(type(n), '__rmul__') and not isinstance(n, _number) else self._held_ * n

    def __rmul__(self, n):
        return self._held_ * n

    def __mod__(self, values):
        return self._held_ % values

    def __eq__(self, other):
        return self._held_ == _plain(other) if isinstance(other, str) else NotImplemented

    def __ne__(self, other):
        return self._held_ != _plain(other) if isinstance(other, str) else NotImplemented

    def __lt__(self, other):
        return self._held_ < _plain(other) if isinstance(other, str) else NotImplemented

    def __le__(self, other):
        return self._held_ <= _plain(other) if isinstance(other, str) else NotImplemented

    def __gt__(self, other):
        return self._held_ > _plain(other) if isinstance(other, str) else NotImplemented

    def __ge__(self, other):
        return self._held_ >= _plain(other) if isinstance(other, str) else NotImplemented


class _Number(_Value):
    # what integers and floats do alike
    __slots__ = ()

    def __hash__(self):
        return hash(self._held_)

    def __bool__(self):
        return self._held_ != 0

    def __int__(self):
        return int(self._held_)

    __trunc__ = __int__

    def __float__(self):
        return float(self._held_)

    def __round__(self, digits=None):
        return round(self._held_) if digits is None else round(self._held_, digits)

    def conjugate(self):
        return self._held_

    real = property(conjugate)

    def __pos__(self):
        return self._held_

    def __neg__(self):
        return -self._held_

    def __abs__(self):
        return abs(self._held_)

    def __eq__(self, other):
        return self._held_ == _plain(other) if isinstance(other, _number) else NotImplemented

    def __ne__(self, other):
        return self._held_ != _plain(other) if isinstance(other, _number) else NotImplemented

    def __lt__(self, other):
        return self._held_ < _plain(other) if isinstance(other, _number) else NotImplemented

    def __le__(self, other):
        return self._held_ <= _plain(other) if isinstance(other, _number) else NotImplemented

    def __gt__(self, other):
        return self._held_ > _plain(other) if isinstance(other, _number) else NotImplemented

    def __ge__(self, other):
        return self._held_ >= _plain(other) if isinstance(other, _number) else NotImplemented

    def __add__(self, other):
        return self._held_ + _plain(other) if isinstance(other, _number) else NotImplemented

    def __radd__(self, other):
        return _plain(other) + self._held_ if isinstance(other, _number) else NotImplemented

    def __sub__(self, other):
        return self._held_ - _plain(other) if isinstance(other, _number) else NotImplemented

    def __rsub__(self, other):
        return _plain(other) - self._held_ if isinstance(other, _number) else NotImplemented

    def __mul__(self, other):
        return self._held_ * _plain(other) if isinstance(other, _number) else NotImplemented

    def __rmul__(self, other):
        return _plain(other) * self._held_ if isinstance(other, _number) else NotImplemented

    def __truediv__(self, other):
        return self._held_ / _plain(other) if isinstance(other, _number) else NotImplemented

    def __rtruediv__(self, other):
        return _plain(other) / self._held_ if isinstance(other, _number) else NotImplemented

    def __floordiv__(self, other):
        return self._held_ // _plain(other) if isinstance(other, _number) else NotImplemented

    def __rfloordiv__(self, other):
        return _plain(other) // self._held_ if isinstance(other, _number) else NotImplemented

    def __mod__(self, other):
        return self._held_ % _plain(other) if isinstance(other, _number) else NotImplemented

    def __rmod__(self, other):
        return _plain(other) % self._held_ if isinstance(other, _number) else NotImplemented

    def __divmod__(self, other):
        return divmod(self._held_, _plain(other)) if isinstance(other, _number) else NotImplemented

    def __rdivmod__(self, other):
        return divmod(_plain(other), self._held_) if isinstance(other, _number) else NotImplemented

    def __pow__(self, other, modulus=None):
        if not isinstance(other, _number):
            return NotImplemented
        return self._held_ ** _plain(other) if modulus is None else pow(self._held_, _plain(other), _plain(modulus))

    def __rpow__(self, other):
        return _plain(other) ** self._held_ if isinstance(other, _number) else NotImplemented


class _Int(_Number):
    __slots__ = ()

    def __index__(self):
        return self._held_

    __floor__ = __ceil__ = __index__
    numerator = property(__index__)
    imag = property(lambda self: 0)
    denominator = property(lambda self: 1)

    def __invert__(self):
        return ~self._held_

    def __lshift__(self, other):
        return self._held_ << _plain(other) if isinstance(other, int) else NotImplemented

    def __rlshift__(self, other):
        return _plain(other) << self._held_ if isinstance(other, int) else NotImplemented

    def __rshift__(self, other):
        return self._held_ >> _plain(other) if isinstance(other, int) else NotImplemented

    def __rrshift__(self, other):
        return _plain(other) >> self._held_ if isinstance(other, int) else NotImplemented

    def __and__(self, other):
        return self._held_ & _plain(other) if isinstance(other, int) else NotImplemented

    def __or__(self, other):
        return self._held_ | _plain(other) if isinstance(other, int) else NotImplemented

    def __xor__(self, other):
        return self._held_ ^ _plain(other) if isinstance(other, int) else NotImplemented

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__


class _Float(_Number):
    __slots__ = ()
    imag = property(lambda self: 0.0)

    @classmethod
    def fromhex(cls, string):
        return cls(float.fromhex(string))

    def __floor__(self):
        return int(self._held_ // 1)

    def __ceil__(self):
        return int(-(-self._held_ // 1))


_as_base(_Str, str, str)
_as_base(_Int, int, int)
_as_base(_Float, float, float)
