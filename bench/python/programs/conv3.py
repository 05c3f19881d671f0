"""A convolution over one row of floats."""
from array import array

ROUNDS = 2000  # tiny 2000, short 40000, long 1400000


def conv3(a, k, n):
    b = array('d', [0.0]) * (len(a) - 2)
    for _ in range(n):
        for i in range(len(b)):
            b[i] = k[2] * a[i] + k[1] * a[i + 1] + k[0] * a[i + 2]
    return b


def main(rounds):
    row = array('d', [float(i % 97) for i in range(1000)])
    print('%.3f' % sum(conv3(row, [1.0, -2.0, 0.5], rounds)))


main(ROUNDS)
