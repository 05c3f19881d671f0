"""Constraints that flow one way: chains and scales of them are solved step by step, the strongest ones first, and a plan is run."""

ROUNDS = 1  # tiny 80, short 60, long 7500

REQUIRED, STRONG, PREFERRED, NORMAL, WEAK, WEAKEST = range(6)  # a smaller number is stronger


class Variable(object):
    def __init__(self, name, value):
        self.name = name
        self.value = value
        self.users = []
        self.source = None  # the constraint that determines the value
        self.mark = 0
        self.strength = WEAKEST
        self.stays = True


class Constraint(object):
    def __init__(self, strength):
        self.strength = strength

    def connect(self, solver):
        for v in self.variables():
            v.users.append(self)
        solver.add(self)

    def disconnect(self, solver):
        if self.is_satisfied():
            solver.remove(self)
        for v in self.variables():
            v.users.remove(self)

    def is_input(self):
        return False

    def satisfy(self, mark, solver):
        """Returns the weaker constraint that this one took the place of."""
        self.choose(mark)
        if not self.is_satisfied():
            if self.strength == REQUIRED:
                raise ValueError('a required constraint cannot hold')
            return None
        for v in self.inputs():
            v.mark = mark
        out = self.output()
        before = out.source
        if before is not None:
            before.give_up()
        out.source = self
        if not solver.spread(self, mark):
            raise ValueError('constraints in a circle')
        out.mark = mark
        return before

    def inputs_are_known(self, mark):
        for v in self.inputs():
            if not (v.mark == mark or v.stays or v.source is None):
                return False
        return True


class Single(Constraint):
    """A constraint of one variable: stay as it is, or be edited from outside."""

    def __init__(self, variable, strength, edits):
        Constraint.__init__(self, strength)
        self.variable = variable
        self.edits = edits
        self.satisfied = False

    def variables(self):
        return [self.variable]

    def inputs(self):
        return []

    def output(self):
        return self.variable

    def is_input(self):
        return self.edits

    def is_satisfied(self):
        return self.satisfied

    def give_up(self):
        self.satisfied = False

    def choose(self, mark):
        v = self.variable
        self.satisfied = v.mark != mark and self.strength < v.strength

    def recompute(self):
        self.variable.strength = self.strength
        self.variable.stays = not self.edits
        if self.variable.stays:
            self.run()

    def run(self):
        pass


class Equal(Constraint):
    """Two variables are equal; either can be computed of the other."""

    def __init__(self, left, right, strength):
        Constraint.__init__(self, strength)
        self.left = left
        self.right = right
        self.direction = 0  # 1 to the right, -1 to the left

    def variables(self):
        return [self.left, self.right]

    def inputs(self):
        return [self.input()]

    def input(self):
        return self.left if self.direction > 0 else self.right

    def output(self):
        return self.right if self.direction > 0 else self.left

    def is_satisfied(self):
        return self.direction != 0

    def give_up(self):
        self.direction = 0

    def choose(self, mark):
        left, right = self.left, self.right
        if left.mark == mark:
            self.direction = 1 if right.mark != mark and self.strength < right.strength else 0
        elif right.mark == mark:
            self.direction = -1 if self.strength < left.strength else 0
        elif left.strength > right.strength:
            self.direction = -1 if self.strength < left.strength else 0
        else:
            self.direction = 1 if self.strength < right.strength else 0

    def recompute(self):
        source, out = self.input(), self.output()
        out.strength = max(self.strength, source.strength)
        out.stays = source.stays
        if out.stays:
            self.run()

    def run(self):
        self.output().value = self.input().value


class Scale(Equal):
    """The right variable is the left one times a factor, and an offset; these are variables that are only read."""

    def __init__(self, left, factor, offset, right, strength):
        Equal.__init__(self, left, right, strength)
        self.factor = factor
        self.offset = offset

    def variables(self):
        return [self.left, self.right, self.factor, self.offset]

    def inputs(self):
        return [self.input(), self.factor, self.offset]

    def recompute(self):
        source, out = self.input(), self.output()
        out.strength = max(self.strength, source.strength)
        out.stays = source.stays and self.factor.stays and self.offset.stays
        if out.stays:
            self.run()

    def run(self):
        if self.direction > 0:
            self.right.value = self.left.value * self.factor.value + self.offset.value
        else:
            self.left.value = (self.right.value - self.offset.value) // self.factor.value


class Solver(object):
    def __init__(self):
        self.mark = 0

    def new_mark(self):
        self.mark += 1
        return self.mark

    def add(self, c):
        mark = self.new_mark()
        given_up = c.satisfy(mark, self)
        while given_up is not None:
            given_up = given_up.satisfy(mark, self)

    def remove(self, c):
        out = c.output()
        c.give_up()
        out.source = None
        out.strength = WEAKEST
        out.stays = True
        unsatisfied = []
        waiting = [out]
        while waiting:
            v = waiting.pop()
            for user in v.users:
                if not user.is_satisfied():
                    if user is not c:
                        unsatisfied.append(user)
                elif user is not v.source:
                    user.recompute()
                    waiting.append(user.output())
        for strength in range(WEAKEST):
            for user in unsatisfied:
                if user.strength == strength:
                    self.add(user)

    def spread(self, c, mark):
        """Computes anew what depends on a constraint; False if that leads back to it."""
        waiting = [c]
        while waiting:
            d = waiting.pop()
            out = d.output()
            if out.mark == mark:
                self.remove(c)
                return False
            d.recompute()
            for user in out.users:
                if user is not out.source and user.is_satisfied():
                    waiting.append(user)
        return True

    def plan(self, sources):
        mark = self.new_mark()
        steps = []
        waiting = sources[:]
        while waiting:
            c = waiting.pop()
            out = c.output()
            if out.mark != mark and c.inputs_are_known(mark):
                steps.append(c)
                out.mark = mark
                for user in out.users:
                    if user is not out.source and user.is_satisfied():
                        waiting.append(user)
        return steps


def change(solver, variable, values):
    edit = Single(variable, PREFERRED, True)
    edit.connect(solver)
    steps = solver.plan([edit])
    for value in values:
        variable.value = value
        for c in steps:
            c.run()
    edit.disconnect(solver)


def expect(found, wanted):
    if found != wanted:
        raise ValueError('expected %d, found %d' % (wanted, found))


def chain(n):
    """Variables in a row, each equal to the next one; the first is edited."""
    solver = Solver()
    row = [Variable('v%d' % k, 0) for k in range(n + 1)]
    for k in range(n):
        Equal(row[k], row[k + 1], REQUIRED).connect(solver)
    Single(row[n], STRONG + 1, False).connect(solver)
    last = row[n]
    edit = Single(row[0], STRONG, True)
    edit.connect(solver)
    steps = solver.plan([edit])
    for value in range(100):
        row[0].value = value
        for c in steps:
            c.run()
        expect(last.value, value)
    edit.disconnect(solver)
    return last.value


def projection(n):
    """Pairs of variables that are scaled by the same factor and offset; one of each kind is edited."""
    solver = Solver()
    factor, offset = Variable('factor', 10), Variable('offset', 1000)
    left, right = None, None
    rights = []
    for k in range(n):
        left, right = Variable('left%d' % k, k), Variable('right%d' % k, k)
        rights.append(right)
        Single(left, NORMAL, False).connect(solver)
        Scale(left, factor, offset, right, REQUIRED).connect(solver)
    change(solver, left, [17])
    expect(right.value, 1170)
    change(solver, right, [1050])
    expect(left.value, 5)
    change(solver, factor, [3, 4, 5])
    for k in range(n - 1):
        expect(rights[k].value, k * 5 + 1000)
    change(solver, offset, [1500, 2000])
    total = 0
    for k in range(n - 1):
        expect(rights[k].value, k * 5 + 2000)
        total += rights[k].value
    return total


def main(rounds):
    total = 0
    for _ in range(rounds):
        total += chain(60) + projection(60)
    print(total)


main(ROUNDS)
