# What a generator delegates to is closed by GeneratorExit, gets other exceptions by its own method throw, and its
# StopIteration has the value of 'yield from'.
def inner():
    try:
        yield 1
    except GeneratorExit:
        return 5
def outer():
    try:
        x = yield from inner()
        print('continued', x)
        yield 2
    finally:
        print('fin')
g = outer(); print(next(g))
try:
    g.close()
except RuntimeError as e: print(e)
g = outer(); print(next(g))
try:
    print(g.throw(GeneratorExit))
except BaseException as e: print(type(e).__name__, e)
class It:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration(77)
        return self.n
    def send(self, v):
        print('sent', v)
        if v == 'stop': raise StopIteration(99)
        return ('s', v)
    def throw(self, *a):
        print('thrown', len(a) >= 1)
        if isinstance(a[-1] if a[-1] is not None else a[0], KeyError): raise StopIteration('thrown value')
        return 'from throw'
    def close(self):
        print('closed')
def g():
    x = yield from It()
    print('x', x)
    return x
def w():
    r = yield from g()
    print('r', r)
print(list(w()))
a = g(); next(a)
try:
    print(a.send(4)); a.send('stop')
except BaseException as e: print(type(e).__name__, e)
a = g(); next(a)
try:
    print(a.throw(ValueError('v')))
    print(a.throw(KeyError('v')))
except BaseException as e: print(type(e).__name__, e)
a = g(); next(a); a.close()
a = g(); next(a)
try: a.throw(GeneratorExit)
except BaseException as e: print(type(e).__name__, e)


def once():
    try:
        yield 1
    except GeneratorExit:
        yield 'ignored'
def around():
    try:
        yield from once()
    except RuntimeError as e:
        print('around saw', e)
        raise
g = around(); print(next(g))
try:
    g.close()
except RuntimeError as e:
    print(e, list(g))
