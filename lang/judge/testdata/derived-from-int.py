class MyInt(int): pass
a = MyInt(7); b = MyInt("12"); c = MyInt("ff", 16); d = MyInt(); e = MyInt(x) if False else MyInt(3.9)
print(a, b, c, d, e, repr(a), [a, b], str(a), f"{a}", f"{a:04d}", "%d %s %x" % (a, b, c), "{:>5}|{!r}".format(a, b))
print(a + b, type(a + b).__name__, a - 1, 1 - a, a * 2, 2 * a, a / 2, 15 // a, a % 4, divmod(a, 2), divmod(20, a), a ** 2, 2 ** a, pow(a, 3, 5), -a, +a, ~a, abs(MyInt(-4)))
print(a << 2, 1 << a, a >> 1, a & 3, a | 8, a ^ 1, 6 & a, 8 | a, 1 ^ a, type(-a).__name__, type(+a).__name__, type(abs(a)).__name__)
print(a == 7, 7 == a, a != 7, a < b, a <= 7, 8 > a, a == 7.0, a + 0.5, 0.5 + a, hash(a) == hash(7), {7: "seven"}[a], {a: "x"}[7], a in [1, 7], a in {7}, a in (7,), [10, 20, 30][MyInt(1)])
print(isinstance(a, int), isinstance(a, MyInt), issubclass(MyInt, int), type(a).__name__, MyInt.__mro__, MyInt.__bases__, bool(d), not d, int(a), type(int(a)).__name__, float(a), a.bit_length(), a.real, a.numerator, a.denominator, a.imag)
print(list(range(MyInt(3))), "ab" * MyInt(2), [0] * MyInt(3), MyInt(2) * "xy", sum([a, b, c]), max(a, b), min([a, b]), sorted([b, a, d]), round(MyInt(1234), -2), chr(MyInt(65)), bin(a), hex(c), oct(b))
import math
print(math.sqrt(MyInt(16)), math.gcd(MyInt(12), 8), math.factorial(MyInt(5)), "abc"[MyInt(1):], a is a, id(a) == id(a))
a.note = "hi"; print(a.note, vars(a), a.__dict__)
class Pos(int):
    def __new__(cls, v):
        if v < 0: raise ValueError("negative")
        return super().__new__(cls, v)
    def __add__(self, o): return Pos(super().__add__(o))
    def __repr__(self): return f"Pos({int(self)})"
p = Pos(5); print(p, p + 3, repr(p + 3), type(p + 1).__name__, type(1 + p).__name__, p - 1, f"{p}", f"{p:3}", "%s" % p, "%d" % p, str(p), [p])
try: Pos(-1)
except ValueError as ex: print(ex)
class Mod7(int):
    def __new__(cls, v=0): return int.__new__(cls, v % 7)
    def __add__(self, o): return Mod7(int(self) + int(o))
    __radd__ = __add__
    def __mul__(self, o): return Mod7(int.__mul__(self, o))
    def __eq__(self, o): return int(self) == int(o) % 7
    def __hash__(self): return hash(int(self))
m = Mod7(10); print(m, m + 6, 6 + m, m * 5, m == 10, m != 10, 10 == m, sum([m, m, m], Mod7()), type(sum([m])).__name__)
for bad in (lambda: a + "x", lambda: "x" + a, lambda: a < "x", lambda: MyInt("zz"), lambda: MyInt(1, 2, 3), lambda: MyInt(None), lambda: a / 0, lambda: a.foo, lambda: a(), lambda: len(a), lambda: a[0], lambda: [a] + a):
    try: print(bad())
    except Exception as ex: print(type(ex).__name__, ex)
t = 0
for i in range(3000):
    x = MyInt(i); t += x * 2 - 1
    if x % 3 == 0: t -= x
print(t, type(t).__name__)
a += 1; print(a, type(a).__name__)
