from enum import _bases, _close, _mix, _new, _own


class auto:
    def __or__(self, other):
        return _Together(self, other)

    def __ror__(self, other):
        return _Together(other, self)


class _Together(auto):
    # flags of a class whose body is still running
    def __init__(self, a, b):
        self.a, self.b = a, b


def _valued(x):
    if isinstance(x, _Together):
        return _valued(x.a) | _valued(x.b)
    return x.value if isinstance(x, auto) else x


def unique(enumeration):
    twice = [(name, m.name) for name, m in enumeration.__members__.items() if name != m.name]
    if twice:
        raise ValueError('duplicate values found in %r: %s' % (enumeration, ', '.join(['%s -> %s' % pair for pair in twice])))
    return enumeration


_descriptors = (property, staticmethod, classmethod, type(lambda: 0))


def _next(values):
    numbers = [v for v in values if isinstance(v, int)]
    return max(numbers) + 1 if numbers else 1


def _fixed(name):
    def set_it(self, value):
        raise AttributeError("<enum 'Enum'> cannot set attribute %r" % name)
    return set_it


class Enum:
    __members__ = {}

    def __init_subclass__(cls):
        for b in _bases(cls):
            if b is not Enum and getattr(b, '__members__', None):
                raise TypeError('<enum %r> cannot extend %r' % (cls.__name__, b))
        _mix(cls)
        members, by_value, values = {}, [], []
        prepared = any('__init__' in _own(b) for b in [cls] + _bases(cls))
        for name, value in _own(cls).items():
            if name.startswith('_') or isinstance(value, _descriptors):
                continue
            if isinstance(value, _Together):
                value = _valued(value)
            elif isinstance(value, auto):
                value.value = cls._following(name, values)
                value = value.value
            values.append(value)
            member = None
            for known in by_value:
                if known._value_ == value:
                    member = known
            if member is None:
                member = _new(cls, value)
                member._value_ = value
                member._name_ = name
                if prepared:
                    member.__init__(*(value if isinstance(value, tuple) else (value,)))
                by_value.append(member)
            members[name] = member
            setattr(cls, name, member)
        cls.__members__ = members
        if members:
            cls._known_ = by_value
            _close(cls, cls._listed(by_value), members, cls._found)

    name = property(lambda self: self._name_, _fixed('name'))
    value = property(lambda self: self._value_, _fixed('value'))

    @classmethod
    def _following(cls, name, values):
        return _next(values)

    @classmethod
    def _listed(cls, members):
        return list(members)

    @classmethod
    def _found(cls, value):
        for m in cls._known_:
            if m._value_ == value:
                return m
        missing = cls._missing_(value)
        if missing is not None:
            return missing
        raise ValueError('%r is not a valid %s' % (value, cls.__qualname__))

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        return '<%s.%s: %r>' % (type(self).__name__, self._name_, self._value_)

    def __str__(self):
        return '%s.%s' % (type(self).__name__, self._name_)

    def __format__(self, how):
        return format(str(self), how)

    def __hash__(self):
        return hash(self._name_)


class IntEnum(int, Enum):
    def __str__(self):
        return str(self._value_)

    def __format__(self, how):
        return format(self._value_, how)


class StrEnum(str, Enum):
    def __str__(self):
        return self._value_

    def __format__(self, how):
        return format(self._value_, how)

    @classmethod
    def _following(cls, name, values):
        return name.lower()


def _bits(n, width):
    # an integer as messages about flags have it
    digits = bin(n if n >= 0 else n + (1 << width))[2:]
    return '0b%d ' % (n < 0) + digits.rjust(width, '0')


class Flag(Enum):
    @classmethod
    def _following(cls, name, values):
        return 1 << max([v.bit_length() for v in values], default=0)

    @classmethod
    def _listed(cls, members):
        return [m for m in members if m._value_ > 0 and m._value_ & m._value_ - 1 == 0]

    @classmethod
    def _all(cls):
        mask = 0
        for m in cls.__members__.values():
            mask |= m._value_
        return mask

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            return None
        mask = cls._all()
        if value & ~mask if value >= 0 else value < -mask - 1:
            width = max(value.bit_length(), mask.bit_length())
            raise ValueError('%r invalid value %r\n    given %s\n  allowed %s' % (cls, value, _bits(value, width), _bits(mask, width)))
        if value < 0:
            return cls(value & mask)
        member = _new(cls, value)
        member._value_ = value
        member._name_ = '|'.join([m._name_ for m in member]) or None
        cls._known_.append(member)
        return member

    def __iter__(self):
        single = self._listed(self.__members__.values())
        return iter([m for m in dict.fromkeys(single) if m._value_ & self._value_])

    def __len__(self):
        return bin(self._value_).count('1')

    def __bool__(self):
        return self._value_ != 0

    def __hash__(self):
        return hash(self._value_)

    def __contains__(self, other):
        if type(other) is not type(self):
            raise TypeError("unsupported operand type(s) for 'in': %r and %r" % (type(other).__qualname__, type(self).__qualname__))
        return other._value_ & self._value_ == other._value_

    def __repr__(self):
        name = '' if self._name_ is None else '.' + self._name_
        return '<%s%s: %d>' % (type(self).__name__, name, self._value_)

    def __str__(self):
        if self._name_ is None:
            return '%s(%r)' % (type(self).__name__, self._value_)
        return '%s.%s' % (type(self).__name__, self._name_)

    def __or__(self, other):
        return type(self)(self._value_ | other._value_) if type(other) is type(self) else NotImplemented

    def __and__(self, other):
        return type(self)(self._value_ & other._value_) if type(other) is type(self) else NotImplemented

    def __xor__(self, other):
        return type(self)(self._value_ ^ other._value_) if type(other) is type(self) else NotImplemented

    def __invert__(self):
        return type(self)(self._all() & ~self._value_)


class IntFlag(int, Flag):
    # Bits that no member has are kept.
    __str__, __format__ = IntEnum.__str__, IntEnum.__format__

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            return None
        known = cls._all()
        every = (1 << known.bit_length()) - 1
        if value < 0:
            value += every + 1 if value >= ~every else max(every + 1, 1 << value.bit_length())
        if value in [m._value_ for m in cls._known_]:
            return cls(value)
        member = _new(cls, value)
        member._value_ = value
        names = [m._name_ for m in member]
        rest = value
        for m in member:
            rest &= ~m._value_
        if names and rest:
            names.append(str(rest))
        member._name_ = '|'.join(names) or None
        cls._known_.append(member)
        return member

    def __or__(self, other):
        return type(self)(self._value_ | int(other)) if isinstance(other, int) else NotImplemented

    def __and__(self, other):
        return type(self)(self._value_ & int(other)) if isinstance(other, int) else NotImplemented

    def __xor__(self, other):
        return type(self)(self._value_ ^ int(other)) if isinstance(other, int) else NotImplemented

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self):
        return type(self)(~self._value_)


def _lister(base):
    # Enum('Name', 'A B C')
    def listed(name, names):
        if isinstance(names, str):
            names = names.replace(',', ' ').split()
        if isinstance(names, dict):
            names = names.items()
        pairs = [(x, auto()) if isinstance(x, str) else x for x in names]
        return type(name, (base,), dict(pairs))
    return listed


_close(Enum, [], {}, _lister(Enum))
_close(IntEnum, [], {}, _lister(IntEnum))
_close(Flag, [], {}, _lister(Flag))
_close(IntFlag, [], {}, _lister(IntFlag))
_close(StrEnum, [], {}, _lister(StrEnum))
