class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]
        if len({len(r) for r in self.rows}) != 1:
            raise ValueError('rows of different lengths')

    @classmethod
    def identity(cls, n):
        return cls([[1 if i == j else 0 for j in range(n)] for i in range(n)])

    @staticmethod
    def zeros(n, m):
        return Matrix([[0] * m for _ in range(n)])

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0])

    @property
    def T(self):
        return Matrix(zip(*self.rows))

    def __getitem__(self, key):
        if isinstance(key, tuple):
            i, j = key
            return self.rows[i][j]
        return self.rows[key]

    def __setitem__(self, key, value):
        i, j = key
        self.rows[i][j] = value

    def __add__(self, other):
        return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, other.rows)])

    def __iadd__(self, other):
        for r, s in zip(self.rows, other.rows):
            for k, b in enumerate(s):
                r[k] += b
        return self

    def __mul__(self, k):
        if isinstance(k, Matrix):
            return self @ k
        return Matrix([[k * a for a in r] for r in self.rows])

    __rmul__ = __mul__

    def __matmul__(self, other):
        if self.shape[1] != other.shape[0]:
            raise ValueError(f'{self.shape} @ {other.shape}')
        cols = list(zip(*other.rows))
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in cols] for r in self.rows])

    def __pow__(self, n):
        result, base = Matrix.identity(len(self.rows)), self
        while n:
            if n & 1:
                result = result @ base
            base = base @ base
            n >>= 1
        return result

    def __eq__(self, other):
        return isinstance(other, Matrix) and self.rows == other.rows

    def __str__(self):
        width = max(len(str(x)) for r in self.rows for x in r)
        return '\n'.join(' '.join(f'{x:>{width}}' for x in r) for r in self.rows)

    def __repr__(self):
        return f'Matrix({self.rows!r})'

    def __neg__(self):
        return -1 * self

    def minor(self, i, j):
        return Matrix([r[:j] + r[j + 1:] for k, r in enumerate(self.rows) if k != i])

    def det(self):
        if self.shape == (1, 1):
            return self.rows[0][0]
        return sum((-1) ** j * a * self.minor(0, j).det() for j, a in enumerate(self.rows[0]))


a = Matrix([[1, 2, 3], [4, 5, 6], [7, 8, 10]])
print(a)
print(a.T, a.T.T == a, sep='\n')
print(a.det(), a[1, 2], a[2][::-1])
print(2 * a + a * Matrix.identity(3))
fib = Matrix([[1, 1], [1, 0]])
print((fib ** 90)[0, 1])
print(repr(-fib))
b = fib
b += Matrix([[10, 20], [30, 40]])
print(b is fib, b)
print(Matrix.zeros(2, 3).shape)
for bad in ([[1, 2], [3]], ):
    try:
        Matrix(bad)
    except ValueError as e:
        print('ValueError:', e)
print(hash(1), Matrix.__hash__)
print(a @ fib)
