# __setattr__ comes before properties; deleters; `args` of exceptions; reflected divmod; precision.
class Doubled:
    def __init__(self):
        self.v = 1

    @property
    def p(self):
        return self.v

    @p.setter
    def p(self, x):
        self.v = x

    @p.deleter
    def p(self):
        self.v = -1

    def __setattr__(self, name, x):
        object.__setattr__(self, name, x * 2)


class Counted:
    def __init__(self):
        self.v = 0
        self.deleted = 0

    @property
    def p(self):
        return self.v

    @p.setter
    def p(self, x):
        self.v = x

    @p.deleter
    def p(self):
        self.deleted += 1


d = Doubled()
c = Counted()
for i in range(3000):
    d.p = i
    c.p = i
    if i % 100 == 0:
        del c.p
    if i == 2000:
        Counted.__setattr__ = lambda self, name, x: object.__setattr__(self, name, x + 1)
print(d.p, c.p, c.deleted)
del d.p
print(d.v)


class Half:
    def __divmod__(self, o):
        return NotImplemented

    def __rdivmod__(self, o):
        return o, 'half'


print(divmod(7, Half()), divmod(7.5, Half()))
try:
    divmod(Half(), 1)
except TypeError as e:
    print(e)
for spec in ('.', '5.', '.f', '5.d', ',.', '.x5'):
    try:
        print(format(1.5, spec))
    except ValueError as e:
        print(e)
try:
    try:
        raise ValueError('a')
    except ValueError as e:
        e.args = 1, 2
        raise
except ValueError as e:
    print(e, e.args)
try:
    ValueError().args = 3
except TypeError as e:
    print(e)
raise
