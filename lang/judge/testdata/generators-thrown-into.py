# What throw makes of a generator that has not begun, of arguments, and of a StopIteration.
def g():
    yield 1
    return 42
a = g(); next(a)
try: next(a)
except StopIteration as e: print(e.value, e.args)
try: next(a)
except StopIteration as e: print(e.value, e.args)
print(next(a, 'd'))
a = g(); next(a)
print(next(a, 'd'))
a = g(); next(a)
try: a.__next__()
except StopIteration as e: print(e.value)
def t():
    yield 1
    return (1, 2)
a = t(); next(a)
try: a.send(None)
except StopIteration as e: print(e.value, e.args)
def s():
    yield
    raise StopIteration('inner')
a = s(); next(a)
try: next(a)
except RuntimeError as e: print(e, repr(e.__cause__), repr(e.__context__))
a = s(); next(a)
try: a.send(1)
except RuntimeError as e: print(e, repr(e.__cause__), repr(e.__context__))
def u():
    try:
        yield 1
    finally:
        next(iter([]))
a = u(); next(a)
try: a.close()
except RuntimeError as e: print(e, repr(e.__cause__))
a = u(); next(a)
try: a.throw(ValueError('x'))
except RuntimeError as e: print(e, repr(e.__cause__), repr(e.__cause__.__context__))
def v():
    yield 1
a = v()
try: a.throw(StopIteration('new'))
except BaseException as e: print(type(e).__name__, e)
a = v(); next(a)
try: a.throw(StopIteration('w'))
except BaseException as e: print(type(e).__name__, e)
a = v(); list(a)
try: a.throw(StopIteration('done'))
except BaseException as e: print(type(e).__name__, e)
print(a.close(), a.close())
def args():
    try: yield 1
    except Exception as e: yield repr(e)
for e in [(ValueError,), (ValueError, 'b'), (ValueError, ValueError('c')), (ValueError, None), (ValueError, ('x', 'y'))]:
    b = args(); next(b); print(b.throw(*e))
