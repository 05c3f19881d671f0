"""A hundred million small objects, of which ten thousand are kept: 10 GB and more in each of the languages."""


class Node(object):
    def __init__(self, number, half):
        self.number = number
        self.half = half


def main(n):
    kept = [Node(0, 0.0) for _ in range(10000)]
    for k in range(n):
        kept[k % 10000] = Node(k, 0.5 * k)
    total = 0.0
    for node in kept:
        total += node.number + node.half
    print('%.1f' % total)


main(100000000)
