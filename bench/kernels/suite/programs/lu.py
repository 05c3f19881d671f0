# The inner loop of a matrix's factorization: one row minus a multiple of another.


def kernel(row, pivot, factor, j, n):
    while j < n:
        row[j] -= factor * pivot[j]
        j += 1
    return row


def setup(n):
    return [fill(1, n), fill(2, n), 0.375, 0, n]
