from re import _lacks

# Regular expressions. A pattern is parsed to a tree, and the tree becomes instructions for a machine that goes back to the last choice
# where a character does not fit. What it may go back to is on a stack of its own, so a pattern cannot recurse too deep; each step is
# an iteration of a loop, which the limit of work counts.


class RegexFlag:
    _names = {256: 'ASCII', 2: 'IGNORECASE', 4: 'LOCALE', 32: 'UNICODE', 8: 'MULTILINE', 16: 'DOTALL', 64: 'VERBOSE', 1: 'TEMPLATE', 128: 'DEBUG'}

    def __init__(self, value=0):
        self.value = int(value)

    def __int__(self):
        return self.value

    __index__ = __int__

    def __or__(self, other):
        return RegexFlag(self.value | int(other))

    __ror__ = __or__

    def __and__(self, other):
        return RegexFlag(self.value & int(other))

    __rand__ = __and__

    def __xor__(self, other):
        return RegexFlag(self.value ^ int(other))

    __rxor__ = __xor__

    def __invert__(self):
        return RegexFlag(self.value ^ sum(self._names))

    def __contains__(self, other):
        return self.value & other.value == other.value

    def __bool__(self):
        return self.value != 0

    def __eq__(self, other):
        return self.value == int(other) if isinstance(other, (int, RegexFlag)) else NotImplemented

    def __hash__(self):
        return hash(self.value)

    def __repr__(self):
        return '|'.join(['re.' + name for bit, name in self._names.items() if self.value & bit]) or 're.NOFLAG'


NOFLAG = RegexFlag(0)
I = IGNORECASE = RegexFlag(2)
M = MULTILINE = RegexFlag(8)
S = DOTALL = RegexFlag(16)
U = UNICODE = RegexFlag(32)
X = VERBOSE = RegexFlag(64)
A = ASCII = RegexFlag(256)


class error(Exception):
    def __init__(self, msg, pattern=None, pos=None):
        self.msg, self.pattern, self.pos = msg, pattern, pos
        self.lineno = self.colno = None
        if pattern is not None and pos is not None:
            msg = '%s at position %d' % (msg, pos)
            self.lineno = pattern.count('\n', 0, pos) + 1
            self.colno = pos - pattern.rfind('\n', 0, pos)
            if '\n' in pattern:
                msg = '%s (line %d, column %d)' % (msg, self.lineno, self.colno)
        super().__init__(msg)


# Classes of characters.

def _is_digit(c):
    return c.isdecimal()


def _is_word(c):
    return c.isalnum() or c == '_'


def _is_space(c):
    return c.isspace()


_kinds = {'d': _is_digit, 'w': _is_word, 's': _is_space}
_ascii = [chr(k) for k in range(128)]


class _Set:
    # characters, pairs of first and last ones, and (kind, negated); short has the answers for ASCII
    def __init__(self, chars, ranges, kinds, negated, ignore, ascii):
        self.chars, self.ranges, self.kinds = frozenset(chars), ranges, kinds
        self.negated, self.ignore, self.ascii = negated, ignore, ascii
        self.short = frozenset([c for c in _ascii if self.looks(c)])

    def holds(self, c):
        if c in self.chars:
            return True
        for first, last in self.ranges:
            if first <= c <= last:
                return True
        for kind, negated in self.kinds:
            if (_kinds[kind](c) and not (self.ascii and c > '\x7f')) != negated:
                return True
        return False

    def looks(self, c):
        found = self.holds(c)
        if self.ignore and not found and not (self.ascii and c > '\x7f'):
            found = self.holds(c.lower()) or self.holds(c.upper()) or self.holds(c.upper().lower())
        return found != self.negated


# The parser. A node is a tuple that begins with its kind.

_repeats = {'*': (0, -1), '+': (1, -1), '?': (0, 1)}
_escapes = {'n': '\n', 't': '\t', 'r': '\r', 'f': '\f', 'v': '\v', 'a': '\a', '\\': '\\'}
_letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
_places = {'A': 'start', 'Z': 'end', 'b': 'word', 'B': 'inside'}
_flags = {'i': 2, 'm': 8, 's': 16, 'u': 32, 'x': 64, 'a': 256}
_most = 65536


def _leading(text, at, most, kind):
    # the characters of a kind from a position on, at most so many
    end = at
    while end < len(text) and end < at + most and text[end] in kind:
        end += 1
    return text[at:end]


def _octal(text, at):
    # the character of an octal number after a backslash, and where that ends
    digits = _leading(text, at, 3, '01234567')
    if int(digits, 8) > 255:
        raise error('octal escape value \\%s outside of range 0-0o377' % digits, text, at - 1)
    return chr(int(digits, 8)), at + len(digits)


def _numbered(text, at):
    # what digits after a backslash stand for, a character or the number of a group, and where they end
    if text[at] == '0' or len(_leading(text, at, 3, '01234567')) == 3:
        return _octal(text, at)
    digits = _leading(text, at, 2, '0123456789')
    return int(digits), at + len(digits)


class _Parser:
    def __init__(self, pattern, flags):
        self.text, self.at, self.flags = pattern, 0, flags
        self.groups, self.names, self.open = 0, {}, []
        self.widths, self.looks = {}, False  # of groups; whether one looks back for what has no fixed width

    def fail(self, msg, at):
        raise error(msg, self.text, at)

    def more(self):
        return self.at < len(self.text)

    def accept(self, part):
        if self.text.startswith(part, self.at):
            self.at += len(part)
            return True
        return False

    def whole(self):
        node = self.alternatives()
        if self.more():
            self.fail('unbalanced parenthesis', self.at)
        if self.looks:
            raise error('look-behind requires fixed-width pattern')
        return node

    def alternatives(self):
        list = [self.sequence()]
        while self.accept('|'):
            list.append(self.sequence())
        return list[0] if len(list) == 1 else ('alt', list)

    def sequence(self):
        nodes = []
        self.skip()
        while self.more() and self.text[self.at] not in '|)':
            node = self.atom()
            self.skip()
            if node is None:  # a comment, which may stand between a node and its repeat
                if not nodes:
                    continue
                node = nodes.pop()
            start = self.at
            repeat = self.repeat()
            if repeat is not None:
                if node[0] == 'at':
                    self.fail('nothing to repeat', start)
                if node[0] == 'rep':
                    self.fail('multiple repeat', start)
                lo, hi = repeat
                greedy = True
                if self.accept('?'):
                    greedy = False
                elif self.more() and self.text[self.at] == '+':
                    _lacks('possessive repeats, such as `a*+`')
                node = ('rep', node, lo, hi, greedy)
                self.skip()
                again = self.at
                if self.repeat() is not None:
                    self.fail('multiple repeat', again)
            nodes.append(node)
        return nodes[0] if len(nodes) == 1 else ('cat', nodes)

    def skip(self):
        # what a verbose pattern has between its parts
        while self.flags & 64 and self.more():
            if self.text[self.at] == '#':
                end = self.text.find('\n', self.at)
                self.at = len(self.text) if end < 0 else end + 1
            elif self.text[self.at].isspace():
                self.at += 1
            else:
                return

    def repeat(self):
        if not self.more():
            return None
        start = self.at
        c = self.text[start]
        if c in _repeats:
            self.at += 1
            return _repeats[c]
        if c != '{':
            return None
        end = self.text.find('}', start)
        low, comma, high = self.text[start + 1:max(end, start + 1)].partition(',')
        if end < 0 or not (low or comma) or not (low + high).isdigit() and low + high:
            return None
        if not low and not high and not comma:
            return None
        lo = int(low) if low else 0
        hi = int(high) if high else -1 if comma else lo
        if max(lo, hi) > _most:
            _lacks('repeats of more than %d times' % _most)
        if 0 <= hi < lo:
            self.fail('min repeat greater than max repeat', start + 1)
        self.at = end + 1
        return lo, hi

    def literal(self, c):
        ascii = bool(self.flags & 256)
        if self.flags & 2 and c.lower() != c.upper() and not (ascii and c > '\x7f'):
            return ('set', _Set([c, c.lower(), c.upper()], [], [], False, True, ascii))
        return ('char', c)

    def atom(self):
        start = self.at
        c = self.text[start]
        self.at += 1
        if c == '(':
            return self.group(start)
        if c == '[':
            return self.set(start)
        if c == '\\':
            return self.escape(start)
        if c == '.':
            return ('any', bool(self.flags & 16))
        if c == '^':
            return ('at', 'lines' if self.flags & 8 else 'start')
        if c == '$':
            return ('at', 'ends' if self.flags & 8 else 'last')
        self.at = start
        if self.repeat() is not None:
            self.fail('nothing to repeat', start)
        self.at = start + 1
        return self.literal(c)

    def number(self, start, digits, what):
        part = _leading(self.text, self.at, digits, '0123456789abcdefABCDEF')
        if len(part) < digits:
            self.fail('incomplete escape \\' + what + part, start)
        self.at += digits
        return chr(int(part, 16))

    def escaped(self, start, c):
        # a character that an escape stands for, in a set and outside of one
        if c in _escapes:
            return _escapes[c]
        if c == 'x':
            return self.number(start, 2, 'x')
        if c == 'u':
            return self.number(start, 4, 'u')
        if c == 'U':
            return self.number(start, 8, 'U')
        if c == 'N':
            _lacks('characters by their names, `\\N{…}`')
        if c in _letters:
            self.fail('bad escape \\' + c, start)
        return c

    def escape(self, start):
        if not self.more():
            self.fail('bad escape (end of pattern)', start)
        c = self.text[self.at]
        self.at += 1
        if c in _places:
            return ('at', _places[c], bool(self.flags & 256))
        if c.lower() in _kinds:
            return ('set', _Set([], [], [(c.lower(), c.isupper())], False, False, bool(self.flags & 256)))
        if c in '0123456789':
            found, self.at = _numbered(self.text, start + 1)
            return self.literal(found) if isinstance(found, str) else self.reference(found, start + 1, start)
        return self.literal(self.escaped(start, c))

    def reference(self, n, at, open):
        if n > self.groups:
            self.fail('invalid group reference %d' % n, at)
        if n in self.open:
            self.fail('cannot refer to an open group', open)
        return ('ref', n, bool(self.flags & 2))

    def set(self, start):
        chars, ranges, kinds = [], [], []
        negated = self.accept('^')
        first = self.at
        while True:
            if not self.more():
                self.fail('unterminated character set', start)
            if self.text[self.at] == ']' and self.at > first:
                self.at += 1
                break
            begin = self.at
            if self.text[begin:] == '\\':
                self.fail('bad escape (end of pattern)', begin)
            low = self.member(kinds, start)
            if self.text.startswith('-', self.at) and not self.text.startswith('-]', self.at):
                self.at += 1
                if not self.more():
                    self.fail('unterminated character set', start)
                high = self.member(kinds, start)
                if low is None or high is None or high < low:
                    self.fail('bad character range ' + self.text[begin:self.at], begin)
                ranges.append((low, high))
            elif low is not None:
                chars.append(low)
        return ('set', _Set(chars, ranges, kinds, negated, bool(self.flags & 2), bool(self.flags & 256)))

    def member(self, kinds, start):
        # a character of a set; None if it was a class of characters, which kinds has then
        at = self.at
        c = self.text[at]
        self.at += 1
        if c != '\\':
            return c
        if not self.more():
            self.fail('unterminated character set', start)
        c = self.text[self.at]
        self.at += 1
        if c.lower() in _kinds:
            kinds.append((c.lower(), c.isupper()))
            return None
        if c == 'b':
            return '\b'
        if c in '01234567':
            found, self.at = _octal(self.text, at + 1)
            return found
        if c in '89':
            self.fail('bad escape \\' + c, at)
        return self.escaped(at, c)

    def name(self, closing):
        end = self.text.find(closing, self.at)
        if end < 0:
            if not self.more():
                self.fail('missing group name', self.at)
            self.fail('missing %s, unterminated name' % closing, self.at)
        name = self.text[self.at:end]
        if not name:
            self.fail('missing group name', self.at)
        if not name.isidentifier():
            self.fail('bad character in group name %r' % name, self.at)
        return name, end + 1

    def group(self, start):
        flags = self.flags
        number, look = 0, None
        if self.accept('?'):
            if self.accept('#'):
                end = self.text.find(')', self.at)
                if end < 0:
                    self.fail('missing ), unterminated comment', start)
                self.at = end + 1
                return None
            if self.accept('P='):
                begin = self.at
                name, self.at = self.name(')')
                if name not in self.names:
                    self.fail('unknown group name %r' % name, begin)
                return self.reference(self.names[name], begin, begin)
            if self.accept('P<'):
                number = self.opens(start)
                begin = self.at
                name, self.at = self.name('>')
                if name in self.names:
                    self.fail('redefinition of group name %r as group %d; was group %d' % (name, number, self.names[name]), begin)
                self.names[name] = number
            elif self.accept(':'):
                pass
            elif self.accept('='):
                look = (True, False)
            elif self.accept('!'):
                look = (True, True)
            elif self.accept('<='):
                look = (False, False)
            elif self.accept('<!'):
                look = (False, True)
            elif self.text.startswith('(', self.at) or self.text.startswith('>', self.at):
                _lacks('conditions and atomic groups, `(?(` and `(?>`')
            elif not self.inline(start):
                return None
        else:
            number = self.opens(start)
        node = self.alternatives()
        if not self.accept(')'):
            self.fail('missing ), unterminated subpattern', start)
        self.flags = flags
        if look is not None:
            width = 0
            if not look[0]:
                lo, hi = _width(node, self.widths)
                self.looks = self.looks or lo != hi
                width = lo
            return ('look', node, look[0], look[1], width)
        if number:
            self.open.remove(number)
            self.widths[number] = _width(node, self.widths)
            return ('group', number, node)
        return ('cat', [node])

    def opens(self, start):
        self.groups += 1
        self.open.append(self.groups)
        return self.groups

    def inline(self, start):
        # flags in a group; False if they are those of the whole pattern
        if not self.more():
            self.fail('unexpected end of pattern', self.at)
        c = self.text[self.at]
        if c in 'P<':
            if self.at + 1 == len(self.text):
                self.fail('unexpected end of pattern', self.at + 1)
            c += self.text[self.at + 1]
        if c not in _flags and c not in '-L':
            self.fail('unknown extension ?' + c, start + 1)
        on = off = 0
        if c != '-':
            on = self.letters('-:)', 'missing -, : or )', '')
        if self.accept('-'):
            off = self.letters(':', 'missing :', 'missing flag')
            if on & off:
                self.fail('bad inline flags: flag turned on and off', self.at)
        self.flags = (self.flags | on) & ~off
        self.at += 1
        if self.text[self.at - 1] == ':':
            return True
        if start > 0 and self.text[:start].strip():
            self.fail('global flags not at the start of the expression', start)
        return False

    def letters(self, ends, missing, first):
        # the flags up to one of the ends; 'first' is the error where there are none, and where it is not empty they are turned off
        flags, message = 0, first or missing
        while flags == 0 or not (self.more() and self.text[self.at] in ends):
            if not self.more():
                self.fail(message, self.at)
            c = self.text[self.at]
            if c not in _flags and c != 'L':
                self.fail('unknown flag' if c.isalpha() else message, self.at)
            self.at += 1
            if first and c in 'auL':
                self.fail("bad inline flags: cannot turn off flags 'a', 'u' and 'L'", self.at)
            if c == 'L':
                self.fail("bad inline flags: cannot use 'L' flag with a str pattern", self.at)
            flags |= _flags[c]
            if flags & 288 == 288:
                self.fail("bad inline flags: flags 'a', 'u' and 'L' are incompatible", self.at)
            message = missing
        return flags


def _width(node, groups):
    # the smallest and largest number of characters that a node takes; the largest one is at most _most
    kind = node[0]
    if kind in ('char', 'set', 'any'):
        return 1, 1
    if kind == 'group':
        return _width(node[2], groups)
    if kind == 'ref':
        return groups[node[1]]
    if kind == 'cat' or kind == 'alt':
        parts = [_width(n, groups) for n in node[1]]
        if kind == 'cat':
            return sum([lo for lo, hi in parts]), min(sum([hi for lo, hi in parts]), _most)
        return min([lo for lo, hi in parts]), max([hi for lo, hi in parts])
    if kind == 'rep':
        lo, hi = _width(node[1], groups)
        return min(lo * node[2], _most), min(hi * node[3], _most) if node[3] >= 0 else _most
    return 0, 0


# The instructions: what they do, and two operands.

_CHAR, _TEXT, _SET, _ANY, _ALL, _RUN, _SPLIT, _JUMP, _OPEN, _CLOSE, _AT, _REF, _LOOK, _EMPTY, _DONE = range(15)


class _Compiler:
    def __init__(self, groups):
        self.code, self.slots = [], 2 * groups + 2

    def emit(self, op, x=None, y=None):
        self.code.append((op, x, y))
        if len(self.code) > 4 * _most:
            _lacks('patterns that are repeated so often')
        return len(self.code) - 1

    def node(self, n):
        kind = n[0]
        if kind == 'char':
            self.emit(_CHAR, n[1])
        elif kind == 'set':
            self.emit(_SET, n[1].short, n[1])
        elif kind == 'any':
            self.emit(_ALL if n[1] else _ANY)
        elif kind == 'cat':
            self.cat(n[1])
        elif kind == 'alt':
            self.alt(n[1])
        elif kind == 'rep':
            self.rep(*n[1:])
        elif kind == 'group':
            self.emit(_OPEN, 2 * n[1])
            self.node(n[2])
            self.emit(_CLOSE, 2 * n[1] + 1, n[1])
        elif kind == 'at':
            self.emit(_AT, n[1], len(n) > 2 and n[2])
        elif kind == 'ref':
            self.emit(_REF, 2 * n[1], n[2])
        else:
            look = self.emit(_LOOK)
            self.node(n[1])
            self.emit(_DONE)
            self.code[look] = (_LOOK, (n[2], n[3], n[4]), len(self.code))

    def cat(self, nodes):
        k = 0
        while k < len(nodes):
            end = k
            while end < len(nodes) and nodes[end][0] == 'char':
                end += 1
            if end - k > 1:
                text = ''.join([n[1] for n in nodes[k:end]])
                self.emit(_TEXT, text, end - k)
                k = end
            else:
                self.node(nodes[k])
                k += 1

    def alt(self, nodes):
        jumps = []
        for n in nodes[:-1]:
            split = self.emit(_SPLIT)
            self.node(n)
            jumps.append(self.emit(_JUMP))
            self.code[split] = (_SPLIT, split + 1, len(self.code))
        self.node(nodes[-1])
        for at in jumps:
            self.code[at] = (_JUMP, len(self.code), None)

    def rep(self, n, lo, hi, greedy):
        if greedy and n[0] in ('char', 'set', 'any'):
            test = n[1].short if n[0] == 'set' else n[1]
            self.emit(_RUN, (n[0], test, n[1]), (lo, hi))
            return
        for _ in range(lo):
            self.node(n)
        if hi < 0:
            slot = self.slots
            self.slots += 1
            split = self.emit(_SPLIT)
            self.emit(_OPEN, slot)
            self.node(n)
            self.emit(_EMPTY, slot)
            self.emit(_JUMP, split)
            self.choice(split, greedy)
            return
        splits = []
        for _ in range(hi - lo):
            splits.append(self.emit(_SPLIT))
            self.node(n)
        for split in splits:
            self.choice(split, greedy)

    def choice(self, split, greedy):
        end = len(self.code)
        self.code[split] = (_SPLIT, split + 1, end) if greedy else (_SPLIT, end, split + 1)


def _is_word_at(s, i, end, ascii):
    if i < 0 or i >= end:
        return False
    c = s[i]
    return _is_word(c) and not (ascii and c > '\x7f')


def _stands(place, s, i, end, ascii):
    # whether something that takes no characters holds at a position
    if place == 'start':
        return i == 0
    if place == 'lines':
        return i == 0 or s[i - 1] == '\n'
    if place == 'end':
        return i == end
    if place == 'last':
        return i == end or i == end - 1 and s[i] == '\n'
    if place == 'ends':
        return i == end or s[i] == '\n'
    if end == 0:
        return False  # as CPython before 3.14
    border = _is_word_at(s, i - 1, end, ascii) != _is_word_at(s, i, end, ascii)
    return border == (place == 'word')


def _count(s, i, most, kind, test, more):
    # how far what takes one character can be repeated
    if kind == 'set':
        while i < most:
            c = s[i]
            if c not in test and (c < '\x80' or not more.looks(c)):
                break
            i += 1
    elif kind == 'char':
        while i < most and s[i] == test:
            i += 1
    elif test:
        i = max(i, most)
    else:
        while i < most and s[i] != '\n':
            i += 1
    return i


def _run(code, pc, s, i, end, marks, whole, nonempty):
    # the marks of a match from position i on, with its end as the first one, or None; s is a string or a list of characters
    start = i
    stack = []
    while True:
        op, x, y = code[pc]
        if op == _CHAR:
            if i < end and s[i] == x:
                i += 1
                pc += 1
                continue
        elif op == _SET:
            if i < end:
                c = s[i]
                if c in x or c > '\x7f' and y.looks(c):
                    i += 1
                    pc += 1
                    continue
        elif op == _RUN:
            kind, test, more = x
            lo, hi = y
            last = _count(s, i, end if hi < 0 or hi > end - i else i + hi, kind, test, more)
            if last >= i + lo:
                pc += 1
                if last > i + lo:
                    stack.append((pc, last - 1, marks, i + lo))
                i = last
                continue
        elif op == _TEXT:
            if i + y <= end and s[i] == x[0] and ''.join(s[i:i + y]) == x:
                i += y
                pc += 1
                continue
        elif op == _SPLIT:
            stack.append((y, i, marks, i))
            pc = x
            continue
        elif op == _JUMP:
            pc = x
            continue
        elif op == _OPEN:
            marks = marks[:x] + (i,) + marks[x + 1:]
            pc += 1
            continue
        elif op == _CLOSE:
            marks = (i, y) + marks[2:x] + (i,) + marks[x + 1:]
            pc += 1
            continue
        elif op == _ANY:
            if i < end and s[i] != '\n':
                i += 1
                pc += 1
                continue
        elif op == _ALL:
            if i < end:
                i += 1
                pc += 1
                continue
        elif op == _AT:
            if _stands(x, s, i, end, y):
                pc += 1
                continue
        elif op == _EMPTY:
            if marks[x] != i:
                pc += 1
                continue
            pc += 2  # nothing more comes of a repeat that takes nothing
            continue
        elif op == _REF:
            first, last = marks[x], marks[x + 1]
            if last >= 0 and i + last - first <= end:
                a, b = ''.join(s[first:last]), ''.join(s[i:i + last - first])
                if a == b or y and a.lower() == b.lower():
                    i += last - first
                    pc += 1
                    continue
        elif op == _LOOK:
            ahead, negated, width = x
            found = None
            if ahead:
                found = _run(code, pc + 1, s, i, end, marks, False, False)
            elif i >= width:
                found = _run(code, pc + 1, s, i - width, end, marks, False, False)
            if (found is None) == negated:
                if found is not None:
                    marks = found
                pc = y
                continue
        else:
            if not (whole and i < end or nonempty and i == start):
                return (i,) + marks[1:]
        if not stack:
            return None
        pc, i, marks, lo = stack.pop()
        if i > lo:
            stack.append((pc, i - 1, marks, lo))


class Match:
    __slots__ = ('re', 'string', 'pos', 'endpos', 'lastindex', '_marks')

    def __init__(self, pattern, string, pos, endpos, start, marks):
        self.re, self.string, self.pos, self.endpos = pattern, string, pos, endpos
        self._marks = (start, marks[0]) + marks[2:2 * pattern.groups + 2]
        self.lastindex = marks[1] or None

    @property
    def lastgroup(self):
        for name, n in self.re.groupindex.items():
            if n == self.lastindex:
                return name
        return None

    def _number(self, group):
        if isinstance(group, str):
            if group in self.re.groupindex:
                return self.re.groupindex[group]
        elif isinstance(group, int) or hasattr(type(group), '__index__'):
            if 0 <= int(group) <= self.re.groups:
                return int(group)
        raise IndexError('no such group')

    def _text(self, n, default=None):
        end = self._marks[2 * n + 1]
        return default if end < 0 else self.string[self._marks[2 * n]:end]

    def group(self, *groups):
        if not groups:
            return self._text(0)
        if len(groups) == 1:
            return self._text(self._number(groups[0]))
        return tuple([self._text(self._number(g)) for g in groups])

    def __getitem__(self, group):
        return self._text(self._number(group))

    def groups(self, default=None):
        return tuple([self._text(n, default) for n in range(1, self.re.groups + 1)])

    def groupdict(self, default=None):
        return {name: self._text(n, default) for name, n in self.re.groupindex.items()}

    def start(self, group=0):
        return self.span(group)[0]

    def end(self, group=0):
        return self.span(group)[1]

    def span(self, group=0):
        n = self._number(group)
        end = self._marks[2 * n + 1]
        return (-1, -1) if end < 0 else (self._marks[2 * n], end)

    @property
    def regs(self):
        return tuple([self.span(n) for n in range(self.re.groups + 1)])

    def expand(self, template):
        return _filled(_template(template, self.re), self)

    def __repr__(self):
        return '<re.Match object; span=%r, match=%.50r>' % (self.span(), self.group())

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _template(text, pattern):
    # the parts of what stands in the place of a match: strings, and numbers of groups
    parts = []
    at = 0
    while True:
        next = text.find('\\', at)
        if next < 0:
            parts.append(text[at:])
            return parts
        parts.append(text[at:next])
        if next + 1 == len(text):
            raise error('bad escape (end of pattern)', text, next)
        c = text[next + 1]
        at = next + 2
        if c == 'g':
            if text[at:at + 1] != '<':
                raise error('missing <', text, at)
            end = text.find('>', at)
            name = text[at + 1:end]
            if end < 0:
                raise error('missing >, unterminated name' if at + 1 < len(text) else 'missing group name', text, at + 1)
            if not name:
                raise error('missing group name', text, at + 1)
            if name.isdigit():
                n = int(name)
                if n > pattern.groups:
                    raise error('invalid group reference %d' % n, text, at + 1)
            elif not name.isidentifier():
                raise error('bad character in group name %r' % name, text, at + 1)
            elif name not in pattern.groupindex:
                raise IndexError('unknown group name %r' % name)
            else:
                n = pattern.groupindex[name]
            parts.append(n)
            at = end + 1
        elif c in '0123456789':
            part, at = _numbered(text, next + 1)
            if isinstance(part, int) and part > pattern.groups:
                raise error('invalid group reference %d' % part, text, next + 1)
            parts.append(part)
        elif c in _escapes:
            parts.append(_escapes[c])
        elif c in _letters:
            raise error('bad escape \\' + c, text, next)
        else:
            parts.append('\\' + c)


def _filled(parts, match):
    return ''.join([match._text(p, '') if isinstance(p, int) else p for p in parts])


class Pattern:
    __slots__ = ('pattern', 'flags', 'groups', 'groupindex', '_code', '_none', '_prefix')

    def __init__(self, pattern, flags):
        parser = _Parser(pattern, flags)
        node = parser.whole()
        compiler = _Compiler(parser.groups)
        compiler.node(node)
        compiler.emit(_DONE)
        self.pattern, self.flags = pattern, (flags | parser.flags) | (0 if (flags | parser.flags) & 256 else 32)
        self.groups, self.groupindex = parser.groups, parser.names
        self._code = compiler.code
        self._none = (0, 0) + (-1,) * (compiler.slots - 2)
        op, x, y = compiler.code[0]
        self._prefix = x if op == _CHAR or op == _TEXT else ''

    def _chars(self, string):
        if not isinstance(string, str):
            raise TypeError('expected string or bytes-like object, got %r' % type(string).__name__)
        return string if string.isascii() else list(string)

    def _bounds(self, string, pos, endpos):
        size = len(string)
        end = size if endpos is None else min(max(endpos, 0), size)
        return min(max(pos, 0), size), end

    def _at(self, string, pos, endpos, whole):
        chars = self._chars(string)
        pos, end = self._bounds(string, pos, endpos)
        marks = _run(self._code, 0, chars, pos, end, self._none, whole, False) if pos <= end else None
        return None if marks is None else Match(self, string, pos, end, pos, marks)

    def match(self, string, pos=0, endpos=None):
        return self._at(string, pos, endpos, False)

    def fullmatch(self, string, pos=0, endpos=None):
        return self._at(string, pos, endpos, True)

    def search(self, string, pos=0, endpos=None):
        for m in self.finditer(string, pos, endpos):
            return m
        return None

    def finditer(self, string, pos=0, endpos=None):
        return self._matches(string, self._chars(string), *self._bounds(string, pos, endpos))

    def _matches(self, string, chars, pos, end):
        code, none, prefix = self._code, self._none, self._prefix
        i, nonempty = pos, False
        while i <= end:
            if prefix:
                i = string.find(prefix, i, end)
                if i < 0:
                    return
            marks = _run(code, 0, chars, i, end, none, False, nonempty)
            if marks is None:
                i += 1
                nonempty = False
                continue
            yield Match(self, string, pos, end, i, marks)
            nonempty = marks[0] == i
            i = marks[0]

    def findall(self, string, pos=0, endpos=None):
        found = []
        for m in self.finditer(string, pos, endpos):
            if self.groups == 0:
                found.append(m._text(0))
            elif self.groups == 1:
                found.append(m._text(1, ''))
            else:
                found.append(m.groups(''))
        return found

    def split(self, string, maxsplit=0):
        parts, at = [], 0
        for m in self.finditer(string) if maxsplit >= 0 else ():
            parts.append(string[at:m._marks[0]])
            parts.extend(m.groups())
            at = m._marks[1]
            maxsplit -= 1
            if maxsplit == 0:
                break
        parts.append(string[at:])
        return parts

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def subn(self, repl, string, count=0):
        template = None
        if isinstance(repl, str):
            template = _template(repl, self)
        elif not callable(repl):
            raise TypeError('decoding to str: need a bytes-like object, %s found' % type(repl).__name__)
        parts, at, n = [], 0, 0
        for m in self.finditer(string) if count >= 0 else ():
            parts.append(string[at:m._marks[0]])
            if template is None:
                text = repl(m)
                if text is not None:
                    parts.append(text)
            else:
                parts.append(_filled(template, m))
            at = m._marks[1]
            n += 1
            if n == count:
                break
        parts.append(string[at:])
        return ''.join(parts), n

    def __repr__(self):
        flags = [repr(RegexFlag(part)) for part in (self.flags & ~288, self.flags & 256) if part]
        return 're.compile(%.200r%s)' % (self.pattern, ', ' + '|'.join(flags) if flags else '')

    def __eq__(self, other):
        return self.pattern == other.pattern and self.flags == other.flags if isinstance(other, Pattern) else NotImplemented

    def __hash__(self):
        return hash((self.pattern, self.flags))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


_known = {}


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError('cannot process flags argument with a compiled pattern')
        return pattern
    if not isinstance(pattern, str):
        if type(pattern).__name__ == 'bytes':
            _lacks('patterns of bytes')
        raise TypeError('first argument must be string or compiled pattern')
    key = (pattern, int(flags))
    known = _known.get(key)
    if known is None:
        if len(_known) >= 512:
            _known.clear()
        known = _known[key] = Pattern(pattern, int(flags))
    return known


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


_special = '()[]{}?*+-|^$\\.&~# \t\n\r\v\f'


def escape(pattern):
    return ''.join(['\\' + c if c in _special else c for c in pattern])


def purge():
    _known.clear()
