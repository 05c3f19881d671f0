from decimal import Decimal, getcontext
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
D = Decimal
class B:
    def __bytes__(self): return b'BB'
def own():
    a = bytearray(b'ab')
    a += a
def empty():
    a = bytearray()
    a += a
    return a
def setting():
    bytes.x = 1
def exports():
    raise UnicodeDecodeError('x')
for f in (lambda: b'%s|%b' % (B(), B()), lambda: bytearray(B()), lambda: bytes(B()), lambda: b'%' % (), lambda: b'a%5' % (), lambda: b','.join(5), lambda: b','.join(bytes([k]) for k in range(3)), lambda: bytearray(b'-').join(x for x in (b'a', 'b')), own, empty, setting, exports,
          lambda: int.from_bytes(bytes=b'\1\2', byteorder='little'), lambda: int.from_bytes(), lambda: sum([b'a'], b''), lambda: sum([], start=bytearray()), lambda: UnicodeEncodeError('a', 'b', 'c', 1, 'd'), lambda: UnicodeEncodeError('a', 'b', 0, 1, 'd'),
          lambda: D((0, (1, 20), 0)), lambda: D((2, (1,), 0)), lambda: D((0, ('a',), 0)), lambda: D((0, (1,), 'x')), lambda: D((0, (-1,), 2)), lambda: D((0, 5, 2)), lambda: D((0, (1, 2), 1.5)), lambda: D((False, [True, 2], 0)), lambda: D(1).quantize('0.01'), lambda: D(1).max(1.5), lambda: D(1).min(None), lambda: D(1).compare('x'), lambda: D(1).copy_sign('x'), lambda: D(1).same_quantum('x'), lambda: D.from_float('x'), lambda: D.from_float(D(1)), lambda: D(1).quantize(D(1), 'x'), lambda: setattr(getcontext(), 'rounding', 'up'), lambda: setattr(getcontext(), 'prec', '5'), lambda: format(D(1), '00'), lambda: format(D(1), '000.2f'), lambda: format(D(1), '06.2f')):
    t(f)
x = D('9' * 5000 + '.' + '1' * 4321)
print(len(str(x)), x.adjusted(), str(x)[:20], hash(x), x == x + 0, D(str(x)) == x, len(x.as_tuple().digits), +x)
def wide(n):
    a = []
    for k in range(n):
        a.append(b','.join(bytes([k & 255]) for k in range(k, k + 3)))
    return a[-1]
print(wide(300))
class Clears:
    def __index__(self):
        a.clear()
        return 5
def put(k, v):
    a[k] = v
    return a
a = bytearray(b'abc')
for f in (lambda: bytes(encoding='utf-8'), lambda: bytearray(errors='strict'), lambda: put(9, 1), lambda: put(9, 300), lambda: put('a', 'b'), lambda: put(-1, 1), lambda: put(1, Clears()), lambda: bool.from_bytes(b'\1', 'big'), lambda: bool.from_bytes(bytes=b'\0\0', byteorder='little', signed=True), lambda: True.from_bytes(b'\2', 'big'), lambda: bool.from_bytes('a', 'big')):
    t(f)
