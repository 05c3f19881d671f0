# What stands where in a heap can be seen, so each function compares the same items as CPython's, in the same order.


def _up(heap, start, pos):
    item = heap[pos]
    while pos > start:
        parent = (pos - 1) >> 1
        if not item < heap[parent]:
            break
        heap[pos] = heap[parent]
        pos = parent
    heap[pos] = item


def _down(heap, pos):
    # The smaller child moves up, down to a leaf; then the item rises from there.
    end = len(heap)
    start = pos
    item = heap[pos]
    child = 2 * pos + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[pos] = heap[child]
        pos = child
        child = 2 * pos + 1
    heap[pos] = item
    _up(heap, start, pos)


def heappush(heap, item):
    heap.append(item)
    _up(heap, 0, len(heap) - 1)


def heappop(heap):
    if not heap:
        raise IndexError('index out of range')
    last = heap.pop()
    if heap:
        first = heap[0]
        heap[0] = last
        _down(heap, 0)
        return first
    return last


def heapreplace(heap, item):
    if not heap:
        raise IndexError('index out of range')
    first = heap[0]
    heap[0] = item
    _down(heap, 0)
    return first


def heappushpop(heap, item):
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _down(heap, 0)
    return item


def heapify(x):
    for k in reversed(range(len(x) // 2)):
        _down(x, k)


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
