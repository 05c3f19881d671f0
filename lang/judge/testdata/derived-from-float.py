class Celsius(float):
    def __new__(cls, v, unit="C"):
        self = super().__new__(cls, v); self.unit = unit; return self
    def __str__(self): return f"{float(self):.1f}°{self.unit}"
    def __add__(self, o): return Celsius(float(self) + float(o), self.unit)
class F(float): pass
c = Celsius(21.456); print(c, repr(c), f"{c}", f"{c:.2f}", "%.1f" % c, "%s" % c, c + 1, type(c + 1).__name__, type(c * 2).__name__, c * 2, c.unit, Celsius("3.5", unit="K"))
f = F(2.5); g = F("1e3"); h = F()
print(f, g, h, repr(f), [f], str(g), f + 1, 1 + f, f - g, f * 2, 2 / f, f // 1, f % 1, f ** 2, 2 ** f, -f, +f, abs(F(-1.5)), divmod(f, 1), round(f), round(F(2.567), 2), int(f), bool(h), f == 2.5, 2.5 == f, f < 3, f >= 2.5, hash(f) == hash(2.5), {2.5: 1}[f])
print(isinstance(f, float), type(f).__name__, type(f + f).__name__, f.is_integer(), F(4.0).is_integer(), f.as_integer_ratio(), f.real, f.imag, f"{f:8.3f}|{f:e}|{f}", "%d %i %05.1f %g" % (f, f, f, f), "{:.0%}".format(F(0.25)))
import math
print(math.floor(f), math.ceil(f), math.trunc(f), math.sqrt(F(16)), math.isnan(F("nan")), math.isinf(F("inf")), math.hypot(F(3), F(4)), sum([f, f]), math.fsum([f, f]), max(f, 1), sorted([g, f, h]), f.hex() if False else "", float(f), type(float(f)).__name__)
for bad in (lambda: F("x"), lambda: F(1, 2), lambda: f + "x", lambda: f / 0, lambda: f[0], lambda: f.foo, lambda: f < "a", lambda: f % 0, lambda: f << 1):
    try: print(bad())
    except Exception as ex: print(type(ex).__name__, ex)
class Money(float):
    def __repr__(self): return f"${float(self):,.2f}"
    def __format__(self, spec): return format(float(self), spec or ",.2f")
m = Money(1234.5); print(m, f"{m}", f"{m:.1f}", "{}".format(m), [m], str(m), "%s" % m)
t = F(0)
for i in range(3000): t = F(t + i * 0.5)
print(t, type(t).__name__)
class Deg(float):
    def __init__(self, v): self.rad = v * 3.14159 / 180
    @property
    def half(self): return Deg(self / 2)
    @classmethod
    def turn(cls, n): return cls(360 * n)
d = Deg(90); print(d, d.rad, d.half, d.half.rad, Deg.turn(0.5))
