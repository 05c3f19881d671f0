# `with`: what is no context manager, and what one does.
class Context:
    def __init__(self, name, swallows=False):
        self.name, self.swallows = name, swallows

    def __enter__(self):
        print('enter', self.name)
        return self

    def __exit__(self, kind, value, trace):
        print('exit', self.name, kind and kind.__name__, value)
        return self.swallows


class Neither:
    pass


class OnlyEnter:
    def __enter__(self):
        print('never entered')


class OnlyExit:
    def __exit__(self, *args):
        print('never left')


class Given:
    def __init__(self):
        self.__enter__ = self.__exit__ = lambda *args: None


def attempt(x):
    try:
        with x as v:
            print('inside', v)
    except TypeError as e:
        print('TypeError', e)


for x in (Neither(), OnlyEnter(), OnlyExit(), Given(), 5, 'x', [], None, Context):
    attempt(x)
with Context('a') as a, Context('b'):
    print(a.name)
with Context('c', True):
    raise ValueError('swallowed')
try:
    with Context('d'):
        raise KeyError('out')
except KeyError as e:
    print('caught', e)
try:
    Neither().__enter__()
except AttributeError as e:
    print(e)


class Count:
    def __init__(self):
        self.n = 0

    def __enter__(self):
        self.n += 1

    def __exit__(self, *args):
        self.n += 1


c = Count()
for i in range(300):
    with c:
        pass
for x in [c] * 200 + [Neither()]:
    try:
        with x:
            pass
    except TypeError as e:
        print(e)
print(c.n)
