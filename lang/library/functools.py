from collections import namedtuple
from functools import _defines, _dispatched, _first_type

_missing = object()


def reduce(function, iterable, initial=_missing):
    try:
        it = iter(iterable)
    except TypeError:
        raise TypeError('reduce() arg 2 must support iteration') from None
    if initial is _missing:
        initial = next(it, _missing)
        if initial is _missing:
            raise TypeError('reduce() of empty iterable with no initial value')
    if type(it).__module__ == '__main__':  # whose __iter__ is not called once more
        while (item := next(it, _missing)) is not _missing:
            initial = function(initial, item)
        return initial
    for item in it:
        initial = function(initial, item)
    return initial


_CacheInfo = namedtuple('CacheInfo', ['hits', 'misses', 'maxsize', 'currsize'])


def _key(args, kwargs, typed):
    key = args
    if kwargs:
        key = (args, _missing, *kwargs.items())
    if typed:
        key = (key, *[type(x) for x in args], *[type(x) for x in kwargs.values()])
    return key


def _cached(function, maxsize, typed):
    known = {}
    hits = misses = 0

    def wrapper(*args, **kwargs):
        nonlocal hits, misses
        if kwargs or typed:
            key = _key(args, kwargs, typed)
        elif len(args) == 1 and (type(args[0]) is int or type(args[0]) is str):
            key = args[0]
        else:
            key = args
        value = known.get(key, _missing)
        if value is not _missing:
            hits += 1
            if maxsize is not None:  # what was used last stands last
                del known[key]
                known[key] = value
            return value
        misses += 1
        value = function(*args, **kwargs)
        if maxsize is None:
            known[key] = value
        elif maxsize > 0 and key not in known:
            if len(known) >= maxsize:
                del known[next(iter(known))]
            known[key] = value
        return value

    def cache_info():
        return _CacheInfo(hits, misses, maxsize, len(known))

    def cache_clear():
        nonlocal hits, misses
        known.clear()
        hits = misses = 0

    wrapper.cache_info = cache_info
    wrapper.cache_clear = cache_clear
    wrapper.cache_parameters = lambda: {'maxsize': maxsize, 'typed': typed}
    return update_wrapper(wrapper, function)


def lru_cache(maxsize=128, typed=False):
    if isinstance(maxsize, int):
        maxsize = max(maxsize, 0)
    elif maxsize is not None:
        if not callable(maxsize):
            raise TypeError('Expected first argument to be an integer, a callable, or None')
        return _cached(maxsize, 128, False)
    return lambda function: _cached(function, maxsize, typed)


def cache(function):
    return _cached(function, None, False)


def update_wrapper(wrapper, wrapped):
    for name in ('__module__', '__name__', '__qualname__', '__doc__'):
        try:
            setattr(wrapper, name, getattr(wrapped, name))
        except AttributeError:
            pass
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped):
    return lambda wrapper: update_wrapper(wrapper, wrapped)


def singledispatch(func):
    registry = {object: func}

    def dispatch(cls):
        for c in cls.__mro__:
            if c in registry:
                return registry[c]

    def register(cls, func=None):
        annotated = _first_type(cls)
        if annotated is not None and func is None:
            cls, func = annotated(), cls
        _dispatched(cls)
        if func is None:
            return lambda f: register(cls, f)
        registry[cls] = func
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError('%s requires at least 1 positional argument' % name)
        return dispatch(args[0].__class__)(*args, **kw)

    name = getattr(func, '__name__', 'singledispatch function')
    wrapper.register, wrapper.dispatch, wrapper.registry = register, dispatch, registry
    wrapper._clear_cache = lambda: None
    return update_wrapper(wrapper, func)


class singledispatchmethod:
    def __init__(self, func):
        if isinstance(func, (classmethod, staticmethod)):
            _dispatched(func)
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        if isinstance(method, (classmethod, staticmethod)):
            _dispatched(method)
        return self.dispatcher.register(cls, method)

    def __get__(self, obj, cls=None):
        def method(*args, **kw):
            function = self.dispatcher.dispatch(args[0].__class__)
            return function(*args, **kw) if obj is None else function(obj, *args, **kw)

        method.register = self.register
        return update_wrapper(method, self.func)


class partial:
    def __init__(self, func, *args, **keywords):
        if not callable(func):
            raise TypeError('the first argument must be callable')
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})


class cmp_to_key:
    def __init__(self, mycmp):
        self.mycmp = mycmp

    def __call__(self, obj):
        return _Compared(self.mycmp, obj)


class _Compared:
    def __init__(self, mycmp, obj):
        self.mycmp = mycmp
        self.obj = obj

    def __lt__(self, other):
        return self.mycmp(self.obj, other.obj) < 0

    def __gt__(self, other):
        return self.mycmp(self.obj, other.obj) > 0

    def __eq__(self, other):
        return self.mycmp(self.obj, other.obj) == 0

    def __le__(self, other):
        return self.mycmp(self.obj, other.obj) <= 0

    def __ge__(self, other):
        return self.mycmp(self.obj, other.obj) >= 0


def _not(result):
    return result if result is NotImplemented else not result


def _or_equal(result, self, other):
    return result if result is NotImplemented else result or self == other


def _and_differs(result, self, other):
    return result if result is NotImplemented else result and self != other


def _not_or_equal(result, self, other):
    return result if result is NotImplemented else not result and self != other


def _not_but_equal(result, self, other):
    return result if result is NotImplemented else not result or self == other


_derived = {
    '__lt__': {'__gt__': lambda self, other: _not_or_equal(self.__lt__(other), self, other),
               '__le__': lambda self, other: _or_equal(self.__lt__(other), self, other),
               '__ge__': lambda self, other: _not(self.__lt__(other))},
    '__le__': {'__ge__': lambda self, other: _not_but_equal(self.__le__(other), self, other),
               '__lt__': lambda self, other: _and_differs(self.__le__(other), self, other),
               '__gt__': lambda self, other: _not(self.__le__(other))},
    '__gt__': {'__lt__': lambda self, other: _not_or_equal(self.__gt__(other), self, other),
               '__ge__': lambda self, other: _or_equal(self.__gt__(other), self, other),
               '__le__': lambda self, other: _not(self.__gt__(other))},
    '__ge__': {'__le__': lambda self, other: _not_but_equal(self.__ge__(other), self, other),
               '__gt__': lambda self, other: _and_differs(self.__ge__(other), self, other),
               '__lt__': lambda self, other: _not(self.__ge__(other))},
}


def total_ordering(cls):
    roots = [name for name in _derived if _defines(cls, name)]
    if not roots:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    for wanted in ('__lt__', '__le__', '__gt__', '__ge__'):
        if wanted in roots:
            for name, function in _derived[wanted].items():
                if name not in roots:
                    setattr(cls, name, function)
            break
    return cls


class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError('Cannot assign the same cached_property to two different names (%r and %r).' % (self.attrname, name))

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError('Cannot use cached_property instance without calling __set_name__ on it.')
        value = self.func(instance)
        object.__setattr__(instance, self.attrname, value)
        return value
