from collections import deque, Counter
class It:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        self.n -= 1
        if self.n < 0: raise ValueError('end')
        return self.n
x = [9]
try: x.extend(It(2))
except ValueError as e: print(e, x)
try: x += It(2)
except ValueError as e: print(e, x)
try: x.extend(map(int, ['1', '2', 'q']))
except ValueError as e: print(e, x)
try: x[:] = It(2)
except ValueError as e: print(e, x)
s = {7}
try: s.update(It(2))
except ValueError as e: print(e, s)
try: s |= set(It(2))
except ValueError as e: print(e, s)
d = {}
try: d.update([(1, 2), (3,)])
except ValueError as e: print(e, d)
try: d.update(zip(It(2), 'abc'))
except ValueError as e: print(e, d)
q = deque()
try: q.extend(It(2))
except ValueError as e: print(e, q)
c = Counter()
try: c.update(It(2))
except ValueError as e: print(e, c)
y = [1]
class Look:
    def __init__(self): self.k = 0
    def __iter__(self): return self
    def __next__(self):
        self.k += 1
        if self.k > 3: raise StopIteration
        return len(y)
y.extend(Look()); print(y)
y += map(lambda v: len(y), [1, 2]); print(y)
s = {1}
s.update(map(lambda v: len(s) + 10, [1, 2])); print(s)
