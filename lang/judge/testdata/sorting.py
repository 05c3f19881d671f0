# Which keys a sort compares, and in which order, can be seen.
import random
random.seed(15)
log = []


class Key:
    def __init__(self, v, name=0, limit=10 ** 9):
        self.v, self.name, self.limit = v, name, limit

    def __lt__(self, other):
        log.append(self.name * 1000 + other.name)
        if len(log) > self.limit:
            raise ValueError('%d < %d' % (self.name, other.name))
        return self.v < other.v


def digest(list):
    h = 7
    for x in list:
        h = (h * 1000003 ^ x) & 0xffffffffffff
    return h


def make(n, kind):
    if kind == 0:
        return [random.randint(0, n) for k in range(n)]
    if kind == 1:
        return [k for k in range(n)]
    if kind == 2:
        return [-k for k in range(n)]
    if kind == 3:
        return [random.randint(0, 3) for k in range(n)]
    if kind == 4:  # a few long runs
        return [k * 7 % (n // 3 + 1) for k in range(n)]
    if kind == 5:
        return [k for k in range(n)] + [random.randint(0, n)]
    if kind == 6:  # runs that do not overlap much
        return [k // 50 % 2 * n + k for k in range(n)]
    return [k + random.randint(0, 9) for k in range(n)]


def try_sort(list, reverse):
    del log[:]
    try:
        list.sort(reverse=reverse)
    except (ValueError, TypeError) as e:
        return str(e)
    return 'sorted'


for n, kinds in ((0, (0,)), (1, (0,)), (2, (0, 1, 2)), (5, (0, 3)), (33, (0, 2, 5)), (64, (0, 1, 3)), (100, (0, 4, 7)), (150, (4, 5, 6))):
    for kind in kinds:
        values = make(n, kind)
        reverse = kind % 2 == 0
        keys = [Key(v, k) for k, v in enumerate(values)]
        what = try_sort(keys, reverse)
        print(n, kind, what, len(log), digest(log), digest([k.name for k in keys]))
        limit = random.randint(0, 4 * n)
        keys = [Key(v, k, limit) for k, v in enumerate(values)]
        what = try_sort(keys, reverse)
        print(what, len(log), digest([k.name for k in keys]))
mixed = [1, 2.5, 'a', None, (1,), [2], True]
for n in range(0, 60, 4):
    list = [mixed[random.randint(0, 6 if k % 9 == 8 else 1)] for k in range(n)]
    what = try_sort(list, n % 3 == 0)
    print(what, list)
    print(try_sort([(x, k) for k, x in enumerate(list)], False))
seen = []
shown = [3, 1, 2]


def key(x):
    seen.append((x, shown[:]))
    return -x


shown.sort(key=key)
print(seen, shown)


def grows(x):
    shown.append(x)
    return x


try:
    shown.sort(key=grows)
except ValueError as e:
    print(e)
print(shown)


def fails(x):
    return 1 // (x - 2)


try:
    shown.sort(key=fails)
except ZeroDivisionError as e:
    print(e)
print(shown, sorted('banana', reverse=True), sorted([3, 1.5, True, 2 ** 70]))
