# What is wrong with the names of arguments is said before what is wrong with their number.
def one(n):
    return n


def two(a, b=2, *, c=3):
    return a, b, c


for call in (lambda: one(1, 2, k=3), lambda: one(1, 2, n=3), lambda: one(1, 2), lambda: two(1, 2, 3, d=1), lambda: two(1, 2, 3, c=1), lambda: two(1, 2, 3, a=1), lambda: two(*[1, 2, 3], **{'x': 1}), lambda: two()):
    try:
        print(call())
    except TypeError as e:
        print(e)
