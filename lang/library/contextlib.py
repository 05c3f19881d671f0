import sys


class AbstractContextManager:
    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return None


class ContextDecorator:
    # A manager as a decorator: each call of the function is inside `with`.
    def _recreate_cm(self):
        return self

    def __call__(self, func):
        def inside(*args, **names):
            with self._recreate_cm():
                return func(*args, **names)
        for name in ('__name__', '__qualname__', '__doc__'):
            setattr(inside, name, getattr(func, name))
        return inside


class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        return None

    def __exit__(self, kind, *raised):
        return kind is not None and issubclass(kind, self._exceptions)


class closing(AbstractContextManager):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *raised):
        self.thing.close()


class nullcontext(AbstractContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result


class redirect_stdout(AbstractContextManager):
    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []

    def __enter__(self):
        self._old_targets.append(sys.stdout)
        sys.stdout = self._new_target
        return self._new_target

    def __exit__(self, *raised):
        sys.stdout = self._old_targets.pop()


class _GeneratorContextManager(ContextDecorator, AbstractContextManager):
    # What `with` does with a generator: what comes before its `yield`, and what comes after it.
    def __init__(self, func, args, names):
        self.gen = func(*args, **names)
        self.func, self.args, self.kwds = func, args, names
        self.__doc__ = func.__doc__

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)

    def __enter__(self):
        del self.args, self.kwds, self.func  # so it is of use only once
        for value in self.gen:
            return value
        raise RuntimeError("generator didn't yield")

    def __exit__(self, kind, value, trace):
        if kind is None:
            for _ in self.gen:
                self.gen.close()
                raise RuntimeError("generator didn't stop")
            return False
        try:
            self.gen.throw(value)
        except StopIteration as e:
            return e is not value
        except RuntimeError as e:
            if e is not value and not (isinstance(value, StopIteration) and e.__cause__ is value):
                raise
        except BaseException as e:
            if e is not value:
                raise
        else:
            self.gen.close()
            raise RuntimeError("generator didn't stop after throw()")
        value.with_traceback(trace)  # without its way through the generator
        return False


def contextmanager(func):
    def helper(*args, **names):
        return _GeneratorContextManager(func, args, names)
    for name in ('__name__', '__qualname__', '__doc__'):
        setattr(helper, name, getattr(func, name))
    return helper


class ExitStack(AbstractContextManager):
    def __init__(self):
        self._exits = []

    def enter_context(self, manager):
        kind = type(manager)
        for name in ('__enter__', '__exit__'):
            if not hasattr(kind, name):
                raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object does not support the context manager protocol")
        result = manager.__enter__()
        self._exits.append(manager.__exit__)
        return result

    def push(self, exit):
        self._exits.append(exit.__exit__ if hasattr(type(exit), '__exit__') else exit)
        return exit

    def callback(self, function, /, *args, **names):
        def call(kind, value, trace):
            function(*args, **names)
        self._exits.append(call)
        return function

    def pop_all(self):
        other = type(self)()
        other._exits, self._exits = self._exits, []
        return other

    def close(self):
        self.__exit__(None, None, None)

    def __exit__(self, kind, value, trace):
        received, pending = value is not None, False
        while self._exits:
            exit = self._exits.pop()
            try:
                if exit(kind, value, trace):
                    kind, value, trace, pending = None, None, None, False
            except BaseException as e:
                kind, value, trace, pending = type(e), e, None, True
        if pending:
            raise value
        return received and value is None
