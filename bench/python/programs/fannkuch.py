"""Pancakes turned over in all orders: slices of lists, loops of few iterations."""

ROUNDS = 50  # tiny 50, short 10, long 1900


def fannkuch(n):
    perm1 = list(range(n))
    count = list(range(n))
    most = flips_sum = 0
    r = n
    sign = 1
    while True:
        while r != 1:
            count[r - 1] = r
            r -= 1
        perm = perm1[:]
        flips = 0
        k = perm[0]
        while k:
            perm[:k + 1] = perm[k::-1]
            flips += 1
            k = perm[0]
        most = max(most, flips)
        flips_sum += sign * flips
        while True:
            if r == n:
                return flips_sum, most
            first = perm1[0]
            for i in range(r):
                perm1[i] = perm1[i + 1]
            perm1[r] = first
            count[r] -= 1
            if count[r] > 0:
                break
            r += 1
        sign = -sign
        r = 1 if r == 0 else r


for _ in range(ROUNDS):
    result = fannkuch(7)
print(result)
