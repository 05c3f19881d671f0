# An exception ends the program while a trace runs: the frames are rebuilt, so that the traceback is CPython's.


def ratio(a, b):
    return a // b


total = 0
for i in range(5000):
    total += ratio(100000, 4000 - i)
print(total)
