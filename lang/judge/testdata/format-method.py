# str.format: fields, conversions, specifications with fields of their own, and what is wrong with each.
def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class P:
    x = 3

    def __format__(self, spec):
        return 'P<' + spec + '>'


print('{} {}'.format(1, 'a'), '{1} {0}'.format('x', 'y'), '{:>5}|{:<5}|{:^5}'.format(1, 2, 3), '{a} {b:.2f}'.format(a=1, b=2.5))
print('{0[1]} {0[0]!r}'.format(['p', 'q']), '{{}} {}'.format(5), '{:{}}'.format('z', 4) + '|', '{:,}'.format(1234567), '{0:x} {0:o} {0:b}'.format(255))
print('{0.x} {0:abc} {0}'.format(P()), '{!r:>8}'.format('s'), '{k[a]}'.format(k={'a': 9}), '{!a}'.format('é'), '{0[b}]}'.format({'b}': 1}))
for k in range(40):
    s = '{:3d} {:6.2f} {}'.format(k, k / 3, 'x' * (k % 5))
print(s)
for text in ('{', '}', '{!x}', '{!}', '{!r', '{!rr}', '{0', '{0[}', '{0]}', '{0[]}', '{0.}', '{5}', '{a}', '{} {0}', '{0} {}', '{:{:{}}}', '{:{}', '{a{b}}',
             '{99999999999999999999}', '{0[99999999999999999999]}', '{0[0]x}', '{!\x07}', '{:d}', '{.y}', '{-1}', '{ 0}', '{{', '}}', '{0!r:>{1}}|', ''):
    attempt(lambda: text.format('v', 5))
