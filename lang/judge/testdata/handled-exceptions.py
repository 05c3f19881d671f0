# What is being handled: sys.exc_info and the module traceback.
import sys
import traceback

print(sys.exc_info())
try: {}["k"]
except KeyError as e:
    print(sys.exc_info()[:2], sys.exc_info()[2] is e.__traceback__)
    print(traceback.format_exc().splitlines()[0], traceback.format_exc().splitlines()[-1], traceback.format_exception_only(e), traceback.format_exception_only(KeyError, e))
    try: int("x")
    except ValueError as v: print(traceback.format_exception(v)[-1])
print(sys.exc_info(), repr(traceback.format_exc()))
def f():
    try: 1 / 0
    except ZeroDivisionError: return g()
def g(): return sys.exc_info()[0].__name__
print(f())
for i in range(20):
    try:
        if i % 3 == 0: raise IndexError(i)
    except IndexError:
        for j in range(5): n = sys.exc_info()[1].args
    else: n = sys.exc_info()
print(n)
