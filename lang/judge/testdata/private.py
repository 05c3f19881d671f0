# Names of a class's own: `__x` in a class C is `_C__x`, whatever it names.
__module = 'module'


class __Hidden:
    pass


class Stack:
    __made = 0

    def __init__(self, *items):
        self.__items = list(items)
        Stack.__made += 1

    def __push(self, __x, __y=2):
        self.__items.append((__x, __y))
        __z = __x
        return __z

    def push(self, x):
        return self.__push(x) + self.__push(_Stack__x=x, _Stack__y=3)

    @property
    def __top(self):
        return self.__items[-1]

    def top(self):
        return self.__top

    def many(self, n):
        s = 0
        for __k in range(n):
            s += self.__push(__k)
        return s, [__i for __i in range(3)], (lambda __a: __a * 2)(4)

    def catch(self):
        try:
            raise KeyError('x')
        except KeyError as __e:
            return repr(__e)

    def shared(self):
        global __shared
        __shared = self.__items[0]

        def inner():
            nonlocal __n
            __n += 1
            return __n
        __n = 5
        return inner() + inner()

    def missing(self):
        return __module

    class __Inner:
        __x = 1

        def get(self):
            return self.__x

    def inner(self):
        return Stack.__Inner().get(), Stack.__Inner.__name__

    @classmethod
    def made(cls):
        return cls.__made

    def __both__(self):
        return self.__made__

    __made__ = 'both'


class Under(Stack):
    def __push(self, x, y=0):
        return 'not called'

    def own(self):
        return self.__push(1)


class _Stack:
    def __init__(self):
        self.__items = 1


class __:
    def __x(self):
        return 'x'

    def x(self):
        return self.__x()


s = Stack(1)
print(s.push(4), s.top(), s.many(2000)[1:], s.many(5)[0], s.catch(), s.shared(), _Stack__shared, s.inner(), Stack.made(), s.__both__())
print(Under(3).push(9), Under(3).own(), len(s._Stack__items), s._Stack__push(1), _Stack()._Stack__items, __().x(), __().__x())
print(__Hidden.__name__, Stack._Stack__push.__name__)
for f in (lambda: s.__items, lambda: s.missing(), lambda: s.__push(1), lambda: Stack.__made):
    try:
        print(f())
    except (AttributeError, NameError) as e:
        print(type(e).__name__, e)
