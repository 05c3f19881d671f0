def g():
    try:
        yield 1
    except ValueError as e:
        print(repr(e.__context__))
        yield 2
def h():
    try:
        raise KeyError('own')
    except KeyError:
        try:
            yield 1
        except ValueError as e:
            print(repr(e.__context__))
            yield 2
def p():
    yield 1
for make in (g, h):
    x = make(); next(x)
    try: 1 / 0
    except ZeroDivisionError:
        x.throw(ValueError('v'))
x = p(); next(x)
try:
    try: 1 / 0
    except ZeroDivisionError:
        x.throw(ValueError('w'))
except ValueError as e:
    print('out', repr(e.__context__))
x = p()
try:
    try: 1 / 0
    except ZeroDivisionError:
        x.throw(ValueError('unstarted'))
except ValueError as e:
    print('out', repr(e.__context__))
def d(): yield from g()
x = d(); next(x)
try: 1 / 0
except ZeroDivisionError:
    x.throw(ValueError('deleg'))
try:
    try: 1 / 0
    except ZeroDivisionError:
        x.throw(KeyError('deleg2'))
except KeyError as e:
    print('out', repr(e.__context__))
def q():
    try: yield 1
    except ValueError: raise TypeError('new')
x = q(); next(x)
try:
    try: 1 / 0
    except ZeroDivisionError: x.throw(ValueError('v'))
except TypeError as e: print(repr(e.__context__), repr(e.__context__.__context__))
