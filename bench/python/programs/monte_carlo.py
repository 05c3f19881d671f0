"""Pi from random points: an object with a state that changes, called twice an iteration."""

ROUNDS = 800  # tiny 800, short 8000, long 220000


class Random(object):
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state * 1103515245 + 12345) % 2147483648
        return self.state / 2147483648.0


def monte_carlo(n):
    r = Random(113)
    under = 0
    for _ in range(n):
        x = r.next()
        y = r.next()
        if x * x + y * y <= 1.0:
            under += 1
    return 4.0 * under / n


print('%.6f' % monte_carlo(1000 * ROUNDS))
