import math
rows = [('apple', 3, 0.5), ('banana', 12, 0.25), ('cherry', 100, 12.999)]
print('{:<10}|{:^7}|{:>10}'.format('name', 'count', 'price'))
for name, n, p in rows:
    print('{:<10}|{:^7}|{:>10.2f}'.format(name, n, p))
    print('%-10s|%7d|%10.2f' % (name, n, p))
    print(f'{name:.<10}|{n:+7,}|{p:>10.3e}')
total = sum(n * p for _, n, p in rows)
print(f'{total=}', f'{total=:.1f}', f'{total = :>12.2f}', f'{"a" + "b"=}', f'{rows[0]!r:>30}')
width, precision = 12, 4
print(f'[{math.pi:{width}.{precision}f}]', f'[{math.pi:<{width}.{precision}}]', f'[{"mid":^{width}}]', f'[{42:0{width}d}]', f'[{-42:={width}}]')
print(f'{1234567.891:,.2f} {1234567:_} {255:x} {255:#X} {255:#010b} {255:o} {-255:#o} {65:c} {0.25:%} {0.12345:.1%}')
print(f'{1e10} {1e16} {1e15} {1e-5} {0.0001} {123456789012345678.0} {1e22} {1e23} {0.1 + 0.2} {1 / 3} {2 / 3:.3} {100.0} {1e100}')
print(f'{1.5:g} {1e10:g} {1e5:g} {1e6:g} {123456789.0:g} {0.00001234:g} {100000:g} {1.0:#g} {3:.3g} {1e300 * 10:g}')
print(f'{float("nan")} {float("inf"):>8} {-float("inf"):f} {float("nan"):%} {float("inf"):05}')
print(f'{True} {True:d} {True:5} {None} {None!s:>6} {[1, 2]!s:>10} {(1,)} {"x":5}|{"x":>5}|')
print('{0} {1} {0}'.format('a', 'b'), '{} {}'.format(1, 2), '{x} {y!r}'.format(x=1, y='z'), '{0[1]} {0[2]}'.format([1, 2, 3]), '{a[k]} {b.real}'.format(a={'k': 'v'}, b=5))
print('{:{}}|{:>{w}.{p}f}'.format('ab', 6, 3.14159, w=10, p=2), '{{}} {{{}}}'.format(1))
print('%s %r %d %i %f %.3f %e %g %x %X %o %c %c %%' % ('s', 'r', 1, 2.9, 1.5, 2 / 3, 12345.678, 1e-7, 255, 255, 8, 'a', 66))
print('%5d|%-5d|%05d|%+d|% d|%5s|%-5s|%.2s|%*d|%.*f' % (42, 42, 42, 42, 42, 'ab', 'ab', 'abc', 6, 42, 2, math.e))
print('%(name)s is %(age)03d' % {'name': 'Bob', 'age': 7}, '%s' % (1,), '%s' % [1, 2], '%r' % 'q', '%s %s' % ('a', (1, 2)))
print('%#x %#o %08.3f %+.2e %5.1f%% %s' % (255, 8, 3.14159, 12345.6789, 99.5, None))
print(format(1234.5, ',.2f'), format(5, '03'), format('x', '*^5'), format(3.0), format(True), format(-7, 'b'), format(2 ** 70, ','), format(1.0, '.0f'), format(0.5, '.0f'), format(1.5, '.0f'), format(2.5, '.0f'))
class Money:
    def __init__(self, v): self.v = v
    def __format__(self, spec):
        if spec.endswith('$'):
            return '$' + format(self.v, spec[:-1] or '.2f')
        return format(self.v, spec)
    def __str__(self): return f'Money {self.v}'
    def __repr__(self): return f'<{self.v}>'
m = Money(1234.5)
print(f'{m:$} {m:,.1f$} {m:10.1f} {m!s} {m!r:>10} {m}')
print('{:$} {!r}'.format(m, m), '%s %r' % (m, m))
for bad in [lambda: '{:d}'.format(1.5), lambda: '{:d}'.format('x'), lambda: '{} {}'.format(1), lambda: '{x}'.format(), lambda: '%d' % 'x', lambda: '%s %s' % (1,), lambda: '%s' % (1, 2), lambda: f'{5:s}', lambda: f'{"x":+}', lambda: '%(a)s' % {'b': 1}, lambda: '%c' % 'ab', lambda: '%z' % 1, lambda: '{0} {}'.format(1, 2), lambda: f'{[1]:5}', lambda: f'{None:>5}', lambda: '{'.format(), lambda: '}'.format(), lambda: '%', lambda: '%' % (), lambda: '{:,x}'.format(5), lambda: '{:.2}'.format(5), lambda: '%x' % 1.5, lambda: '%d' % None]:
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
nested = {'a': [1, 2.0, 'three', None, True], 'b': {'c': (1,), 'd': {4}}, 5: set(), 6: frozenset()}
print(nested, str(nested) == repr(nested), f"{nested['a'][2]:>8}", f'{", ".join(f"{k}={v!r}" for k, v in sorted(nested["b"].items(), key=str))}')
