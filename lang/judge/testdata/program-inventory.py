from dataclasses import dataclass, field, asdict
from typing import List, Dict, Optional
from enum import Enum, auto
from collections import Counter, namedtuple, OrderedDict
class Category(Enum):
    TOOL = auto()
    FOOD = 'food'
    TOY = auto()
    def label(self): return self.name.title()
@dataclass(order=True)
class Item:
    name: str
    price: float = field(compare=False)
    qty: int = 0
    category: Category = field(default=Category.TOOL, compare=False)
    tags: List[str] = field(default_factory=list, repr=False, compare=False)
    def total(self) -> float: return self.price * self.qty
    def __post_init__(self):
        if self.price < 0: raise ValueError(f'{self.name}: price {self.price}')
@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0
    def moved(self, dx=0, dy=0): return Point(self.x + dx, self.y + dy)
class Inventory:
    def __init__(self): self._items: Dict[str, Item] = {}
    def add(self, item: Item) -> None:
        if item.name in self._items: self._items[item.name].qty += item.qty
        else: self._items[item.name] = item
    def find(self, name) -> Optional[Item]: return self._items.get(name)
    def remove(self, name, qty=1):
        item = self._items[name]
        if item.qty < qty: raise ValueError(f'only {item.qty} of {name!r}')
        item.qty -= qty
        if not item.qty: del self._items[name]
    def report(self):
        print('=' * 40)
        for k, item in enumerate(sorted(self._items.values(), key=lambda i: (i.category.name, -i.total())), 1):
            print(f'{k:02d} {item.name:<10s} {item.qty:>4d} x {item.price:>8.2f} = {item.total():>10.2f} {item.category.label()}')
        print('=' * 40)
        print(f"{'total':>27} = {sum(i.total() for i in self._items.values()):>10,.2f}")
inv = Inventory()
inv.add(Item('hammer', 12.5, 10)); inv.add(Item('apple', .35, 1000, Category.FOOD, ['fresh'])); inv.add(Item('teddy', 20, 3, Category.TOY)); inv.add(Item('hammer', 12.5, 5))
inv.report(); inv.remove('apple', 999)
for name, n in [('apple', 2), ('saw', 1), ('teddy', 3)]:
    try: inv.remove(name, n)
    except (ValueError, KeyError) as e: print(type(e).__name__, e, e.args)
print(inv.find('teddy'), inv.find('hammer')); inv.report()
print(Item('a', 1) < Item('b', 0), Item('a', 1) == Item('a', 2), asdict(Item('z', 1.0, tags=['q'])))
p = Point(1, 2); print(p, p.moved(dx=3), hash(p) == hash(Point(1, 2)), {p: 'x'}[Point(1, 2)])
try: p.x = 5
except Exception as e: print(type(e).__name__, e)
try: Item('x', -1)
except ValueError as e: print(e)
try: Item()
except TypeError as e: print(e)
try: Point(1, 2, 3)
except TypeError as e: print(e)
print(list(Category), Category.TOY.value, Category('food'), Category['TOOL'], Category.FOOD.name, Category.TOY is Category.TOY, Category.TOY in Category, repr(Category.FOOD), len(Category))
try: Category('nope')
except ValueError as e: print(e)
try: Category['NOPE']
except KeyError as e: print(e)
P = namedtuple('P', 'x y z', defaults=[0]); q = P(1, 2); print(q, q._replace(x=9), q._asdict(), q._fields, P._make([4, 5, 6]), q + (1,), q.x, q[-1], *q, q == (1, 2, 0))
try: P(1)
except TypeError as e: print(e)
try: q.x = 2
except AttributeError as e: print(e)
c = Counter('mississippi'); print(c, c.most_common(2), c['z'], sorted(c.elements()), c - Counter('miss'), c + Counter(a=1), c & Counter('ss'), c | Counter('sssss'), sum(c.values()))
c.update('mm'); c.subtract('s'); del c['i']; print(c, dict(c), +c)
o = OrderedDict(b=1, a=2); o.move_to_end('b'); print(o, o.popitem(last=False), list(o))
