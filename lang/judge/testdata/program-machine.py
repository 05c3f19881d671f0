"""A toy stack machine with an assembler."""
from enum import Enum, auto
from dataclasses import dataclass, field
from typing import Dict, List, NamedTuple, Optional, Union
import sys


class Op(Enum):
    PUSH = auto()
    ADD = auto()
    SUB = auto()
    MUL = auto()
    JMP = auto()
    JZ = auto()
    LOAD = auto()
    STORE = auto()
    PRINT = auto()
    CALL = auto()
    RET = auto()
    HALT = auto()


class Instr(NamedTuple):
    op: Op
    arg: Optional[Union[int, str]] = None

    def __str__(self):
        return f"{self.op.name:<6}{'' if self.arg is None else self.arg}"


class VMError(Exception):
    def __init__(self, msg, pc):
        super().__init__(f"{msg} at pc={pc}")
        self.pc = pc


@dataclass
class Frame:
    ret: int
    locals: Dict[str, int] = field(default_factory=dict)


class Machine:
    def __init__(self, code: List[Instr], limit: int = 100000) -> None:
        self.code = code
        self.stack: List[int] = []
        self.frames = [Frame(-1)]
        self.pc = 0
        self.steps = 0
        self.limit = limit
        self.handlers = {Op.ADD: lambda a, b: a + b, Op.SUB: lambda a, b: a - b, Op.MUL: lambda a, b: a * b}

    def run(self):
        out = []
        while True:
            if self.steps >= self.limit:
                raise VMError("too many steps", self.pc)
            self.steps += 1
            ins = self.code[self.pc]
            self.pc += 1
            op, arg = ins
            if op is Op.HALT:
                break
            elif op is Op.PUSH:
                self.stack.append(arg)
            elif op in self.handlers:
                if len(self.stack) < 2:
                    raise VMError("stack underflow", self.pc - 1)
                b, a = self.stack.pop(), self.stack.pop()
                self.stack.append(self.handlers[op](a, b))
            elif op is Op.JMP:
                self.pc = arg
            elif op is Op.JZ:
                if self.stack.pop() == 0:
                    self.pc = arg
            elif op is Op.LOAD:
                self.stack.append(self.frames[-1].locals.get(arg, 0))
            elif op is Op.STORE:
                self.frames[-1].locals[arg] = self.stack.pop()
            elif op is Op.PRINT:
                out.append(self.stack.pop())
            elif op is Op.CALL:
                self.frames.append(Frame(ret=self.pc))
                self.pc = arg
            elif op is Op.RET:
                self.pc = self.frames.pop().ret
        return out


def assemble(text):
    labels, rows = {}, []
    for line in text.splitlines():
        line = line.split('#', 1)[0].strip()
        if not line:
            continue
        if line.endswith(':'):
            labels[line[:-1]] = len(rows)
        else:
            name, *rest = line.split()
            rows.append((name, rest[0] if rest else None))
    def resolve(a):
        if a is None:
            return None
        try:
            return int(a)
        except ValueError:
            return labels.get(a, a)
    return [Instr(Op[n.upper()], resolve(a)) for n, a in rows]


src = """
    push 300
    store n
    push 0
    store s
loop:
    load n
    jz done
    load s
    load n
    add
    store s
    load n
    push 1
    sub
    store n
    jmp loop
done:
    load s
    print
    halt
"""
prog = assemble(src)
for i, ins in enumerate(prog):
    print(f"{i:03d} {ins}")
m = Machine(prog, 10**5)
print(m.run(), m.steps)
print(m.frames)
try:
    Machine([Instr(Op.ADD)]).run()
except VMError as e:
    print("error:", e, e.pc, repr(e))
try:
    Machine([Instr(Op.JMP, 0)], limit=500).run()
except VMError as e:
    print(type(e).__name__, e)
print(prog[0], repr(prog[0]), prog[0]._asdict(), prog[0]._replace(arg=7), Instr._fields, Instr._field_defaults)
