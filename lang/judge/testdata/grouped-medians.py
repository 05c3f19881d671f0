import statistics
print(statistics.median_grouped([1, 2, 2, 3, 4, 4, 4, 4, 4, 5]), statistics.median_grouped([52, 52, 53, 54]), statistics.median_grouped([1, 3, 3, 5, 7], interval=2))
print(statistics.median_grouped([1, 3, 3, 5, 7], interval=1), statistics.median_grouped([1, 3, 3, 5, 7], 2), statistics.median_grouped([5]), statistics.median_grouped([1.5, 2.5]))
from fractions import Fraction
from decimal import Decimal
try: print(statistics.median_grouped([]))
except statistics.StatisticsError as e: print(e)
try: print(statistics.median_grouped(['a', 'b']))
except TypeError as e: print(e)
print(statistics.median_grouped([Fraction(1, 2), 1]), statistics.median_grouped([Decimal('1.5'), Decimal(3)]))
