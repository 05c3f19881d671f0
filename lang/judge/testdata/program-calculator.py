"""A calculator: scanner, recursive descent parser, evaluator."""
import math
import operator

OPERATORS = {'+': (1, operator.add), '-': (1, operator.sub), '*': (2, operator.mul), '/': (2, operator.truediv),
             '%': (2, operator.mod), '^': (3, operator.pow)}
FUNCTIONS = {'sqrt': math.sqrt, 'max': max, 'min': min, 'abs': abs}


class ParseError(SyntaxError):
    pass


def scan(text):
    tokens, k = [], 0
    while k < len(text):
        c = text[k]
        if c.isspace():
            k += 1
        elif c.isdigit() or c == '.':
            start = k
            while k < len(text) and (text[k].isdigit() or text[k] == '.'):
                k += 1
            word = text[start:k]
            tokens.append(('num', float(word) if '.' in word else int(word)))
        elif c.isalpha() or c == '_':
            start = k
            while k < len(text) and (text[k].isalnum() or text[k] == '_'):
                k += 1
            tokens.append(('name', text[start:k]))
        elif c in '+-*/%^(),=':
            tokens.append((c, c))
            k += 1
        else:
            raise ParseError(f'unexpected {c!r} at {k}')
    tokens.append(('end', None))
    return tokens


class Parser:
    def __init__(self, text, names):
        self.tokens, self.at, self.names = scan(text), 0, names

    @property
    def kind(self):
        return self.tokens[self.at][0]

    def next(self, *kinds):
        kind, value = self.tokens[self.at]
        if kinds and kind not in kinds:
            raise ParseError(f"expected {' or '.join(kinds)}, found {kind}")
        self.at += 1
        return value

    def statement(self):
        if self.kind == 'name' and self.tokens[self.at + 1][0] == '=':
            name = self.next()
            self.next('=')
            self.names[name] = value = self.expression()
        else:
            value = self.expression()
        self.next('end')
        return value

    def expression(self, level=1):
        left = self.unary()
        while (op := OPERATORS.get(self.kind)) and op[0] >= level:
            self.next()
            right = self.expression(op[0] + (self.kind != '^'))
            left = op[1](left, right)
        return left

    def unary(self):
        if self.kind == '-':
            self.next()
            return -self.unary()
        kind = self.kind
        value = self.next('num', 'name', '(')
        if kind == 'num':
            return value
        if kind == '(':
            value = self.expression()
            self.next(')')
            return value
        if self.kind != '(':
            return self.names[value]
        self.next()
        args = []
        while self.kind != ')':
            args.append(self.expression())
            if self.kind == ',':
                self.next()
        self.next(')')
        return FUNCTIONS[value](*args)


names = {'pi': math.pi}
for line in ['1 + 2 * 3', '(1+2)*3', '2 ^ 3 ^ 2', 'x = 10', 'x % 4 - 7', '-x * pi', 'sqrt(2) * max(1, 2, x)', '1 / 0', '1 +',
             '2 $ 3', 'y', 'abs(-7.5) / 2', '10 / 4', '9 % -4', 'sqrt(-1)', 'max()']:
    try:
        print(f'{line:24} = {Parser(line, names).statement()!r}')
    except ParseError as e:
        print(f'{line:24} ! {e}')
    except KeyError as e:
        print(f'{line:24} ! unknown name {e}')
    except (ZeroDivisionError, ValueError, TypeError) as e:
        print(f'{line:24} ! {type(e).__name__}: {e}')
print(names)
