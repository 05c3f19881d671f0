class P:
    def __init__(self, n): self.n = n
    def __lt__(self, o): return self.n < o.n
ps = [P(1), P(2), P('x')]
print(len(sorted(ps[:2])))
sorted(ps)
