class It:
    def __iter__(self): return self
    def __next__(self): raise StopIteration
print(list(It()))
next(It())
