"""Twelve million lists of a hundred floats, of which a thousand are kept: 10 GB."""


def main(n):
    kept = [[0.0]] * 1000
    for k in range(n):
        kept[k % 1000] = [0.5 * k] * 100
    print('%.1f' % sum([sum(row) for row in kept]))


main(12500000)
