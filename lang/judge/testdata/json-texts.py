import json, sys
for bad in ['', '{', '[1,', '{"a" 1}', '{a: 1}', "{'a': 1}", '[1 2]', 'nul', '"abc', '{"a": 1,}', '[1],', '01', '"\\x"', '[1,]', '{"a":}', '-', '"\\u12"', '"\\u12zz"','"\\', '"\\u', '"a\nb"', '{"a":1', '{"a":1 "b"', '[1', '[', '{"a"', '{"a":', '  ', '1.', '1e', '1 x', '{"a":1,', '{"a":1, 5}', '[1,2,,3]', 'tru', '"\\ud83d\\ude00"', '\ufeff1','[1,\n 2,\n x]', '{1:2}', '"\x7f"', 'NaN', '-Infinity', '-I', '+1','.5','1E+5','-0','-0.0','1e400','"\\/\\b\\f\\r\\n\\t\\"\\\\é"','{"a":1]','[1}','}',']','[] []', '{"a":1,"b":2,"a":3}', ' { } ', '[ ]', '{"":""}', '1e-5', '123456789012345678901234567890', '1.5E3', '"\\u0041\\u00e9"', '[[[[]]]]', '[1,{"x":[true,false,null]},"y"]', '{"a":1,,}']:
    try: print(repr(bad), '->', repr(json.loads(bad)))
    except Exception as e: print(repr(bad), type(e).__name__, e)
print(json.dumps('\x7f\x1f\u2028"\\/'), json.dumps('\x7f\x1f"\\/é', ensure_ascii=False), json.dumps([float('nan'), -float('inf'), 1e22, -0.0, 10 ** 30]))
for f in [lambda: json.dumps({1:2,'a':3}, sort_keys=True), lambda: json.dumps(float('nan'), allow_nan=False), lambda: json.loads(5), lambda: json.dumps({(1,):2}), lambda: json.dumps({(1,):2, 'k':1}, skipkeys=True), lambda: json.dumps([1,[2,{"a":[]}]], indent='--'), lambda: json.dumps([1,2], indent=0), lambda: json.dumps({'b':1,'a':{}}, indent=2, separators=('; ', '=')), lambda: json.dumps(), lambda: json.dumps(1, 2), lambda: json.dumps(1, foo=2), lambda: json.loads('1', foo=2), lambda: json.dumps([1], indent=True), lambda: json.dumps([[1]], indent=-1), lambda: json.dumps(object()), lambda: json.dumps(len), lambda: json.dumps({1, 2}), lambda: json.dumps({'b': 1, 'a': [3, {'z': 1, 'y': 2}]}, sort_keys=True), lambda: json.dumps({True: 1, None: 2, 1.5: 3, 7: 4}), lambda: json.loads('{"a": {"b": 1}}', object_hook=lambda d: sorted(d.items(), key=str)), lambda: json.loads('{"a": 1, "b": {"c": 2}}', object_pairs_hook=list), lambda: json.loads('[1.5, 2]', parse_float=str, parse_int=lambda s: s + '!'), lambda: json.loads('[NaN]', parse_constant=lambda s: s)]:
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, str(e))
a=[]; a.append(a)
try: json.dumps(a)
except ValueError as e: print(e)
a={}; a['x']={'y':a}
try: json.dumps(a)
except ValueError as e: print(e)
try: json.dumps({1,2}, default=lambda o: o)
except ValueError as e: print(e)
class E(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, set): return sorted(o)
        return super().default(o)
print(json.dumps({'a': {3,1}}, cls=E), E().encode({2}), E(indent=1).encode([{1}]))
try: json.dumps(E(), cls=E)
except TypeError as e: print(e)
class F:
    def __init__(self): self.c = []
    def write(self, x): self.c.append(x)
    def read(self): return ''.join(self.c)
for o, kw in [({'a':[1,{'b':2},'x',[]],'c':{}, 3:None},{}),([[],[[1]],{'k':[2]}],{'indent':1}),(5,{}),('x',{}),([],{}),({},{}),([{}],{})]:
    f = F(); json.dump(o, f, **kw); print(f.c, json.load(f))
json.dump({'x': [1, 2]}, sys.stdout, indent=2); print()
try: json.dump({'ok': 1, 'bad': {1}}, sys.stdout)
except TypeError as e: print(); print(e)
e = json.JSONDecodeError('m', 'ab\nc', 3); print(repr(e), e.args, e, e.msg, e.doc, e.pos, e.lineno, e.colno, isinstance(e, ValueError), type(e))
shared = [1]; print(json.dumps([shared, shared]), json.loads(json.dumps({'k': (1, 2)})))
from collections import OrderedDict, namedtuple, defaultdict
from enum import IntEnum
class Color(IntEnum): RED = 1
print(json.dumps(OrderedDict(b=1, a=2)), json.dumps(namedtuple('P', 'x y')(1, 2)), json.dumps(defaultdict(int, k=1)), json.dumps(Color.RED), json.dumps({Color.RED: Color.RED}))
json.loads('[1, 2')
