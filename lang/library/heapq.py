# What stands where in a heap can be seen, so each function compares the same items as CPython's, in the same order.


def _rise(heap, k, top):
    # An item rises as long as it is smaller than its parent, but not above an index.
    item, parent = heap[k], (k - 1) // 2
    while k > top and item < heap[parent]:
        heap[k] = heap[parent]
        k, parent = parent, (parent - 1) // 2
    heap[k] = item


def _sink(heap, top):
    # The smaller child moves up, down to a leaf; then the item rises from there.
    item, k, last = heap[top], top, len(heap) - 1
    while 2 * k < last:
        child = 2 * k + 1
        if child < last and not heap[child] < heap[child + 1]:
            child += 1
        heap[k] = heap[child]
        k = child
    heap[k] = item
    _rise(heap, k, top)


def heappush(heap, item):
    heap.append(item)
    _rise(heap, len(heap) - 1, 0)


def heappop(heap):
    if not heap:
        raise IndexError('index out of range')
    heap[0], heap[-1] = heap[-1], heap[0]
    first = heap.pop()
    if heap:
        _sink(heap, 0)
    return first


def heapreplace(heap, item):
    if not heap:
        raise IndexError('index out of range')
    first, heap[0] = heap[0], item
    _sink(heap, 0)
    return first


def heappushpop(heap, item):
    if not heap or not heap[0] < item:
        return item
    return heapreplace(heap, item)


def heapify(x):
    for k in range(len(x) // 2 - 1, -1, -1):
        _sink(x, k)


_absent = object()


def nsmallest(n, iterable, key=None):
    return sorted(_wanted(n, iterable), key=key)[:max(n, 0)]


def nlargest(n, iterable, key=None):
    return sorted(_wanted(n, iterable), key=key, reverse=True)[:max(n, 0)]


def _wanted(n, iterable):
    # The items to choose from. Of an iterator, n are asked for first, and then all others if there was one.
    if n == 1 or hasattr(type(iterable), '__len__'):
        return iterable
    it, first = iter(iterable), []
    for _ in range(n):
        item = next(it, _absent)
        if item is _absent:
            break
        first.append(item)
    return first + list(it) if first else first


class _Greater:
    # a head of a merge in falling order, in a heap whose first item is the smallest
    def __init__(self, head):
        self.head = head

    def __lt__(self, other):
        return other.head < self.head


class _Merge:
    # The first items that are left are in a heap, each as a list of its key, the number of its iterable, itself and its iterator. An
    # iterator is asked for its next item when the one after that is wanted.
    def __init__(self, iterables, key, reverse):
        self._iterables, self._key, self._reverse, self._heap = iterables, key, reverse, None

    def __iter__(self):
        return self

    def _put(self, head, item):
        head[0], head[2] = item if self._key is None else self._key(item), item

    def _begin(self):
        self._heap = heap = []
        number = 0
        for iterable in self._iterables:
            it = iter(iterable)
            item = next(it, _absent)
            if item is not _absent:
                head = [None, -number if self._reverse else number, None, it]
                self._put(head, item)
                heap.append(_Greater(head) if self._reverse else head)
            number += 1
        heapify(heap)

    def _head(self):
        return self._heap[0].head if self._reverse else self._heap[0]

    def __next__(self):
        heap = self._heap
        if heap is None:
            self._begin()
            heap = self._heap
        elif heap:
            head = self._head()
            item = next(head[3], _absent)
            if item is _absent:
                heappop(heap)
            elif len(heap) == 1:  # whose key is not asked for any more
                return item
            else:
                self._put(head, item)
                heapreplace(heap, heap[0])
        if not heap:
            raise StopIteration
        return self._head()[2]


def merge(*iterables, key=None, reverse=False):
    return _Merge(iterables, key, reverse)
