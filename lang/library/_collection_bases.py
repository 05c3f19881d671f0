from collections import Counter, OrderedDict, _as_base, defaultdict
from _bases import _absent, _Dict

# What a class that is derived from a dictionary of collections is derived from: _bases has those of list, tuple and dict.


class _DefaultDict(_Dict):
    __slots__ = ('_factory_',)

    def __init__(self, default_factory=None, *args, **names):
        if default_factory is not None and not callable(default_factory):
            raise TypeError('first argument must be callable or None')
        self._factory_ = default_factory
        self._held_.update(dict(*args, **names))

    default_factory = property(lambda self: self._factory_, lambda self, value: setattr(self, '_factory_', value))

    def __missing__(self, key):
        if self._factory_ is None:
            raise KeyError(key)
        self[key] = value = self._factory_()
        return value

    def copy(self):
        return type(self)(self._factory_, self)

    __copy__ = copy

    def __repr__(self):
        return '%s(%r, %r)' % (type(self).__name__, self._factory_, self._held_)

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        if isinstance(other, defaultdict):
            return other | self._held_
        made = type(self)(self._factory_, other)
        made.update(self)
        return made


class _OrderedDict(_Dict):
    __slots__ = ()

    def __init__(self, *args, **names):
        for key, value in dict(*args, **names).items():
            self[key] = value

    def update(self, *args, **names):
        for key, value in dict(*args, **names).items():
            self[key] = value

    def move_to_end(self, key, last=True):
        self._held_.move_to_end(key, last)

    def popitem(self, last=True):
        return self._held_.popitem(last)

    def pop(self, key, *default):
        if key not in self._held_ and not default:
            missing = getattr(type(self), '__missing__', None)
            if missing is not None:
                return missing(self, key)
        return self._held_.pop(key, *default)

    def copy(self):
        made = type(self)()
        for key in self:
            made[key] = self[key]
        return made

    __copy__ = copy

    def __repr__(self):
        return type(self).__name__ + repr(self._held_)[len('OrderedDict'):]

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = type(self)(self)
        made.update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        if isinstance(other, OrderedDict):
            return other | self._held_
        made = type(self)(other)
        made.update(self)
        return made

    def __ior__(self, other):
        self.update(other)
        return self


class _Counter(_Dict):
    __slots__ = ()

    def __init__(self, iterable=None, /, **names):
        self.update(iterable, **names)

    def __missing__(self, key):
        return 0

    def __delitem__(self, key):
        if key in self._held_:
            del self._held_[key]

    def update(self, iterable=None, /, **names):
        if isinstance(iterable, dict):
            for key, count in iterable.items():
                self[key] = count + self.get(key, 0) if self._held_ else count
        elif iterable is not None:
            for key in iterable:
                self[key] = self.get(key, 0) + 1
        if names:
            self.update(names)

    def subtract(self, iterable=None, /, **names):
        if isinstance(iterable, dict):
            for key, count in iterable.items():
                self[key] = self.get(key, 0) - count
        elif iterable is not None:
            for key in iterable:
                self[key] = self.get(key, 0) - 1
        if names:
            self.subtract(names)

    def most_common(self, n=None):
        return self._held_.most_common(n)

    def elements(self):
        return self._held_.elements()

    def total(self):
        return self._held_.total()

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    def __repr__(self):
        return type(self).__name__ + repr(self._held_)[len('Counter'):]

    def __eq__(self, other):
        other = _counts_of(other)
        return NotImplemented if other is None else self._held_ == other

    def __add__(self, other):
        other = _counts_of(other)
        return NotImplemented if other is None else self._held_ + other

    def __sub__(self, other):
        other = _counts_of(other)
        return NotImplemented if other is None else self._held_ - other

    def __and__(self, other):
        other = _counts_of(other)
        return NotImplemented if other is None else self._held_ & other

    def __or__(self, other):
        other = _counts_of(other)
        return NotImplemented if other is None else self._held_ | other

    def __radd__(self, other):
        return other + self._held_ if isinstance(other, Counter) else NotImplemented

    def __rsub__(self, other):
        return other - self._held_ if isinstance(other, Counter) else NotImplemented

    def __pos__(self):
        return +self._held_

    def __neg__(self):
        return -self._held_


def _counts_of(x):
    if isinstance(x, _Counter):
        return x._held_
    return x if isinstance(x, Counter) else None


_as_base(_DefaultDict, defaultdict, dict)
_as_base(_OrderedDict, OrderedDict, OrderedDict)
_as_base(_Counter, Counter, Counter)
