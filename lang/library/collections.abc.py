from abc import _recognize, abstractmethod

# By what an abstract class tells its instances, besides its subclasses, is said at the end: by methods, or by classes.

_nothing = object()


class Hashable:
    __slots__ = ()
    __hash__ = abstractmethod(lambda self: 0)


class Callable:
    __slots__ = ()
    __call__ = abstractmethod(lambda self, *args, **names: False)


class Iterable:
    __slots__ = ()
    __iter__ = abstractmethod(lambda self: iter(()))


class Iterator(Iterable):
    __slots__ = ()

    def __iter__(self):
        return self

    @abstractmethod
    def __next__(self):
        raise StopIteration


class Generator(Iterator):
    __slots__ = ()


class Reversible(Iterable):
    __slots__ = ()
    __reversed__ = abstractmethod(lambda self: iter(()))


class Sized:
    __slots__ = ()
    __len__ = abstractmethod(lambda self: 0)


class Container:
    __slots__ = ()
    __contains__ = abstractmethod(lambda self, x: False)


class Collection(Sized, Iterable, Container):
    __slots__ = ()


class _Items:
    # goes through what has numbers, until there is none of a number
    def __init__(self, of):
        self._of, self._k = of, 0

    def __iter__(self):
        return self

    def __next__(self):
        try:
            item = self._of[self._k]
        except IndexError:
            raise StopIteration from None
        self._k += 1
        return item


def _is_among(x, items):
    for item in items:
        if item is x or item == x:
            return True
    return False


class Sequence(Reversible, Collection):
    __slots__ = ()

    @abstractmethod
    def __getitem__(self, k):
        raise IndexError

    def __iter__(self):
        return _Items(self)

    def __reversed__(self):
        return map(self.__getitem__, range(len(self) - 1, -1, -1))

    def __contains__(self, x):
        return _is_among(x, self)

    def count(self, x):
        return sum(1 for item in self if item is x or item == x)

    def index(self, x, start=0, stop=None):
        first, end, _ = slice(start, stop).indices(len(self))
        for k in range(first, end):
            item = self[k]
            if item is x or item == x:
                return k
        raise ValueError


class MutableSequence(Sequence):
    __slots__ = ()

    @abstractmethod
    def __setitem__(self, k, item):
        raise IndexError

    @abstractmethod
    def __delitem__(self, k):
        raise IndexError

    @abstractmethod
    def insert(self, k, item):
        raise IndexError

    def append(self, item):
        self.insert(len(self), item)

    def extend(self, items):
        for item in list(items) if items is self else items:
            self.append(item)

    def __iadd__(self, items):
        self.extend(items)
        return self

    def pop(self, k=-1):
        item = self[k]
        del self[k]
        return item

    def remove(self, x):
        del self[self.index(x)]

    def clear(self):
        while len(self):
            self.pop()

    def reverse(self):
        last = len(self) - 1
        for k in range(len(self) // 2):
            self[k], self[last - k] = self[last - k], self[k]


def _as_set(like, x):
    # x, or a set like another one of what x gives; None if it gives nothing
    if isinstance(x, Set):
        return x
    return like._from_iterable(x) if isinstance(x, Iterable) else None


def _is_within(part, whole):
    if len(part) > len(whole):
        return False
    for x in part:
        if x not in whole:
            return False
    return True


class Set(Collection):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, items):
        return cls(items)

    def __le__(self, other):
        return _is_within(self, other) if isinstance(other, Set) else NotImplemented

    def __ge__(self, other):
        return _is_within(other, self) if isinstance(other, Set) else NotImplemented

    def __lt__(self, other):
        return len(self) < len(other) and self.__le__(other) if isinstance(other, Set) else NotImplemented

    def __gt__(self, other):
        return len(self) > len(other) and self.__ge__(other) if isinstance(other, Set) else NotImplemented

    def __eq__(self, other):
        return len(self) == len(other) and self.__le__(other) if isinstance(other, Set) else NotImplemented

    def isdisjoint(self, other):
        return not any(x in self for x in other)

    def __and__(self, other):
        return self._from_iterable([x for x in other if x in self]) if isinstance(other, Iterable) else NotImplemented

    def __or__(self, other):
        return self._from_iterable([*self, *other]) if isinstance(other, Iterable) else NotImplemented

    def __sub__(self, other):
        other = _as_set(self, other)
        return NotImplemented if other is None else self._from_iterable([x for x in self if x not in other])

    def __rsub__(self, other):
        other = _as_set(self, other)
        return NotImplemented if other is None else self._from_iterable([x for x in other if x not in self])

    def __xor__(self, other):
        other = _as_set(self, other)
        return NotImplemented if other is None else (self - other) | (other - self)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__


class MutableSet(Set):
    __slots__ = ()

    @abstractmethod
    def add(self, x):
        raise NotImplementedError

    @abstractmethod
    def discard(self, x):
        raise NotImplementedError

    def remove(self, x):
        if x not in self:
            raise KeyError(x)
        self.discard(x)

    def pop(self):
        x = next(iter(self), _nothing)
        if x is _nothing:
            raise KeyError
        self.discard(x)
        return x

    def clear(self):
        while len(self):
            self.pop()

    def __ior__(self, items):
        for x in items:
            self.add(x)
        return self

    def __iand__(self, items):
        for x in self - items:
            self.discard(x)
        return self

    def __isub__(self, items):
        for x in list(items) if items is self else items:
            self.discard(x)
        return self

    def __ixor__(self, items):
        for x in list(items) if items is self else _as_set(self, items):
            (self.discard if x in self else self.add)(x)
        return self


class MappingView(Sized):
    __slots__ = ('_mapping',)

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return '%s(%r)' % (type(self).__name__, self._mapping)


class KeysView(MappingView, Set):
    __slots__ = ()
    _from_iterable = set

    def __iter__(self):
        return iter(self._mapping)

    def __contains__(self, key):
        return key in self._mapping


class ItemsView(MappingView, Set):
    __slots__ = ()
    _from_iterable = set

    def __iter__(self):
        return map(lambda key: (key, self._mapping[key]), self._mapping)

    def __contains__(self, pair):
        key, x = pair
        try:
            value = self._mapping[key]
        except KeyError:
            return False
        return value is x or value == x


class ValuesView(MappingView, Collection):
    __slots__ = ()

    def __iter__(self):
        return map(self._mapping.__getitem__, self._mapping)

    def __contains__(self, x):
        return _is_among(x, self)


class Mapping(Collection):
    __slots__ = ()

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    __reversed__ = None

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return KeysView(self)

    def values(self):
        return ValuesView(self)

    def items(self):
        return ItemsView(self)

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items()) if isinstance(other, Mapping) else NotImplemented


class MutableMapping(Mapping):
    __slots__ = ()

    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
            return default

    def pop(self, key, default=_nothing):
        try:
            value = self[key]
        except KeyError:
            if default is not _nothing:
                return default
            raise
        del self[key]
        return value

    def popitem(self):
        key = next(iter(self), _nothing)
        if key is _nothing:
            raise KeyError
        value = self[key]
        del self[key]
        return key, value

    def clear(self):
        while len(self):
            self.popitem()

    def update(self, given=(), /, **names):
        keys = ()
        if isinstance(given, Mapping):
            keys = given
        elif hasattr(given, 'keys'):
            keys = given.keys()
        else:
            for key, value in given:
                self[key] = value
        for key in keys:
            self[key] = given[key]
        for key in names:
            self[key] = names[key]


_recognize(Hashable, '__hash__', '')
_recognize(Callable, '__call__', '')
_recognize(Iterable, '__iter__', '')
_recognize(Iterator, '__iter__ __next__', '')
_recognize(Generator, '__iter__ __next__ send throw close', '')
_recognize(Reversible, '__reversed__ __iter__', 'tuple str bytes bytearray')
_recognize(Sized, '__len__', '')
_recognize(Container, '__contains__', 'dict_values')
_recognize(Collection, '__len__ __iter__ __contains__', 'dict_values')
_recognize(Sequence, '', 'tuple str bytes bytearray range list collections.deque array.array')
_recognize(MutableSequence, '', 'bytearray list collections.deque array.array')
_recognize(Set, '', 'set frozenset dict_keys dict_items')
_recognize(MutableSet, '', 'set')
_recognize(MappingView, '', 'dict_keys dict_items dict_values')
_recognize(KeysView, '', 'dict_keys')
_recognize(ItemsView, '', 'dict_items')
_recognize(ValuesView, '', 'dict_values')
_recognize(Mapping, '', 'dict')
_recognize(MutableMapping, '', 'dict')
