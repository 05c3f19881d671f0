# What the library's functions return, and what they say of mistakes.
from collections import deque


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


d = deque([1, 2, 3])
d.append(4)
d.appendleft(0)
print(d, d.pop(), d.popleft(), len(d), d[0], d[-1], 2 in d, list(d), list(reversed(d)), bool(deque()))
d.extend('ab')
d.extendleft('xy')
d.rotate(2)
print(d, d.index('a'), d.count(1), d == deque(list(d)), d != deque(), deque([1]) < deque([2]), d.copy())
d.rotate(-1)
d.remove('x')
d.insert(1, 'i')
d.reverse()
d[0] = 'first'
del d[1]
print(d, d + deque('z'), deque('ab') * 2)
d += [7]
last = deque(range(10), maxlen=3)
last.append(10)
last.appendleft(6)
print(last, last.maxlen, d, deque(maxlen=0), deque([[1]], 2))
attempt(deque().popleft)
attempt(deque().pop)
attempt(lambda: d[99])
attempt(d.remove, 99)
attempt(deque, 5)
attempt(deque, [], -1)
attempt(hash, d)
attempt(lambda: last.insert(0, 1))


def mutated():
    for x in d:
        d.append(x)


attempt(mutated)
queue = deque([(0, 1)])
seen = {1}
order = []
while queue:
    depth, n = queue.popleft()
    order.append(n)
    for m in (2 * n, 3 * n, n + 7):
        if m < 90 and m not in seen:
            seen.add(m)
            queue.append((depth + 1, m))
print(len(order), order[-5:], depth)
