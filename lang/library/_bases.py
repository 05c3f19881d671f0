from collections import _as_base, _type_name

# A class that is derived from list, tuple or dict is one that is derived from a class here, whose instances hold such an object. As in
# CPython, no method calls another one that a subclass may replace, but where CPython does.

_absent = object()


def _asks(x, name):
    # whether a class of the program has a method for the other side of an operator
    return type(x).__module__ != 'builtins' and hasattr(type(x), name)


class _List:
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

    def index(self, *args):
        return self._held_.index(*args)

    def count(self, x):
        return self._held_.count(x)

    def sort(self, *, key=None, reverse=False):
        self._held_.sort(key=key, reverse=reverse)

    def reverse(self):
        self._held_.reverse()

    def copy(self):
        return self._held_.copy()

    def __len__(self):
        return len(self._held_)

    def __getitem__(self, i):
        return self._held_[i]

    def __setitem__(self, i, x):
        self._held_[i] = x

    def __delitem__(self, i):
        del self._held_[i]

    def __contains__(self, x):
        return x in self._held_

    def __iter__(self):
        return iter(self._held_)

    def __reversed__(self):
        return reversed(self._held_)

    def __repr__(self):
        return repr(self._held_)

    def __eq__(self, other):
        other = _list_of(other)
        return NotImplemented if other is None else self._held_ == other

    def __lt__(self, other):
        other = _list_of(other)
        return NotImplemented if other is None else self._held_ < other

    def __le__(self, other):
        other = _list_of(other)
        return NotImplemented if other is None else self._held_ <= other

    def __gt__(self, other):
        other = _list_of(other)
        return NotImplemented if other is None else self._held_ > other

    def __ge__(self, other):
        other = _list_of(other)
        return NotImplemented if other is None else self._held_ >= other

    def __add__(self, other):
        items = _list_of(other)
        if items is None:
            if _asks(other, '__radd__'):
                return NotImplemented
            raise TypeError('can only concatenate list (not "%s") to list' % _type_name(other))
        return self._held_ + items

    def __radd__(self, other):
        return other + self._held_ if isinstance(other, list) else NotImplemented

    def __iadd__(self, other):
        self._held_.extend(self._held_ if other is self else other)
        return self

    def __mul__(self, n):
        if _asks(n, '__rmul__'):
            return NotImplemented
        return self._held_ * n

    def __rmul__(self, n):
        return self._held_ * n

    def __imul__(self, n):
        self._held_ *= n
        return self


def _list_of(x):
    if isinstance(x, _List):
        return x._held_
    return x if isinstance(x, list) else None


class _Tuple:
    __slots__ = ()

    def count(self, x):
        return self._held_.count(x)

    def index(self, *args):
        return self._held_.index(*args)

    def __len__(self):
        return len(self._held_)

    def __getitem__(self, i):
        return self._held_[i]

    def __contains__(self, x):
        return x in self._held_

    def __iter__(self):
        return iter(self._held_)

    def __reversed__(self):
        return reversed(self._held_)

    def __repr__(self):
        return repr(self._held_)

    def __hash__(self):
        return hash(self._held_)

    def __eq__(self, other):
        return self._held_ == _tuple_of(other) if isinstance(other, tuple) else NotImplemented

    def __lt__(self, other):
        return self._held_ < _tuple_of(other) if isinstance(other, tuple) else NotImplemented

    def __le__(self, other):
        return self._held_ <= _tuple_of(other) if isinstance(other, tuple) else NotImplemented

    def __gt__(self, other):
        return self._held_ > _tuple_of(other) if isinstance(other, tuple) else NotImplemented

    def __ge__(self, other):
        return self._held_ >= _tuple_of(other) if isinstance(other, tuple) else NotImplemented

    def __add__(self, other):
        if not isinstance(other, tuple):
            if _asks(other, '__radd__'):
                return NotImplemented
            raise TypeError('can only concatenate tuple (not "%s") to tuple' % _type_name(other))
        return self._held_ + _tuple_of(other)

    def __radd__(self, other):
        return other + self._held_ if isinstance(other, tuple) else NotImplemented

    def __mul__(self, n):
        if _asks(n, '__rmul__'):
            return NotImplemented
        return self._held_ * n

    def __rmul__(self, n):
        return self._held_ * n


def _tuple_of(x):
    return x._held_ if isinstance(x, _Tuple) else tuple(x)


class _Dict:
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

    def __len__(self):
        return len(self._held_)

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

    def __contains__(self, key):
        return key in self._held_

    def __iter__(self):
        return iter(self._held_)

    def __reversed__(self):
        return reversed(self._held_)

    def __repr__(self):
        return repr(self._held_)

    def __eq__(self, other):
        if isinstance(other, _Dict):
            return self._held_ == other._held_
        return self._held_ == other if isinstance(other, dict) else NotImplemented

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
