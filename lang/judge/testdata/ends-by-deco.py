import functools
def retry(times):
    def deco(fn):
        @functools.wraps(fn)
        def inner(*args, **kw):
            for k in range(times):
                try:
                    return fn(*args, **kw)
                except ValueError as e:
                    print('try', k, e)
            raise RuntimeError(f'{fn.__name__} failed') from None
        return inner
    return deco
@retry(2)
def parse(s): return int(s)
print(parse('5'))
parse('x')
