from typing import Callable, Collection, Container, Generator, Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping, MutableMapping
from typing import MutableSequence, MutableSet, Reversible, Sequence, Sized, ValuesView
from typing import AbstractSet as Set
