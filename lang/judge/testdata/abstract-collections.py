from abc import abstractmethod
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from collections.abc import (Callable, Collection, Container, Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping, MutableMapping,
                             MutableSequence, MutableSet, Reversible, Sequence, Set, Sized, ValuesView)
from typing import Generic, Protocol, TypeVar, runtime_checkable

T = TypeVar('T')


class Own:
    def __iter__(self):
        return iter('own')

    def __len__(self):
        return 3


class Unhashable:
    __hash__ = None


P = namedtuple('P', 'x y')
things = [1, 2.5, True, None, 'text', (1,), [1], {1: 2}, {1}, frozenset(), range(3), deque(), Counter(), OrderedDict(), defaultdict(int), P(1, 2), Own(), Unhashable(),
          len, print, lambda: 0, Own, iter([]), iter({}), zip(), map(len, []), enumerate([]), reversed([]), {}.keys(), {}.items(), {}.values(), ValueError('x'), 'a'.join, slice(1)]
kinds = [Callable, Collection, Container, Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping, MutableMapping, MutableSequence, MutableSet, Reversible, Sequence, Set,
         Sized, ValuesView]
for kind in kinds:
    print(kind.__name__, ''.join('.X'[isinstance(x, kind)] for x in things))
    if kind is not Hashable:
        print(kind.__name__, ''.join('.X'[issubclass(type(x), kind)] for x in things))


def flatten(x):
    return [z for y in x for z in flatten(y)] if isinstance(x, Iterable) and not isinstance(x, (str, Mapping)) else [x]


print(flatten([1, (2, [3, 'four', {5: 6}]), {7}, range(8, 10)]))
total = 0
for i in range(300):
    for x in (i, [i], 'a', {i: i}):
        total += isinstance(x, Iterable) + 2 * isinstance(x, (Mapping, int)) + 4 * isinstance(x, Sequence)
print(total)


class Deck(MutableSequence):
    def __init__(self, *cards):
        self.cards = list(cards)

    def __getitem__(self, k):
        return self.cards[k]

    def __setitem__(self, k, v):
        self.cards[k] = v

    def __delitem__(self, k):
        del self.cards[k]

    def __len__(self):
        return len(self.cards)

    def insert(self, k, v):
        self.cards.insert(k, v)


d = Deck(3, 1)
d.append(2)
d += [5, 4]
d.extend(d)
d.reverse()
d.remove(5)
print(d.cards, d.pop(), d.pop(0), d.index(1), d.count(3), list(reversed(d)), 2 in d, list(d), isinstance(d, Sequence), vars(d))
for bad in (lambda: d.index(99), lambda: d.remove(99), lambda: Sequence(), lambda: hash(set()), lambda: Iterable()):
    try:
        bad()
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)


class Lower(MutableMapping):
    def __init__(self, *args, **names):
        self.d = {}
        self.update(*args, **names)

    def __getitem__(self, k):
        return self.d[k.lower()]

    def __setitem__(self, k, v):
        self.d[k.lower()] = v

    def __delitem__(self, k):
        del self.d[k.lower()]

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)


m = Lower({'A': 1}, B=2)
m.update([('C', 3)])
print(dict(m), m['a'], 'b' in m, m.get('x'), list(m.items()), list(m.keys()), list(m.values()), m == {'a': 1, 'b': 2, 'c': 3}, len(m), m.setdefault('D', 4), m.pop('d'), m.pop('q', 0))
print(m.popitem(), {**m}, sorted(m), ('b', 2) in m.items(), 2 in m.values(), m.keys() & {'a'}, isinstance(m, Mapping), isinstance(m, dict))
m.clear()
print(len(m), bool(m), m != {})
try:
    m['gone']
except KeyError as e:
    print('KeyError', e)


class Ordered(Set):
    def __init__(self, items=()):
        self.items = list(dict.fromkeys(items))

    def __contains__(self, x):
        return x in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def __repr__(self):
        return 'Ordered(%r)' % self.items


s, t = Ordered('hello'), Ordered('world')
print(s & t, s | t, s - t, s ^ t, s <= s, s < t, s == Ordered('helo'), s.isdisjoint('xyz'), s & 'lo', s >= {'h'}, {'h'} <= s)


class Countdown(Iterator):
    def __init__(self, n):
        self.n = n

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n + 1


class Half(Sequence):
    def __len__(self):
        return 2


print(list(Countdown(3)), isinstance(Countdown(1), Iterable))
try:
    Half()
except TypeError as e:
    print(e)


@runtime_checkable
class Drawable(Protocol):
    color: str

    def draw(self): ...


class Closable(Protocol):
    def close(self): ...

    @abstractmethod
    def open(self): ...


@runtime_checkable
class Sizeable(Protocol):
    def size(self) -> int:
        return 5


class Circle:
    def __init__(self):
        self.color = 'red'

    def draw(self):
        return 'circle'


class Square(Sizeable):
    __slots__ = ('a',)

    def draw(self):
        return 'square'


print(isinstance(Circle(), Drawable), isinstance(Square(), Drawable), isinstance(3, Drawable), isinstance(Square(), Sizeable), Square().size(), issubclass(Circle, Sizeable), issubclass(Square, Sizeable))
for bad in (lambda: isinstance(Circle(), Closable), lambda: issubclass(Circle, Drawable), lambda: Drawable(), lambda: Closable(), lambda: runtime_checkable(Circle), lambda: setattr(Square(), 'b', 1)):
    try:
        print(bad())
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)


class Node(Generic[T]):
    __slots__ = ('value',)

    def __init__(self, value):
        self.value = value


class Loose(Generic[T]):
    pass


n = Node(1)
try:
    n.color = 'red'
except AttributeError as e:
    print(e)
loose = Loose()
loose.color = 'red'
print(n.value, vars(loose))


class Queue(deque):
    def push(self, x):
        self.append(x)


q = Queue([1], 2)
q.push(2)
q.push(3)
print(q, Queue('ab'))
