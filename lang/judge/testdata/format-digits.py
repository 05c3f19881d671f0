# Floats with a precision and no type, with `#` and without; and what `%` refuses.
for f in [0.0, 1.0, 5.0, 10.0, 99.5, 100.0, 123.0, 123456.0, 99999.5, 1e16, 1.5e-5, 0.0001, 2.5, 12345678.9, 1e100, -0.0, float('inf'), float('nan')]:
    print(*[format(f, s) for s in ['.0', '.1', '.2', '.3', '.6', '.17', '+.3', '010.2', '#', '#.0', '#.1', '#.2', '#.3', '#.0f', '#.0e', '#.0g', '#.3g']])
for a, v in [('%*d', 2 ** 65), ('%.*f', 2 ** 65), ('%.*f', 2 ** 40), ('%*d', 'x'), ('%é', 1), ('%q', 1), ('%\n', 1), ('%*d', (True, 5))]:
    try:
        print(repr(a % v))
    except (ValueError, TypeError, OverflowError) as e:
        print(type(e).__name__, e)
