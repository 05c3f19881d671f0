import sys
class Stack:
    def __init__(self):
        self._items = []
    def push(self, x): self._items.append(x)
    def pop(self):
        return self._items.pop()
def evaluate(expr):
    s = Stack()
    for t in expr.split():
        if t.lstrip('-').isdigit():
            s.push(int(t))
        else:
            b, a = s.pop(), s.pop()
            s.push({'+': lambda: a + b, '-': lambda: a - b, '*': lambda: a * b, '/': lambda: a // b}[t]())
    return s.pop()
print(evaluate('3 4 + 2 *'), evaluate('5 1 2 + 4 * + 3 -'), evaluate('-7 2 /'))
try:
    evaluate('1 0 /')
except ZeroDivisionError:
    print('division', file=sys.stderr)
    try:
        evaluate('1 ?')
    except KeyError as e:
        print('key', e)
    except IndexError as e:
        print('index', e)
    try:
        evaluate('1 1 ?')
    except LookupError as e:
        print(type(e), e, repr(e))
    evaluate('+')
