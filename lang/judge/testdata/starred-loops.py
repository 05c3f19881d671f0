# `*` among the targets of `for`, and indices that are none.
t = 0
for i in range(3000):
    for a, *b in [(1, 2, 3), 'xy', [i]]:
        t += len(b)
    for (p, *q), *r in (((1, 2), i),):
        t += len(q) + len(r)
print(t, [x for x, *y in [(1, 2), (3,)]], {k: v for k, *v in ['abc', 'd']})


class Third:
    def __index__(self):
        return 1.5


for f in (lambda: [1]['a':], lambda: 'abc'[:Third()], lambda: [1].index(1, 'a'), lambda: (1,).index(1, None), lambda: 'a'.find('a', 'b'), lambda: 'a'.find('a', None), lambda: (1,)[Third()], lambda: range(Third())):
    try:
        print(f())
    except TypeError as e:
        print(e)
