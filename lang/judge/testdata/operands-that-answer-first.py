# The left operand answers if it knows what the right one holds, and the class of that is not derived from its own.
from collections import Counter, OrderedDict, defaultdict, namedtuple


class I(int):
    def __eq__(self, other): return 'I.eq'
    def __lt__(self, other): return 'I.lt'
    def __gt__(self, other): return 'I.gt'
    def __radd__(self, other): return 'I.radd'
    def __rmul__(self, other): return 'I.rmul'
    def __rtruediv__(self, other): return 'I.rtruediv'
    def __rpow__(self, other): return 'I.rpow'
    def __rand__(self, other): return 'I.rand'
    def __rmod__(self, other): return 'I.rmod'
    def __rdivmod__(self, other): return 'I.rdivmod'


class F(float):
    def __eq__(self, other): return 'F.eq'
    def __gt__(self, other): return 'F.gt'
    def __radd__(self, other): return 'F.radd'
    def __rdivmod__(self, other): return 'F.rdivmod'


class Frozen(frozenset):
    def __eq__(self, other): return 'Frozen.eq'
    def __ge__(self, other): return 'Frozen.ge'
    def __ror__(self, other): return 'Frozen.ror'
    def __rsub__(self, other): return 'Frozen.rsub'


class S(set):
    def __eq__(self, other): return 'S.eq'
    def __ge__(self, other): return 'S.ge'
    def __ror__(self, other): return 'S.ror'
    def __rand__(self, other): return 'S.rand'


class D(dict):
    def __eq__(self, other): return 'D.eq'
    def __ror__(self, other): return 'D.ror'


i, f, frozen, s, d = I(2), F(2), Frozen({1}), S({1}), D({1: 1})
print(1.0 == i, 1.0 < i, 1.0 + i, 1.0 * i, 1.0 / i, 1.0 ** i, 1.0 % i, divmod(1.0, i), 1.0 > i, 1.0 != i, pow(3.0, i))
print(1 == i, 1 < i, 1 + i, 1 * i, 1 / i, 1 ** i, 1 % i, divmod(1, i), 1 & i, 1 != i, 1 > i, 1 << i)
print(True == i, True < i, True + i, True * i, True / i, True & i, True ** i, divmod(True, i))
print(1 == f, 1 < f, 1 + f, 1.0 == f, 1.0 < f, 1.0 + f, 10 ** 30 == f, 10 ** 30 + f, 10 ** 30 == i, 10 ** 30 + i, divmod(9, f), True + f)
print({1} == frozen, {1} <= frozen, {1} | frozen, {1} - frozen, frozenset({1}) == frozen, frozenset({1}) <= frozen, frozenset({1}) | frozen)
print(frozenset({1}) == s, frozenset({1}) <= s, frozenset({1}) | s, {1} == s, {1} <= s, {1} | s, {1} & s, frozenset({1}) & s)
print({1: 1}.keys() == s, {1: 1}.keys() <= s, {1: 1}.keys() & s, {(1, 1): 0}.keys() == frozen)
print({1: 1} == d, {1: 1} | d, defaultdict(int) == d, defaultdict(int, {1: 1}) == d, OrderedDict({1: 1}) == d, Counter({1: 1}) == d)
total, texts = 0.0, []
for k in range(200):
    total += I(k)
    if k > 195:
        texts.append(k + I(k))
        texts.append(True + I(k))
        texts.append(0.5 < I(k))
print(total, texts)
values = [1, 1.5, True, 2 ** 70]
found = []
for k in range(200):
    found.append(values[k // 50] + i)
print(found[0], found[50], found[100], found[150], len(set(map(str, found))))


# A class derived from a namedtuple that replaces only one comparison keeps the others of tuples.
class P(namedtuple('P', 'x y')):
    def __eq__(self, other): return True
    __hash__ = None


class Q(namedtuple('Q', 'x y')):
    def __lt__(self, other): return 'Q.lt'
    def __gt__(self, other): return 'Q.gt'


R = namedtuple('R', 'x y')


class R2(R):
    def __gt__(self, other): return 'R2.gt'
    def __hash__(self): return 7


print(P(1, 2) == P(3, 4), P(1, 2) != P(3, 4), P(1, 2) != (1, 2), (P(1, 2),) == (P(3, 4),), P(1, 2) < P(1, 3))
print(Q(1, 2) < Q(0, 0), Q(1, 2) < (0, 0), (0, 0) < Q(1, 2), (0, 0) <= Q(1, 2), max([Q(0, 1), Q(0, 0)]), [Q(1, 2)] == [(1, 2)])
print(R(1, 2) < R2(0, 0), R(1, 2) <= R2(0, 0), (1, 2) < R2(0, 0), R(1, 2) == R2(1, 2), R2(1, 2) != R(1, 3), hash(R2(1, 2)), {R(1, 2): 'a'}[1, 2])
try:
    {P(1, 2)}
except TypeError as e:
    print(e)
rows = [(k % 3, R(k % 2, k), 'a') for k in range(12)]
print(sorted(rows, reverse=True)[:4], min(rows), rows.index((1, (1, 1), 'a')), (2, R(0, 2), 'a') in rows, len({row[1] for row in rows}))
try:
    sorted([(1, R(1, None)), (1, R(1, 'a'))])
except TypeError as e:
    print(e)


# The left operand has no answer for other operations, so the right one is asked; and what a method leaves undecided, the other operand
# may decide.
class Bits(int):
    def __ror__(self, other): return 'Bits.ror'
    def __rlshift__(self, other): return 'Bits.rlshift'
    def __rmatmul__(self, other): return 'Bits.rmatmul'


class Plus(frozenset):
    def __radd__(self, other): return 'Plus.radd'


class Less(dict):
    def __gt__(self, other): return 'Less.gt'


class Meters(int):
    def __add__(self, other): return NotImplemented
    def __mul__(self, other): return Meters(int(self) * int(other)) if isinstance(other, Meters) else NotImplemented
    def __eq__(self, other): return int(self) == int(other) if isinstance(other, Meters) else NotImplemented
    def __lt__(self, other): return NotImplemented
    __hash__ = None


class Shown:
    def __rmod__(self, other): return 'Shown.rmod'
    def __str__(self): return 'shown'
    def __iter__(self): return iter([1, 5])


class Letters(str):
    def __eq__(self, other): return str.__eq__(self, other.lower())
    def __hash__(self): return str.__hash__(self)
    def __add__(self, other): return str.__add__(self, other) + '!'


class Cells(list): pass


class Places(set): pass


found = []
for k in range(50):
    found.append((0.5 | Bits(k), 0.5 << Bits(k), True @ Bits(k), {k} + Plus({1}), OrderedDict() < Less()))
    found.append((Meters(k) + 0.5, Meters(k) + 1, Meters(k) * True, Meters(k) == k, Meters(k) == k + 0.5, Meters(k) < 30, Meters(k) != Meters(k), k == Meters(k)))
    found.append(('%s' % Shown(), {k: 1}.keys() | Shown(), {1: 1}.keys() & Shown(), Shown() - {1: k}.keys(), {1: 1, k: 2}.keys() - Cells([k])))
    found.append((Letters('a') == 'A', Letters('a') + str(k), hash(Letters('b')) == hash('b')))
for k in range(50):
    found.append((Places({k}) | {k: 1, 2: 3}.keys(), Places({k}) <= {k: 1}.keys(), {k: 1}.keys() == Places({k}), Places({k}) - {k: 1}.keys()))
print(*found[:4], *found[-4:], sep='\n')
try:
    print('a' % Letters('b'))
except TypeError as e:
    print(e)
