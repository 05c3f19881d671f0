"""Queens that do not threaten each other: recursion in a loop, in a closure."""

ROUNDS = 1500  # tiny 1500, short 60, long 38000


def queens(n):
    def place(row, cols, left, right):
        if row == n:
            return 1
        found = 0
        for c in range(n):
            if cols[c] or left[row + c] or right[row - c + n]:
                continue
            cols[c] = left[row + c] = right[row - c + n] = True
            found += place(row + 1, cols, left, right)
            cols[c] = left[row + c] = right[row - c + n] = False
        return found
    return place(0, [False] * n, [False] * (2 * n), [False] * (2 * n + 1))


for _ in range(ROUNDS):
    found = queens(7)
print(found)
