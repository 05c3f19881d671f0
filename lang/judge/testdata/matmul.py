# The operator @, which no type of the language's own has
class V:
    def __init__(self, *items):
        self.items = list(items)

    def __matmul__(self, other):
        if isinstance(other, V):
            return sum(a * b for a, b in zip(self.items, other.items))
        return NotImplemented

    def __rmatmul__(self, other):
        return ('r', other)

    def __imatmul__(self, other):
        self.items.append(other)
        return self


class W(V):
    def __rmatmul__(self, other):
        return 'W first'




def product(n):
    total = 0
    for i in range(n):
        total = total + V(i, 2) @ V(3, i) * 2
    return total


print(product(40), 2 @ V(1), V(1) @ W(2), V(1, 2) @ V(3, 4) - 1 @ V(1)[1] if 0 else None)
v = V(1)
v @= 2
v @= 'x'
print(v.items)
for a, b in ((1, 2), (1.5, 2), ('a', [1]), (V(1), None), (None, V(2)), (True, {}), ((1,), 2)):
    for k in range(5):
        try:
            print(a @ b)
        except TypeError as e:
            print(e)
        try:
            c = a
            c @= b
            print(type(c).__name__)
        except TypeError as e:
            print(e)




# Generators after a star
def show(*args):
    return len(args), args[:3]


def stars(n):
    out = []
    for i in range(n):
        out = [*(x * x for x in range(i) if x % 2), *out[:2]], show(*(x for x in range(i)), i), (*(c + 'x' for c in 'ab'), i)
        out = list(out)
    return out


print(stars(30), show(*(x for x in [])), {1}.union(*({x, -x} for x in range(4))))
print(*(x for x in 'abc'), sep='-')
try:
    show(*(1 // x for x in (1, 0)))
except ZeroDivisionError as e:
    print(e)
x = 'kept'
print([*(x for x in (1, 2))], x)
