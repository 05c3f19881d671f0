from dataclasses import _bases, _declared, _initializer, _own, _slotted, _values
from copy import deepcopy


class _Missing:
    def __repr__(self):
        return '<dataclasses._MISSING_TYPE object>'


MISSING = _Missing()


class FrozenInstanceError(AttributeError):
    pass


class InitVar:
    def __init__(self, type):
        self.type = type


class Field:
    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.hash, self.compare = init, repr, hash, compare
        self.metadata, self.kw_only = metadata, kw_only
        self._passed = False

    def _described(self):
        how, what = 0, None
        if self.default is not MISSING:
            how, what = 1, self.default
        elif self.default_factory is not MISSING:
            how, what = 2, self.default_factory
        return self.name, how, what, self.init, self.kw_only, self._passed


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata or {}, kw_only)


def _hashable(x):
    try:
        hash(x)
    except TypeError:
        return isinstance(x, tuple)
    return True


def _fields_of(cls, kw_only):
    found = {}
    for b in reversed(_bases(cls)):
        found.update(getattr(b, '__dataclass_fields__', {}))
    own = _own(cls)
    for name, passed in _declared(cls):
        f = own.get(name, MISSING)
        if not isinstance(f, Field):
            f = field(default=f)
        elif f.default is not MISSING:
            setattr(cls, name, f.default)
        else:
            delattr(cls, name)
        if f.kw_only is MISSING:
            f.kw_only = kw_only
        f.name, f._passed = name, passed
        if passed and f.default_factory is not MISSING:
            raise TypeError('field %s cannot have a default factory' % name)
        if f.default is not MISSING and not _hashable(f.default):
            raise ValueError('mutable default %s for field %s is not allowed: use default_factory' % (type(f.default), name))
        found[name] = f
    for name, value in own.items():
        if isinstance(value, Field) and name not in found:
            raise TypeError('%r is a field but has no type annotation' % name)
    return found


def _in_order(fields):
    before = None
    for f in fields:
        if f.init and not f.kw_only:
            if f.default is not MISSING or f.default_factory is not MISSING:
                before = f.name
            elif before is not None:
                raise TypeError('non-default argument %r follows default argument' % f.name)


_showing = []


def _repr_of(names):
    def __repr__(self):
        for x in _showing:
            if x is self:
                return '...'
        _showing.append(self)
        try:
            return type(self).__qualname__ + '(' + ', '.join(['%s=%r' % pair for pair in zip(names, _values(self, names))]) + ')'
        finally:
            _showing.pop()
    return __repr__


def _eq_of(names):
    def __eq__(self, other):
        return _values(self, names) == _values(other, names) if type(other) is type(self) else NotImplemented
    return __eq__


def _order_of(names):
    def __lt__(self, other):
        return _values(self, names) < _values(other, names) if type(other) is type(self) else NotImplemented

    def __le__(self, other):
        return _values(self, names) <= _values(other, names) if type(other) is type(self) else NotImplemented

    def __gt__(self, other):
        return _values(self, names) > _values(other, names) if type(other) is type(self) else NotImplemented

    def __ge__(self, other):
        return _values(self, names) >= _values(other, names) if type(other) is type(self) else NotImplemented
    return __lt__, __le__, __gt__, __ge__


def _freeze(cls, names):
    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError('cannot assign to field %r' % name)
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        raise FrozenInstanceError('cannot delete field %r' % name)
    for f in (__setattr__, __delattr__):
        if f.__name__ in _own(cls):
            raise TypeError('Cannot overwrite attribute %s in class %s' % (f.__name__, cls.__name__))
        setattr(cls, f.__name__, f)


def _check_frozen(cls, frozen):
    for b in _bases(cls):
        was = getattr(b, '_dataclass_frozen', None)
        if was is not None and was != frozen:
            raise TypeError('cannot inherit frozen dataclass from a non-frozen one' if frozen else 'cannot inherit non-frozen dataclass from a frozen one')


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, kw_only, slots):
    _check_frozen(cls, frozen)
    found = _fields_of(cls, kw_only)
    parameters = list(found.values())
    fields = [f for f in parameters if not f._passed]
    own = _own(cls)
    explicit = '__hash__' in own and not (own['__hash__'] is None and '__eq__' in own)
    cls.__dataclass_fields__ = found
    cls._dataclass_frozen = frozen
    if init:
        _in_order(parameters)
        if '__init__' not in own:
            cls.__init__ = _initializer(cls.__qualname__ + '.__init__', [f._described() for f in parameters], hasattr(cls, '__post_init__'))
    compared = tuple([f.name for f in fields if f.compare])
    if repr and '__repr__' not in own:
        cls.__repr__ = _repr_of(tuple([f.name for f in fields if f.repr]))
    if eq and '__eq__' not in own:
        cls.__eq__ = _eq_of(compared)
    if order:
        if not eq:
            raise ValueError('eq must be true if order is true')
        for f in _order_of(compared):
            if f.__name__ in own:
                raise TypeError('Cannot overwrite attribute %s in class %s. Consider using functools.total_ordering' % (f.__name__, cls.__name__))
            setattr(cls, f.__name__, f)
    if frozen:
        _freeze(cls, tuple([f.name for f in fields]))
    hashed = tuple([f.name for f in fields if (f.compare if f.hash is None else f.hash)])
    if unsafe_hash and explicit:
        raise TypeError('Cannot overwrite attribute __hash__ in class ' + cls.__name__)
    if unsafe_hash or eq and frozen and not explicit:
        cls.__hash__ = lambda self: hash(_values(self, hashed))
    elif eq and not explicit:
        cls.__hash__ = None
    cls.__match_args__ = tuple([f.name for f in parameters if f.init and not f.kw_only])
    if slots:
        _give_slots(cls, [f.name for f in fields])
    return cls


def _give_slots(cls, names):
    own = _own(cls)
    if '__slots__' in own:
        raise TypeError('%s already specifies __slots__' % cls.__name__)
    for name in names:
        if name in own:
            delattr(cls, name)
    inherited = [name for b in _bases(cls) for name in _own(b).get('__slots__', ())]
    cls.__slots__ = tuple([name for name in names if name not in inherited])
    _slotted(cls, cls.__slots__)


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False):
    if cls is not None:
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, kw_only, slots)
    return lambda cls: _process(cls, init, repr, eq, order, unsafe_hash, frozen, kw_only, slots)


def fields(class_or_instance):
    found = getattr(class_or_instance, '__dataclass_fields__', None)
    if found is None:
        raise TypeError('must be called with a dataclass type or instance')
    return tuple([f for f in found.values() if not f._passed])


def is_dataclass(obj):
    return hasattr(obj, '__dataclass_fields__')


def _inner(x, instance):
    if is_dataclass(x) and not isinstance(x, type):
        return instance(x)
    if isinstance(x, (list, tuple)):
        made = [_inner(y, instance) for y in x]
        return type(x)(*made) if hasattr(x, '_fields') else type(x)(made)
    if isinstance(x, dict):
        return type(x)([(_inner(k, instance), _inner(v, instance)) for k, v in x.items()])
    return deepcopy(x)


def _must_be_instance(obj, name):
    if not is_dataclass(obj) or isinstance(obj, type):
        raise TypeError(name + '() should be called on dataclass instances')


def asdict(obj, *, dict_factory=dict):
    _must_be_instance(obj, 'asdict')
    return _inner(obj, lambda x: dict_factory([(f.name, _inner(getattr(x, f.name), lambda y: asdict(y, dict_factory=dict_factory))) for f in fields(x)]))


def astuple(obj, *, tuple_factory=tuple):
    _must_be_instance(obj, 'astuple')
    return _inner(obj, lambda x: tuple_factory([_inner(getattr(x, f.name), lambda y: astuple(y, tuple_factory=tuple_factory)) for f in fields(x)]))


def replace(obj, /, **changes):
    _must_be_instance(obj, 'replace')
    for f in obj.__dataclass_fields__.values():
        if f._passed:
            if f.name not in changes and f.default is MISSING:
                raise ValueError("InitVar %r must be specified with replace()" % f.name)
        elif not f.init:
            if f.name in changes:
                raise ValueError('field %s is declared with init=False, it cannot be specified with replace()' % f.name)
        elif f.name not in changes:
            changes[f.name] = getattr(obj, f.name)
    return type(obj)(**changes)
