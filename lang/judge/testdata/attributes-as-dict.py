# vars(x) and x.__dict__, read at once.
class Base:
    def __init__(self, **kw):
        for k, v in kw.items():
            setattr(self, k, v)

    def __eq__(self, other):
        return isinstance(other, Base) and self.__dict__ == other.__dict__

    def __repr__(self):
        return type(self).__name__ + '(' + ', '.join(f'{k}={v!r}' for k, v in sorted(vars(self).items())) + ')'


class Derived(Base):
    shared = 1

    @property
    def double(self):
        return self.x * 2


class Slotted:
    __slots__ = ('a',)


class Open(Slotted):
    pass


a, b = Derived(x=1, y='two'), Derived(y='two', x=1)
print(a, a == b, a != b, a == 1, vars(a), a.__dict__, f'{vars(a)} {a.__dict__!r}', 'x' in a.__dict__, 'shared' in vars(a), a.__dict__['y'], len(vars(a)))
a.z = [3]
del a.x
a.x = 4
print(list(vars(a)), a.__dict__.get('q', 0), a.__dict__.keys(), dict(vars(a), w=1), {**b.__dict__}, dict(**vars(b)), [v for v in vars(a).values()], sorted(vars(a)), vars(a) == vars(b))
for k, v in vars(a).items():
    print(k, v, end=' ')
for k in a.__dict__:
    print(k)
copied = a.__dict__.copy()
copied['x'] = 5
print(a.x, copied, vars(a) | {'n': 1}, '%s' % vars(b), str(vars(b)), vars(Base()), bool(vars(Base())), hasattr(a, '__dict__'), hasattr(Slotted(), '__dict__'))
o = Open()
o.b = 2
print(o.b)
for x in (1, 'a', [], None, Slotted()):
    try:
        print(vars(x))
    except TypeError as e:
        print(e)
try:
    print(Slotted().__dict__)
except AttributeError as e:
    print(e)
same = 0
for k in range(300):
    c = Derived(n=k % 2, m=1)
    c.k = k % 3
    same += c == Derived(m=1, n=0, k=0)
print(same)
