# The program's own functions and methods with names of those that take all elements of a generator at once.
import collections
from collections import deque
from statistics import median as average
from math import fsum as total


def mean(xs):
    xs = list(xs)
    return sum(xs) / len(xs)


def prod(it):
    r = 1
    for x in it:
        r *= x
        if r > 100:
            return r  # and never asks for the rest
    return r


def say(x):
    print('makes', x)
    return x


print(mean(x for x in range(5)), prod(say(x) for x in [1, 20, 30, 40]), average(x for x in (1, 5, 2)), total(x for x in [0.1] * 3))


class Bag:
    def __init__(self, it=()):
        self.items = list(it)

    def union(self, it):
        return Bag(self.items + list(it))

    def extend(self, it):
        for x in it:
            print('takes', x)
            self.items.append(x)

    def join(self, it):
        return '/'.join(it)

    def mean(self, it):
        return sum(it)


b = Bag(x for x in 'ab')
b.extend(say(c) for c in 'cd')
print(b.union(x for x in 'ef').items, b.join(str(x) for x in range(3)), b.mean(x for x in (1, 2)), ','.join(str(x) for x in range(3)))
q = deque([1, 2])
q.extend(x * 2 for x in (3, 4))
q.extendleft(x for x in 'ab')
print(q)


class Stack(list):
    pass


s = Stack()
s.extend(x for x in 'ab')
plain = []
plain.extend(x for x in s)
print(s, plain)
try:
    q.extend(1 // x for x in (1, 0))
except ZeroDivisionError:
    print(q)


def changed():
    global mode
    mode = lambda it: sorted(it)[0]


changed()
print(mode(x for x in 'cab'))
Bag.difference = lambda self, it: [x for x in self.items if x not in set(it)]
print(b.difference(x for x in 'a'))
for k in range(50):
    q.extend(i for i in range(3))
    b.items.extend(i for i in range(2))
    if mean(x * k for x in range(4)) != 1.5 * k:
        print(k)
print(len(q), len(b.items))
with_any = any(x == 2 for x in q)


def any(it):
    return 'my own ' + str(list(it))


print(any(x for x in 'ab'), with_any)
