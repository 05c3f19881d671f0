# A decimal and a fraction have an order, and may be one key, although nothing computes with both.
from decimal import Decimal
from fractions import Fraction

decimals = [Decimal(s) for s in ('0', '-0', '0.5', '0.3333333333333333333333333333', '1', '1e3', '-2.50', '1e-400', '7', 'Infinity', '-Infinity', 'NaN')]
fractions = [Fraction(0), Fraction(1, 2), Fraction(1, 3), Fraction(1), Fraction(1000), Fraction(-5, 2), Fraction(1, 10 ** 400), Fraction(22, 3)]
for d in decimals:
    for f in fractions:
        row = [d == f, f == d, d != f, f != d]
        for compare in (lambda: d < f, lambda: d <= f, lambda: d > f, lambda: d >= f, lambda: f < d, lambda: f <= d, lambda: f > d, lambda: f >= d):
            try:
                row.append(compare())
            except Exception as e:
                row.append(type(e).__name__)
        print(d, f, *map(str, row))
print(sorted([Fraction(1, 3), Decimal('0.3'), 0.35, 1, Fraction(-7, 2), Decimal('-3.6')]), {Fraction(1, 2): 'half'}[Decimal('0.5')], Decimal(3) in [Fraction(3)])
for compute in (lambda: Decimal(1) + Fraction(1), lambda: Fraction(1) * Decimal(2), lambda: Decimal(1) < 'a', lambda: Decimal(1) < None, lambda: Fraction(1) < 'a'):
    try:
        print(compute())
    except TypeError as e:
        print(e)
