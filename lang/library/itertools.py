# Iterators: each is a class with __next__, and asks for no item before it is asked for one itself.


class _Iterator:
    def __iter__(self):
        return self


class _Once(_Iterator):
    # an iterator of the program, whose __iter__ is called once only
    def __init__(self, it):
        self._it = it

    def __next__(self):
        return next(self._it)


def _asked(iterable):
    it = iter(iterable)
    return _Once(it) if type(it).__module__ == '__main__' else it


class count(_Iterator):
    def __init__(self, start=0, step=1):
        self._next, self._step = start, step

    def __next__(self):
        value = self._next
        self._next = value + self._step
        return value

    def __repr__(self):
        if self._step == 1:
            return 'count(%r)' % (self._next,)
        return 'count(%r, %r)' % (self._next, self._step)


class cycle(_Iterator):
    def __init__(self, iterable):
        self._it, self._saved, self._at = _asked(iterable), [], -1

    def __next__(self):
        if self._at < 0:
            for item in self._it:
                self._saved.append(item)
                return item
            if not self._saved:
                raise StopIteration
            self._at = 0
        item = self._saved[self._at]
        self._at = (self._at + 1) % len(self._saved)
        return item


class repeat(_Iterator):
    def __init__(self, object, times=None):
        self._object, self._left = object, times

    def __next__(self):
        if self._left is not None:
            if self._left <= 0:
                raise StopIteration
            self._left -= 1
        return self._object

    def __repr__(self):
        if self._left is None:
            return 'repeat(%r)' % (self._object,)
        return 'repeat(%r, %r)' % (self._object, max(self._left, 0))


class chain(_Iterator):
    def __init__(self, *iterables):
        self._rest, self._it = iter(iterables), None

    @classmethod
    def from_iterable(cls, iterables):
        made = cls()
        made._rest = iter(iterables)
        return made

    def __next__(self):
        while True:
            if self._it is not None:
                for item in self._it:
                    return item
                self._it = None
            self._it = _asked(next(self._rest))


class accumulate(_Iterator):
    def __init__(self, iterable, func=None, *, initial=None):
        self._it, self._func, self._total, self._begun = iter(iterable), func, initial, False

    def __next__(self):
        if self._begun:
            item = next(self._it)
            self._total = self._total + item if self._func is None else self._func(self._total, item)
        else:
            if self._total is None:
                self._total = next(self._it)
            self._begun = True
        return self._total


class islice(_Iterator):
    def __init__(self, iterable, *args):
        limits = slice(*args)
        start, stop, step = limits.start, limits.stop, limits.step
        for n in (start, stop, step):
            if n is not None and (not isinstance(n, int) or n < 0):
                if len(args) == 1:
                    raise ValueError('Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.')
                raise ValueError('Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.')
        if step == 0:
            raise ValueError('Step for islice() must be a positive integer or None.')
        self._it, self._at = iter(iterable), 0
        self._want, self._stop, self._step = start or 0, stop, step or 1

    def __next__(self):
        if self._stop is not None and self._want >= self._stop:
            while self._at < self._stop:
                self._at += 1
                next(self._it)
            raise StopIteration
        while self._at < self._want:
            self._at += 1
            next(self._it)
        self._at += 1
        item = next(self._it)
        self._want += self._step
        return item


class takewhile(_Iterator):
    def __init__(self, predicate, iterable):
        self._predicate, self._it, self._over = predicate, iter(iterable), False

    def __next__(self):
        if not self._over:
            item = next(self._it)
            if self._predicate(item):
                return item
            self._over = True
        raise StopIteration


class dropwhile(_Iterator):
    def __init__(self, predicate, iterable):
        self._predicate, self._it = predicate, iter(iterable)

    def __next__(self):
        item = next(self._it)
        while self._predicate is not None:
            if not self._predicate(item):
                self._predicate = None
                break
            item = next(self._it)
        return item


class filterfalse(_Iterator):
    def __init__(self, predicate, iterable):
        self._predicate, self._it = predicate, iter(iterable)

    def __next__(self):
        while True:
            item = next(self._it)
            if not (item if self._predicate is None else self._predicate(item)):
                return item


class compress(_Iterator):
    def __init__(self, data, selectors):
        self._it = zip(data, selectors)

    def __next__(self):
        while True:
            item, selected = next(self._it)
            if selected:
                return item


class starmap(_Iterator):
    def __init__(self, function, iterable):
        self._function, self._it = function, iter(iterable)

    def __next__(self):
        return self._function(*next(self._it))


class pairwise(_Iterator):
    def __init__(self, iterable):
        self._it, self._begun, self._last = iter(iterable), False, None

    def __next__(self):
        if not self._begun:
            self._last, self._begun = next(self._it), True
        a, self._last = self._last, next(self._it)
        return a, self._last


class zip_longest(_Iterator):
    def __init__(self, *iterables, fillvalue=None):
        self._its, self._fill, self._left = [_asked(x) for x in iterables], fillvalue, len(iterables)

    def __next__(self):
        if self._left == 0:
            raise StopIteration
        row = []
        for k, it in enumerate(self._its):
            if it is None:
                row.append(self._fill)
                continue
            for item in it:
                row.append(item)
                break
            else:
                self._its[k] = None
                self._left -= 1
                if self._left == 0:
                    raise StopIteration
                row.append(self._fill)
        return tuple(row)


_none = object()


class _Group(_Iterator):
    def __init__(self, of, target):
        self._of, self._target = of, target

    def __next__(self):
        of = self._of
        if of._group is not self:
            raise StopIteration
        if of._item is _none:
            of._step()
        if not self._target == of._value:
            raise StopIteration
        item, of._item = of._item, _none
        return item


class groupby(_Iterator):
    # The next item with its key, if it was taken, and the key of the group that was given last.
    def __init__(self, iterable, key=None):
        self._it, self._key = iter(iterable), key
        self._item = self._value = self._target = _none
        self._group = None

    def _step(self):
        item = next(self._it)
        value = item if self._key is None else self._key(item)
        self._item, self._value = item, value

    def __next__(self):
        self._group = None
        while self._value is _none or self._target is not _none and self._value == self._target:
            self._step()
        self._target = self._value
        self._group = _Group(self, self._target)
        return self._target, self._group


class product(_Iterator):
    def __init__(self, *iterables, repeat=1):
        self._pools = [tuple(x) for x in iterables] * repeat
        self._at = None
        self._over = not all(self._pools)

    def __next__(self):
        if self._over:
            raise StopIteration
        if self._at is None:
            self._at = [0] * len(self._pools)
        else:
            k = len(self._at) - 1
            while k >= 0:
                self._at[k] += 1
                if self._at[k] < len(self._pools[k]):
                    break
                self._at[k] = 0
                k -= 1
            if k < 0:
                self._over = True
                raise StopIteration
        return tuple([pool[k] for pool, k in zip(self._pools, self._at)])


class permutations(_Iterator):
    def __init__(self, iterable, r=None):
        self._pool = tuple(iterable)
        n = len(self._pool)
        self._r = n if r is None else r
        if self._r < 0:
            raise ValueError('r must be non-negative')
        self._at, self._cycles, self._begun = list(range(n)), list(range(n, n - self._r, -1)), False
        self._over = self._r > n

    def __next__(self):
        if self._over:
            raise StopIteration
        at, cycles, n = self._at, self._cycles, len(self._pool)
        if self._begun:
            k = self._r - 1
            while k >= 0:
                cycles[k] -= 1
                if cycles[k] > 0:
                    j = n - cycles[k]
                    at[k], at[j] = at[j], at[k]
                    break
                first = at[k]
                for m in range(k, n - 1):
                    at[m] = at[m + 1]
                at[n - 1] = first
                cycles[k] = n - k
                k -= 1
            if k < 0:
                self._over = True
                raise StopIteration
        self._begun = True
        return tuple([self._pool[k] for k in at[:self._r]])


class combinations(_Iterator):
    _again = 0

    def __init__(self, iterable, r):
        self._pool, self._r = tuple(iterable), r
        if r < 0:
            raise ValueError('r must be non-negative')
        self._at = [k * (1 - self._again) for k in range(r)]
        self._begun = False
        self._over = r > len(self._pool) if not self._again else r > 0 and not self._pool

    def __next__(self):
        if self._over:
            raise StopIteration
        at, r, n = self._at, self._r, len(self._pool)
        if self._begun:
            k = r - 1
            while k >= 0 and at[k] == (n - 1 if self._again else k + n - r):
                k -= 1
            if k < 0:
                self._over = True
                raise StopIteration
            at[k] += 1
            for j in range(k + 1, r):
                at[j] = at[j - 1] + 1 - self._again
        self._begun = True
        return tuple([self._pool[k] for k in at])


class combinations_with_replacement(combinations):
    _again = 1


class _Tee(_Iterator):
    def __init__(self, it, waiting, mine):
        self._it, self._waiting, self._mine = it, waiting, mine

    def __next__(self):
        if not self._mine:
            item = next(self._it)
            for queue in self._waiting:
                queue.append(item)
        return self._mine.pop(0)


def tee(iterable, n=2):
    it, waiting = iter(iterable), [[] for _ in range(n)]
    return tuple([_Tee(it, waiting, mine) for mine in waiting])
