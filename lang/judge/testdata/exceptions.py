# exceptions
class E(Exception):
    pass
class E2(E):
    def __init__(self, x):
        super().__init__('x=%d' % x)
        self.x = x
def f(k):
    try:
        if k == 0: raise E('zero')
        if k == 1: raise E2(5)
        if k == 2: return 'ret'
        if k == 3: [][0]
        if k == 4: {}['a']
        if k == 5: 1/0
        if k == 6: int('x')
        return 'end'
    except E2 as e:
        return 'E2 %s %d' % (e, e.x)
    except (E, IndexError) as e:
        return 'E or I %r' % e
    except KeyError as e:
        return str(e)
    except ZeroDivisionError:
        return 'zd'
    except:
        return 'other'
    else:
        return 'else'
    finally:
        print('fin', k)
for k in range(8):
    print(f(k))
def g():
    for i in range(5):
        try:
            if i == 2: continue
            if i == 4: break
            print(i)
        finally:
            print('f', i)
    else:
        print('no')
    return i
print(g())
class C:
    def __enter__(self):
        print('enter'); return self
    def __exit__(self, t, v, tb):
        print('exit', t is None, v); return t is ValueError
with C() as c:
    print('in')
with C():
    raise ValueError('v')
def h():
    with C():
        return 5
print(h())
try:
    try:
        1/0
    except ZeroDivisionError:
        raise KeyError('k')
except KeyError as e:
    print(repr(e), e.args)
def rec(n):
    return rec(n+1)
try:
    rec(0)
except RecursionError as e:
    print(e)
def nested():
    try:
        try:
            raise ValueError(1)
        finally:
            print('inner')
    except ValueError as e:
        print(e)
        try:
            raise
        except ValueError as e2:
            print('again', e2)
nested()
def q():
    try:
        x
    except NameError as e:
        print(e)
    try:
        y = y + 1
    except UnboundLocalError as e:
        print(e)
q()
def deep(n):
    if n == 0:
        raise E('bottom')
    try:
        deep(n - 1)
    finally:
        print(n)
try:
    1/0
except ZeroDivisionError as e:
    try:
        deep(3)
    except E as x:
        raise RuntimeError('last') from x
