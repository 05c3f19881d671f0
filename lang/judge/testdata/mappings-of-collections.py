from collections import ChainMap, UserDict, UserList
from collections.abc import Mapping, MutableMapping, MutableSequence, Sequence
import copy

defaults = {'color': 'red', 'user': 'guest'}
env = {'user': 'admin'}
settings = ChainMap({}, env, defaults)
print(settings['color'], settings['user'], len(settings), list(settings), 'user' in settings, settings.get('no'), settings.get('no', 5))
settings['color'] = 'blue'
child = settings.new_child({'x': 1})
print(child, child.parents, child.maps[0], list(child.items()), sorted(child.keys()), list(child.values()), dict(child), bool(ChainMap()), isinstance(child, Mapping))
for bad in (lambda: settings['none'], lambda: settings.pop('user'), lambda: child.parents.maps[1].clear() or ChainMap().popitem(), lambda: settings.__delitem__('user')):
    try:
        print(bad())
    except KeyError as e:
        print('KeyError', e)
child.update(y=2)
print(child.setdefault('y', 3), child.setdefault('z', 4), child.pop('x'), child == dict(child), child != {}, child | {'w': 0}, copy.copy(child) is child, child.new_child(q=1)['q'])
del settings['color']
print(settings['color'], {**settings}, sorted(settings))


class Lower(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)

    def __getitem__(self, key):
        return super().__getitem__(key.lower())

    def __missing__(self, key):
        return '<' + key + '>'


d = Lower({'ABC': 1}, X=2)
d['Def'] = [3]
d.update({'Q': 4}, r=5)
print(d, d['abC'], d['nope'], len(d), sorted(d), 'abc' in d, 'ABC' in d, d.get('ABC'), dict(d), d.data, d == {'abc': 1, 'x': 2, 'def': [3], 'q': 4, 'r': 5}, isinstance(d, MutableMapping), isinstance(d, dict))
print(d.pop('x'), d.setdefault('n', 0), list(d.items()), d | {'Z': 1}, {'Z': 1} | d, Lower.fromkeys('ab', 1), d.copy() == d, bool(Lower()), type(d | {}).__name__)
d |= {'M': 1}
del d['abc']
print(d.popitem(), d, repr(UserDict(a=1)), list(UserDict(a=1, b=2).values()))
d.clear()
print(d, d.data)
for bad in (lambda: UserDict()['x'], lambda: UserDict().pop('x'), lambda: hash(UserDict()), lambda: UserDict().popitem()):
    try:
        print(bad())
    except (KeyError, TypeError) as e:
        print(type(e).__name__, e)


class Stack(UserList):
    def push(self, x):
        self.append(x)

    def __getitem__(self, k):
        return ('item', self.data[k]) if isinstance(k, int) else super().__getitem__(k)


s = Stack([1, 2])
s.push(3)
s += [4]
s.extend(UserList('ab'))
print(s, len(s), s[0], s[1:3], type(s[:1]).__name__, list(s), 2 in s, s + [5], [0] + s, s * 2, s == [1, 2, 3, 4, 'a', 'b'], s == Stack(s.data), s < [2], isinstance(s, Sequence), isinstance(s, MutableSequence), s.index(2), s.count('a'), s.pop(), s.copy())
s.reverse()
s.remove('a')
s.sort(reverse=True)
s.insert(0, 'first')
del s[1]
s[0] = 9
print(s, [x for x in UserList(range(3))], sum(UserList([1, 2])), bool(UserList()))
try:
    s[99]
except IndexError as e:
    print(e)
total = 0
for i in range(300):
    c = ChainMap({'a': i}, {'b': 1})
    u = UserDict(a=i)
    u['b'] = c['b'] + c['a']
    total += u['b'] + u['a'] + len(c)
print(total)
