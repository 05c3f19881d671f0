# What classes are asked, and what they are told.
import sys


class Plugin:
    registry = {}

    def __init_subclass__(cls):
        super().__init_subclass__()
        Plugin.registry[cls.__name__] = cls


class Dog(Plugin):
    def speak(self, *words: str, **how: int) -> str:
        return ' '.join(words) + str(sorted(how.items()))


class Cat(Dog):
    __slots__ = ('lives',)


class Slotted:
    __slots__ = ('a', '__weakref__')


print(sorted(Plugin.registry), Dog().speak('a', 'b', x=1), [c.__name__ for c in Cat.__mro__], Cat.__bases__ == (Dog,), object.__mro__ == (object,), bool.__bases__ == (int,))
print([hasattr(x, '__dict__') for x in (Dog(), Cat(), Slotted(), 5, 'x', [], None, Dog, print, sys, lambda: 0, KeyError())])
print([hasattr(x, '__module__') for x in (Dog(), Slotted(), 5, [], Dog, int, lambda: 0)], [hasattr(x, '__weakref__') for x in (Dog(), Slotted(), 5)])
try:
    5 .__dict__
except AttributeError as e:
    print(e)
try:
    raise KeyboardInterrupt
except BaseException as e:
    print(repr(e), isinstance(e, Exception))
print(len(sys.argv), sys.argv[1:])
