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


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:max(n, 0)]


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]


def merge(*iterables, key=None, reverse=False):
    # What comes next is the smallest of the first items that are left, of equal ones that of the first list.
    lists = [items for items in [list(x) for x in iterables] if items]
    at = [0] * len(lists)
    merged = []
    while lists:
        best, least = 0, None
        for k, items in enumerate(lists):
            x = items[at[k]] if key is None else key(items[at[k]])
            if k == 0 or (least < x if reverse else x < least):
                best, least = k, x
        merged.append(lists[best][at[best]])
        at[best] += 1
        if at[best] == len(lists[best]):
            del lists[best], at[best]
    return iter(merged)
