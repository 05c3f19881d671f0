from typing import Counter, Deque, DefaultDict, List, Dict, OrderedDict
import collections, typing
c = collections.Counter('aab')
print(isinstance(c, Counter), isinstance([], List), isinstance({}, Dict), isinstance({}, Counter))
print(Counter('aab'), Deque([1]), DefaultDict(int), OrderedDict(a=1), isinstance(collections.deque(), Deque), issubclass(dict, Dict), isinstance(c, typing.Dict), isinstance((1,), typing.Tuple), isinstance({1}, typing.Set))
d: DefaultDict[str, int] = DefaultDict(int); d['a'] += 1; print(d)
for t in (List, Counter, (Deque, Dict)):
    try:
        print([isinstance(x, t) for x in ([], {}, c, 1)])
    except TypeError as e:
        print(e)
class Names(Dict[str, int]):
    pass
print(isinstance(Names(), Dict), issubclass(Names, Dict), issubclass(Names, List), Counter[str]('ab'))
