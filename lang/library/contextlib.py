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
