_escapes = {'"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f', '\b': '\\b'}


def _quoted(text, ensure_ascii):
    if text.isprintable() and '"' not in text and '\\' not in text and (not ensure_ascii or text.isascii()):
        return '"' + text + '"'
    out = ['"']
    for c in text:
        code = ord(c)
        if c in _escapes:
            out.append(_escapes[c])
        elif code < 32 or ensure_ascii and 126 < code < 65536:
            out.append(f'\\u{code:04x}')
        elif ensure_ascii and code > 126:
            high, low = divmod(code - 65536, 1024)
            out.append(f'\\u{high + 0xd800:04x}\\u{low + 0xdc00:04x}')
        else:
            out.append(c)
    out.append('"')
    return ''.join(out)


class JSONEncoder:
    item_separator = ', '
    key_separator = ': '

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False, indent=None, separators=None,
                 default=None):
        self.skipkeys, self.ensure_ascii, self.check_circular = skipkeys, ensure_ascii, check_circular
        self.allow_nan, self.sort_keys, self.indent = allow_nan, sort_keys, indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ','
        if default is not None:
            self.default = default

    def default(self, o):
        raise TypeError(f'Object of type {type(o).__name__} is not JSON serializable')

    def encode(self, o):
        chunks = []
        self._write(o, chunks.append)
        return ''.join(chunks)

    def iterencode(self, o):
        chunks = []
        self._write(o, chunks.append)
        return iter(chunks)

    def _write(self, o, put):
        indent = self.indent
        if indent is not None and not isinstance(indent, str):
            indent = ' ' * indent
        self._value(o, put, '', indent, None if indent is None else '\n', set() if self.check_circular else None)

    def _scalar(self, o):
        # the text of what is neither a list nor a dictionary; None of other objects
        if isinstance(o, str):
            return _quoted(o, self.ensure_ascii)
        if o is None:
            return 'null'
        if o is True:
            return 'true'
        if o is False:
            return 'false'
        if isinstance(o, int):
            return '%d' % o
        if not isinstance(o, float):
            return None
        if o - o == 0:
            return repr(o)
        if not self.allow_nan:
            raise ValueError('Out of range float values are not JSON compliant')
        return 'NaN' if o != o else 'Infinity' if o > 0 else '-Infinity'

    def _key(self, key):
        # the text of a key; None of one that is skipped
        if isinstance(key, str):
            return _quoted(key, self.ensure_ascii)
        text = self._scalar(key)
        if text is not None:
            return '"' + text + '"'
        if self.skipkeys:
            return None
        raise TypeError(f'keys must be str, int, float, bool or None, not {type(key).__name__}')

    def _value(self, o, put, before, indent, line, within):
        # gives put the text of a value, after a text that stands before it: line ends and indents the lines of what the value is in
        text = self._scalar(o)
        if text is not None:
            put(before + text)
            return
        if before:
            put(before)
        mark = id(o)
        if within is not None:
            if mark in within:
                raise ValueError('Circular reference detected')
            within.add(mark)
        inner = line if line is None else line + indent
        if isinstance(o, (list, tuple)):
            self._list(o, put, indent, line, inner, within)
        elif isinstance(o, dict):
            self._dict(o, put, indent, line, inner, within)
        else:
            self._value(self.default(o), put, '', indent, line, within)
        if within is not None:
            within.discard(mark)

    def _list(self, o, put, indent, line, inner, within):
        if not o:
            put('[]')
            return
        before, separator = '[' + (inner or ''), self.item_separator + (inner or '')
        for item in o:
            self._value(item, put, before, indent, inner, within)
            before = separator
        if line is not None:
            put(line)
        put(']')

    def _dict(self, o, put, indent, line, inner, within):
        if not o:
            put('{}')
            return
        put('{')
        before, separator = inner, self.item_separator + (inner or '')
        for key, value in sorted(o.items()) if self.sort_keys else o.items():
            text = self._key(key)
            if text is None:
                continue
            if before is not None:
                put(before)
            put(text)
            put(self.key_separator)
            self._value(value, put, '', indent, inner, within)
            before = separator
        if line is not None:
            put(line)
        put('}')
