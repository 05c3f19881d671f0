from abc import _recognize


def abstractmethod(funcobj):
    funcobj.__isabstractmethod__ = True
    return funcobj


class ABC:
    __slots__ = ()


class ABCMeta:
    # The compiler takes it as a metaclass.
    __slots__ = ()
