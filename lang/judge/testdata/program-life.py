import random
random.seed(42)
class Life:
    def __init__(self, width, height, density=0.3):
        self.width, self.height = width, height
        self.cells = {(x, y) for x in range(width) for y in range(height) if random.random() < density}
    def neighbours(self, x, y):
        return [((x + dx) % self.width, (y + dy) % self.height) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    def step(self):
        counts = {}
        for cell in self.cells:
            for n in self.neighbours(*cell):
                counts[n] = counts.get(n, 0) + 1
        self.cells = {c for c, n in counts.items() if n == 3 or n == 2 and c in self.cells}
    def __str__(self):
        return '\n'.join(''.join('█' if (x, y) in self.cells else '·' for x in range(self.width)) for y in range(self.height))
game = Life(24, 10)
for generation in range(12):
    if generation % 4 == 0:
        print(f'--- generation {generation}: {len(game.cells)} cells')
        print(game)
    game.step()
glider = Life(8, 8, 0)
glider.cells |= {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
before = frozenset(glider.cells)
for _ in range(32):
    glider.step()
print(glider.cells == before, sorted(glider.cells))
rows = [[0] * 7 for _ in range(5)]
rows[2][1:6] = [1] * 5
def step(g):
    h, w = len(g), len(g[0])
    def n(r, c):
        return sum(g[(r + i) % h][(c + j) % w] for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
    return [[int(n(r, c) == 3 or (g[r][c] and n(r, c) == 2)) for c in range(w)] for r in range(h)]
for _ in range(3):
    print(*(''.join('.#'[c] for c in row) for row in rows), sep='\n', end='\n\n')
    rows = step(rows)
