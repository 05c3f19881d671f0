from collections import _as_base, _type_name

# A class that is derived from list, tuple or dict is one that is derived from a class here, whose instances hold such an object. As in
# CPython, no method calls another one that a subclass may replace, but where CPython does.

_absent = object()


def _asks(x, name):
    # whether a class of the program has a method for the other side of an operator
    return type(x).__module__ != 'builtins' and hasattr(type(x), name)


class _Holding:
    # what instances of all these classes do alike
    __slots__ = ()

    def __len__(self):
        return len(self._held_)

    def __contains__(self, x):
        return x in self._held_

    def __iter__(self):
        return iter(self._held_)

    def __reversed__(self):
        return reversed(self._held_)

    def __repr__(self):
        return repr(self._held_)


class _Items(_Holding):
    # what lists and tuples do alike
    __slots__ = ()

    def __getitem__(self, k):
        return self._held_[k]

    def index(self, *args):
        return self._held_.index(*args)

    def count(self, x):
        return self._held_.count(x)

    def __mul__(self, n):
        if _asks(n, '__rmul__'):
            return NotImplemented
        return self._held_ * n

    def __rmul__(self, n):
        return self._held_ * n

    def __eq__(self, other):
        other = _like(self._held_, other)
        return NotImplemented if other is None else self._held_ == other

    def __ne__(self, other):
        other = _like(self._held_, other)
        return NotImplemented if other is None else self._held_ != other

    def __lt__(self, other):
        other = _like(self._held_, other)
        return NotImplemented if other is None else self._held_ < other

    def __le__(self, other):
        other = _like(self._held_, other)
        return NotImplemented if other is None else self._held_ <= other

    def __gt__(self, other):
        other = _like(self._held_, other)
        return NotImplemented if other is None else self._held_ > other

    def __ge__(self, other):
        other = _like(self._held_, other)
        return NotImplemented if other is None else self._held_ >= other

    def __add__(self, other):
        items = _like(self._held_, other)
        if items is None:
            if _asks(other, '__radd__'):
                return NotImplemented
            raise TypeError('can only concatenate {0} (not "{1}") to {0}'.format(type(self._held_).__name__, _type_name(other)))
        return self._held_ + items

    def __radd__(self, other):
        items = _like(self._held_, other)
        return NotImplemented if items is None else items + self._held_


def _like(held, x):
    # the list or tuple that x is, or holds, as the other side of an operator; None if that is of another kind
    if isinstance(x, _Items):
        x = x._held_
    if isinstance(held, list):
        return x if isinstance(x, list) else None
    return tuple(x) if isinstance(x, tuple) else None


class _List(_Items):
    __slots__ = ()
    __hash__ = None

    def __init__(self, *args, **names):
        if names:
            raise TypeError('list() takes no keyword arguments')
        self._held_[:] = list(*args)

    def append(self, x):
        self._held_.append(x)

    def extend(self, iterable):
        self._held_.extend(self._held_ if iterable is self else iterable)

    def insert(self, i, x):
        self._held_.insert(i, x)

    def remove(self, x):
        self._held_.remove(x)

    def pop(self, *args):
        return self._held_.pop(*args)

    def clear(self):
        self._held_.clear()

    def sort(self, *, key=None, reverse=False):
        self._held_.sort(key=key, reverse=reverse)

    def reverse(self):
        self._held_.reverse()

    def copy(self):
        return self._held_.copy()

    def __setitem__(self, i, x):
        self._held_[i] = x

    def __delitem__(self, i):
        del self._held_[i]

    def __iadd__(self, other):
        self._held_.extend(self._held_ if other is self else other)
        return self

    def __imul__(self, n):
        self._held_ *= n
        return self


class _Tuple(_Items):
    __slots__ = ()

    def __hash__(self):
        return hash(self._held_)


class _Dict(_Holding):
    __slots__ = ()
    __hash__ = None

    def __init__(self, *args, **names):
        self._held_.update(dict(*args, **names))

    def get(self, key, default=None):
        return self._held_.get(key, default)

    def setdefault(self, key, default=None):
        return self._held_.setdefault(key, default)

    def pop(self, *args):
        return self._held_.pop(*args)

    def popitem(self):
        return self._held_.popitem()

    def update(self, *args, **names):
        self._held_.update(*args, **names)

    def clear(self):
        self._held_.clear()

    def copy(self):
        return dict(self._held_)

    def keys(self):
        return self._held_.keys()

    def values(self):
        return self._held_.values()

    def items(self):
        return self._held_.items()

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made

    def __getitem__(self, key):
        value = self._held_.get(key, _absent)
        if value is not _absent:
            return value
        missing = getattr(type(self), '__missing__', None)
        if missing is None:
            raise KeyError(key)
        return missing(self, key)

    def __setitem__(self, key, value):
        self._held_[key] = value

    def __delitem__(self, key):
        del self._held_[key]

    def __eq__(self, other):
        if isinstance(other, _Dict):
            return self._held_ == other._held_
        return self._held_ == other if isinstance(other, dict) else NotImplemented

    def __ne__(self, other):
        same = _Dict.__eq__(self, other)
        return same if same is NotImplemented else not same

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = dict(self._held_)
        made.update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = dict(other)
        made.update(self._held_)
        return made

    def __ior__(self, other):
        self._held_.update(other)
        return self


_as_base(_List, list, list)
_as_base(_Tuple, tuple, tuple)
_as_base(_Dict, dict, dict)
