# What went wrong in traces: a reference that was compared with a constant was never equal in machine code.
def cap(x):
    pass


for i6 in 'héllo':
    i7 = cap(())
    if i7 == 9:
        print("wrong", i6)
print("end", i7)

# A comprehension in a loop, whose variable has no value at first, and a call after it.
total = 0
for k in range(12):
    total += len([x * k for x in (1, 2, 3) if x != k])
print(total)

# A call of a function that is recursive, at different depths, from a loop that is a trace.


def count(n):
    found = 0
    for m in range(n):
        found += 1 + count(m)
    return found


print(count(9))


# A loop whose types change, twice.
def grow(x, n):
    for step in range(n):
        x = x + x
    return x


print(grow(1, 70), grow(0.5, 8), grow('a', 4), grow(3, 5))


class Bag:
    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        return Bag(self.n + other.n) if isinstance(other, Bag) else NotImplemented

    def __radd__(self, other):
        return Bag(other + self.n)


s = Bag(0)
for k in range(20):
    s = s + Bag(k)
    if k % 5 == 0:
        s = 1 + s
print(s.n)

# An attribute of the class changes in the middle.
Bag.extra = 1
for k in range(30):
    if k == 15:
        Bag.extra = 2
    s.n += Bag.extra
print(s.n)

# An exception that a call raises in a trace, with two functions inlined.


def outer(d, k):
    return inner(d, k) + 1


def inner(d, k):
    return d[k] * 2


got = 0
try:
    for k in range(50):
        got += outer({j: j for j in range(40)}, k)
except KeyError as e:
    print('no key', e, got)
for k in range(10):
    print(7 // (9 - k), end=' ')
