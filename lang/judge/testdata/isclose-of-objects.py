# `__float__` of the first argument collects before the second one is read.
import math

class X:
    def __init__(self, v): self.v = v
    def __float__(self): return [self.v + 0.0 for _ in range(3)][0]
print(math.isclose(X(1), X(1.1)), math.isclose(X(1), X(1.1), rel_tol=X(0.2)), math.isclose(X(1), 3.5, abs_tol=X(2), rel_tol=X(0)), math.isclose(X(2), 1 / 2))
