from collections import _as_tuples, _type_name
from collections.abc import Mapping, MutableMapping, MutableSequence

_shown = []  # the deques that are being written


class deque:
    # The items from _head on; what stands before it was taken away on the left.
    __slots__ = ('_items', '_head', 'maxlen', '_changes')
    __hash__ = None

    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None:
            if not isinstance(maxlen, int):
                raise TypeError('an integer is required')
            if maxlen < 0:
                raise ValueError('maxlen must be non-negative')
        # list() asks an object for its length, too, which a deque does not.
        self._items = list(iterable) if type(iterable) is list else [x for x in iterable]
        self._head = 0
        self.maxlen = maxlen
        self._changes = 0
        if maxlen is not None and len(self._items) > maxlen:
            del self._items[:len(self._items) - maxlen]

    def append(self, x):
        self._items.append(x)
        self._changes += 1
        if self.maxlen is not None and len(self._items) - self._head > self.maxlen:
            self.popleft()

    def appendleft(self, x):
        if self._head == 0:
            room = len(self._items) + 8
            self._items[:0] = [x] * room
            self._head = room
        self._head -= 1
        self._items[self._head] = x
        self._changes += 1
        if self.maxlen is not None and len(self._items) - self._head > self.maxlen:
            self._items.pop()

    def pop(self):
        if len(self._items) == self._head:
            raise IndexError('pop from an empty deque')
        self._changes += 1
        return self._items.pop()

    def popleft(self):
        items, head = self._items, self._head
        if head == len(items):
            raise IndexError('pop from an empty deque')
        x = items[head]
        self._changes += 1
        head += 1
        if head > 64 and 2 * head > len(items):
            del items[:head]
            head = 0
        self._head = head
        return x

    def extend(self, iterable):
        for x in list(self) if iterable is self else iterable:
            self.append(x)

    def extendleft(self, iterable):
        for x in list(self) if iterable is self else iterable:
            self.appendleft(x)

    def clear(self):
        self._items, self._head = [], 0
        self._changes += 1

    def copy(self):
        return type(self)(self, self.maxlen)

    __copy__ = copy

    def count(self, x):
        return self._items[self._head:].count(x)

    def index(self, x, *limits):
        items = self._items[self._head:]
        try:
            return items.index(x, *limits)
        except ValueError:
            raise ValueError('%r is not in deque' % (x,)) from None

    def insert(self, i, x):
        n = len(self)
        if n == self.maxlen:
            raise IndexError('deque already at its maximum size')
        items = self._items[self._head:]
        items.insert(i, x)
        self._items, self._head = items, 0
        self._changes += 1

    def remove(self, value):
        items = self._items[self._head:]
        try:
            items.remove(value)
        except ValueError:
            raise ValueError('%r is not in deque' % (value,)) from None
        self._items, self._head = items, 0
        self._changes += 1

    def reverse(self):
        self._items = self._items[self._head:][::-1]
        self._head = 0

    def rotate(self, n=1):
        items = self._items[self._head:]
        if items:
            n = -n % len(items)
            self._items, self._head = items[n:] + items[:n], 0
            self._changes += 1

    def __len__(self):
        return len(self._items) - self._head

    def _at(self, i):
        if i < 0:
            i += len(self)
        if i < 0 or i >= len(self):
            raise IndexError('deque index out of range')
        return self._head + i

    def __getitem__(self, i):
        if not isinstance(i, int):
            raise TypeError("sequence index must be integer, not '%s'" % _type_name(i))
        return self._items[self._at(i)]

    def __setitem__(self, i, x):
        self._items[self._at(i)] = x

    def __delitem__(self, i):
        del self._items[self._at(i)]
        self._changes += 1

    def __contains__(self, x):
        return x in self._items[self._head:]

    def __iter__(self):
        return _DequeIterator(self)

    def __reversed__(self):
        return iter(self._items[self._head:][::-1])

    def __repr__(self):
        if [d for d in _shown if d is self]:
            return '[...]'
        _shown.append(self)
        try:
            text = repr(self._items[self._head:])
        finally:
            _shown.pop()
        if self.maxlen is None:
            return '%s(%s)' % (type(self).__name__, text)
        return '%s(%s, maxlen=%d)' % (type(self).__name__, text, self.maxlen)

    def __eq__(self, other):
        return list(self) == list(other) if isinstance(other, deque) else NotImplemented

    def __lt__(self, other):
        return list(self) < list(other) if isinstance(other, deque) else NotImplemented

    def __le__(self, other):
        return list(self) <= list(other) if isinstance(other, deque) else NotImplemented

    def __gt__(self, other):
        return list(self) > list(other) if isinstance(other, deque) else NotImplemented

    def __ge__(self, other):
        return list(self) >= list(other) if isinstance(other, deque) else NotImplemented

    def __add__(self, other):
        if not isinstance(other, deque):
            raise TypeError('can only concatenate deque (not "%s") to deque' % type(other).__name__)
        made = self.copy()
        made.extend(other)
        return made

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return type(self)(list(self) * n, self.maxlen)

    __rmul__ = __mul__


class _DequeIterator:
    def __init__(self, of):
        self._of, self._k, self._changes = of, 0, of._changes

    def __iter__(self):
        return self

    def __next__(self):
        of = self._of
        if of._changes != self._changes:
            raise RuntimeError('deque mutated during iteration')
        if self._k == len(of):
            raise StopIteration
        self._k += 1
        return of._items[of._head + self._k - 1]


class _Record:
    # What namedtuple() makes is derived from it. The items are in a tuple, which properties read.
    __slots__ = ('_items',)
    _fields = ()
    _field_defaults = {}

    def __init__(self, *args, **kwargs):
        if kwargs or len(args) != len(self._fields):
            args = self._arrange(args, kwargs)
        self._items = args

    def _arrange(self, args, kwargs):
        name, fields, defaults = type(self).__name__ + '.__new__()', self._fields, self._field_defaults
        items = dict(zip(fields, args))
        n = len(fields)
        if len(args) > n:
            takes = '%d positional argument%s' % (n + 1, 's' if n else '')
            if defaults:
                takes = 'from %d to %d positional arguments' % (n + 1 - len(defaults), n + 1)
            raise TypeError('%s takes %s but %d were given' % (name, takes, len(args) + 1))
        for key, value in kwargs.items():
            if key not in fields:
                raise TypeError('%s got an unexpected keyword argument %r' % (name, key))
            if key in items:
                raise TypeError('%s got multiple values for argument %r' % (name, key))
            items[key] = value
        missing = [repr(f) for f in fields if f not in items and f not in defaults]
        if missing:
            listed = missing[-1]
            if len(missing) > 1:
                listed = ', '.join(missing[:-1]) + (',' if len(missing) > 2 else '') + ' and ' + listed
            raise TypeError('%s missing %d required positional argument%s: %s' % (name, len(missing), 's' if len(missing) > 1 else '', listed))
        return tuple([items[f] if f in items else defaults[f] for f in fields])

    @classmethod
    def _make(cls, iterable):
        items = tuple(iterable)
        if len(items) != len(cls._fields):
            raise TypeError('Expected %d arguments, got %d' % (len(cls._fields), len(items)))
        return cls(*items)

    def _replace(self, /, **kwargs):
        items = [kwargs.pop(f, x) for f, x in zip(self._fields, self._items)]
        if kwargs:
            raise ValueError('Got unexpected field names: %r' % (list(kwargs),))
        return type(self)(*items)

    def _asdict(self):
        return dict(zip(self._fields, self._items))

    def __repr__(self):
        return type(self).__name__ + '(' + ', '.join(['%s=%r' % pair for pair in zip(self._fields, self._items)]) + ')'

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __reversed__(self):
        return reversed(self._items)

    def __getitem__(self, k):
        return self._items[k]

    def __contains__(self, x):
        return x in self._items

    def __hash__(self):
        return hash(self._items)

    def __eq__(self, other):
        return self._items == tuple(other) if isinstance(other, tuple) else NotImplemented

    def __ne__(self, other):
        return self._items != tuple(other) if isinstance(other, tuple) else NotImplemented

    def __lt__(self, other):
        return self._items < tuple(other) if isinstance(other, tuple) else NotImplemented

    def __le__(self, other):
        return self._items <= tuple(other) if isinstance(other, tuple) else NotImplemented

    def __gt__(self, other):
        return self._items > tuple(other) if isinstance(other, tuple) else NotImplemented

    def __ge__(self, other):
        return self._items >= tuple(other) if isinstance(other, tuple) else NotImplemented

    def __add__(self, other):
        if not isinstance(other, tuple):
            raise TypeError('can only concatenate tuple (not "%s") to tuple' % type(other).__name__)
        return self._items + tuple(other)

    def __radd__(self, other):
        return other + self._items if isinstance(other, tuple) else NotImplemented

    def __mul__(self, n):
        return self._items * n

    __rmul__ = __mul__

    def count(self, x):
        return self._items.count(x)

    def index(self, x, *limits):
        return self._items.index(x, *limits)


_as_tuples(_Record)


def _fixed(self, value):
    raise AttributeError("can't set attribute")


# Indexes that are constants leave no tuple to a trace.
_getters = [lambda self: self._items[0], lambda self: self._items[1], lambda self: self._items[2], lambda self: self._items[3],
            lambda self: self._items[4], lambda self: self._items[5], lambda self: self._items[6], lambda self: self._items[7]]


def _field(k):
    return property(_getters[k] if k < 8 else lambda self: self._items[k], _fixed)


_keywords = frozenset('''False None True and as assert async await break class continue def del elif else except finally for from global if
    import in is lambda nonlocal not or pass raise return try while with yield'''.split())


def _renamed(names):
    seen = set()
    for k, name in enumerate(names):
        if not name.isidentifier() or name in _keywords or name.startswith('_') or name in seen:
            names[k] = '_%d' % k
        seen.add(name)


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(',', ' ').split()
    names = [str(name) for name in field_names]
    typename = str(typename)
    if rename:
        _renamed(names)
    for name in [typename] + names:
        if not name.isidentifier():
            raise ValueError('Type names and field names must be valid identifiers: %r' % name)
        if name in _keywords:
            raise ValueError('Type names and field names cannot be a keyword: %r' % name)
    seen = set()
    for name in names:
        if name.startswith('_') and not rename:
            raise ValueError('Field names cannot start with an underscore: %r' % name)
        if name in seen:
            raise ValueError('Encountered duplicate field name: %r' % name)
        seen.add(name)
    defaults = tuple(defaults or ())
    if len(defaults) > len(names):
        raise TypeError('Got more default values than field names')
    body = {'__slots__': (), '_fields': tuple(names), '__doc__': '%s(%s)' % (typename, ', '.join(names)),
            '_field_defaults': dict(zip(names[len(names) - len(defaults):], defaults))}
    for k, name in enumerate(names):
        body[name] = _field(k)
    return type(typename, (_Record,), body)


class ChainMap(MutableMapping):
    # Reads find the first dictionary that has the key; writes go to the first of all.
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    parents = property(lambda self: type(self)(*self.maps[1:]))

    def new_child(self, m=None, **names):
        first = names if m is None else m
        if m is not None and names:
            first.update(names)
        return type(self)(first, *self.maps)

    def copy(self):
        first, *others = self.maps
        return type(self)(first.copy(), *others)

    __copy__ = copy

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for m in self.maps:
            try:
                return m[key]
            except KeyError:
                continue
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __contains__(self, key):
        return any(key in m for m in self.maps)

    def __bool__(self):
        return any(self.maps)

    def __iter__(self):
        order = {}
        for m in reversed(self.maps):
            order.update(dict.fromkeys(m))
        return iter(order)

    def __len__(self):
        return len({key for m in self.maps for key in m})

    def __repr__(self):
        return '%s(%s)' % (type(self).__name__, repr(self.maps)[1:-1])

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        if key not in self.maps[0]:
            self._refuse(key)
        del self.maps[0][key]

    def pop(self, key, *default):
        if key not in self.maps[0] and not default:
            self._refuse(key)
        return self.maps[0].pop(key, *default)

    def _refuse(self, key):
        raise KeyError('Key not found in the first mapping: %r' % (key,))

    def popitem(self):
        if not self.maps[0]:
            raise KeyError('No keys found in the first mapping.')
        return self.maps[0].popitem()

    def clear(self):
        self.maps[0].clear()

    def __or__(self, other):
        return self.copy().__ior__(other) if isinstance(other, (dict, Mapping)) else NotImplemented

    def __ior__(self, other):
        self.maps[0].update(other)
        return self


def _data_of(x):
    return x.data if isinstance(x, (UserDict, UserList)) else x


class UserDict(MutableMapping):
    def __init__(self, given=None, /, **names):
        self.data = {}
        self.update(() if given is None else given, **names)

    @classmethod
    def fromkeys(cls, keys, value=None):
        made = cls()
        made.update([(key, value) for key in keys])
        return made

    def copy(self):
        made = type(self)()
        made.update(self)
        return made

    __copy__ = copy

    def __getitem__(self, key):
        if key not in self.data and hasattr(type(self), '__missing__'):
            return type(self).__missing__(self, key)
        return self.data[key]

    def __setitem__(self, key, value):
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __contains__(self, key):
        return key in self.data

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)

    def __repr__(self):
        return repr(self.data)

    def __or__(self, other):
        other = _data_of(other)
        return type(self)(self.data | other) if isinstance(other, dict) else NotImplemented

    def __ror__(self, other):
        return type(self)(other | self.data) if isinstance(other, dict) else NotImplemented

    def __ior__(self, other):
        self.data |= _data_of(other)
        return self


class UserList(MutableSequence):
    def __init__(self, given=None):
        self.data = [] if given is None else list(_data_of(given))

    __hash__ = None

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    def __len__(self):
        return len(self.data)

    def __contains__(self, x):
        return x in self.data

    def __getitem__(self, k):
        found = self.data[k]
        return type(self)(found) if isinstance(k, slice) else found

    def __setitem__(self, k, item):
        self.data[k] = item

    def __delitem__(self, k):
        del self.data[k]

    def __repr__(self):
        return repr(self.data)

    def __eq__(self, other):
        return self.data == _data_of(other)

    def __lt__(self, other):
        return self.data < _data_of(other)

    def __le__(self, other):
        return self.data <= _data_of(other)

    def __gt__(self, other):
        return self.data > _data_of(other)

    def __ge__(self, other):
        return self.data >= _data_of(other)

    def __add__(self, other):
        return type(self)(self.data + list(_data_of(other)))

    def __radd__(self, other):
        return type(self)(list(_data_of(other)) + self.data)

    def __mul__(self, n):
        return type(self)(self.data * n)

    __rmul__ = __mul__

    def __iadd__(self, other):
        self.data += _data_of(other)
        return self

    def __imul__(self, n):
        self.data *= n
        return self

    def append(self, item):
        self.data.append(item)

    def extend(self, items):
        self.data.extend(_data_of(items))

    def insert(self, k, item):
        self.data.insert(k, item)

    def pop(self, k=-1):
        return self.data.pop(k)

    def remove(self, x):
        self.data.remove(x)

    def clear(self):
        self.data.clear()

    def reverse(self):
        self.data.reverse()

    def sort(self, *, key=None, reverse=False):
        self.data.sort(key=key, reverse=reverse)

    def index(self, x, *between):
        return self.data.index(x, *between)

    def count(self, x):
        return self.data.count(x)
