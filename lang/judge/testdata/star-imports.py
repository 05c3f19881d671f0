# `from … import *` takes the public names of a module, and with them names of the language.
from math import *
from operator import *
from typing import *
from json.decoder import *
import math
if True:
    from collections import *


def area(r: Optional[float] = None) -> List[float]:
    return [pi * r ** 2, pow(r, 2)]


class Grid(NamedTuple):
    rows: int
    e: float = e


print(area(2.0), pow(2, 3), f"{sqrt(2):.3f}", floor(-2.5), add(1, 2), abs(-3), inv(5), indexOf([4, 5], 5), call(max, 1, 2))
print(Counter("aab").most_common(1), deque([1], 2), Grid(1), math.cos(0), sum(x for x in (1, 2)))
print(JSONDecoder().decode("[1, 2]"), JSONDecodeError.__name__)
print(iadd([1], [2]), ior({1}, {2}), ifloordiv(7, 2), ilshift(1, 3), imod("%s", 1), ipow(2, 5), itruediv(1, 2), ixor(5, 1), iand(6, 3), irshift(8, 1))
cos = "mine"
print(cos)
from math import *
print(cos(0))
try:
    print(getcwd())
except NameError as error:
    print(error)
try:
    print(fsum_)
except NameError as error:
    print(error)
