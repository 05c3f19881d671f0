# What becomes a part of a trace of the language's functions and iterators, at the edges: types that change in the middle, lists
# that become empty or full, iterators that are two names of one, keys that are equal and not of one type.


def pops(items, n):
    out = []
    stack = list(items)
    for i in range(n):
        try:
            out.append(stack.pop())
            if i % 5 == 0:
                stack.append(i % 2 == 0)
            if i % 7 == 0:
                stack.append(i * 0.5)
            if i % 3 == 0:
                out.append(stack.pop(i % 4))
                out.append(stack.pop(0))
                out.append(stack.pop(-1))
        except IndexError as e:
            out.append(str(e))
            stack = [i, i + 1, i + 2]
    return out, stack


print(pops([1, 2, 3], 40))
print(pops([1.5, 2.5], 25))
print(pops(['a', None, 3], 25))


def emptied(n):
    stack, seen = [], []
    for i in range(n):
        stack.append(i if i < 12 else i * 0.5 if i < 24 else 'x' * (i % 3))
        seen.append(stack.pop())
        if not stack and i % 4 == 0:
            stack.append(True)
            seen.append(stack.pop())
    return seen, stack


print(emptied(36))


def grown(n, of):
    lists = []
    for i in range(n):
        l = []
        for k in range(i % 40):
            l.append(of(k))
        lists.append(l)
    return sum(len(l) for l in lists), lists[-1]


print(grown(60, lambda k: k), grown(60, lambda k: k / 2), grown(60, lambda k: str(k)), grown(50, lambda k: k if k < 9 else None))


def compared(pairs):
    out = []
    for a, b in pairs:
        row = []
        for op in range(4):
            try:
                row.append(a == b if op == 0 else a != b if op == 1 else a < b if op == 2 else a >= b)
            except TypeError as e:
                row.append(str(e))
        out.append(row)
    return out


nan = float('nan')
print(compared([((1, 2), (1, 2)), ((1, 2), (1, 3)), ((1, 2), (1.0, 2)), ((1,), (1, 2)), ((), ()), ((1, 'a'), (1, 'b')), ((nan, 1), (nan, 1)), ((nan,), (float('nan'),)),
                ((1, None), (1, None)), ((True, 2), (1, 2)), (((1, 2), 3), ((1, 2), 4)), ((1, 'a'), ('a', 1)), ((2 ** 70, 1), (2 ** 70, 2)), ((1, [2]), (1, [2]))] * 4))
print(compared([('a', 'b'), ('ab', 'a'), ('é', 'e'), ('x' * 9000, 'x' * 9000 + 'y'), ('', ''), (1, 'a'), (None, 1), (True, 1), (None, None), (1, 1.0)] * 4))


def members(xs, where):
    return [x in where for x in xs]


print(members([1, 2, 3, 1.0, True, 'a', None, nan, 2 ** 70] * 4, (1, 'a', nan)))
print(members([1, 2, 3, 1.0, True, 'a', None, 2 ** 70] * 4, [3, 2]))
print(members([1, 2, 3, 1.0, True, 'a', (1, 2), (1.0, 2), None, 2.5] * 4, {1: 0, (1, 2): 0, 'a': 1, 2.5: 3}))
print(members([1, 2, 3, 1.0, True, 'a', (1, 2), (1.0, 2), None, 2.5] * 4, {1, (1, 2), 'a', 2.5}))
print(members(['a', 'b', '', 'ab', 'aé', 'é'] * 4, 'xab' + 'é'), members(['x', 'xy'] * 9, 'x' * 5000))


def together(a, b, start):
    out = []
    for n, (x, y) in enumerate(zip(a, b), start):
        out.append((n, x, y))
        if n == start + 3 and isinstance(a, list):
            a.append(n)
    return out


for start in (0, -5, 2 ** 62, 2 ** 63 - 2, 2 ** 80, True):
    print(together([1, 2, 3, 4], 'abcdefgh', start))
print(together(range(9, 0, -2), (1.5, 'a', None, 2, 3), 0), together({'a': 1, 'b': 2}, {'c': 3}.items(), 1))


def twice(items):
    it = iter(items)
    return [p for p in zip(it, it)], [p for p in zip(items, items)]


for k in range(6):
    print(twice(list(range(k))), twice('abcdef'[:k]))


def left_over(a, b):
    x, y = iter(a), iter(b)
    return [p for p in zip(x, y)], list(x), list(y)


for k in range(6):
    print(left_over([1, 2, 3], 'ab' * k), left_over('ab' * k, [1, 2, 3]))


def backwards(items):
    return [x for x in reversed(items)], [k for k in reversed(range(len(items)))]


for items in ([1, 2, 3], [1.5], [], (1, 'a'), ['x', None], 'abc', range(3, 20, 4)):
    print(backwards(items))

for bad in (5, None, object()):
    try:
        reversed(bad)
    except TypeError as e:
        print(str(e)[:10])


class Counted:
    def __len__(self):
        return 3


try:
    reversed(Counted())
except TypeError as e:
    print(e)


def entries(d):
    out = []
    for k, v in d.items():
        out.append((k, v))
    for k in d:
        out.append(k)
    for n, v in enumerate(d.values()):
        out.append((n, v))
    return out


table = {1: 'a', 'b': 2, (3, 4): None, 5: 6.5}
for k in range(12):
    print(entries(table))
    if k == 4:
        del table['b']
    if k == 7:
        table['new'] = k


def changed(n):
    d = {k: k for k in range(n)}
    try:
        for k, v in d.items():
            if k == n - 2:
                d[-1] = 0
    except RuntimeError as e:
        return str(e)


print([changed(n) for n in range(2, 30, 9)])


class Same:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        print('asked', self.n)
        return isinstance(other, int) and other == self.n


def looked_up(keys):
    d = {1: 'one', 'a': 'A', (1, 2): 'pair'}
    out = []
    for n, key in enumerate(keys):
        if n == 6:
            d[Same(7)] = 'same'
        out.append(d.get(key))
        out.append(d.get(key, n))
        if key in d:
            d[key] = out[-1]
        else:
            d[key] = n
    return out, len(d)


print(looked_up([1, 'a', 1.0, True, (1, 2), (1.0, 2), 7, 7, 7.0, 8, 'a', 2 ** 63, None, 7, (1, (2, 3)), (1, (2, 3)), 'é', 'é']))


def counted(words):
    seen, often = set(), {}
    for w in words:
        if w not in seen:
            seen.add(w)
            often[w] = 0
        seen.add(w)
        often[w] += 1
    return often


print(counted('the quick fox and the lazy dog and the fox'.split() * 5), counted([1, 1.0, True, 2, (1,), (1.0,)] * 5))


def kinds(text):
    return [(c, ord(c), c.isdigit(), c.isalpha(), c.isspace(), c.isupper(), c.islower(), c.isalnum(), c.isdecimal(), c.isnumeric()) for c in text]


print(kinds('aZ5 _\t'), kinds('é²Ⅷǅß'), kinds('0123456789'))
print([s.isdigit() for s in ['12', '', '1a', '9' * 5000, '٣'] * 4], [s.isupper() for s in ['AB', 'A1', '1', '', 'Ab'] * 4])


def character(n):
    try:
        return ord(chr(n))
    except (ValueError, OverflowError) as e:
        return str(e)


print([character(n) for n in [65, 66, 127, 128, 255, 0x10ffff, -1, 0x110000, 97] * 3])
for text in ['a', 'ab', '', 'é'] * 3:
    try:
        print(ord(text))
    except TypeError as e:
        print(e)


def keywords(a, b=2, c=3):
    return a, b, c


class Point:
    def __init__(self, x, y=0, name='p'):
        self.x, self.y, self.name = x, y, name

    def moved(self, by=1, up=0):
        return Point(self.x + by, y=self.y + up, name=self.name)

    def __repr__(self):
        return 'Point(%r, %r, %r)' % (self.x, self.y, self.name)


def called(n):
    out, p = [], Point(1, name='q')
    for i in range(n):
        out.append(keywords(i, c=5))
        out.append(keywords(c=i, a=1))
        p = p.moved(up=i)
        try:
            out.append(keywords(i, a=5) if i > 8 else keywords(b=1, a=i))
            out.append(Point(x=i, z=1) if i > 10 else Point(i, name=i))
        except TypeError as e:
            out.append(str(e))
    return out, p


print(called(14))
print(sum(x == 'a' for x in 'banana' * 9), sum([i > 3 for i in range(9)] * 3), [True + i for i in range(5)], [(i > 2) * 2.5 for i in range(5)], [(i > 2) & (i > 3) for i in range(6)])

# extend of a list takes the elements one after the other: what was there before an exception stays.
numbers = [1]
print(numbers.extend(x * x for x in range(4)), numbers)
numbers.extend(k + y for k, y in enumerate(list(numbers)) if y)
print(numbers)
try:
    numbers.extend(6 // x for x in (3, 2, 0, 1))
except ZeroDivisionError as e:
    print(e, numbers)
for k in range(9):
    numbers.extend(str(x) if k > 4 else x for x in range(k))
print(len(numbers), numbers[-9:])
try:
    (5).extend(x for x in 'ab')
except AttributeError as e:
    print(e)


# Parsers that programs write raise SyntaxError.
def parse(text):
    if text == '':
        raise SyntaxError
    if text[0] == ' ':
        raise IndentationError('unexpected indent')
    if text[0] == '\t':
        raise TabError(1)
    raise SyntaxError('unexpected %r' % text)


for text in ('', ' a', '\tb', 'c'):
    try:
        parse(text)
    except SyntaxError as e:
        print(type(e).__name__, e, repr(e), e.args, isinstance(e, IndentationError), issubclass(SyntaxError, ValueError))
