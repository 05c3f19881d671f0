from typing import Iterator, Dict, List, Tuple, Mapping, Generic, TypeVar
import typing
K = TypeVar("K")
class A(Iterator[int]):
    def __next__(self): return 1
class B(Dict[str, int]):
    def total(self): return sum(self.values())
class C(typing.List[int]):
    pass
class D(Mapping[str, int], Generic[K]):
    def __getitem__(self, k): return 1
    def __iter__(self): return iter("ab")
    def __len__(self): return 2
print(next(A()), B(a=1, b=2).total(), C([1]), dict(D()), B.__name__, A.__name__)
