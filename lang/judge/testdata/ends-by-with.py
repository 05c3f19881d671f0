class R:
    def __enter__(self): return self
    def __exit__(self, *a):
        print('closing', a[0].__name__)
        raise RuntimeError('in exit')
with R() as r:
    raise ValueError('in body')
