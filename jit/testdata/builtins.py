# Functions and iterators of the language that become parts of a trace: it calls nothing, and allocates nothing.
def pairs(xs, ys):
    s = 0
    for k, (x, y) in enumerate(zip(xs, ys)):
        if (x, y) != (k, 0):
            s += min(x, y)
    return s


def stack(n):
    todo = [n]
    while todo:
        x = todo.pop()
        if x > 0:
            todo.append(x - 1)
    return len(todo)


def named(a, b=1, c=2):
    return a * b + c


def keywords(n):
    s = 0
    for i in range(n):
        s += named(i, c=5)
    return s


def counts(keys, n):
    found = {'a': 0, 'b': 0}
    i = 0
    while i < n:
        found[keys[i & 1]] += 1
        i += 1
    return found['b']


print(pairs(list(range(3000)), [7] * 3000))
print(stack(3000))
print(keywords(3000))
print(counts(['a', 'b'], 3000))

#: loop 4 ignoring guard_not_interrupted
#| L1(s, all, k, n, xs, k2, n2, ys, iterator, iterator2, count, min):
#| more = int_lt(k, n)
#| guard_true(more)
#| x = getarrayitem_gc_i(xs, k, ...)
#| more2 = int_lt(k2, n2)
#| guard_true(more2)
#| y = getarrayitem_gc_i(ys, k2, ...)
#| next = int_add(k, 1)
#| set(iterator, iterator.index, next)
#| next2 = int_add(k2, 1)
#| set(iterator2, iterator.index, next2)
#| next3 = int_add(count, 1)
#| set(all, enumerate.index, next3)
#| same = int_eq(x, count)
#| guard_true(same)
#| zero = int_is_zero(y)
#| guard_false(zero)
#| less = int_lt(y, count)
#| guard_true(less)
#| s2 = int_add_ovf(s, y)
#| guard_no_overflow()
#| jump(...)

#: loop 12
#| L1(todo, items, last, x, length):
#| setarrayitem_gc(items, last, 0, ...)
#| set(todo, list.length, last)
#| more = int_gt(x, 0)
#| guard_true(more)
#| x2 = int_add(x, -1)
#| setarrayitem_gc(items, last, x2, ...)
#| set(todo, list.length, length)
#| guard_not_interrupted()
#| jump(L1, todo, items, last, x2, length)

#: loop 25 ignoring guard_not_interrupted
#| L1(s, iterator, left, current, step, b, _):
#| guard_true(left)
#| ...
#| product = int_mul_ovf(current, b)
#| guard_no_overflow()
#| sum = int_add_ovf(product, 5)
#| guard_no_overflow()
#| s2 = int_add_ovf(s, sum)
#| guard_no_overflow()
#| jump(...)

#: loop 33 ignoring guard_not_interrupted
#| L1(...):
#| ...
#| old = call_i(ConstClass(dict_at), found, key, ...)
#| guard_nonnull_class(old, int)
#| n = get(old, int.value)
#| n2 = int_add_ovf(n, 1)
#| guard_no_overflow()
#| box = new(int)
#| set(box, int.value, n2)
#| done = call_i(ConstClass(dict_put), found, key, box, ...)
#| guard_true(done)
#| ...
#| jump(...)
