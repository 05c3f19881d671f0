"""A stack machine and its assembler, and a tape machine."""
PROGRAM = """
    push 10
    store n
    push 1
    store acc
loop:
    load n
    jz end
    load acc
    load n
    mul
    store acc
    load n
    push 1
    sub
    store n
    jmp loop
end:
    load acc
    print
    halt
"""
class MachineError(Exception): pass
class Machine:
    def __init__(self, code):
        self.code, self.labels = [], {}
        for line in code.splitlines():
            line = line.split('#')[0].strip()
            if not line: continue
            if line.endswith(':'): self.labels[line[:-1]] = len(self.code)
            else: self.code.append(tuple(line.split()))
        self.stack, self.memory, self.pc, self.steps, self.out = [], {}, 0, 0, []
    def pop(self):
        if not self.stack: raise MachineError(f'stack is empty at {self.pc - 1}: {self.code[self.pc - 1]}')
        return self.stack.pop()
    def run(self, limit=10_000):
        while True:
            if self.steps >= limit: raise MachineError('limit of steps')
            op, *args = self.code[self.pc]; self.pc += 1; self.steps += 1
            if op == 'halt': return self.out
            handler = getattr(self, f'op_{op}', None)
            if handler is None: raise MachineError(f'unknown operation {op!r}')
            handler(*args)
    def op_push(self, x): self.stack.append(int(x))
    def op_store(self, n): self.memory[n] = self.pop()
    def op_load(self, n): self.stack.append(self.memory[n])
    def op_mul(self): self.stack.append(self.pop() * self.pop())
    def op_sub(self): b = self.pop(); self.stack.append(self.pop() - b)
    def op_jz(self, l):
        if not self.pop(): self.pc = self.labels[l]
    def op_jmp(self, l): self.pc = self.labels[l]
    def op_print(self): self.out.append(self.pop())
m = Machine(PROGRAM); print(m.run(), m.steps, m.memory, m.labels)
for src in ('mul', 'jmp x', 'load q', 'fly', 'l:\njmp l', 'push x', 'push', ''):
    try: Machine(src).run()
    except (MachineError, KeyError, ValueError, TypeError, IndexError) as e: print(repr(src), type(e).__name__, e)
def brainf(src, data=''):
    jump, stack = {}, []
    for k, c in enumerate(src):
        if c == '[': stack.append(k)
        elif c == ']': j = stack.pop(); jump[j], jump[k] = k, j
    tape, p, k, out, data = [0] * 100, 0, 0, [], iter(data)
    while k < len(src):
        c = src[k]
        if c == '>': p += 1
        elif c == '<': p -= 1
        elif c == '+': tape[p] = (tape[p] + 1) % 256
        elif c == '-': tape[p] = (tape[p] - 1) % 256
        elif c == '.': out.append(chr(tape[p]))
        elif c == ',': tape[p] = ord(next(data, '\0'))
        elif c == '[' and not tape[p]: k = jump[k]
        elif c == ']' and tape[p]: k = jump[k]
        k += 1
    return ''.join(out)
print(brainf('++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.'), end='')
print(brainf(',[.,]', 'echo'))
rules = {('A', 0): (1, 1, 'B'), ('A', 1): (1, -1, 'C'), ('B', 0): (1, -1, 'A'), ('B', 1): (1, 1, 'B'), ('C', 0): (1, -1, 'B'), ('C', 1): (1, 1, 'H')}
tape, pos, state, n = {}, 0, 'A', 0
while state != 'H': w, d, state = rules[state, tape.get(pos, 0)]; tape[pos] = w; pos += d; n += 1
print(n, sum(tape.values()), ''.join(str(tape[k]) for k in sorted(tape)))
def rule(n, width=31, rows=8):
    cells = [0] * width; cells[width // 2] = 1
    for _ in range(rows):
        print(''.join(' #'[c] for c in cells).rstrip()); cells = [n >> (cells[i - 1] << 2 | cells[i] << 1 | cells[(i + 1) % width]) & 1 for i in range(width)]
rule(30); rule(90, rows=4)
