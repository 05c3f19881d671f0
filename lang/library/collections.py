class deque:
    # The items from _head on; what stands before it was taken away on the left.
    __slots__ = ('_items', '_head', 'maxlen', '_changes')
    __hash__ = None

    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None:
            if not isinstance(maxlen, int):
                raise TypeError('an integer is required')
            if maxlen < 0:
                raise ValueError('maxlen must be non-negative')
        self._items = list(iterable)
        self._head = 0
        self.maxlen = maxlen
        self._changes = 0
        if maxlen is not None and len(self._items) > maxlen:
            del self._items[:len(self._items) - maxlen]

    def append(self, x):
        self._items.append(x)
        self._changes += 1
        if self.maxlen is not None and len(self._items) - self._head > self.maxlen:
            self.popleft()

    def appendleft(self, x):
        if self._head == 0:
            room = len(self._items) + 8
            self._items[:0] = [x] * room
            self._head = room
        self._head -= 1
        self._items[self._head] = x
        self._changes += 1
        if self.maxlen is not None and len(self._items) - self._head > self.maxlen:
            self._items.pop()

    def pop(self):
        if len(self._items) == self._head:
            raise IndexError('pop from an empty deque')
        self._changes += 1
        return self._items.pop()

    def popleft(self):
        items, head = self._items, self._head
        if head == len(items):
            raise IndexError('pop from an empty deque')
        x = items[head]
        self._changes += 1
        head += 1
        if head > 64 and 2 * head > len(items):
            del items[:head]
            head = 0
        self._head = head
        return x

    def extend(self, iterable):
        for x in list(iterable):
            self.append(x)

    def extendleft(self, iterable):
        for x in list(iterable):
            self.appendleft(x)

    def clear(self):
        self._items, self._head = [], 0
        self._changes += 1

    def copy(self):
        return type(self)(self, self.maxlen)

    __copy__ = copy

    def count(self, x):
        return self._items[self._head:].count(x)

    def index(self, x, *limits):
        items = self._items[self._head:]
        try:
            return items.index(x, *limits)
        except ValueError:
            raise ValueError('%r is not in deque' % (x,)) from None

    def insert(self, i, x):
        n = len(self)
        if n == self.maxlen:
            raise IndexError('deque already at its maximum size')
        items = self._items[self._head:]
        items.insert(i, x)
        self._items, self._head = items, 0
        self._changes += 1

    def remove(self, value):
        items = self._items[self._head:]
        try:
            items.remove(value)
        except ValueError:
            raise ValueError('%r is not in deque' % (value,)) from None
        self._items, self._head = items, 0
        self._changes += 1

    def reverse(self):
        self._items = self._items[self._head:][::-1]
        self._head = 0

    def rotate(self, n=1):
        items = self._items[self._head:]
        if items:
            n = -n % len(items)
            self._items, self._head = items[n:] + items[:n], 0
            self._changes += 1

    def __len__(self):
        return len(self._items) - self._head

    def _at(self, i):
        if i < 0:
            i += len(self)
        if i < 0 or i >= len(self):
            raise IndexError('deque index out of range')
        return self._head + i

    def __getitem__(self, i):
        if not isinstance(i, int):
            raise TypeError("sequence index must be integer, not '%s'" % type(i).__name__)
        return self._items[self._at(i)]

    def __setitem__(self, i, x):
        self._items[self._at(i)] = x

    def __delitem__(self, i):
        del self._items[self._at(i)]
        self._changes += 1

    def __contains__(self, x):
        return x in self._items[self._head:]

    def __iter__(self):
        return _DequeIterator(self)

    def __reversed__(self):
        return iter(self._items[self._head:][::-1])

    def __repr__(self):
        text = repr(self._items[self._head:])
        if self.maxlen is None:
            return 'deque(%s)' % text
        return 'deque(%s, maxlen=%d)' % (text, self.maxlen)

    def __eq__(self, other):
        return list(self) == list(other) if isinstance(other, deque) else NotImplemented

    def __lt__(self, other):
        return list(self) < list(other) if isinstance(other, deque) else NotImplemented

    def __le__(self, other):
        return list(self) <= list(other) if isinstance(other, deque) else NotImplemented

    def __gt__(self, other):
        return list(self) > list(other) if isinstance(other, deque) else NotImplemented

    def __ge__(self, other):
        return list(self) >= list(other) if isinstance(other, deque) else NotImplemented

    def __add__(self, other):
        if not isinstance(other, deque):
            raise TypeError('can only concatenate deque (not "%s") to deque' % type(other).__name__)
        made = self.copy()
        made.extend(other)
        return made

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return type(self)(list(self) * n, self.maxlen)

    __rmul__ = __mul__


class _DequeIterator:
    def __init__(self, of):
        self._of, self._k, self._changes = of, 0, of._changes

    def __iter__(self):
        return self

    def __next__(self):
        of = self._of
        if of._changes != self._changes:
            raise RuntimeError('deque mutated during iteration')
        if self._k == len(of):
            raise StopIteration
        self._k += 1
        return of._items[of._head + self._k - 1]
