# The butterflies of one pass of a Fourier transform: pairs of complex numbers, one
# factor for all.


def kernel(data, wr, wi, i, j, step, n):
    while j < n:
        zr = data[j]
        zi = data[j + 1]
        dr = wr * zr - wi * zi
        di = wr * zi + wi * zr
        data[j] = data[i] - dr
        data[j + 1] = data[i + 1] - di
        data[i] += dr
        data[i + 1] += di
        i += step
        j += step
    return data


def setup(n):
    return [fill(1, n * 4), 0.8, 0.6, 0, 2, 4, n * 4]
