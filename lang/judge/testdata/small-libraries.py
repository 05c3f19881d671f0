from contextlib import AbstractContextManager, ContextDecorator, closing, nullcontext, suppress
from functools import singledispatch
import heapq
import operator


class Door:
    def close(self):
        print('closed')


class Log(AbstractContextManager, ContextDecorator):
    def __exit__(self, *exc):
        print('exit', exc[0])
        return super().__exit__(*exc)


with suppress(KeyError, ZeroDivisionError):
    {}['x']
    print('never')
with suppress():
    print('nothing raised')
with closing(Door()) as d, nullcontext(5) as five, Log() as log:
    print(type(d).__name__, five, type(log).__name__)
try:
    with suppress(KeyError), Log():
        [].pop()
except IndexError as e:
    print(e)


@Log()
def logged(a, b=2):
    return a + b


print(logged(1), logged.__name__)


@singledispatch
def show(x, *more):
    """Shows."""
    return 'object'


class A: pass


class B(A): pass


@show.register(int)
def show_int(x, *more):
    return 'int %d' % x


@show.register(list)
@show.register(tuple)
def _(x, *more):
    return [show(y) for y in x]


show.register(type(None), lambda x: 'nothing')
show.register(A)(lambda x: 'an A')
print(show(1), show(True), show([1, 'a', (None, 2.5)]), show(B()), show(2, 3), show.dispatch(bool) is show_int, show.dispatch(str)(0), show.__name__, show.__doc__, len(show.registry))
try:
    show()
except TypeError as e:
    print(e)
print('{a} {b[0]} {c.real:>3}'.format_map({'a': 1, 'b': 'xy', 'c': 7}))


class Default(dict):
    def __missing__(self, key):
        return '<' + key + '>'


print('{x} {y!r} {z:>5}'.format_map(Default(x=1)))
for bad in (lambda: '{a}'.format_map({}), lambda: '{}'.format_map({}), lambda: '{0}'.format_map({}), lambda: '{a.b}'.format_map({'a': 1}), lambda: pow(2), lambda: operator.sub(1), lambda: operator.add(1, 2, 3), lambda: heapq.heappush([])):
    try:
        print(bad())
    except (KeyError, ValueError, AttributeError, TypeError) as e:
        print(type(e).__name__, e)


class Keyed:
    def keys(self):
        return ['a', 'b']

    def __getitem__(self, key):
        return key * 2


d = {'c': 0}
d.update(Keyed())
print(dict(Keyed()), {**Keyed()}, (lambda **k: k)(**Keyed()), d, dict(Keyed(), z=1))
it = iter([1, 2, 3])
print(it.__next__(), it.__iter__() is it, zip('ab', 'cd').__next__(), hasattr({}.items(), '__next__'), iter('x').__next__())
try:
    iter(()).__next__()
except StopIteration as e:
    print('stop', e.args)
total = 0
for i in range(300):
    with suppress(ZeroDivisionError):
        total += 100 // (i % 3)
    total += len(show((i, None))) + len(show(i))
print(total)
