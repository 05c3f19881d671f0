from enum import _bases, _close, _new, _own


class auto:
    pass


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
        members, by_value, values = {}, [], []
        prepared = any('__init__' in _own(b) for b in [cls] + _bases(cls))
        for name, value in _own(cls).items():
            if name.startswith('_') or isinstance(value, _descriptors):
                continue
            if isinstance(value, auto):
                value = _next(values)
            values.append(value)
            member = None
            for known in by_value:
                if known._value_ == value:
                    member = known
            if member is None:
                member = _new(cls)
                member._value_ = value
                member._name_ = name
                if prepared:
                    member.__init__(*(value if isinstance(value, tuple) else (value,)))
                by_value.append(member)
            members[name] = member
            setattr(cls, name, member)
        cls.__members__ = members
        if members:
            _close(cls, by_value, members, cls._found)

    name = property(lambda self: self._name_, _fixed('name'))
    value = property(lambda self: self._value_, _fixed('value'))

    @classmethod
    def _found(cls, value):
        for m in cls.__members__.values():
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


def _listed(name, names):
    # Enum('Name', 'A B C')
    if isinstance(names, str):
        names = names.replace(',', ' ').split()
    if isinstance(names, dict):
        names = names.items()
    return type(name, (Enum,), dict([(x, k) if isinstance(x, str) else x for k, x in enumerate(names, 1)]))


_close(Enum, [], {}, _listed)
