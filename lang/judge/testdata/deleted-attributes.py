# A class may say what happens when an attribute is deleted.


class Guarded:
    log = []

    def __delattr__(self, name):
        if name.startswith('_'):
            raise AttributeError('kept: ' + name)
        self.log.append(name)
        super().__delattr__(name)


class Plain:
    pass


g = Guarded()
g.a, g.b, g._c, g.d = 1, 2, 3, 4
del g.a
delattr(g, 'b')
object.__delattr__(g, 'd')
try:
    del g._c
except AttributeError as e:
    print(e)
print(hasattr(g, 'a'), hasattr(g, 'b'), hasattr(g, 'd'), g._c, Guarded.log)
for wrong in [lambda: delattr(g, 'zz'), lambda: object.__delattr__(Plain(), 'x')]:
    try:
        wrong()
    except AttributeError as e:
        print(e)
for k in range(300):
    g.a = k
    del g.a
print(len(Guarded.log))
