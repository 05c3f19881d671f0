# A comprehension in the body of a class sees the variables around the class, not those of the class; only its first iterator is
# evaluated in the class.
size = 3
names = ['a', 'b']


class Global:
    size = 5
    names = ['c']
    squares = [n * n for n in range(size)]
    grid = [[size for _ in range(size)] for _ in names]
    pairs = [(x, y) for x in names for y in names]
    found = {n for n in names if n in names}
    table = {n: size for n in names}
    total = sum(size for _ in names)
    later = list(n + size for n in range(size))
    inner = [(lambda: size)() for _ in range(1)]
    size += 1


print(Global.squares, Global.grid, Global.pairs, Global.found, Global.table, Global.total, Global.later, Global.inner, Global.size)


def made(size, names):
    class Local:
        names = ['d']
        pairs = [(x, y, size) for x in names for y in names]
        size = 9
        sizes = [size for _ in range(size // 3)]

        def method(self):
            return [size for _ in names], self.names
    return Local


local = made(2, ['e', 'f'])
print(local.pairs, local.sizes, local.size, local().method())

for body in range(2):
    try:
        class Missing:
            absent = 1
            if body:
                del absent
            values = [absent for _ in range(1)]
    except NameError as e:
        print(e)


class Outer:
    size = 10

    class Inner:
        size = 20
        values = [size for _ in range(2)]
        more = [n for n in [size] for _ in range(size)]


print(Outer.Inner.values, Outer.Inner.more)
