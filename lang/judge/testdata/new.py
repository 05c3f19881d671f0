import copy
class Singleton:
    _instance = None
    def __new__(cls, *args, **kwargs):
        if cls._instance is None:
            print('making', cls.__name__, args, kwargs)
            cls._instance = super().__new__(cls)
        return cls._instance
    def __init__(self, value=None): self.value = value
a = Singleton(1); b = Singleton(value=2)
print(a is b, a.value)
class Shape:
    def __new__(cls, kind, *a):
        if cls is Shape:
            return super().__new__({'c': Circle, 's': Sq}[kind])
        return object.__new__(cls)
    def __init__(self, kind, size): self.size = size
class Circle(Shape):
    def area(self): return 3 * self.size ** 2
class Sq(Shape):
    def area(self): return self.size ** 2
print([type(Shape(k, 2)).__name__ for k in 'cs'], sum(Shape('s' if i % 3 else 'c', i).area() for i in range(200)))
class Odd:
    def __new__(cls, x): return x * 2
    def __init__(self, x): print('never')
print(Odd(21), [Odd(i) for i in range(5)])
class Pooled:
    pool = []
    made = 0
    __slots__ = ('x',)
    def __new__(cls, x):
        if cls.pool: return cls.pool.pop()
        cls.made += 1
        return object.__new__(cls)
    def __init__(self, x): self.x = x
t = 0
for i in range(3000):
    p = Pooled(i); t += p.x
    if i % 2: Pooled.pool.append(p)
print(t, Pooled.made)
class Interned:
    cache = {}
    def __new__(cls, name):
        self = cls.cache.get(name)
        if self is None:
            self = cls.cache[name] = object.__new__(cls)
            self.name = name
        return self
print(Interned('a') is Interned('a'), Interned('a') is Interned('b'), len(Interned.cache))
class Bad:
    def __new__(cls): return object.__new__(cls, 5)
for f in (Bad, lambda: object.__new__(5), lambda: object.__new__(Bad).x, lambda: Shape(), lambda: Circle('q')):
    try: f()
    except (TypeError, AttributeError) as e: print(type(e).__name__, e)
class Deep:
    def __new__(cls, n):
        self = super().__new__(cls)
        self.child = Deep(n - 1) if n else None
        return self
d = Deep(50); k = 0
while d: d = d.child; k += 1
print(k)
class Err:
    def __new__(cls): raise ValueError('in new')
Err()
