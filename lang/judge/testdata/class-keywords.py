from abc import ABCMeta, abstractmethod
import abc
class Plugin:
    registry = {}
    def __init_subclass__(cls, /, name=None, *, priority=0, **kw):
        super().__init_subclass__(**kw)
        cls.name = name or cls.__name__.lower()
        cls.priority = priority
        Plugin.registry[cls.name] = cls
class A(Plugin, name='first', priority=5): pass
class B(Plugin): pass
class C(A, priority=1 + 2): x = 1
print(sorted(Plugin.registry), A.priority, B.priority, C.name, C.x)
class Shape(metaclass=ABCMeta):
    @abstractmethod
    def area(self): pass
class Sq(Shape):
    def __init__(self, s): self.s = s
    def area(self): return self.s ** 2
class Mid(Shape, metaclass=abc.ABCMeta): pass
print(Sq(3).area())
for k in (Shape, Mid):
    try: k()
    except TypeError as e: print(e)
try:
    class D(Plugin, bogus=1): pass
except TypeError as e: print(e)
try:
    class E(object, bogus=1): pass
except TypeError as e: print(e)
for i in range(5):
    class F(Plugin, priority=i, name='f%d' % i): pass
print(F.priority, [c.priority for c in Plugin.registry.values()])
class G(priority=1): pass
