_escaped = {'"': '"', '\\': '\\', '/': '/', 'n': '\n', 'r': '\r', 't': '\t', 'f': '\f', 'b': '\b'}
_constants = {'null': None, 'true': True, 'false': False}
_numbers = {'NaN': float('nan'), 'Infinity': float('inf'), '-Infinity': float('-inf')}


class JSONDecodeError(ValueError):
    def __init__(self, msg, doc, pos):
        self.msg, self.doc, self.pos = msg, doc, pos
        self.lineno = doc.count('\n', 0, pos) + 1
        self.colno = pos - doc.rfind('\n', 0, pos)
        super().__init__(f'{msg}: line {self.lineno} column {self.colno} (char {pos})')


def _blank(s, k):
    while s[k:k + 1] in ' \t\n\r' and k < len(s):
        k += 1
    return k


def _digits(s, k):
    while '0' <= s[k:k + 1] <= '9':
        k += 1
    return k


def _character(s, k):
    # the number after the "u" at an index
    digits = s[k + 1:k + 5]
    if len(digits) < 4 or digits.strip('0123456789abcdefABCDEF'):
        raise JSONDecodeError('Invalid \\uXXXX escape', s, k)
    return int(digits, 16)


class JSONDecoder:
    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True, object_pairs_hook=None):
        self.object_hook, self.object_pairs_hook, self.strict = object_hook, object_pairs_hook, strict
        self.parse_float, self.parse_int = parse_float or float, parse_int or int
        self.parse_constant = parse_constant or (lambda word: _numbers[word])

    def decode(self, s):
        value, end = self.raw_decode(s, _blank(s, 0))
        end = _blank(s, end)
        if end < len(s):
            raise JSONDecodeError('Extra data', s, end)
        return value

    def raw_decode(self, s, idx=0):
        return self._value(s, idx)

    def _value(self, s, k):
        c = s[k:k + 1]
        if c == '"':
            return self._string(s, k)
        if c == '{':
            return self._object(s, k)
        if c == '[':
            return self._array(s, k)
        for word, value in _constants.items():
            if s.startswith(word, k):
                return value, k + len(word)
        for word in _numbers:
            if s.startswith(word, k):
                return self.parse_constant(word), k + len(word)
        return self._number(s, k)

    def _number(self, s, k):
        start = k + 1 if s[k:k + 1] == '-' else k
        end = _digits(s, start)
        if end == start:
            raise JSONDecodeError('Expecting value', s, k)
        if s[start] == '0':
            end = start + 1
        whole = end
        if s[end:end + 1] == '.':
            decimals = _digits(s, end + 1)
            if decimals > end + 1:
                end = decimals
        if s[end:end + 1] in ('e', 'E'):
            start = end + 2 if s[end + 1:end + 2] in ('+', '-') else end + 1
            exponent = _digits(s, start)
            if exponent > start:
                end = exponent
        return (self.parse_int if end == whole else self.parse_float)(s[k:end]), end

    def _string(self, s, begin):
        k = begin + 1
        end = s.find('"', k)
        text = s[k:end]
        if end > 0 and '\\' not in text and text.isprintable():
            return text, end + 1
        out = []
        while k < len(s):
            c = s[k]
            if c == '"':
                return ''.join(out), k + 1
            if c == '\\':
                c = s[k + 1:k + 2]
                if not c:
                    break
                if c == 'u':
                    code = _character(s, k + 1)
                    k += 4
                    if 0xd800 <= code < 0xdc00 and s[k + 2:k + 4] == '\\u':
                        low = _character(s, k + 3)
                        if 0xdc00 <= low < 0xe000:
                            code = 0x10000 + (code - 0xd800) * 1024 + low - 0xdc00
                            k += 6
                    c = chr(code)
                elif c in _escaped:
                    c = _escaped[c]
                else:
                    raise JSONDecodeError('Invalid \\escape', s, k)
                k += 1
            elif c < ' ' and self.strict:
                raise JSONDecodeError('Invalid control character at', s, k)
            out.append(c)
            k += 1
        raise JSONDecodeError('Unterminated string starting at', s, begin)

    def _array(self, s, k):
        items = []
        k = _blank(s, k + 1)
        if s[k:k + 1] == ']':
            return items, k + 1
        while True:
            value, k = self._value(s, k)
            items.append(value)
            k = _blank(s, k)
            c = s[k:k + 1]
            if c == ']':
                return items, k + 1
            if c != ',':
                raise JSONDecodeError("Expecting ',' delimiter", s, k)
            k = _blank(s, k + 1)

    def _object(self, s, k):
        pairs = []
        k = _blank(s, k + 1)
        c = s[k:k + 1]
        while c != '}':
            if c != '"':
                raise JSONDecodeError('Expecting property name enclosed in double quotes', s, k)
            key, k = self._string(s, k)
            k = _blank(s, k)
            if s[k:k + 1] != ':':
                raise JSONDecodeError("Expecting ':' delimiter", s, k)
            value, k = self._value(s, _blank(s, k + 1))
            pairs.append((key, value))
            k = _blank(s, k)
            c = s[k:k + 1]
            if c == ',':
                k = _blank(s, k + 1)
                c = '"' if s[k:k + 1] == '"' else ''
            elif c != '}':
                raise JSONDecodeError("Expecting ',' delimiter", s, k)
        if self.object_pairs_hook is not None:
            return self.object_pairs_hook(pairs), k + 1
        made = dict(pairs)
        return made if self.object_hook is None else self.object_hook(made), k + 1
