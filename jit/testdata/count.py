def f(n):
    s = 0
    i = 0
    while i < n:
        s += i
        i += 1
    return s


print(f(2000))

#: loop 4
#| L1(limit, sum, i, n):
#| more = int_lt(i, n)
#| guard_true(more)
#| next = int_add_ovf(sum, i)
#| guard_no_overflow()
#| i2 = int_add(i, 1)
#| guard_not_interrupted()
#| jump(L1, limit, next, i2, n)
