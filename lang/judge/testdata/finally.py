def order(n):
    steps = []
    for k in range(n):
        try:
            steps.append('try%d' % k)
            if k == 1:
                continue
            if k == 3:
                break
            if k == 2:
                raise KeyError(k)
        except KeyError as e:
            steps.append('except' + str(e))
        else:
            steps.append('else')
        finally:
            steps.append('finally%d' % k)
    else:
        steps.append('loop else')
    return steps


def returns(x):
    try:
        if x == 0:
            return 'try'
        1 / (x - 1)
        return 'computed'
    except ZeroDivisionError:
        return 'except'
    finally:
        print('finally of', x)
        if x == 5:
            return 'finally wins'


def nested():
    try:
        try:
            raise ValueError('inner')
        finally:
            print('inner finally')
            raise TypeError('from finally')
    except TypeError as e:
        print('caught', e, '| context:', repr(e.__context__))
        try:
            raise RuntimeError('again') from e
        except RuntimeError as r:
            print(r, repr(r.__cause__))


for n in range(5):
    print(order(n))
for x in (0, 1, 2, 5):
    print(returns(x))
nested()


class Guard:
    def __init__(self, name, swallow=()):
        self.name, self.swallow = name, swallow

    def __enter__(self):
        print('enter', self.name)
        return self.name.upper()

    def __exit__(self, kind, value, tb):
        print('exit', self.name, kind.__name__ if kind else None, value, tb is None)
        return kind is not None and issubclass(kind, self.swallow) if self.swallow else False


with Guard('a', (ValueError, KeyError)) as a, Guard('b') as b:
    print(a, b)
    raise KeyError('gone')
for word in 'x1y':
    with Guard(word, ValueError):
        if word == '1':
            continue
        print(int(word))
print('end')
with Guard('last'):
    [].pop()
