# Numbers of statistics need not be ints and floats: the type of a result is that of all numbers together.
import statistics as st
from decimal import Decimal
from fractions import Fraction


class Length(float):
    pass


class Count(int):
    pass


def show(f, *args):
    try:
        x = f(*args)
        print(f.__name__, type(x).__name__, x)
    except Exception as e:
        print(f.__name__, type(e).__name__, e)


lists = [
    [Fraction(1, 2), Fraction(1, 3), Fraction(7, 5)],
    [Decimal('0.1'), Decimal('0.25'), Decimal('7')],
    [Decimal('1.5'), 2, 4],
    [Fraction(1, 2), 3, True],
    [Fraction(1, 2), 0.25, 9],
    [0.25, Fraction(1, 2), 9],
    [Length(1.5), Length(2.5), Length(7)],
    [Length(1.5), 2, 0.25],
    [Count(2), Count(4), Count(9)],
    [Count(2), 4, 3],
    [True, False, True],
    [Decimal(1), 0.5],
    [Decimal(1), Fraction(1, 2)],
    ['a', 'b'],
    [1, None],
    [Decimal(2), Decimal(2)],
]
for data in lists:
    for f in (st.mean, st.variance, st.pvariance, st.stdev, st.pstdev, st.median, st.harmonic_mean):
        show(f, data)
for n in range(1, 60):
    numbers = [Decimal(k * k * n + 1) / 7 for k in range(n + 2)]
    print(st.stdev(numbers), st.pstdev(numbers), st.mean(numbers), st.pvariance([Fraction(k, n) for k in range(n + 1)]))
print(st.harmonic_mean([Fraction(1, 3)]), st.harmonic_mean([Decimal('2.5')]))
