# What changes the attributes of an object through its dictionary: no property, no `__setattr__` is asked.
class Positive:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, obj, cls):
        return self if obj is None else obj.__dict__.get(self.name, 0)

    def __set__(self, obj, v):
        if v < 0:
            raise ValueError(f"{self.name} is {v}")
        obj.__dict__[self.name] = v


class Once:
    def __init__(self, f):
        self.f = f

    def __get__(self, obj, cls=None):
        v = obj.__dict__[self.f.__name__] = self.f(obj)
        return v


class Model:
    width = Positive()

    def __init__(self, **names):
        self.__dict__.update(names)

    def __setattr__(self, name, v):
        if name == "fixed":
            raise AttributeError("fixed")
        super().__setattr__(name, v)

    @Once
    def area(self):
        print("computed")
        return self.width ** 2


m = Model(width=-4, fixed=1)
print(m.width, m.area, m.area, m.fixed, sorted(vars(m)))
for name, v in (("width", -1), ("width", 3), ("fixed", 2)):
    try:
        setattr(m, name, v)
    except (ValueError, AttributeError) as e:
        print(type(e).__name__, e)
m.__dict__["fixed"] = 7
vars(m)["other"] = [1]
m.__dict__.update([("a", 1), ("b", 2)], c=3)
del m.__dict__["a"]
try:
    del m.__dict__["a"]
except KeyError as e:
    print(repr(e))
print(list(m.__dict__.items()), m.b)
total = 0
for k in range(50):
    x = Model()
    x.__dict__["n%d" % (k % 3)] = k
    x.__dict__.update(n3=k, n4=x)
    total += x.n3 + getattr(x, "n1", 100)
    vars(m)["width"] = k
    total += m.width
print(total)
dict = None
m.__dict__.update({"z": 1})
print(m.z)
try:
    m.__dict__.update(5)
except TypeError as e:
    print(e)
try:
    (5).__dict__["a"] = 1
except AttributeError as e:
    print(e)
