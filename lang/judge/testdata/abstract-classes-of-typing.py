# A program may ask for instances of the abstract classes of typing, as of those in collections.abc.
import typing
from typing import AbstractSet, Callable, Collection, Container, Generator, Hashable, Iterable, Iterator, List, Mapping, MutableMapping, \
    MutableSequence, MutableSet, Reversible, Sequence, Sized

kinds = [AbstractSet, Callable, Collection, Container, Generator, Hashable, Iterable, Iterator, Mapping, MutableMapping, MutableSequence,
         MutableSet, Reversible, Sequence, Sized]


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        while self.n:
            yield self.n
            self.n -= 1


class Names(Iterator[str]):
    def __next__(self) -> str:
        raise StopIteration


for x in (1, 'a', [1], (1,), {1: 2}, {1}, frozenset(), range(3), iter([]), (n for n in 'ab'), print, len, Countdown(2), Names(), None, 2.5, {}.keys(), b'a'):
    print(type(x).__name__, [str(kind) for kind in kinds if isinstance(x, kind)])
for kind in kinds:
    print(kind, [c.__name__ for c in (int, str, list, tuple, dict, set, frozenset, range, Countdown, Names, object) if issubclass(c, kind)])
print(isinstance([], (int, typing.Sequence)), isinstance({}.items(), typing.ItemsView), isinstance({}.values(), typing.ValuesView), isinstance([], typing.KeysView))


def flat(x: Iterable) -> Iterator:
    for item in x:
        if isinstance(item, Iterable) and not isinstance(item, (str, bytes)):
            yield from flat(item)
        else:
            yield item


print(list(flat([1, [2, (3, 'four')], {5: 6}, Countdown(3), [[[7]]]])))
total = 0
for k in range(2000):
    item = [k] if k % 3 else k
    if isinstance(item, Sequence):
        total += item[0]
    elif isinstance(item, Hashable):
        total -= 1
print(total)
