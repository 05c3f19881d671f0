# What random programs found: each line went wrong once.
def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Num:
    pass


class Items:
    def __getitem__(self, k):
        raise KeyError(k)


attempt(lambda: 0.0.is_integer())
attempt(lambda: 'ab' * Num())
attempt(lambda: Num() * [1])
attempt(lambda: 'ab' + Num())
attempt(lambda: 1 in Num())
attempt(lambda: {1} in {1, 2})
attempt(lambda: 'a' % [1])
attempt(lambda: 'a' % Items())
attempt(lambda: '%(x)s' % Items())
attempt(lambda: 'a' % 1)
attempt(lambda: (range(4).count(2), range(4).count(9), range(0, 9, 3).index(6)))
attempt(lambda: range(4).index(9))
attempt(lambda: 'a'.index(1))
attempt(lambda: 'a'.replace(1, 2))


def delete(x, k):
    del x[k]


def xor(x):
    x ^= 1.5


for x in (1.5, None, 'a', (1, 2), {1}, range(3), Num()):
    attempt(lambda: delete(x, 0))
attempt(lambda: delete('a', 'b'))
attempt(lambda: xor(1.5))
attempt(lambda: print(1, sep=1, end=2))
attempt(lambda: print(1, end=2, sep=None))


# Divisions of integers that are no doubles
def true_quotients(a, b):
    try:
        return repr(a / b)
    except ArithmeticError as e:
        return str(e)


for a in (0, False, 1, True, -1, 2 ** 70, -2 ** 70, 10 ** 400):
    print([true_quotients(a, b) for b in (-5, 5, 1 - 2 ** 63, 2 ** 63 - 1, -2 ** 63, -2 ** 70, 2 ** 70, True, -1, 10 ** 400, -10 ** 400, 0)])
