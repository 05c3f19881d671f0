class I:
    def __init__(self, *r): self.r = r
    def __int__(self): return self.r[0]
class X:
    def __index__(self): return 12
    def __float__(self): return 1.5
class T:
    def __trunc__(self): return 5
for f in (lambda: '%d %i %u' % (I(5), I(6), I(7)), lambda: '%x' % I(5), lambda: '%d %x %o %X' % (X(), X(), X(), X()), lambda: '%.2f %g' % (X(), X()), lambda: '%d' % I('a'), lambda: int(I('a')), lambda: int(I(2.5)), lambda: int(I(True)), lambda: '%d' % I(True), lambda: '%c' % X(), lambda: '%f' % I(3), lambda: hex(I(3)), lambda: '%5d|%-5d|%+d|%05d' % ((X(),) * 4), lambda: [1][I(0)], lambda: float(I(3)), lambda: '%d' % T(), lambda: '%s' % X().__index__(), lambda: '%d' % I(2 ** 70), lambda: '%d' % I(1 // 0)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class B:
    def __index__(self): return 3
    def __mul__(self, o): return NotImplemented
l = [1]
for f in (lambda: 'ab' * X(), lambda: B() * [0, 1], lambda: (1,) * B(), lambda: l * B(), lambda: [1] * I(2), lambda: B() * B(), lambda: hex(X()) + bin(X()) + oct(B()), lambda: list(range(B())), lambda: 'abcdef'[B()], lambda: chr(X()) == '\x0c', lambda: X() * 'q'):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
l *= B()
print(l)
class P:
    def __pow__(self, k, m=None): return NotImplemented if k == 0 else ('pow', k, m)
for f in (lambda: pow(2, 5, mod=7), lambda: pow(2, 5, mod=None), lambda: pow(P(), 3, 4), lambda: pow(P(), 0, 4), lambda: pow('a', 1, 2), lambda: pow(2.0, 1, 2), lambda: pow(1, 2, 'x'), lambda: pow(2, [], 5), lambda: pow(True, 3, 5), lambda: pow(3, -2, 7), lambda: pow(3, 2, 0)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
