# The order in which a class of many bases looks for attributes, where it is consistent and where it is not.
def names(c):
    return ' '.join(b.__name__ for b in c.__mro__)


class A: pass
class B(A): pass
class C(A): pass
class D(B, C): pass
class E(C): pass
class F(D, E): pass
class G(E, B): pass
for c in [D, E, F, G]:
    print(names(c))
for bases in [(A, B), (C, D), (D, B, C), (B, E), (object, A)]:
    try:
        print(names(type('X', bases, {})))
    except TypeError as e:
        print(str(e).replace('\n', ' '))
many = tuple(type('M%d' % i, (A,) if i % 3 else (B,), {'at': i}) for i in range(60))
X = type('X', many, {})
print(names(X), X.at)
Y = type('Y', many[1::3] + (X,), {}) if False else type('Y', (X,) + many[1::3], {})
print(len(Y.__mro__), Y.__mro__[2].__name__, Y.at)
try:
    type('Z', many[::-1] + (X,), {})
except TypeError as e:
    print(len(str(e)))


# The message names the classes of which none can come next: those that came before the contradiction are in order.
class O: pass
class P(O): pass
class CB(C, B): pass
for bases in [(O, A, B), (P, A, B), (D, A, B), (P, O, C, D, A, B), (P, D, CB, O), (A, A)]:
    try:
        print(names(type('X', bases, {})))
    except TypeError as e:
        print(str(e).replace('\n', ' '))
rest = [type('N%d' % i, (A,), {}) for i in range(300)]
try:
    type('Z', tuple(rest[::-1]) + (type('Y', tuple(rest), {}),), {})
except TypeError as e:
    print(len(str(e)), str(e)[-20:])
