grid = ["53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.", "...419..5", "....8..79"]
board = [[0 if c == '.' else int(c) for c in row] for row in grid]
def options(b, r, c):
    used = set(b[r]) | {b[i][c] for i in range(9)}
    br, bc = r // 3 * 3, c // 3 * 3
    used |= {b[i][j] for i in range(br, br + 3) for j in range(bc, bc + 3)}
    return [d for d in range(1, 10) if d not in used]
count = 0
def solve(b):
    global count
    count += 1
    empty = [(len(o := options(b, r, c)), r, c, o) for r in range(9) for c in range(9) if not b[r][c]]
    if not empty: return True
    _, r, c, opts = min(empty)
    for d in opts:
        b[r][c] = d
        if solve(b): return True
        b[r][c] = 0
    return False
def show(b):
    for r, row in enumerate(b):
        if r and r % 3 == 0: print('------+-------+------')
        print(' | '.join(' '.join(str(d or '.') for d in row[k:k + 3]) for k in (0, 3, 6)))
show(board); print(solve(board), count); show(board)
print(all(sorted(row) == list(range(1, 10)) for row in board), all(len({row[c] for row in board}) == 9 for c in range(9)))
def queens(n, row=0, cols=frozenset(), d1=frozenset(), d2=frozenset()):
    if row == n: return 1
    return sum(queens(n, row + 1, cols | {c}, d1 | {row + c}, d2 | {row - c}) for c in range(n) if c not in cols and row + c not in d1 and row - c not in d2)
print([queens(n) for n in range(1, 8)])
def hanoi(n, a='A', b='B', c='C', moves=None):
    moves = [] if moves is None else moves
    if n: hanoi(n - 1, a, c, b, moves); moves.append(a + c); hanoi(n - 1, b, a, c, moves)
    return moves
print(len(hanoi(10)), ' '.join(hanoi(3)))
def perms(s): return [s] if len(s) < 2 else [c + p for i, c in enumerate(s) for p in perms(s[:i] + s[i + 1:])]
print(perms('abc'), len(set(perms('aabc'))))
