print(dict.fromkeys('aab', 0), dict.fromkeys([1, 2]), {}.fromkeys('xy'), dict.fromkeys(range(3), []))
f = dict.fromkeys
print(f('q'), list(dict.fromkeys([3, 1, 3, 2, 1])))
class G:
    def __enter__(self): return self
    def __exit__(self, a, b, tb):
        print(a, b, tb is None, type(tb).__name__)
        return True
for x in (0, 1):
    with G():
        1 // x
def inner(): raise ValueError('deep')
with G(): inner()
def loop(n):
    for k in range(n):
        with G():
            if k % 7 == 6: raise KeyError(k)
            d = dict.fromkeys([k, k + 1], k)
    return d
print(loop(30))
for bad in (lambda: dict.fromkeys(), lambda: dict.fromkeys(5), lambda: dict.fromkeys([[]]), lambda: dict.fromkeys(1, 2, 3)):
    try: print(bad())
    except TypeError as e: print(e)
from collections import Counter, OrderedDict, defaultdict
o = OrderedDict.fromkeys('abracadabra')
o.move_to_end('a')
print(o, OrderedDict().fromkeys('xy', 1), type(o) is OrderedDict, o.popitem(last=False))
e = defaultdict.fromkeys('ab', 3)
print(e, type(e) is defaultdict, defaultdict(list).fromkeys([1]))
try: e['c']
except KeyError as x: print(repr(x))
try: Counter.fromkeys('aab')
except NotImplementedError as x: print(x)
