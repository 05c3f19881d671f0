from abc import ABC, abstractmethod
import math
class Shape(ABC):
    count = 0
    registry = {}
    def __init_subclass__(cls, **kw): super().__init_subclass__(**kw); Shape.registry[cls.__name__.lower()] = cls
    def __init__(self, name): self.name = name; Shape.count += 1
    @property
    @abstractmethod
    def area(self): ...
    @abstractmethod
    def scale(self, k): pass
    def __lt__(self, o): return self.area < o.area
    def __str__(self): return f'{self.__class__.__name__} {self.name} with area {self.area:.2f}'
    def __repr__(self): return '%s(%r)' % (type(self).__name__, self.name)
class Circle(Shape):
    def __init__(self, r): super().__init__('round'); self.r = r
    @property
    def area(self): return math.pi * self.r ** 2
    def scale(self, k): self.r *= k; return self
class Rect(Shape):
    def __init__(self, w, h): super().__init__('rect'); self.w, self.h = w, h
    @property
    def area(self): return self.w * self.h
    def scale(self, k): self.w *= k; self.h *= k; return self
class Square(Rect):
    def __init__(self, s): super().__init__(s, s); self.name = 'square'
    @classmethod
    def unit(cls): return cls(1)
    @property
    def side(self): return self.w
    @side.setter
    def side(self, v):
        if v <= 0: raise ValueError(f'side must be positive, not {v}')
        self.w = self.h = v
    @side.deleter
    def side(self): print('deleting'); self.w = self.h = 0
shapes = [Circle(1), Rect(2, 3), Square(2), Square.unit()]
for s in sorted(shapes): print(s)
print(Shape.count, sorted(Shape.registry), max(shapes), [type(s).__mro__[1].__name__ for s in shapes], Square.__bases__, [c.__name__ for c in Square.__mro__])
sq = shapes[2]; sq.side = 5; print(sq.area, sq.side, sq.scale(2).area); del sq.side; print(sq.area)
try: sq.side = -1
except ValueError as e: print(e)
try: Shape('x')
except TypeError as e: print(e)
class Half(Shape):
    def scale(self, k): pass
try: Half('h')
except TypeError as e: print(e)
try: shapes[0].area = 5
except AttributeError as e: print(e)
print(isinstance(sq, Shape), issubclass(Square, Rect), isinstance(sq, (int, Circle)), issubclass(bool, int), isinstance(3, Shape), hasattr(sq, 'r'), getattr(sq, 'r', 'no r'), callable(sq.scale), callable(sq))
class A:
    def hi(self): return 'A'
class B(A):
    def hi(self): return 'B' + super().hi()
class C(A):
    def hi(self): return 'C' + super().hi()
class D(B, C):
    def hi(self): return 'D' + super().hi()
print(D().hi(), [k.__name__ for k in D.__mro__], D.hi(D()), A.hi(D()), super(B, D()).hi())
try:
    class E(A, B): pass
except TypeError as e: print(e)
class Meta:
    def __getattr__(self, n): return f'<{n}>' if not n.startswith('_') else super().__getattribute__(n)
    def __setattr__(self, n, v): print('set', n, v); object.__setattr__(self, n, v)
    def __delattr__(self, n): print('del', n); object.__delattr__(self, n)
m = Meta(); m.x = 1; print(m.x, m.y); del m.x; print(m.x, m.__dict__)
class Singleton:
    _inst = None
    def __new__(cls, *a):
        if cls._inst is None: cls._inst = super().__new__(cls)
        return cls._inst
    def __init__(self, v=0): self.v = v
print(Singleton(1) is Singleton(2), Singleton(3).v)
class Typed:
    def __init__(self, kind): self.kind = kind
    def __set_name__(self, owner, name): self.name = '_' + name
    def __get__(self, obj, owner=None): return self if obj is None else getattr(obj, self.name)
    def __set__(self, obj, v):
        if not isinstance(v, self.kind): raise TypeError(f'{self.name[1:]} must be {self.kind.__name__}, not {type(v).__name__}')
        setattr(obj, self.name, v)
class Person:
    name, age = Typed(str), Typed(int)
    def __init__(self, name, age): self.name, self.age = name, age
print(Person('Z', 3).age, vars(Person('Z', 3)), Person.age.kind)
try: Person('Z', '3')
except TypeError as e: print(e)
print(Person, Person.__name__, Person.__module__, Person.__qualname__, type(Person), type(type(Person('a', 1))), repr(object), str(int), [int, str], type(None), type(...), NotImplemented, Ellipsis)
