# Managers that are generators, and stacks of managers.
from contextlib import contextmanager, ExitStack, suppress, nullcontext
import contextlib


@contextmanager
def tag(name, *, end='/'):
    "puts a name around something"
    print('<' + name)
    try:
        yield name.upper()
    except KeyError as e:
        print('swallowed', e)
    finally:
        print(end + name)


with tag('a') as a, tag('b', end='end of ') as b:
    print(a, b)
with tag('c'):
    {}['k']
try:
    with tag('d'):
        raise ValueError('v')
except ValueError as e:
    print('out', e)
print(tag.__name__, tag.__doc__)


@tag('decorated')
def work(x):
    print('work', x)


work(1)
work(2)


@contextmanager
def never():
    if False:
        yield


@contextmanager
def twice():
    yield 1
    yield 2


@contextmanager
def stubborn():
    try:
        yield
    except ValueError:
        yield


@contextmanager
def other():
    try:
        yield
    except ValueError as e:
        raise KeyError('changed') from e


for m in (never, twice, stubborn, other):
    try:
        with m():
            if m in (stubborn, other):
                raise ValueError('inside')
    except (RuntimeError, KeyError) as e:
        print(type(e).__name__, e, repr(e.__cause__))


@contextlib.contextmanager
def stopping():
    yield


try:
    with stopping():
        raise StopIteration('s')
except StopIteration as e:
    print('stop', e)


def found(names):
    for n in names:
        with stopping():
            if n == 'y':
                return n


print(found('xyz'))


class R:
    def __init__(self, name, quiet=False):
        self.name, self.quiet = name, quiet

    def __enter__(self):
        print('enter', self.name)
        return self

    def __exit__(self, kind, value, trace):
        print('exit', self.name, kind.__name__ if kind else None, value)
        return self.quiet


with ExitStack() as stack:
    things = [stack.enter_context(R(n)) for n in 'pq']
    stack.callback(print, 'called', sep='', end='!\n')
    print([t.name for t in things])
with ExitStack() as stack:
    stack.enter_context(R('outer'))
    stack.enter_context(R('quiet', True))
    stack.push(R('pushed'))
    raise LookupError('l')
try:
    with ExitStack() as stack:
        stack.enter_context(R('loud'))
        stack.callback(lambda: 1 // 0)
except ZeroDivisionError as e:
    print('late', e)
with ExitStack() as stack:
    stack.callback(print, 'moved')
    kept = stack.pop_all()
print('before')
kept.close()
try:
    with ExitStack() as stack:
        stack.enter_context(3)
except TypeError as e:
    print(e)


@contextmanager
def used_once():
    yield 'once'


manager = used_once()
with manager as value:
    print(value)
try:
    with manager:
        print('again')
except AttributeError as e:
    print(e)
