# dict of a generator whose elements are objects of two items.
print(dict(p.split('=') for p in 'x=1;y=2;x=3'.split(';')))
print(dict([k, k * k] for k in range(5) if k != 2), dict(w for w in ('ab', 'cd')), dict((*p, 1) for p in [(1,), (2,)]), dict(reversed(p) for p in {'a': 1}.items()))


def shown(x):
    print('made', x)
    return x


for wrong in (lambda: dict(shown(p) for p in [(1, 2), (3, 4, 5), (6, 7)]), lambda: dict(shown(p) for p in ['ab', 5, 'cd']), lambda: dict(p for p in [([], 1)]),
              lambda: dict(shown(p) for p in [(1, 2), ()]), lambda: dict(1 / p for p in (1, 0)), lambda: dict(1 / p for p in (0, 1))):
    try:
        print(wrong())
    except (TypeError, ValueError, ZeroDivisionError) as e:
        print(type(e).__name__, e)
total = 0
for k in range(2000):
    d = dict(pair.split(':') for pair in ('a:%d' % k, 'b:2'))
    total += int(d['a']) + len(d)
print(total)


class A:
    def name(self):
        return 'A'


class B(A):
    def name(self):
        return 'B' + super(B, self).name()


print(B().name(), super(B, B).name(B()))
for wrong in (lambda: super(B, 5), lambda: super(B, A()), lambda: super(B, A)):
    try:
        print(wrong())
    except TypeError as e:
        print(e)
