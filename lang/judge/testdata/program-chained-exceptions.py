class AppError(Exception):
    """An error of the application."""
class NotFound(AppError, KeyError):
    def __str__(self): return f'not found: {self.args[0]}'
def lookup(table, key):
    try:
        return table[key]
    except KeyError as error:
        raise NotFound(key)
def load(name):
    try:
        return lookup({'a': 1}, name)
    except AppError as e:
        print('logging', e, repr(e), e.__cause__, type(e.__context__), isinstance(e, KeyError))
        raise
    finally:
        print('finally')
load('a')
try: load('b')
except NotFound: print('ok')
try:
    raise ValueError('x', 1) from None
except ValueError as e: print(e, e.args, e.__cause__, e.__suppress_context__)
try:
    try: 1 / 0
    except ZeroDivisionError: raise TypeError('second')
except TypeError as e: print(repr(e.__context__))
def nested():
    for i in range(3):
        try:
            if i == 0: continue
            if i == 1: raise IndexError(i)
            return 'done'
        except IndexError as e: print('index', e)
        else: print('else')
        finally: print('fin', i)
print(nested())
class CM:
    def __init__(self, n, swallow=False): self.n, self.swallow = n, swallow
    def __enter__(self): print('enter', self.n); return self
    def __exit__(self, t, v, tb): print('exit', self.n, t and t.__name__, v, tb is None); return self.swallow
with CM(1) as a, CM(2, True) as b: print(a.n, b.n); raise KeyError('lost')
with CM(3): print('fine')
assert 1 + 1 == 2, 'math works'
try: assert [], f'empty {[]}'
except AssertionError as e: print('assert', e)
try: raise Exception
except Exception as e: print(repr(e), str(e) == '', e.args)
try: raise 5
except TypeError as e: print(e)
try: raise StopIteration(3)
except StopIteration as e: print(e.value)
with CM(4): load('zzz')
