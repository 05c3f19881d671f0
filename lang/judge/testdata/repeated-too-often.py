# How often a sequence is repeated fits into 64 bits, also where there is nothing to repeat.
for times in (2 ** 80, 2 ** 63, -2 ** 80, -2 ** 63, 2 ** 62):
    for what in ((2 ** 70, 1), (), [1], [], "ab", "", [1.5], range(2)):
        for f in (lambda: what * times, lambda: times * what):
            try:
                print(len(f()))
            except (OverflowError, TypeError, MemoryError) as e:
                print(type(e).__name__, e)
