# Classes know those that are derived from them, in the order in which they were made.
class A: pass
class B(A): pass
class C(A): pass
class D(B, C): pass
class Err(ValueError): pass
class Err2(Err): pass
print(A.__subclasses__(), D.mro(), D.__subclasses__(), Err.__subclasses__(), [c.__name__ for c in Err2.mro()], hasattr(A, "mro"), type.mro(D) == D.mro())
class M: mro = 5
print(M.mro)
