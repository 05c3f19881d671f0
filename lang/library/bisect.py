def _place(a, x, lo, hi, key, after):
    # the index at which x belongs: after the items that are equal to it, or before them
    if lo < 0:
        raise ValueError('lo must be non-negative')
    if hi is None:
        hi = len(a)
    while lo < hi:
        k = (lo + hi) // 2
        item = a[k] if key is None else key(a[k])
        if (x < item) if after else not (item < x):
            hi = k
        else:
            lo = k + 1
    return lo


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    return _place(a, x, lo, hi, key, True)


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    return _place(a, x, lo, hi, key, False)


def insort_right(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)


def insort_left(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)


bisect = bisect_right
insort = insort_right
