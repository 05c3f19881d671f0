for n in (2 ** 62, 2 ** 63 - 1, 2 ** 63, 2 ** 64, 30 * 2 ** 63 - 1, 30 * 2 ** 63, 2 ** 70, 30 * ((2 ** 63 - 25) // 4 - 1), 30 * ((2 ** 63 - 25) // 4 - 1) + 1, 30 * ((2 ** 63 - 25) // 4), 30 * ((2 ** 63 - 25) // 4) - 31):
    for a in (1, 0, -1, 2 ** 70):
        try:
            print(a << n)
        except (MemoryError, OverflowError) as e:
            print(n, type(e).__name__, e)
        print(a >> n)
