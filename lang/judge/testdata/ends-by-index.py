grid = [[0] * 3 for _ in range(3)]
for i in range(4):
    for j in range(3):
        grid[i][j] = i * j
