from collections import _as_base

# A class that is derived from set or frozenset is one that is derived from a class here, whose instances hold such an object. Operators
# and methods return sets, as in CPython.


def _items(x):
    # the set that x is, or holds, as the other side of an operator; None if it is none
    if isinstance(x, _AnySet):
        return x._held_
    return x if isinstance(x, (set, frozenset)) else None


class _AnySet:
    # what instances of both classes do alike
    __slots__ = ()

    def __len__(self):
        return len(self._held_)

    def __contains__(self, x):
        return x in self._held_

    def __iter__(self):
        return iter(self._held_)

    def __repr__(self):
        return '%s(%s)' % (type(self).__name__, '{%s}' % repr(list(self._held_))[1:-1] if self._held_ else '')

    def __eq__(self, other):
        other = _items(other)
        return NotImplemented if other is None else self._held_ == other

    def __ne__(self, other):
        other = _items(other)
        return NotImplemented if other is None else self._held_ != other

    def __lt__(self, other):
        other = _items(other)
        return NotImplemented if other is None else self._held_ < other

    def __le__(self, other):
        other = _items(other)
        return NotImplemented if other is None else self._held_ <= other

    def __gt__(self, other):
        other = _items(other)
        return NotImplemented if other is None else self._held_ > other

    def __ge__(self, other):
        other = _items(other)
        return NotImplemented if other is None else self._held_ >= other

    def __or__(self, other):
        other = _items(other)
        return NotImplemented if other is None else self._held_ | other

    def __ror__(self, other):
        other = _items(other)
        return NotImplemented if other is None else other | self._held_

    def __and__(self, other):
        other = _items(other)
        return NotImplemented if other is None else self._held_ & other

    def __rand__(self, other):
        other = _items(other)
        return NotImplemented if other is None else other & self._held_

    def __sub__(self, other):
        other = _items(other)
        return NotImplemented if other is None else self._held_ - other

    def __rsub__(self, other):
        other = _items(other)
        return NotImplemented if other is None else other - self._held_

    def __xor__(self, other):
        other = _items(other)
        return NotImplemented if other is None else self._held_ ^ other

    def __rxor__(self, other):
        other = _items(other)
        return NotImplemented if other is None else other ^ self._held_


class _Set(_AnySet):
    __slots__ = ()
    __hash__ = None

    def __init__(self, *args):
        items = set(*args)
        self._held_.clear()
        self._held_.update(items)

    def add(self, x):
        self._held_.add(x)

    def discard(self, x):
        self._held_.discard(x)

    def remove(self, x):
        self._held_.remove(x)

    def pop(self):
        return self._held_.pop()

    def clear(self):
        self._held_.clear()

    def __ior__(self, other):
        other = _items(other)
        if other is None:
            return NotImplemented
        self._held_ |= other
        return self

    def __iand__(self, other):
        other = _items(other)
        if other is None:
            return NotImplemented
        self._held_ &= other
        return self

    def __isub__(self, other):
        other = _items(other)
        if other is None:
            return NotImplemented
        self._held_ -= other
        return self

    def __ixor__(self, other):
        other = _items(other)
        if other is None:
            return NotImplemented
        self._held_ ^= other
        return self


class _FrozenSet(_AnySet):
    __slots__ = ()

    def __hash__(self):
        return hash(self._held_)


_as_base(_Set, set, set)
_as_base(_FrozenSet, frozenset, frozenset)
