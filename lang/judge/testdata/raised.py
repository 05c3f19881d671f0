class Stack(Exception):
    pass


class E1(Exception):
    def __init__(self, code, *rest):
        super().__init__(code)
        self.code, self.rest = code, rest


class E2(E1):
    pass


def f(n):
    try:
        if n == 0:
            raise E1(5, 'x')
        if n == 1:
            raise E2(6)
        if n == 2:
            raise E2
        if n == 3:
            raise KeyError
        if n == 4:
            raise OSError(2, 'nope')
        if n == 5:
            assert n < 5, ('tuple', n)
        if n == 6:
            raise StopIteration(3)
        if n == 7:
            raise 'text'
        if n == 8:
            raise Stack from None
        if n == 9:
            raise
        if n == 10:
            x = [][0]
        if n == 11:
            raise Exception('a', 2)
        if n == 12:
            raise SystemExit(3)
        if n == 13:
            raise NotImplementedError
        if n == 14:
            raise UnicodeError('u')
        if n == 15:
            raise ValueError() from KeyError('why')
        return 'fine'
    except E2 as e:
        return 'E2', e.args, e.code
    except (E1, KeyError) as e:
        return 'E1', repr(e), str(e), e.args


for n in range(17):
    try:
        print(n, f(n))
    except Exception as e:
        print(n, '!', type(e).__name__, e, e.args, repr(e), repr(e.__cause__), e.__suppress_context__ if False else '')
    except BaseException as e:
        print('base', type(e).__name__, e.args, e.code)
try:
    try:
        1 / 0
    except ZeroDivisionError as e:
        saved = e
        raise ValueError('second')
except ValueError as e:
    print(repr(e.__context__), e.__context__ is saved, e.__cause__)
try:
    print(e)
except NameError as x:
    print(x)
def g():
    for k in range(3):
        try:
            yield_value = k / (k - 1)
        except ZeroDivisionError:
            print('zero at', k)
            continue
        finally:
            print('fin', k)
        print('got', yield_value)
g()
raise E1(1, 2) from E2(3)
