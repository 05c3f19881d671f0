import json
data = {'name': 'Ann', 'age': 31, 'scores': [1, 2.5, None, True], 'nested': {'a': {'b': []}}, 'empty': {}, 'text': 'quote " backslash \\ tab \t é'}
print(json.dumps(data))
print(json.dumps(data, indent=2))
print(json.dumps(data, indent=4, sort_keys=True, ensure_ascii=False))
print(json.dumps([1, 2, 3], separators=(',', ':')), json.dumps({'a': [1, {'b': 2}]}, separators=(', ', ' = ')))
text = '{"users": [{"id": 1, "tags": ["x", "y"], "score": 1.5e3}, {"id": 2, "ok": false, "none": null}], "u": "\\u00e9\\n\\ud83d\\ude00"}'
obj = json.loads(text)
print(obj, obj['users'][0]['tags'], type(obj['users'][0]['score']))
for user in obj['users']:
    print(user['id'], user.get('tags', []), user.get('ok'))
print(json.loads(json.dumps(data)) == data, json.loads('[]'), json.loads(' 5 '), json.loads('"x"'), json.loads('-0.5'), json.loads('1E5'), json.loads('true'))
for bad in ['', '{', '[1,', '{"a" 1}', '{a: 1}', "{'a': 1}", '[1 2]', 'nul', '"abc', '{"a": 1,}', '[1],', '01', '"\\x"', '[1,]', '{"a":}', '-']:
    try:
        print(json.loads(bad))
    except json.JSONDecodeError as e:
        print(repr(bad), type(e).__name__, e)
    except ValueError as e:
        print('ValueError', e)
for bad in [{1, 2}, object, {'a': {1}}, {(1, 2): 3}, {'k': set()}]:
    try:
        print(json.dumps(bad))
    except TypeError as e:
        print('TypeError', e)
print(json.dumps({1: 'a', 2.5: 'b', True: 'c', None: 'd'}), json.dumps((1, (2, 3))), json.dumps('é😀'), json.dumps(float('inf')), json.dumps(1e20), json.dumps(10 ** 25), json.dumps(''), json.dumps([]), json.dumps([[], {}], indent=1))
class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def to_dict(self):
        return {'x': self.x, 'y': self.y}
print(json.dumps([Point(1, 2), Point(3, 4)], default=lambda o: o.to_dict()))
print(json.dumps(Point(1, 2), default=lambda o: vars(o).copy()))
print(json.loads('{"x": 1, "y": 2}', object_hook=lambda d: Point(**d)).y)
TEXT = '''id;name;price;tags
1;Pen;1.20;blue,ink
2;Book;12.00;paper
3;Lamp;33.5;
'''
rows = [dict(zip(('id', 'name', 'price', 'tags'), l.split(';'))) for l in TEXT.strip().split('\n')[1:]]
for r in rows: r['id'] = int(r['id']); r['price'] = float(r['price']); r['tags'] = [t for t in r['tags'].split(',') if t]
s = json.dumps(rows, indent=2); print(s)
back = json.loads(s); assert back == rows
print(json.dumps({'total': round(sum(r['price'] for r in back), 2), 'n': len(back)}, sort_keys=True))
class Inventory:
    def __init__(self, items=None): self.items = items or {}
    def to_json(self): return json.dumps({'items': self.items, 'v': 1})
    @classmethod
    def from_json(cls, text):
        d = json.loads(text)
        if d.get('v') != 1: raise ValueError('version')
        return cls(d['items'])
i = Inventory({'a': [1, 2], 'b': None}); j = Inventory.from_json(i.to_json()); print(j.items == i.items, j.to_json())
try: Inventory.from_json('{"v": 2}')
except ValueError as e: print(e)
try: Inventory.from_json('oops')
except json.JSONDecodeError as e: print(e.msg, e.pos, e.lineno, e.colno)
