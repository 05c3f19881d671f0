import random
random.seed(7)
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
class Board:
    def __init__(self, cells=None): self.cells = cells or [' '] * 9
    def __str__(self): return '\n-+-+-\n'.join('|'.join(self.cells[r:r + 3]) for r in range(0, 9, 3))
    def winner(self):
        for a, b, c in LINES:
            if self.cells[a] == self.cells[b] == self.cells[c] != ' ': return self.cells[a]
        return None if ' ' in self.cells else 'draw'
    def moves(self): return [k for k, c in enumerate(self.cells) if c == ' ']
    def play(self, k, who):
        new = Board(self.cells[:]); new.cells[k] = who; return new
nodes = 0
def minimax(board, who, alpha=-2, beta=2):
    global nodes
    nodes += 1
    w = board.winner()
    if w: return {'X': 1, 'O': -1, 'draw': 0}[w], None
    best = None
    for m in board.moves():
        score, _ = minimax(board.play(m, who), 'O' if who == 'X' else 'X', alpha, beta)
        if who == 'X' and score > alpha: alpha, best = score, m
        elif who == 'O' and score < beta: beta, best = score, m
        if alpha >= beta: break
    return (alpha if who == 'X' else beta), best
b = Board().play(4, 'X').play(0, 'O')
who = 'X'
while not b.winner():
    score, m = minimax(b, who)
    if m is None: m = random.choice(b.moves())
    b = b.play(m, who); print(f'{who} -> {m} (score {score:+d})'); print(b); who = 'XO'[who == 'X']
print(b.winner(), nodes)
wins = {'X': 0, 'O': 0, 'draw': 0}
for game in range(200):
    b, who = Board(), 'X'
    while not b.winner(): b, who = b.play(random.choice(b.moves()), who), 'O' if who == 'X' else 'X'
    wins[b.winner()] += 1
print(wins)
