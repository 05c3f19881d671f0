vals = [0, 1, -1, 42, 10 ** 6, -10 ** 9, 2 ** 63, -2 ** 64, 0.0, -0.0, 0.1, 1.5, -2.5, 1e6, 1234567.891, 1e-7, 1e16, 123456789012345680.0, 1e300, 5e-324, float('inf'), float('-inf'), float('nan'), 2.675, 0.5, 99.995, 1e21, 100.0]
specs = ['', 'd', 'x', '#x', 'b', 'o', 'e', '.2e', 'f', '.0f', '.3f', 'g', '.3g', '%', '.1%', ',', '_', ',.2f', '+', ' ', '010', '>10', '<10', '^11', '*^12', '=+10', '+.2f', '08.3f', '-', 'n', 's', '.10', '#.3g', '#o', '_x', 'X', 'E', 'G', '10.4', '.0%', '.0e', '#.0f', '015,.2f', '<010', '5', '05', '.5', '+,', '!', '.', ',d', '_b', '#_x', '+x', '020,', '^+15.3e']
for s in specs:
    row = []
    for v in vals:
        try: row.append(format(v, s))
        except (ValueError, OverflowError, TypeError) as e: row.append(str(e)[:60])
    print(repr(s), '|'.join(row))
olds = ['%d', '%5d', '%-8d|', '%08d', '%+d', '% d', '%x', '%#x', '%X', '%o', '%#o', '%e', '%.3e', '%f', '%.0f', '%10.2f', '%-10.2f|', '%010.3f', '%g', '%.3g', '%G', '%s', '%10s', '%-10s|', '%.3s', '%r', '%a', '%c', '%i', '%u', '%#.3g', '%+.1e', '%5.1f%%', '%.10g', '%ld', '%.3d', '%+5d|', '%#.0f', '%5%', '%.20f']
for s in olds:
    row = []
    for v in vals + ['str', None, (1,), [1], True]:
        try: row.append(s % (v,))
        except (ValueError, OverflowError, TypeError) as e: row.append(str(e)[:70])
    print(repr(s), '|'.join(row))
for v in vals: print(repr(v), str(v), end=' ')
print()
for v in vals[8:]:
    for n in (None, 0, 1, 2, -1, 5):
        try: print(round(v, n) if n is not None else round(v), end=' ')
        except (ValueError, OverflowError) as e: print(e, end=' ')
print()
for w in ['abc', 'é😀', '']:
    for s in ['', '5', '>5', '^6', '*<7', '.2', '5.1', 's', '05', '=5', 'd', '+', ',']:
        try: print(f'[{w:{s}}]', end=' ')
        except ValueError as e: print(e, end=' ')
print()
for text in ['{}{}', '{0}{1}{0}', '{:>{}}', '{a}', '{0.real}', '{0[0]}', '{!r}', '{!s:>5}', '{{}}', '{:{}.{}f}', '{', '}', '{}}', '{0', '{!x}', '{!}', '{0!r:^10}', '{:%Y}', '{a.b}', '{a[b]}', '{1}', '{} {0}', '{:d}', '{:s}', '{0:}', '{ }', '{0 }', '{:{a}}', '{[0]}', '{.real}', '{0[x]}', '{a!r}']:
    for args, kw in [((1, 5, 3), {}), (('ab', 4), {'a': 7}), (([9, 8],), {'a': {'b': 1}})]:
        try: print(repr(text.format(*args, **kw)), end=' ')
        except (ValueError, IndexError, KeyError, TypeError, AttributeError) as e: print(type(e).__name__, e, end=' ')
    print()
