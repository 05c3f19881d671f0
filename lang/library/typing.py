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


Any = _Type('Any')
Callable = _Type('Callable')
ClassVar = _Type('ClassVar')
Collection = _Type('Collection')
Counter = _Type('Counter')
DefaultDict = _Type('DefaultDict')
Deque = _Type('Deque')
Dict = _Type('Dict')
Final = _Type('Final')
FrozenSet = _Type('FrozenSet')
Generator = _Type('Generator')
Hashable = _Type('Hashable')
Iterable = _Type('Iterable')
Iterator = _Type('Iterator')
List = _Type('List')
Literal = _Type('Literal')
Mapping = _Type('Mapping')
MutableMapping = _Type('MutableMapping')
NoReturn = _Type('NoReturn')
Optional = _Type('Optional')
Sequence = _Type('Sequence')
Set = _Type('Set')
Sized = _Type('Sized')
Text = str
Tuple = _Type('Tuple')
Type = _Type('Type')
Union = _Type('Union')


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
