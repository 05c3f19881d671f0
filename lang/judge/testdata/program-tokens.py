"""Recursive descent calculator with variables and functions."""
import math


class Token:
    def __init__(self, kind, value, pos):
        self.kind, self.value, self.pos = kind, value, pos

    def __repr__(self):
        return f"Token({self.kind}, {self.value!r})"


class ParseError(Exception):
    pass


KEYWORDS = {'let', 'print', 'while', 'do', 'end', 'if', 'then', 'else', 'def', 'return'}


def lex(src):
    tokens, i, n = [], 0, len(src)
    while i < n:
        ch = src[i]
        if ch.isspace():
            i += 1
            continue
        start = i
        if ch.isdigit() or ch == '.' and i + 1 < n and src[i + 1].isdigit():
            while i < n and (src[i].isdigit() or src[i] == '.'):
                i += 1
            text = src[start:i]
            tokens.append(Token('NUM', float(text) if '.' in text else int(text), start))
        elif ch.isalpha() or ch == '_':
            while i < n and (src[i].isalnum() or src[i] == '_'):
                i += 1
            text = src[start:i]
            tokens.append(Token('KW' if text in KEYWORDS else 'ID', text, start))
        elif src[i:i + 2] in ('<=', '>=', '==', '!=', '**'):
            tokens.append(Token('OP', src[i:i + 2], start))
            i += 2
        elif ch in '+-*/%()<>=,;':
            tokens.append(Token('OP', ch, start))
            i += 1
        else:
            raise ParseError(f"unexpected character {ch!r} at {i}")
    tokens.append(Token('EOF', None, n))
    return tokens


BIN = {
    '+': (10, lambda a, b: a + b), '-': (10, lambda a, b: a - b), '*': (20, lambda a, b: a * b),
    '/': (20, lambda a, b: a / b), '%': (20, lambda a, b: a % b), '**': (30, lambda a, b: a ** b),
    '<': (5, lambda a, b: int(a < b)), '>': (5, lambda a, b: int(a > b)), '<=': (5, lambda a, b: int(a <= b)),
    '>=': (5, lambda a, b: int(a >= b)), '==': (4, lambda a, b: int(a == b)), '!=': (4, lambda a, b: int(a != b)),
}


class Return(Exception):
    def __init__(self, v):
        self.v = v


class Interp:
    def __init__(self):
        self.globals = {'pi': math.pi}
        self.funcs = {'sqrt': math.sqrt, 'max': max, 'abs': abs}
        self.out = []

    def load(self, src):
        self.toks = lex(src)
        self.p = 0
        body = self.block(('EOF',))
        self.exec(body, self.globals)

    @property
    def tok(self):
        return self.toks[self.p]

    def take(self, value=None, kind=None):
        t = self.tok
        if value is not None and t.value != value or kind is not None and t.kind != kind:
            raise ParseError(f"expected {value or kind}, found {t.value!r} at {t.pos}")
        self.p += 1
        return t

    def block(self, stop):
        out = []
        while self.tok.kind != 'EOF' and self.tok.value not in stop:
            out.append(self.statement())
        return out

    def statement(self):
        t = self.tok
        if t.value == 'let':
            self.take()
            name = self.take(kind='ID').value
            self.take('=')
            return ('let', name, self.expr())
        if t.value == 'print':
            self.take()
            return ('print', self.expr())
        if t.value == 'return':
            self.take()
            return ('return', self.expr())
        if t.value == 'while':
            self.take()
            c = self.expr()
            self.take('do')
            b = self.block(('end',))
            self.take('end')
            return ('while', c, b)
        if t.value == 'if':
            self.take()
            c = self.expr()
            self.take('then')
            a, b = self.block(('else', 'end')), []
            if self.tok.value == 'else':
                self.take()
                b = self.block(('end',))
            self.take('end')
            return 'if', c, a, b
        if t.value == 'def':
            self.take()
            name = self.take(kind='ID').value
            self.take('(')
            params = []
            while self.tok.value != ')':
                params.append(self.take(kind='ID').value)
                if self.tok.value == ',':
                    self.take()
            self.take(')')
            body = self.block(('end',))
            self.take('end')
            return ('def', name, params, body)
        return ('expr', self.expr())

    def expr(self, rbp=0):
        left = self.prefix()
        while self.tok.kind == 'OP' and (entry := BIN.get(self.tok.value)) and entry[0] > rbp:
            op = self.take().value
            left = ('bin', op, left, self.expr(entry[0] - (op == '**')))
        return left

    def prefix(self):
        t = self.take()
        if t.kind == 'NUM':
            return ('num', t.value)
        if t.kind == 'ID':
            if self.tok.value == '(':
                self.take()
                args = []
                while self.tok.value != ')':
                    args.append(self.expr())
                    if self.tok.value == ',':
                        self.take()
                self.take(')')
                return ('call', t.value, args)
            return ('var', t.value)
        if t.value == '-':
            return ('neg', self.expr(25))
        if t.value == '(':
            e = self.expr()
            self.take(')')
            return e
        raise ParseError(f"unexpected {t.value!r} at {t.pos}")

    def exec(self, body, env):
        for st in body:
            getattr(self, 'do_' + st[0])(env, *st[1:])

    def do_let(self, env, name, e):
        env[name] = self.eval(e, env)

    def do_print(self, env, e):
        self.out.append(self.eval(e, env))

    def do_return(self, env, e):
        raise Return(self.eval(e, env))

    def do_while(self, env, c, body):
        while self.eval(c, env):
            self.exec(body, env)

    def do_if(self, env, c, a, b):
        self.exec(a if self.eval(c, env) else b, env)

    def do_def(self, env, name, params, body):
        def call(*args):
            if len(args) != len(params):
                raise TypeError(f"{name} takes {len(params)} arguments, got {len(args)}")
            try:
                self.exec(body, {**self.globals, **dict(zip(params, args))})
            except Return as r:
                return r.v
            return 0
        self.funcs[name] = call

    def do_expr(self, env, e):
        self.eval(e, env)

    def eval(self, e, env):
        kind = e[0]
        if kind == 'num':
            return e[1]
        elif kind == 'var':
            try:
                return env[e[1]]
            except KeyError:
                raise NameError(f"undefined {e[1]}") from None
        elif kind == 'bin':
            return BIN[e[1]][1](self.eval(e[2], env), self.eval(e[3], env))
        elif kind == 'neg':
            return -self.eval(e[1], env)
        elif kind == 'call':
            return self.funcs[e[1]](*[self.eval(a, env) for a in e[2]])


def run(src):
    it = Interp()
    try:
        it.load(src)
    except (ParseError, NameError, TypeError, ZeroDivisionError) as e:
        it.out.append(f"{type(e).__name__}: {e}")
    return it.out


print(lex("let x = 3.5 ** (y_1 <= 2)"))
print(run("print 1 + 2 * 3 print (1 + 2) * 3 print 2 ** 3 ** 2 print -2 ** 2 print 7 % 4 - 10 / 4"))
print(run("def fib(n) if n < 2 then return n end return fib(n-1) + fib(n-2) end print fib(9)"))
print(run("let i = 0 let s = 0 while i < 300 do let i = i + 1 if i % 3 == 0 then let s = s + i else let s = s - 1 end end print s print i"))
print(run("print max(1, sqrt(16), abs(-9)) print pi * 2"))
for bad in ("print (1 + 2", "let = 3", "print x", "print 1 / 0", "@", "def f(a) return a end print f(1,2)", "print )"):
    print(f"{bad:40}", run(bad))
