class H(int):
    def __eq__(self, o): return int(self) == int(o)
    __hash__ = int.__hash__
print(hash(H(5)), {H(5): 'x'}[5])
class S(str):
    def __eq__(self, o): return self.lower() == o.lower()
    __hash__ = str.__hash__
print(S('Abc') == 'aBC', hash(S('a')) == hash('a'))
class T(tuple):
    __hash__ = tuple.__hash__
    def __eq__(self, o): return tuple.__eq__(self, o)
print(hash(T((1, 2))) == hash((1, 2)), {T((1, 2)): 3}[1, 2])
class F(float):
    __hash__ = float.__hash__
    __str__ = float.__repr__
print(hash(F(1.5)) == hash(1.5), str(F(1.5)))
class O:
    def __init__(self, k): self.k = k
    def __eq__(self, o): return self.k == o.k
    __hash__ = object.__hash__
    __repr__ = object.__repr__
o = O(1); print(hash(o) == hash(o), {o: 1}[o])
class Fr(frozenset):
    __hash__ = frozenset.__hash__
print(hash(Fr([1])) == hash(frozenset([1])))
class I2(int):
    __add__ = int.__mul__
    __repr__ = int.__repr__
    def __str__(self): return int.__repr__(self) + '!'
    __lt__ = int.__gt__
print(I2(3) + 4, str(I2(3)), I2(3) < I2(2), repr(I2(3)))
print(hash(3) == int.__hash__(3), str.__hash__('a') == hash('a'), (5).__hash__(), object.__hash__(o) == hash(o))
class D(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__
d = D(a=1); d.b = 2; print(d.a, d); del d.a; print(d)
class G(dict):
    __getattr__ = dict.get
    __hash__ = None
print(G(x=1).x, G().y)
