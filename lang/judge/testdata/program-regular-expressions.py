class State:
    __slots__ = ('edges', 'eps')
    def __init__(self): self.edges, self.eps = {}, []
class Parser:
    def __init__(self, s): self.s, self.k = s, 0
    def peek(self): return self.s[self.k] if self.k < len(self.s) else ''
    def take(self): c = self.peek(); self.k += 1; return c
    def alt(self):
        a = self.cat()
        while self.peek() == '|':
            self.take(); b = self.cat(); s, e = State(), State()
            s.eps += [a[0], b[0]]; a[1].eps.append(e); b[1].eps.append(e); a = (s, e)
        return a
    def cat(self):
        s = State(); a = (s, s)
        while self.peek() not in ('', '|', ')'):
            b = self.rep(); a[1].eps.append(b[0]); a = (a[0], b[1])
        return a
    def rep(self):
        a = self.atom()
        while (c := self.peek()) and c in '*+?':
            self.take(); s, e = State(), State()
            s.eps.append(a[0]); a[1].eps.append(e)
            if c in '*?': s.eps.append(e)
            if c in '*+': a[1].eps.append(a[0])
            a = (s, e)
        return a
    def atom(self):
        c = self.take()
        if c == '(':
            a = self.alt()
            if self.take() != ')': raise ValueError(f'unbalanced ( before {self.k}')
            return a
        if c in '*+?': raise ValueError(f'nothing to repeat at {self.k - 1}')
        s, e = State(), State()
        if c == '\\': c = self.take()
        if c == '[':
            while (d := self.take()) != ']':
                if not d: raise ValueError('unterminated set')
                s.edges.setdefault(d, set()).add(e)
        else: s.edges.setdefault('any' if c == '.' else c, set()).add(e)
        return s, e
def closure(states):
    out, todo = set(states), list(states)
    while todo:
        for t in todo.pop().eps:
            if t not in out: out.add(t); todo.append(t)
    return frozenset(out)
def compile_(p):
    x = Parser(p); a = x.alt()
    if x.k < len(p): raise ValueError(f'unbalanced ) at {x.k}')
    return a
def match(p, text):
    s, e = compile_(p); cur, memo = closure({s}), {}
    for c in text:
        if (cur, c) not in memo: memo[cur, c] = closure({t for st in cur for key in (c, 'any') for t in st.edges.get(key, ())})
        cur = memo[cur, c]
    return e in cur
for p, ts in [('a*b', ['b', 'aaab', 'a', '']), ('(ab|cd)+', ['ab', 'abcd', 'abc']), ('a.c', ['abc', 'ac', 'a.c']), ('[abc]+d?', ['abcabc', 'cbad', 'dd']), ('(a|b)*abb', ['abb', 'aabb', 'babb', 'ab']), ('', ['', 'x']), ('a\\*', ['a*', 'aa']), ('(a*)*', ['', 'aaa', 'b'])]:
    print(f'{p!r:12}', {t: match(p, t) for t in ts})
for bad in ['(a', 'a)', '*a', '[ab', 'a|*']:
    try: compile_(bad)
    except ValueError as e: print(bad, '->', e)
print(match('(a|aa)*b', 'a' * 200 + 'b'), match('(x+x+)+y', 'x' * 100))
