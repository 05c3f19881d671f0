# One row of a sparse matrix times a vector: values, and the column of each.


def kernel(x, col, val, s, i, n):
    while i < n:
        s += x[col[i]] * val[i]
        i += 1
    return s


def setup(n):
    return [fill(1, 1000), indexes(2, n, 1000), fill(3, n), 0.0, 0, n]
