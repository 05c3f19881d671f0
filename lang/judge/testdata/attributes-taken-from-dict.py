"""What this program is about: attributes that are taken, and those that json writes."""
import json
from functools import cached_property


class Circle:
    def __init__(self, r):
        self.r, self.times = r, 0

    @cached_property
    def area(self):
        self.times += 1
        return 3 * self.r ** 2

    def scale(self, k):
        self.r *= k
        self.__dict__.pop('area', None)
        return self


c = Circle(2)
print(c.area, c.area, c.times, c.scale(2).area, c.times, c.scale(1).scale(1).area, c.times)
c.extra = [1]
print(c.__dict__.pop('extra'), hasattr(c, 'extra'), vars(c).pop('nothing', 7), vars(c).pop(5, 'no text'))
for key in ('extra', 5):
    try:
        print(c.__dict__.pop(key))
    except KeyError as e:
        print('KeyError', e)
print(sorted(vars(c)), vars(c).pop('times'), sorted(vars(c)))


class Word(str):
    pass


c.extra, c.more = [2], [3]
print(c.__dict__.pop(Word('extra')), c.__dict__.pop(Word('more'), None), sorted(vars(c)))
for rest in [], [7]:
    try:
        print(c.__dict__.pop([], *rest))
    except TypeError as e:
        print('TypeError', e)
try:
    (5).__dict__.pop('x')
except AttributeError as e:
    print(e)
total = 0
for i in range(2000):
    c.n = i
    total += c.__dict__.pop('n') + c.__dict__.pop('n', -1)
print(total)


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y


print(json.dumps({'p': Point(1, [Point(2, None)])}, default=lambda o: o.__dict__))
print(json.dumps([Point(1.5, 'a')], indent=1, default=lambda o: vars(o)))
print(__doc__)
