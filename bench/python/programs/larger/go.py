"""Go on a small board: a tree of moves grows where random games are won most often, each played to its end."""
import math

ROUNDS = 1  # tiny 40, short 30, long 4800

SIZE = 9
WIDTH = SIZE + 2
EMPTY, BLACK, WHITE, EDGE = range(4)
PASS = 0
KOMI = 7.5
AROUND = (-WIDTH, -1, 1, WIDTH)
CORNERS = (-WIDTH - 1, -WIDTH + 1, WIDTH - 1, WIDTH + 1)


class Random(object):
    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1103515245 + 12345) & 0x7fffffff
        return (self.state >> 8) % n


class Board(object):
    """Stones by place, with a frame of edges around them. Stones that touch are a chain: the place of its
    first stone names it, and has the number of its free neighbours, each counted once for every stone beside it."""

    def __init__(self, stones, free, where, chain, following, liberties):
        self.stones = stones
        self.free = free
        self.where = where
        self.chain = chain
        self.next = following
        self.liberties = liberties
        self.ko = PASS
        self.turn = BLACK
        self.passes = 0

    def copy(self):
        other = Board(self.stones[:], self.free[:], self.where[:], self.chain[:], self.next[:], self.liberties[:])
        other.ko = self.ko
        other.turn = self.turn
        other.passes = self.passes
        return other

    def is_eye(self, place, colour):
        for d in AROUND:
            stone = self.stones[place + d]
            if stone != colour and stone != EDGE:
                return False
        bad, edges = 0, 0
        for d in CORNERS:
            stone = self.stones[place + d]
            if stone == EDGE:
                edges = 1
            elif stone == 3 - colour:
                bad += 1
        return bad + edges < 2

    def is_allowed(self, place):
        """Whether a stone may be put there: it has, or gets, a free neighbour, or is joined to a chain with another one."""
        if place == self.ko:
            return False
        colour = self.turn
        for d in AROUND:
            near = place + d
            stone = self.stones[near]
            if stone == EMPTY:
                return True
            if stone == EDGE:
                continue
            touching = 0
            for e in AROUND:
                beside = place + e
                if self.stones[beside] == stone and self.chain[beside] == self.chain[near]:
                    touching += 1
            if (stone == colour) == (self.liberties[self.chain[near]] > touching):
                return True
        return False

    def take(self, place):
        k = self.where[place]
        last = self.free.pop()
        if last != place:
            self.free[k] = last
            self.where[last] = k

    def join(self, one, other):
        """Makes one chain of two."""
        p = other
        while True:
            self.chain[p] = one
            q = self.next[p]
            if q == other:
                break
            p = q
        self.next[p] = self.next[one]
        self.next[one] = other
        self.liberties[one] += self.liberties[other]

    def capture(self, chain):
        """Takes a chain away, and returns how many stones it had."""
        taken = 0
        p = chain
        while True:
            self.stones[p] = EMPTY
            self.where[p] = len(self.free)
            self.free.append(p)
            for d in AROUND:
                near = p + d
                stone = self.stones[near]
                if stone == BLACK or stone == WHITE:
                    self.liberties[self.chain[near]] += 1
            taken += 1
            p = self.next[p]
            if p == chain:
                break
        return taken

    def play(self, place):
        colour = self.turn
        self.turn = 3 - colour
        self.ko = PASS
        if place == PASS:
            self.passes += 1
            return
        self.passes = 0
        self.take(place)
        self.stones[place] = colour
        self.chain[place] = place
        self.next[place] = place
        free = 0
        for d in AROUND:
            near = place + d
            stone = self.stones[near]
            if stone == EMPTY:
                free += 1
            elif stone != EDGE:
                self.liberties[self.chain[near]] -= 1
        self.liberties[place] = free
        captured, at = 0, PASS
        alone = True
        for d in AROUND:
            near = place + d
            stone = self.stones[near]
            if stone == colour:
                alone = False
                if self.chain[near] != self.chain[place]:
                    self.join(self.chain[near], self.chain[place])
            elif stone == 3 - colour and self.liberties[self.chain[near]] == 0:
                captured += self.capture(self.chain[near])
                at = near
        if captured == 1 and alone and free == 0:
            self.ko = at

    def random_move(self, random):
        n = len(self.free)
        if n == 0:
            return PASS
        k = random.below(n)
        for step in range(n):
            place = self.free[k]
            if self.is_allowed(place) and not self.is_eye(place, self.turn):
                return place
            k += 1
            if k == n:
                k = 0
        return PASS

    def play_out(self, random):
        moves = 0
        while self.passes < 2 and moves < 3 * SIZE * SIZE:
            self.play(self.random_move(random))
            moves += 1
        return moves

    def black_wins(self):
        score = -KOMI
        for place in range(WIDTH, WIDTH * WIDTH - WIDTH):
            stone = self.stones[place]
            if stone == BLACK:
                score += 1
            elif stone == WHITE:
                score -= 1
            elif stone == EMPTY:
                black = white = False
                for d in AROUND:
                    near = self.stones[place + d]
                    if near == BLACK:
                        black = True
                    elif near == WHITE:
                        white = True
                if black and not white:
                    score += 1
                elif white and not black:
                    score -= 1
        return score > 0


def empty_board():
    stones, free, where = [EDGE] * (WIDTH * WIDTH), [], [0] * (WIDTH * WIDTH)
    for row in range(1, SIZE + 1):
        for column in range(1, SIZE + 1):
            place = row * WIDTH + column
            stones[place] = EMPTY
            where[place] = len(free)
            free.append(place)
    zeros = [0] * (WIDTH * WIDTH)
    return Board(stones, free, where, zeros[:], zeros[:], zeros)


class Node(object):
    def __init__(self, parent, move):
        self.parent = parent
        self.move = move
        self.wins = 0
        self.games = 0
        self.children = []
        self.untried = None

    def promising(self):
        best, found = -1.0, None
        log = math.log(self.games)
        for child in self.children:
            value = float(child.wins) / child.games + math.sqrt(log / (2.0 * child.games))
            if value > best:
                best, found = value, child
        return found


def grow(root, board, random):
    """One game: down the tree, a new node, and random moves from there."""
    node = root
    while True:
        if node.untried is None:
            node.untried = [p for p in board.free if board.is_allowed(p) and not board.is_eye(p, board.turn)]
        if node.untried or not node.children:
            break
        node = node.promising()
        board.play(node.move)
    if node.untried:
        k = random.below(len(node.untried))
        move = node.untried[k]
        node.untried[k] = node.untried[-1]
        node.untried.pop()
        board.play(move)
        child = Node(node, move)
        node.children.append(child)
        node = child
    moves = board.play_out(random)
    winner = BLACK if board.black_wins() else WHITE
    mover = 3 - winner
    turn = turn_after(node)
    while node is not None:
        node.games += 1
        if turn == mover:
            node.wins += 1
        turn = 3 - turn
        node = node.parent
    return moves


def turn_after(node):
    """Whose turn it is after the moves that lead to a node."""
    turn = BLACK
    while node.parent is not None:
        turn = 3 - turn
        node = node.parent
    return turn


def main(rounds):
    random = Random(7)
    empty = empty_board()
    root = Node(None, PASS)
    moves = 0
    for _ in range(rounds * 3):
        moves += grow(root, empty.copy(), random)
    best = root.children[0]
    for child in root.children:
        if child.games > best.games:
            best = child
    print(moves, len(root.children), best.move, best.games, best.wins, root.games)


main(ROUNDS)
