from __future__ import annotations
from __future__ import (division, print_function)
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, Generic, Protocol, TypeVar, Union, TYPE_CHECKING, runtime_checkable

T = TypeVar('T')
K = TypeVar('K')
if TYPE_CHECKING:
    import nothing


class HasArea(Protocol):
    def area(self) -> float: ...


class Stack(Generic[T]):
    def __init__(self, items: Iterable[T] = ()) -> None:
        self.items: list[T] = list(items)

    def push(self, x: T) -> Stack[T]:
        self.items.append(x)
        return self

    def pop(self) -> T:
        return self.items.pop()


class Counted(Stack[T], Generic[T, K]):
    count = 0

    def push(self, x):
        self.count += 1
        return super().push(x)


class Square:
    def __init__(self, side: Union[int, float]):
        self.side = side

    def area(self) -> float:
        return self.side ** 2


def total(shapes: Sequence[HasArea], key: Callable[[Any], float] = HasArea.area) -> float:
    return sum(s.area() for s in shapes)


s: Stack[int] = Stack[int]([1])
print(s.push(2).pop(), s.items, isinstance(s, Stack), Stack.__name__)
c = Counted[str, int]()
print(c.push('a').push('b').pop(), c.count, isinstance(c, Stack), [k.__name__ for k in (Counted, Stack)])
print(total([Square(2), Square(1.5)]))
