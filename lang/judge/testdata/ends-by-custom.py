class MyError(Exception):
    def __init__(self, code, msg='default'):
        self.code = code
        super().__init__(msg)
class Other(MyError): pass
class NoStr(Exception): pass
try: raise MyError(3)
except MyError as e: print(e, e.code, e.args, repr(e))
try: raise NoStr('a', 'b')
except NoStr as e: print(e, repr(e), str(e))
try: raise NoStr
except NoStr as e: print(repr(e), [str(e)])
try: raise KeyError('key')
except KeyError as e: print(e, str(e), e.args[0])
def wrap(n):
    try:
        if n == 0: raise Other(5, 'line1\nline2')
        wrap(n - 1)
    except MyError as e:
        if n == 2: raise
        raise NoStr(n) from e if n == 1 else e
wrap(2)
