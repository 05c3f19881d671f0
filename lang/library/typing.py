from typing import _as_generic, _bases, _declared, _own, _slotted
from collections import _field, _Record, namedtuple
import collections as _collections
import collections.abc as _abc

# What a type says about a variable means nothing when the program runs; so a type is one object, of which there may be parts.


class _Type:
    def __init__(self, name):
        self.name = name

    def __getitem__(self, item):
        return self

    def __or__(self, other):
        return self

    def __ror__(self, other):
        return self

    def __repr__(self):
        return 'typing.' + self.name


class _Class(_Type):
    # The type of a class, whose instances a program may ask for, but not if the type has parts.
    def __init__(self, name, of):
        self.name, self._of = name, of

    def __getitem__(self, item):
        return _Type(self.name)


class _MadeOf(_Type):
    # The type of a class of collections, which is called in its place: `from typing import *` takes the class's name.
    def __init__(self, name, of):
        self.name, self._of = name, of

    def __call__(self, *args, **kwargs):
        return self._of(*args, **kwargs)


class _Made(_Class):
    __call__ = _MadeOf.__call__

    def __getitem__(self, item):
        return _MadeOf(self.name, self._of)


AbstractSet = _Class('AbstractSet', _abc.Set)
Any = _Type('Any')
AnyStr = _Type('AnyStr')
Awaitable = _Type('Awaitable')
Callable = _Class('Callable', _abc.Callable)
ChainMap = _Made('ChainMap', _collections.ChainMap)
ClassVar = _Type('ClassVar')
Collection = _Class('Collection', _abc.Collection)
Container = _Class('Container', _abc.Container)
ContextManager = _Type('ContextManager')
Counter = _Made('Counter', _collections.Counter)
DefaultDict = _Made('DefaultDict', _collections.defaultdict)
Deque = _Made('Deque', _collections.deque)
Dict = _Class('Dict', dict)
Final = _Type('Final')
FrozenSet = _Class('FrozenSet', frozenset)
Generator = _Class('Generator', _abc.Generator)
Hashable = _Class('Hashable', _abc.Hashable)
ItemsView = _Class('ItemsView', _abc.ItemsView)
Iterable = _Class('Iterable', _abc.Iterable)
Iterator = _Class('Iterator', _abc.Iterator)
KeysView = _Class('KeysView', _abc.KeysView)
List = _Class('List', list)
Literal = _Type('Literal')
LiteralString = _Type('LiteralString')
Mapping = _Class('Mapping', _abc.Mapping)
MutableMapping = _Class('MutableMapping', _abc.MutableMapping)
MutableSequence = _Class('MutableSequence', _abc.MutableSequence)
MutableSet = _Class('MutableSet', _abc.MutableSet)
Never = _Type('Never')
NoReturn = _Type('NoReturn')
Optional = _Type('Optional')
OrderedDict = _Made('OrderedDict', _collections.OrderedDict)
Reversible = _Class('Reversible', _abc.Reversible)
Self = _Type('Self')
Sequence = _Class('Sequence', _abc.Sequence)
Set = _Class('Set', set)
Sized = _Class('Sized', _abc.Sized)
SupportsAbs = _Type('SupportsAbs')
SupportsFloat = _Type('SupportsFloat')
SupportsIndex = _Type('SupportsIndex')
SupportsInt = _Type('SupportsInt')
Text = str
Tuple = _Class('Tuple', tuple)
Type = _Class('Type', type)
TypeAlias = _Type('TypeAlias')
Union = _Type('Union')
ValuesView = _Class('ValuesView', _abc.ValuesView)


class _Generic:
    __slots__ = ()


class _Protocol(_Generic):
    __slots__ = ()


_as_generic(_Generic, _Protocol)


class _Base(_Type):
    # what is only a base, with or without parameters, takes no part in anything
    def __init__(self, name, base):
        self.name, self.base = name, base

    def __mro_entries__(self, bases):
        return (self.base,)


Generic = _Base('Generic', _Generic)
Protocol = _Base('Protocol', _Protocol)


class _Fields(_Record):
    # A class whose body gives variables a type: these are the fields of a named tuple.
    __slots__ = ()

    def __init_subclass__(cls):
        if _bases(cls)[0] is not _Fields:
            return
        own, names, defaults = _own(cls), [name for name, initial in _declared(cls)], {}
        for name in own:
            if name in _fixed:
                raise AttributeError('Cannot overwrite NamedTuple attribute ' + name)
        for k, name in enumerate(names):
            if name.startswith('_'):
                raise ValueError('Field names cannot start with an underscore: %r' % name)
            if name in own:
                defaults[name] = own[name]
            elif defaults:
                raise TypeError('Non-default namedtuple field %s cannot follow default field%s %s' % (name, 's' if len(defaults) > 1 else '', ', '.join(defaults)))
            setattr(cls, name, _field(k))
        cls._fields, cls._field_defaults = tuple(names), defaults
        cls.__match_args__ = cls._fields
        if cls.__doc__ is None:
            cls.__doc__ = '%s(%s)' % (cls.__name__, ', '.join(names))
        _slotted(cls, ())


_fixed = ('__new__', '__init__', '__slots__', '__getnewargs__', '_fields', '_field_defaults', '_field_types', '_make', '_replace', '_asdict', '_source')


class _NamedTuple:
    def __mro_entries__(self, bases):
        return (_Fields,)

    def __call__(self, typename, fields):
        return namedtuple(typename, [name for name, typ in fields])


NamedTuple = _NamedTuple()
TYPE_CHECKING = False


def TypeVar(name, *constraints, **options):
    return _Type(name)


def NewType(name, tp):
    return lambda x: x


def cast(typ, val):
    return val


def overload(func):
    return func


def final(f):
    return f
