class Parser:
    def __init__(self, text): self.text, self.k = text, 0
    def peek(self): return self.text[self.k] if self.k < len(self.text) else ''
    def fail(self, what): raise ValueError('expected %s at %d, found %r' % (what, self.k, self.peek() or 'the end'))
    def skip(self):
        while self.peek() in ' \n\t' and self.peek(): self.k += 1
    def value(self):
        self.skip()
        c = self.peek()
        if c == '{':
            out = {}
            for k, v in self.items('}', pair=True): out[k] = v
            return out
        if c == '[': return list(self.items(']'))
        if c == '"': return self.string()
        for word, v in (('true', True), ('false', False), ('null', None)):
            if self.text.startswith(word, self.k):
                self.k += len(word)
                return v
        return self.number()
    def items(self, close, pair=False):
        self.k += 1
        out = []
        while True:
            self.skip()
            if self.peek() == close and not out: break
            if pair:
                key = self.string(); self.skip()
                if self.peek() != ':': self.fail("':'")
                self.k += 1
                out.append((key, self.value()))
            else: out.append(self.value())
            self.skip()
            if self.peek() == ',': self.k += 1
            elif self.peek() == close: break
            else: self.fail(f"',' or {close!r}")
        self.k += 1
        return out
    def string(self):
        if self.peek() != '"': self.fail('a string')
        end = self.text.index('"', self.k + 1)
        s, self.k = self.text[self.k + 1:end], end + 1
        return s
    def number(self):
        start = self.k
        while self.peek() and self.peek() in '+-.eE0123456789': self.k += 1
        s = self.text[start:self.k]
        if not s: self.fail('a value')
        return float(s) if '.' in s or 'e' in s.lower() else int(s)
for text in ('{"a": [1, 2.5, -3e2, {"b": null}], "c": true, "d": ""}', '[]', '[1, [2, [3]]]', '{"x" 1}', '[1 2]', '[1,]', '', '"open', '{"k": 12345678901234567890}', 'nul'):
    p = Parser(text)
    try: print(p.value(), p.k == len(text))
    except (ValueError, IndexError) as e: print(type(e).__name__, e)
text = '[' + ','.join('{"k%d": [%d, %s]}' % (k, k, k / 2) for k in range(60)) + ']'
v = Parser(text).value()
print(len(v), v[59], sum(list(d.values())[0][1] for d in v))
Parser('[1, oops]').value()
