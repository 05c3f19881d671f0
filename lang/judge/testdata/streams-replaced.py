# What a program prints and reads through objects of its own in place of sys.stdin and sys.stdout.
import io
import sys
from contextlib import redirect_stdout

old = sys.stdout
sys.stdout = buffer = io.StringIO()
print('into the', 'buffer', sep='-')
sys.stdout.write('x\n')
sys.stdout = old
print(repr(buffer.getvalue()))

with redirect_stdout(io.StringIO()) as inner:
    print('outer')
    with redirect_stdout(io.StringIO()) as other:
        print('hidden', end='')
    print(other.getvalue().upper())
print(repr(inner.getvalue()))


class Tee:
    def __init__(self, *to):
        self.to, self.pieces = to, []

    def write(self, text):
        self.pieces.append(text)
        for to in self.to:
            to.write(text)

    def flush(self):
        self.pieces.append(None)


tee = Tee(sys.stdout)
with redirect_stdout(tee):
    print(1, 2.5, [None])
    print()
    print('to the first', file=old)
    print('at once', end='', flush=True)
    print('later', end='', flush=0)
print(tee.pieces)
with redirect_stdout(Tee()) as tee:
    sys.stdin = io.StringIO('first\nsecond')
    print(input('? '), input(), file=old)
print(tee.pieces)

sys.stdin = io.StringIO('5\nabc\n\n9')
print(repr(input()), repr(input('prompt ')), repr(input()), repr(input()))
try:
    input('more? ')
except EOFError as e:
    print('EOFError', e)
sys.stdin = io.StringIO('a 1\nb 2\n')
print([line.split() for line in sys.stdin], sys.stdin.read() == '')
with redirect_stdout(io.StringIO()) as asked:
    sys.stdin = io.StringIO('Al\n')
    name = input('Name? ')
print(name, repr(asked.getvalue()))


class Reader:
    def readline(self):
        return 5


for sys.stdin in (Reader(), object(), None):
    try:
        input()
    except (TypeError, AttributeError, RuntimeError) as e:
        print(type(e).__name__, str(e).replace('object.readline', 'readline'))
sys.stdin = sys.__stdin__

sys.stdout = None
print('nothing')
print('something', file=old)
sys.stdout = object()
try:
    print('x')
except AttributeError as e:
    print(e, file=old)
sys.stdout = old


# Loops that became hot with one object go on with another.
class Counter:
    def __init__(self):
        self.n = 0

    def write(self, text):
        self.n += len(text)


with redirect_stdout(Counter()) as counter:
    sys.stdin = io.StringIO('x')
    print(input('abc'), counter.n, file=old)
    try:
        print('de', flush=True)
    except AttributeError as e:
        print(e, counter.n, file=old)
sys.stdin = sys.__stdin__


def fill(times):
    for i in range(times):
        sys.stdout.write('ab')
        print(i, end='')


first, second = Counter(), Counter()
for each in (first, second, first, Tee(), second, first):
    with redirect_stdout(each):
        fill(700)
print(first.n, second.n)
for i in range(900):
    if i % 300 == 0:
        sys.stdout = io.StringIO()
    print(i % 7, end='')
    if i % 300 == 299:
        text, sys.stdout = sys.stdout.getvalue(), old
        print(len(text), text[:10])


# What is called there is another function each time.
def add(x):
    return x + 1


def double(x):
    return x * 2


class Adder:
    def __init__(self):
        self.n = 0

    def __call__(self, k):
        self.n += k
        return self.n


def call(times):
    total = 0
    for i in range(times):
        total += sys.stdout(i)
    return total


results = []
for each in (add, double, add, double, Adder(), add, Adder()):
    sys.stdout = each
    results.append(call(700))
sys.stdout = old
print(results)
