from array import array
class K:
    def m(self, x): return x
f = K().m
print(f.__name__, f.__func__ is K.m, [].append.__name__, K.m.__name__, 'a'.join.__name__, f.__self__.__class__.__name__)
for g in (lambda: f.nothing, lambda: [].append.nothing):
    try: print(g())
    except AttributeError as e: print(e)
a = array('i', [3, 1, 2, 1])
a.insert(1, 9); a.insert(-1, 8); a.insert(100, 7); a.insert(-100, 6)
print(a, a.index(1), a.pop(), a.pop(0), a.pop(-2), a, a.count(1))
a.remove(1); print(a)
d = array('d')
d.append(1); print(d.pop(), d, len(d)); d.insert(0, 5); d.append(2.5); print(d, d.index(2.5), d.index(5)); d.remove(5); d.remove(2.5); print(d, list(d))
for g in (lambda: d.pop(), lambda: a.pop(99), lambda: a.remove(77), lambda: a.index(77), lambda: a.insert(0, 'x'), lambda: a.insert(0, 1.5), lambda: a.insert('x', 1), lambda: a.pop('x'), lambda: [].pop(), lambda: [1].remove(3), lambda: a.insert(0, 2 ** 40), lambda: a.index()):
    try: print(g())
    except Exception as e: print(type(e).__name__, e)
print(a)
def loop(n):
    q = array('d')
    s = 0.0
    for k in range(n):
        q.append(k * 0.5)
        if k % 3 == 2:
            s += q.pop() - q.pop(0)
            q.insert(0, s)
    return s, len(q), q[:3]
print(loop(200))
for c in 'bBhHiIlq':
    for v in (2 ** 31, 2 ** 32, 2 ** 63, 2 ** 64, -1, -2 ** 63 - 1, -2 ** 31 - 1, -129, 2 ** 100):
        try:
            print(c, v, array(c, [v])[0])
        except Exception as e:
            print(c, v, type(e).__name__, e)
