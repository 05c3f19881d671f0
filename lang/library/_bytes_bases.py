from _bytes_bases import _lacks

# bytes and bytearray, and what the language's own classes have to do with them. An object holds a list of the numbers of its bytes. What
# looks for a part does so in a text that has a character for each byte.

_ready = object()  # says that a list is the new object's own
_none = object()
_indices = 'bytearray indices must be integers or slices, not %s'
_chars = [chr(k) for k in range(256)]
_blank = ' \t\n\r\x0b\x0c'
_shown = ['\\x%02x' % k if k < 32 or k > 126 else chr(k) for k in range(256)]
_shown[9], _shown[10], _shown[13], _shown[92] = '\\t', '\\n', '\\r', '\\\\'


def _type_name(x):
    return type(x).__name__


def _index(k, otherwise):
    # the integer that an object stands for
    if isinstance(k, int):
        return k if type(k) is int else int(hex(k), 16)  # True is 1, and no method of a class derived from int is asked
    if hasattr(type(k), '__index__'):
        return k.__index__()
    raise TypeError(otherwise % _type_name(k))


def _octet(k, name='byte'):
    # a number that a byte can have
    k = _index(k, "'%s' object cannot be interpreted as an integer")
    if 0 <= k < 256:
        return k
    raise ValueError(name + ' must be in range(0, 256)')


def _text(octets):
    return ''.join([_chars[k] for k in octets])


def _codes(text):
    return [ord(c) for c in text]


def _literal(text):
    return bytes([ord(c) for c in text], _ready)


def _octets(x, message="a bytes-like object is required, not '%s'"):
    # the numbers of an object with bytes
    if isinstance(x, _Octets):
        return x._octets_
    raise TypeError(message % _type_name(x))


def _part(x):
    # as a text, what is looked for
    if isinstance(x, _Octets):
        return _text(x._octets_)
    return _chars[_octet(_index(x, "argument should be integer or bytes-like object, not '%s'"))]


def _begin(source, encoding, errors, name):
    # the numbers of a new object's bytes
    if isinstance(source, str):
        if encoding is None:
            raise TypeError('string argument without an encoding')
        return _encoded(source, encoding, errors or 'strict')
    if encoding is not None or errors is not None:
        raise TypeError('encoding without a string argument' if encoding is not None else 'errors without a string argument')
    if source is _none:
        return []
    if isinstance(source, _Octets):
        return source._octets_[:]
    if name == 'bytes' and hasattr(type(source), '__bytes__'):
        return _octets(source.__bytes__(), '__bytes__ returned non-bytes (type %s)')[:]
    if hasattr(type(source), '__index__') or isinstance(source, int):
        count = _index(source, '')
        if count < 0:
            raise ValueError('negative count')
        return [0] * count
    return _numbers(source, "cannot convert '%s' object to " + name, 'bytes' if name == 'bytes' else 'byte')


def _numbers(source, otherwise, what):
    try:
        source = iter(source)
    except TypeError:
        otherwise = otherwise % _type_name(source)
        source = None
    if source is None:
        raise TypeError(otherwise)
    return [_octet(k, what) for k in source]


def _iterated(parts):
    try:
        return iter(parts)
    except TypeError:
        pass
    raise TypeError('can only join an iterable')


class _Octets:
    __slots__ = ('_octets_',)

    def _like(self, octets):
        return bytes(octets, _ready) if isinstance(self, bytes) else bytearray(octets, _ready)

    def _of(self, text):
        return self._like(_codes(text))

    def __len__(self):
        return len(self._octets_)

    def __iter__(self):
        return iter(self._octets_)

    def __contains__(self, part):
        if isinstance(part, _Octets):
            return _text(part._octets_) in _text(self._octets_)
        return _octet(_index(part, "a bytes-like object is required, not '%s'")) in self._octets_

    def __eq__(self, other):
        return self._octets_ == other._octets_ if isinstance(other, _Octets) else NotImplemented

    def __ne__(self, other):
        return self._octets_ != other._octets_ if isinstance(other, _Octets) else NotImplemented

    def __lt__(self, other):
        return self._octets_ < other._octets_ if isinstance(other, _Octets) else NotImplemented

    def __le__(self, other):
        return self._octets_ <= other._octets_ if isinstance(other, _Octets) else NotImplemented

    def __gt__(self, other):
        return self._octets_ > other._octets_ if isinstance(other, _Octets) else NotImplemented

    def __ge__(self, other):
        return self._octets_ >= other._octets_ if isinstance(other, _Octets) else NotImplemented

    def __add__(self, other):
        if isinstance(other, _Octets):
            return self._like(self._octets_ + other._octets_)
        if type(other).__module__ != 'builtins' and hasattr(type(other), '__radd__'):
            return NotImplemented
        raise TypeError("can't concat %s to %s" % (_type_name(other), _type_name(self)))

    def __mul__(self, n):
        if not isinstance(n, int) and not hasattr(type(n), '__index__'):
            if type(n).__module__ != 'builtins' and hasattr(type(n), '__rmul__'):
                return NotImplemented
            raise TypeError("can't multiply sequence by non-int of type '%s'" % _type_name(n))
        return self._like(self._octets_ * n)

    __rmul__ = __mul__

    def __mod__(self, values):
        return self._of(_filled(_text(self._octets_), values))

    def __str__(self):
        return repr(self)

    def _quoted(self, always):
        octets = self._octets_
        quote = '"' if 39 in octets and 34 not in octets else "'"
        text = ''.join([_shown[k] for k in octets])
        return 'b' + quote + (text.replace("'", "\\'") if always or quote == "'" else text) + quote

    def hex(self, sep=_none, bytes_per_sep=1):
        digits = ['%02x' % k for k in self._octets_]
        if sep is _none or not bytes_per_sep or not digits:
            return ''.join(digits)
        sep = _text(sep._octets_) if isinstance(sep, _Octets) else sep
        if not isinstance(sep, str):
            raise TypeError('sep must be str or bytes.')
        if len(sep) != 1:
            raise ValueError('sep must be length 1.')
        if not sep.isascii():
            raise ValueError('sep must be ASCII.')
        n = abs(bytes_per_sep)
        first = len(digits) % n if bytes_per_sep > 0 else 0
        groups = [''.join(digits[:first])] if first else []
        return sep.join(groups + [''.join(digits[k:k + n]) for k in range(first, len(digits), n)])

    @classmethod
    def fromhex(cls, text):
        if not isinstance(text, str):
            raise TypeError('fromhex() argument must be str, not ' + _type_name(text))
        octets, k = [], 0
        while k < len(text):
            if text[k] in _blank:
                k += 1
                continue
            for at in (k, k + 1):
                if at == len(text) or text[at] not in '0123456789abcdefABCDEF':
                    raise ValueError('non-hexadecimal number found in fromhex() arg at position %d' % at)
            octets.append(int(text[k:k + 2], 16))
            k += 2
        return cls(octets, _ready)

    @staticmethod
    def maketrans(frm, to):
        frm, to = _octets(frm), _octets(to)
        if len(frm) != len(to):
            raise ValueError('maketrans arguments must have same length')
        table = list(range(256))
        for a, b in zip(frm, to):
            table[a] = b
        return bytes(table, _ready)

    def translate(self, table, delete=_none):
        table = list(range(256)) if table is None else _octets(table)
        if len(table) != 256:
            raise ValueError('translation table must be 256 characters long')
        without = [] if delete is _none else _octets(delete)
        return self._like([table[k] for k in self._octets_ if k not in without])

    def decode(self, encoding='utf-8', errors='strict'):
        return _decoded(self, encoding, errors)

    def find(self, sub, start=None, end=None):
        return _text(self._octets_).find(_part(sub), start, end)

    def rfind(self, sub, start=None, end=None):
        return _text(self._octets_).rfind(_part(sub), start, end)

    def index(self, sub, start=None, end=None):
        k = self.find(sub, start, end)
        if k < 0:
            raise ValueError('subsection not found')
        return k

    def rindex(self, sub, start=None, end=None):
        k = self.rfind(sub, start, end)
        if k < 0:
            raise ValueError('subsection not found')
        return k

    def count(self, sub, start=None, end=None):
        return _text(self._octets_).count(_part(sub), start, end)

    def _one_of(self, name, parts):
        if isinstance(parts, tuple):
            return tuple([_text(_octets(p)) for p in parts])
        return _text(_octets(parts, name + ' first arg must be bytes or a tuple of bytes, not %s'))

    def startswith(self, prefix, start=None, end=None):
        return _text(self._octets_).startswith(self._one_of('startswith', prefix), start, end)

    def endswith(self, suffix, start=None, end=None):
        return _text(self._octets_).endswith(self._one_of('endswith', suffix), start, end)

    def replace(self, old, new, count=-1):
        return self._of(_text(self._octets_).replace(_text(_octets(old)), _text(_octets(new)), count))

    def removeprefix(self, prefix):
        return self._of(_text(self._octets_).removeprefix(_text(_octets(prefix))))

    def removesuffix(self, suffix):
        return self._of(_text(self._octets_).removesuffix(_text(_octets(suffix))))

    def join(self, parts):
        octets, between, first = [], self._octets_, True
        for n, p in enumerate(_iterated(parts)):
            if not isinstance(p, _Octets):
                raise TypeError('sequence item %d: expected a bytes-like object, %s found' % (n, _type_name(p)))
            if not first:
                octets += between
            first = False
            octets += p._octets_
        return self._like(octets)

    def partition(self, sep):
        a, b, c = _text(self._octets_).partition(_text(_octets(sep)))
        return self._of(a), self._of(b), self._of(c)

    def rpartition(self, sep):
        a, b, c = _text(self._octets_).rpartition(_text(_octets(sep)))
        return self._of(a), self._of(b), self._of(c)

    def split(self, sep=None, maxsplit=-1):
        text = _text(self._octets_)
        parts = _words(text, maxsplit) if sep is None else text.split(_text(_octets(sep)), maxsplit)
        return [self._of(p) for p in parts]

    def rsplit(self, sep=None, maxsplit=-1):
        text = _text(self._octets_)
        if sep is None:
            parts = [p[::-1] for p in _words(text[::-1], maxsplit)][::-1]
        else:
            parts = text.rsplit(_text(_octets(sep)), maxsplit)
        return [self._of(p) for p in parts]

    def splitlines(self, keepends=False):
        lines, octets, k = [], self._octets_, 0
        while k < len(octets):
            end = k
            while end < len(octets) and octets[end] != 10 and octets[end] != 13:
                end += 1
            after = min(end + (2 if octets[end:end + 2] == [13, 10] else 1), len(octets))
            lines.append(self._like(octets[k:after if keepends else end]))
            k = after
        return lines

    def strip(self, chars=None):
        return self._of(_text(self._octets_).strip(_blank if chars is None else _text(_octets(chars))))

    def lstrip(self, chars=None):
        return self._of(_text(self._octets_).lstrip(_blank if chars is None else _text(_octets(chars))))

    def rstrip(self, chars=None):
        return self._of(_text(self._octets_).rstrip(_blank if chars is None else _text(_octets(chars))))

    def _filling(self, name, fill):
        if not isinstance(fill, _Octets) or len(fill) != 1:
            raise TypeError('%s() argument 2 must be a byte string of length 1, not %s' % (name, _type_name(fill)))
        return _chars[fill._octets_[0]]

    def center(self, width, fillchar=None):
        return self._of(_text(self._octets_).center(width, ' ' if fillchar is None else self._filling('center', fillchar)))

    def ljust(self, width, fillchar=None):
        return self._of(_text(self._octets_).ljust(width, ' ' if fillchar is None else self._filling('ljust', fillchar)))

    def rjust(self, width, fillchar=None):
        return self._of(_text(self._octets_).rjust(width, ' ' if fillchar is None else self._filling('rjust', fillchar)))

    def zfill(self, width):
        return self._of(_text(self._octets_).zfill(width))

    def expandtabs(self, tabsize=8):
        return self._of(_text(self._octets_).expandtabs(tabsize))

    def upper(self):
        return self._like([k - 32 if 97 <= k <= 122 else k for k in self._octets_])

    def lower(self):
        return self._like([k + 32 if 65 <= k <= 90 else k for k in self._octets_])

    def swapcase(self):
        return self._like([k - 32 if 97 <= k <= 122 else k + 32 if 65 <= k <= 90 else k for k in self._octets_])

    def capitalize(self):
        low = self.lower()._octets_
        return self._like(self._like(low[:1]).upper()._octets_ + low[1:])

    def title(self):
        octets, inside = [], False
        for k in self._octets_:
            letter = 65 <= k <= 90 or 97 <= k <= 122
            octets.append((k | 32 if inside else k & ~32) if letter else k)
            inside = letter
        return self._like(octets)

    def isascii(self):
        return all(k < 128 for k in self._octets_)

    def isdigit(self):
        return len(self._octets_) > 0 and all(48 <= k <= 57 for k in self._octets_)

    def isalpha(self):
        return len(self._octets_) > 0 and all(97 <= k | 32 <= 122 for k in self._octets_)

    def isalnum(self):
        return len(self._octets_) > 0 and all(48 <= k <= 57 or 97 <= k | 32 <= 122 for k in self._octets_)

    def isspace(self):
        return len(self._octets_) > 0 and all(k == 32 or 9 <= k <= 13 for k in self._octets_)

    def _letters(self):
        return ''.join([_chars[k] if k < 128 else '.' for k in self._octets_])

    def isupper(self):
        return self._letters().isupper()

    def islower(self):
        return self._letters().islower()

    def istitle(self):
        return self._letters().istitle()

    def __copy__(self):
        return self._like(self._octets_[:])


def _words(text, most):
    # the parts between white space, as many as are split off at most
    parts, k, n = [], 0, len(text)
    while k < n:
        while k < n and text[k] in _blank:
            k += 1
        if k == n:
            break
        if most >= 0 and len(parts) == most:
            parts.append(text[k:])
            break
        begin = k
        while k < n and text[k] not in _blank:
            k += 1
        parts.append(text[begin:k])
    return parts


class bytes(_Octets):
    __slots__ = ()

    def __init__(self, source=_none, encoding=None, errors=None):
        if encoding is _ready:
            self._octets_ = source
        else:
            self._octets_ = _begin(source, encoding, errors, 'bytes')

    def __init_subclass__(cls, **names):
        _lacks('a class that is derived from `bytes`')

    def __getitem__(self, k):
        x = self._octets_
        if not isinstance(k, int):
            if isinstance(k, slice):
                return bytes(x[k], _ready)
            k = _index(k, 'byte indices must be integers or slices, not %s')
        if -len(x) <= k < len(x):
            return x[k]
        raise IndexError('index out of range')

    def __hash__(self):
        return hash(_text(self._octets_))

    def __bytes__(self):
        return self

    def __repr__(self):
        return self._quoted(False)


class bytearray(_Octets):
    __slots__ = ()
    __hash__ = None

    def __init__(self, source=_none, encoding=None, errors=None):
        if encoding is _ready:
            self._octets_ = source
        else:
            self._octets_ = _begin(source, encoding, errors, 'bytearray')

    def __init_subclass__(cls, **names):
        _lacks('a class that is derived from `bytearray`')

    def __repr__(self):
        return 'bytearray(' + self._quoted(True) + ')'

    def _place(self, k):
        if not isinstance(k, int):
            k = _index(k, _indices)
        if -len(self._octets_) <= k < len(self._octets_):
            return k
        raise IndexError('bytearray index out of range')

    def __getitem__(self, k):
        if isinstance(k, slice):
            return bytearray(self._octets_[k], _ready)
        return self._octets_[self._place(k)]

    def __setitem__(self, k, value):
        if not isinstance(k, slice):
            k, value = _index(k, _indices), _octet(value)
            self._octets_[self._place(k)] = value
            return
        if isinstance(value, _Octets):
            new = value._octets_[:]
        elif isinstance(value, (int, str)):
            raise TypeError('can assign only bytes, buffers, or iterables of ints in range(0, 256)' if isinstance(value, int) else 'string argument without an encoding')
        else:
            new = _numbers(value, "cannot convert '%s' object to bytearray", 'byte')
        places = range(len(self._octets_))[k]
        if k.step is not None and places.step != 1 and len(places) != len(new):
            raise ValueError('attempt to assign bytes of size %d to extended slice of size %d' % (len(new), len(places)))
        self._octets_[k] = new

    def __delitem__(self, k):
        if not isinstance(k, slice):
            k = self._place(k)
        del self._octets_[k]

    def __iadd__(self, other):
        if other is self and self._octets_:
            raise BufferError('Existing exports of data: object cannot be re-sized')
        self._octets_ += _octets(other, "can't concat %s to bytearray")
        return self

    def __imul__(self, n):
        self._octets_ *= n
        return self

    def append(self, item):
        self._octets_.append(_octet(item))

    def extend(self, items):
        if isinstance(items, _Octets):
            self._octets_ += items._octets_
            return
        self._octets_ += _numbers(items, "can't extend bytearray with %s", 'byte')

    def insert(self, index, item):
        self._octets_.insert(_index(index, "'%s' object cannot be interpreted as an integer"), _octet(item))

    def pop(self, index=-1):
        if not self._octets_:
            raise IndexError('pop from empty bytearray')
        index = _index(index, "'%s' object cannot be interpreted as an integer")
        if not -len(self._octets_) <= index < len(self._octets_):
            raise IndexError('pop index out of range')
        return self._octets_.pop(index)

    def remove(self, value):
        value = _octet(value)
        if value not in self._octets_:
            raise ValueError('value not found in bytearray')
        self._octets_.remove(value)

    def reverse(self):
        self._octets_.reverse()

    def clear(self):
        self._octets_.clear()

    def copy(self):
        return bytearray(self._octets_[:], _ready)


def _filled(pattern, values):
    # bytes % values, both as texts
    if isinstance(values, dict):
        _lacks('a dictionary after `%` of bytes')
    values = list(values) if isinstance(values, tuple) else [values]
    out, k, n = [], 0, 0
    while k < len(pattern):
        end = k + 1
        if pattern[k] != '%':
            while end < len(pattern) and pattern[end] != '%':
                end += 1
            out.append(pattern[k:end])
            k = end
            continue
        while end < len(pattern) and pattern[end] in '0123456789.#+- ':
            end += 1
        kind = pattern[end:end + 1]
        if kind == '%':
            out.append('%')
            k = end + 1
            continue
        if not kind:
            raise ValueError('incomplete format')
        if kind not in 'sbracdiouxXeEfFgG':
            _lacks('`%' + pattern[k + 1:end + 1] + '` of bytes')
        if n == len(values):
            raise TypeError('not enough arguments for format string')
        value = values[n]
        n += 1
        how = pattern[k:end] + kind
        if kind in 'sb':
            how = pattern[k:end] + 's'
            if hasattr(type(value), '__bytes__'):
                value = value.__bytes__()
            value = _text(_octets(value, "%%b requires a bytes-like object, or an object that implements __bytes__, not '%s'"))
        elif kind in 'ra':
            how = pattern[k:end] + 's'
            value = ascii(value)
        elif kind == 'c':
            if isinstance(value, _Octets) and len(value) == 1:
                value = value[0]
            if not isinstance(value, int):
                raise TypeError("%c requires an integer in range(256) or a single byte")
            if not 0 <= value < 256:
                raise OverflowError('%c arg not in range(256)')
        out.append(how % value)
        k = end + 1
    if n < len(values):
        raise TypeError('not all arguments converted during bytes formatting')
    return ''.join(out)


def _keep_parts(e, args):
    # the arguments of an exception of decoding or encoding, as its attributes
    if len(args) != 5:
        raise TypeError('function takes exactly 5 arguments (%d given)' % len(args))
    e.encoding, e.object, start, end, e.reason = args
    e.start, e.end = [_index(k, "'%s' object cannot be interpreted as an integer") for k in (start, end)]


class UnicodeDecodeError(UnicodeError):
    def __init__(self, *args):
        super().__init__(*args)
        _keep_parts(self, args)

    def __str__(self):
        if self.end == self.start + 1:
            what = 'byte 0x%02x in position %d' % (self.object[self.start], self.start)
        else:
            what = 'bytes in position %d-%d' % (self.start, self.end - 1)
        return "'%s' codec can't decode %s: %s" % (self.encoding, what, self.reason)


class UnicodeEncodeError(UnicodeError):
    def __init__(self, *args):
        super().__init__(*args)
        _keep_parts(self, args)

    def __str__(self):
        if self.end == self.start + 1:
            n = ord(self.object[self.start])
            what = "character '%s' in position %d" % (_escaped(n), self.start)
        else:
            what = 'characters in position %d-%d' % (self.start, self.end - 1)
        return "'%s' codec can't encode %s: %s" % (self.encoding, what, self.reason)


def _escaped(n):
    return '\\x%02x' % n if n < 256 else '\\u%04x' % n if n < 65536 else '\\U%08x' % n


def _codec(encoding, where):
    # which of the encodings an encoding's name means
    if not isinstance(encoding, str):
        raise TypeError("%s() argument 'encoding' must be str, not %s" % (where, 'None' if encoding is None else _type_name(encoding)))
    name = encoding.lower().replace('_', '-')
    if name in ('utf-8', 'utf8', 'u8', 'utf', 'cp65001'):
        return 'utf-8'
    if name in ('ascii', 'us-ascii', '646', 'ansi-x3.4-1968', 'iso646-us', 'cp367'):
        return 'ascii'
    if name in ('latin-1', 'latin1', 'iso-8859-1', 'iso8859-1', 'iso8859', '8859', 'cp819', 'l1', 'latin'):
        return 'latin-1'
    _lacks('the encoding `' + encoding + '`')


def _encoded(text, encoding, errors):
    # the numbers of the bytes of a text
    codec = _codec(encoding, 'encode')
    if codec == 'utf-8' and not text.isascii():
        return _utf8(text)
    most = 256 if codec == 'latin-1' else 128
    octets, k, n = [], 0, len(text)
    while k < n:
        c = ord(text[k])
        if c < most:
            octets.append(c)
            k += 1
            continue
        end = k + 1
        while end < n and ord(text[end]) >= most:
            end += 1
        if errors == 'strict':
            raise UnicodeEncodeError(codec, text, k, end, 'ordinal not in range(%d)' % most)
        for c in text[k:end]:
            if errors == 'replace':
                octets.append(63)
            elif errors == 'xmlcharrefreplace':
                octets += _codes('&#%d;' % ord(c))
            elif errors == 'backslashreplace':
                octets += _codes(_escaped(ord(c)))
            elif errors != 'ignore':
                _lacks('`' + errors + '` for errors')
        k = end
    return octets


def _utf8(text):
    octets = []
    for c in text:
        n = ord(c)
        if n < 128:
            octets.append(n)
        elif n < 2048:
            octets.append(192 | n >> 6)
            octets.append(128 | n & 63)
        elif n < 65536:
            octets.append(224 | n >> 12)
            octets.append(128 | n >> 6 & 63)
            octets.append(128 | n & 63)
        else:
            octets.append(240 | n >> 18)
            octets.append(128 | n >> 12 & 63)
            octets.append(128 | n >> 6 & 63)
            octets.append(128 | n & 63)
    return octets


def _decoded(data, encoding, errors):
    # the text that bytes are
    codec = _codec(encoding, 'decode')
    octets = data._octets_
    if codec == 'latin-1':
        return _text(octets)
    chars, k, n = [], 0, len(octets)
    while k < n:
        b = octets[k]
        if b < 128:
            chars.append(_chars[b])
            k += 1
            continue
        if codec == 'ascii':
            code, end, reason = -1, k + 1, 'ordinal not in range(128)'
        else:
            code, end, reason = _sequence(octets, k)
        if code >= 0:
            chars.append(chr(code))
        elif errors == 'strict':
            raise UnicodeDecodeError(codec, bytes(octets[:], _ready), k, end, reason)
        elif errors == 'replace':
            chars.append('\ufffd')
        elif errors == 'backslashreplace':
            chars += [_escaped(b) for b in octets[k:end]]
        elif errors != 'ignore':
            _lacks('`' + errors + '` for errors')
        k = end
    return ''.join(chars)


def _sequence(octets, k):
    # the character that several bytes are, where they end, and if they are none, why not
    b, n = octets[k], len(octets)
    if b < 194 or b > 244:
        return -1, k + 1, 'invalid start byte'
    size = 2 if b < 224 else 3 if b < 240 else 4
    low = 160 if b == 224 else 144 if b == 240 else 128
    high = 159 if b == 237 else 143 if b == 244 else 191
    code = b & (127 >> size)
    for at in range(k + 1, k + size):
        if at == n:
            return -1, n, 'unexpected end of data'
        b = octets[at]
        if not low <= b <= high:
            return -1, at, 'invalid continuation byte'
        code, low, high = code << 6 | b & 63, 128, 191
    return code, k + size, ''


def _encode(text, encoding='utf-8', errors='strict'):
    return bytes(_encoded(text, encoding, errors), _ready)


def _to_bytes(n, length=1, byteorder='big', *, signed=False):
    if byteorder != 'big' and byteorder != 'little':
        if not isinstance(byteorder, str):
            raise TypeError("to_bytes() argument 'byteorder' must be str, not " + _type_name(byteorder))
        raise ValueError("byteorder must be either 'little' or 'big'")
    length = _index(length, "'%s' object cannot be interpreted as an integer")
    if length < 0:
        raise ValueError('length argument must be non-negative')
    n = int(n)
    if signed:
        if n >= 0 and n.bit_length() >= 8 * length and n or n < 0 and (n + 1).bit_length() >= max(8 * length, 1):
            raise OverflowError('int too big to convert')
        if n < 0:
            n += 1 << 8 * length
    elif n < 0:
        raise OverflowError("can't convert negative int to unsigned")
    elif n.bit_length() > 8 * length:
        raise OverflowError('int too big to convert')
    if length > 16:
        digits = '%0*x' % (2 * length, n)
        octets = [int(digits[k:k + 2], 16) for k in range(2 * length - 2, -2, -2)]
    else:
        octets = []
        for _ in range(length):
            octets.append(n & 255)
            n >>= 8
    if byteorder == 'big':
        octets.reverse()
    return bytes(octets, _ready)


def _from_bytes(bytes=_none, byteorder='big', *, signed=False):
    if bytes is _none:
        raise TypeError("from_bytes() missing required argument 'bytes' (pos 1)")
    if byteorder != 'big' and byteorder != 'little':
        if not isinstance(byteorder, str):
            raise TypeError("from_bytes() argument 'byteorder' must be str, not " + _type_name(byteorder))
        raise ValueError("byteorder must be either 'little' or 'big'")
    if isinstance(bytes, _Octets):
        octets = bytes._octets_
    elif isinstance(bytes, (str, int)):
        raise TypeError("cannot convert '%s' object to bytes" % _type_name(bytes))
    else:
        octets = _numbers(bytes, "cannot convert '%s' object to bytes", 'bytes')
    if byteorder == 'little':
        octets = octets[::-1]
    n = 0
    if len(octets) > 16:
        n = int(''.join(['%02x' % k for k in octets]), 16)
    else:
        for k in octets:
            n = n << 8 | k
    return n - (1 << 8 * len(octets)) if signed and octets and octets[0] >= 128 else n
