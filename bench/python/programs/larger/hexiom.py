"""A puzzle on a board of hexagons: each tile says how many tiles touch it. All are placed by trying what fits."""

ROUNDS = 1  # tiny 10, short 1, long 40

SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
UNKNOWN, HOLE = -2, -1


class Random(object):
    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1103515245 + 12345) & 0x7fffffff
        return (self.state >> 8) % n


class Hexagons(object):
    """The cells of a hexagon, from the middle outwards, and who touches whom."""

    def __init__(self, radius):
        cells = []
        for q in range(-radius, radius + 1):
            for r in range(-radius, radius + 1):
                if -radius <= q + r <= radius:
                    cells.append((max(abs(q), abs(r), abs(q + r)), q, r))
        cells.sort()
        number = {}
        for k, (_, q, r) in enumerate(cells):
            number[(q, r)] = k
        self.count = len(cells)
        self.near = []
        for _, q, r in cells:
            self.near.append([number[(q + dq, r + dr)] for dq, dr in SIDES if (q + dq, r + dr) in number])


class Puzzle(object):
    """How many tiles there are of each number, and what some of the cells hold from the beginning."""

    def __init__(self, hexagons, seed, tiles, given):
        random = Random(seed)
        order = list(range(hexagons.count))
        for k in range(hexagons.count - 1, 0, -1):
            j = random.below(k + 1)
            order[k], order[j] = order[j], order[k]
        full = [False] * hexagons.count
        for k in order[:tiles]:
            full[k] = True
        self.hexagons = hexagons
        self.left = [0] * 7
        self.given = []
        for k in range(hexagons.count):
            if full[k]:
                self.left[sum([1 for j in hexagons.near[k] if full[j]])] += 1
        for k in order[-given:]:
            n = sum([1 for j in hexagons.near[k] if full[j]])
            self.given.append((k, n if full[k] else HOLE))


class Search(object):
    def __init__(self, puzzle):
        self.near = puzzle.hexagons.near
        self.count = puzzle.hexagons.count
        self.cells = [UNKNOWN] * self.count
        self.tiles = [0] * self.count  # that touch a cell
        self.open = [len(near) for near in self.near]  # neighbours that are not known
        self.left = puzzle.left[:]
        self.holes = self.count - sum(puzzle.left)
        self.tried = 0
        self.solutions = 0
        self.first = None
        for cell, content in puzzle.given:
            self.put(cell, content)

    def put(self, cell, content):
        self.cells[cell] = content
        if content == HOLE:
            self.holes -= 1
            for k in self.near[cell]:
                self.open[k] -= 1
        else:
            self.left[content] -= 1
            for k in self.near[cell]:
                self.open[k] -= 1
                self.tiles[k] += 1

    def take(self, cell):
        content = self.cells[cell]
        self.cells[cell] = UNKNOWN
        if content == HOLE:
            self.holes += 1
            for k in self.near[cell]:
                self.open[k] += 1
        else:
            self.left[content] += 1
            for k in self.near[cell]:
                self.open[k] += 1
                self.tiles[k] -= 1

    def fits(self, cell):
        """Whether the cell and those around it can still become right."""
        if not self.can_be(cell):
            return False
        for k in self.near[cell]:
            if not self.can_be(k):
                return False
        return True

    def can_be(self, cell):
        content = self.cells[cell]
        if content >= 0:
            return self.tiles[cell] <= content <= self.tiles[cell] + self.open[cell]
        return True

    def choices(self, cell):
        found = []
        least = self.tiles[cell]
        for n in range(least, least + self.open[cell] + 1):
            if self.left[n] > 0:
                found.append(n)
        if self.holes > 0:
            found.append(HOLE)
        return found

    def next_cell(self):
        """The cell with the fewest choices, as far as its neighbours say."""
        best, found = 99, -1
        for cell in range(self.count):
            if self.cells[cell] == UNKNOWN and self.open[cell] < best:
                best, found = self.open[cell], cell
        return found

    def solve(self, limit):
        cell = self.next_cell()
        if cell < 0:
            self.solutions += 1
            if self.first is None:
                self.first = self.cells[:]
            return self.solutions >= limit
        for content in self.choices(cell):
            self.tried += 1
            self.put(cell, content)
            if self.fits(cell) and self.solve(limit):
                return True
            self.take(cell)
        return False


def text(cells):
    return ''.join(['.' if c == HOLE else str(c) for c in cells])


def main(rounds):
    small, large = Hexagons(2), Hexagons(3)
    tried, solutions = 0, 0
    for k in range(rounds):
        for puzzle in (Puzzle(small, k % 10 + 1, 11, 4), Puzzle(large, k % 10 + 1, 24, 20)):
            search = Search(puzzle)
            search.solve(20)
            tried += search.tried
            solutions += search.solutions
            if search.first is None:
                raise ValueError('expected a solution, found none')
    print(tried, solutions, text(search.first))


main(ROUNDS)
