from decimal import Decimal, getcontext, localcontext, ROUND_HALF_UP, ROUND_DOWN, InvalidOperation, DivisionByZero, DecimalException
import decimal, math
from collections import Counter
def show(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
D = Decimal
print(D('1.10') + D('2.2'), D(1) / 7, D(0.1), D('0.1') == 0.1, D('0.5') == 0.5, D(5) == 5, hash(D(5)) == hash(5), {D('1.0'): 1}[1], sum([D('0.1')] * 10), max(D(3), D('2.5')), sorted([D('NaN') if 0 else D('1E1'), D(3), 2, 2.5]))
for bad in (lambda: D('abc'), lambda: D(1) / 0, lambda: D(0) / 0, lambda: D(1) + 1.5, lambda: D(1) + 'x', lambda: 1.5 * D(2), lambda: D(1) < 'x', lambda: D('NaN') < 1, lambda: D([1]), lambda: D(None), lambda: D(1) % 0, lambda: D(10**30).quantize(D(1)), lambda: int(D('NaN')), lambda: D(-1).sqrt(), lambda: format(D(1), 'x'), lambda: setattr(D(1), 'y', 2), lambda: D(1).nope, lambda: D('1') & D('2'), lambda: -D('NaN')):
    show(bad)
with localcontext() as ctx:
    ctx.prec = 50
    print(D(2).sqrt(), D(1) / 3)
    ctx.rounding = ROUND_DOWN
    print(+D('1.99999'), round(D('2.5')), round(D('2.675'), 2))
print(D(2).sqrt(), getcontext().prec)
print(f"{D('1234567.891'):,.2f} {D('0.000001234')} {D('1E+10')} {D('-0')} {D('1.5'):>10} {D('1.5')!r:>20} {D('12.345'):.1f} {D('0.25'):.0%}", '%s %r %.2f %d' % (D(1), D('2'), D('2.345'), D('7.9')))
print(D('3.14159').quantize(D('0.01'), rounding=ROUND_HALF_UP), D('7.325').quantize(D('.01')), D('100').normalize(), D('-17') // 5, D('-17') % 5, divmod(D(17), 5), D(2) ** 10, D('1.1') ** 3, D('10') ** -2, math.floor(D('-1.5')), math.ceil(D('1.2')), int(D('1e3')), float(D('1.25')), math.sqrt(D(4)), D('1.5').as_tuple(), D('1.5').as_integer_ratio(), D((1, (1, 2), -1)))
print(isinstance(D(1), Decimal), type(D(1)), bool(D(0)), abs(D(-3)), [D(1), (D('2'),)], str(D('1e-7')), issubclass(InvalidOperation, ArithmeticError), issubclass(DivisionByZero, ZeroDivisionError))
def interest(p, rate, n):
    for k in range(n):
        p += (p * rate).quantize(D('0.01'), rounding=ROUND_HALF_UP)
    return p
print(interest(D('1000.00'), D('0.0425') / 12, 60))
total, harmonic = D(0), D(0)
for i in range(1, 200):
    total += D(i) * D('0.01')
    harmonic += 1 / D(i)
print(total, harmonic, Counter(str(D(k) / 8)[-1] for k in range(40)))
getcontext().prec = 6
print(D(1) / 3, D('123456789') + 1)
for prec in (28, 5):
    getcontext().prec = prec
    print([D(a) ** n for a in ('0.5', '3', '-7', '0.05', '25', '1.10', '100', '123456789') for n in (-1, -2, -13)])
