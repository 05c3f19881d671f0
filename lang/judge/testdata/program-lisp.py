"""A small Lisp."""
import operator as op
Symbol = str
def tokenize(s): return s.replace('(', ' ( ').replace(')', ' ) ').split()
def parse(tokens):
    if not tokens: raise SyntaxError('unexpected EOF')
    token = tokens.pop(0)
    if token == '(':
        out = []
        while tokens and tokens[0] != ')': out.append(parse(tokens))
        if not tokens: raise SyntaxError('missing )')
        tokens.pop(0); return out
    if token == ')': raise SyntaxError('unexpected )')
    for t in (int, float):
        try: return t(token)
        except ValueError: pass
    return Symbol(token)
class Env(dict):
    def __init__(self, params=(), args=(), outer=None):
        super().__init__(zip(params, args)); self.outer = outer
    def find(self, name):
        if name in self: return self
        if self.outer is None: raise NameError(f"unbound {name}")
        return self.outer.find(name)
class Procedure:
    def __init__(self, params, body, env): self.params, self.body, self.env = params, body, env
    def __call__(self, *args):
        if len(args) != len(self.params): raise TypeError(f'expected {len(self.params)}, got {len(args)}')
        return evaluate(self.body, Env(self.params, args, self.env))
def standard():
    env = Env()
    env.update({'+': lambda *a: sum(a), '-': op.sub, '*': op.mul, '/': op.truediv, '<': op.lt, '>': op.gt, '=': op.eq, 'car': lambda x: x[0], 'cdr': lambda x: x[1:], 'cons': lambda a, b: [a] + b, 'list': lambda *a: list(a), 'null?': lambda x: x == [], 'not': op.not_, 'length': len, '#t': True, '#f': False, 'map': lambda f, l: [f(x) for x in l]})
    return env
def evaluate(x, env):
    while True:
        if isinstance(x, Symbol): return env.find(x)[x]
        if not isinstance(x, list): return x
        head, *rest = x
        if head == 'quote': return rest[0]
        elif head == 'if': x = rest[1] if evaluate(rest[0], env) else rest[2]
        elif head == 'define': env[rest[0]] = evaluate(rest[1], env); return None
        elif head == 'set!': env.find(rest[0])[rest[0]] = evaluate(rest[1], env); return None
        elif head == 'lambda': return Procedure(rest[0], rest[1], env)
        elif head == 'begin':
            for e in rest[:-1]: evaluate(e, env)
            x = rest[-1]
        else:
            proc, *args = [evaluate(e, env) for e in x]
            if isinstance(proc, Procedure): x, env = proc.body, Env(proc.params, args, proc.env)
            else: return proc(*args)
def show(x): return '(' + ' '.join(map(show, x)) + ')' if isinstance(x, list) else '#t' if x is True else '#f' if x is False else str(x)
env = standard()
for line in ['(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))', '(fact 20)', '(fact 30)', '(define loop (lambda (n acc) (if (= n 0) acc (loop (- n 1) (+ acc n)))))', '(loop 3000 0)', "(map (lambda (x) (* x x)) (quote (1 2 3)))", '(define count (lambda () (begin (set! n (+ n 1)) n)))', '(define n 0)', '(list (count) (count) (count))', '(if (> 1 2) (quote a) (quote b))', '(/ 7 2)', '(undefined 1)', '(fact 1 2)', '(car (list))', '(+ 1', ')', '(cons 1 (list 2 3.5 #t))', '(5 5)']:
    try:
        r = evaluate(parse(tokenize(line)), env)
        if r is not None: print(line, '=>', show(r))
    except Exception as e: print(line, '!!', type(e).__name__, e)
