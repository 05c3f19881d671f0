class P:
    def __init__(self, x):
        self.x = x

    def add(self, other):
        return P(self.x + other.x)


def f(n):
    p = P(0.0)
    for i in range(n):
        if i % 4 == 3:
            p = p.add(P(0.5))
        else:
            p = p.add(P(1.5))
    return p.x


print(f(3000))

# No instance and no float is allocated in the loop; only the iterator of the range is written.
#: loop 11 ignoring guard_not_interrupted
#| L1(x, iterator, left, current, step, more):
#| guard_true(left)
#| left2 = int_add(left, -1)
#| set(iterator, range_iterator.left, left2)
#| current2 = int_add(current, step)
#| set(iterator, range_iterator.current, current2)
#| ...
#| x2 = float_add(x, more)
#| jump(L1, x2, iterator, left2, current2, step, more)

# What was virtual at the exit is allocated once, at the end of the bridge.
#: bridge 11
#| label(x, iterator, k)
#| is3 = int_eq(k, 3)
#| guard_true(is3) [instance(...), iterator, int(...)]
#| ...
#| x2 = float_add(x, _)
#| guard_not_interrupted()
#| p = new(instance)
#| set(p, instance.map, _)
#| ...
#| jump(_, p, iterator)

#: recorded 11
#| label(...)
#| ...
#| p = new(instance)
#| ...
#| jump(...)
