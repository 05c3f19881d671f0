from io import _lacks

SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2


class UnsupportedOperation(OSError, ValueError):
    pass


class _Buffer:
    # What is written and read. Pieces that are written at the end are joined when they are needed.
    def __init__(self, empty, initial):
        self._empty, self._pieces, self._size, self._at = empty, [initial], len(initial), 0
        self.closed = False

    def _open(self):
        if self.closed:
            raise ValueError('I/O operation on closed file' + ('.' if isinstance(self, BytesIO) else ''))

    def _whole(self):
        if len(self._pieces) != 1:
            self._pieces = [self._empty.join(self._pieces)]
        return self._pieces[0]

    def getvalue(self):
        self._open()
        return self._whole()

    def _put(self, s):
        self._open()
        n = len(s)
        if self._at == self._size:
            self._pieces.append(s)
            self._size += n
        elif n:
            whole = self._whole()
            if self._at > self._size:
                whole += self._gap * (self._at - self._size)
            self._pieces = [whole[:self._at] + s + whole[self._at + n:]]
            self._size = len(self._pieces[0])
        self._at += n
        return n

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def read(self, size=-1):
        self._open()
        end = self._size if size is None or size < 0 else min(self._at + size, self._size)
        s = self._whole()[self._at:end]
        self._at = max(self._at, end)
        return s

    def readline(self, size=-1):
        self._open()
        whole = self._whole()
        end = self._end_of_line(whole)
        if size is not None and size >= 0:
            end = min(end, self._at + size)
        s = whole[self._at:end]
        self._at = max(self._at, end)
        return s

    def _end_of_line(self, whole):
        return whole.find(self._newline, self._at) + 1 or self._size

    def readlines(self, hint=-1):
        lines, n = [], 0
        for line in self:
            lines.append(line)
            n += len(line)
            if hint is not None and 0 < hint <= n:
                break
        return lines

    def __iter__(self):
        self._open()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def tell(self):
        self._open()
        return self._at

    def truncate(self, size=None):
        self._open()
        size = self._at if size is None else size
        if size < 0:
            raise ValueError('Negative size value %d' % size)
        self._pieces = [self._whole()[:size]]
        self._size = len(self._pieces[0])
        return size

    def readable(self):
        self._open()
        return True

    writable = seekable = readable

    def flush(self):
        self._open()

    def isatty(self):
        self._open()
        return False

    def close(self):
        self.closed = True

    def __enter__(self):
        self._open()
        return self

    def __exit__(self, *raised):
        self.close()


class StringIO(_Buffer):
    _gap, _newline = '\0', '\n'

    def __init__(self, initial_value='', newline='\n'):
        if newline != '\n' and newline != '':
            _lacks('a `newline` that is written instead of another')
        self._any = newline == ''
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError('initial_value must be str or None, not ' + type(initial_value).__name__)
        super().__init__('', initial_value or '')

    def _end_of_line(self, whole):
        end = whole.find('\n', self._at) + 1 or self._size
        if not self._any:
            return end
        other = whole.find('\r', self._at) + 1
        return other if 0 < other < end and whole[other:other + 1] != '\n' else end

    def write(self, s, /):
        if not isinstance(s, str):
            raise TypeError("string argument expected, got '%s'" % type(s).__name__)
        return self._put(s)

    def seek(self, pos, whence=0, /):
        self._open()
        if whence not in (0, 1, 2):
            raise ValueError('Invalid whence (%d, should be 0, 1 or 2)' % whence)
        if whence and pos:
            raise OSError("Can't do nonzero cur-relative seeks")
        if pos < 0:
            raise ValueError('Negative seek position %d' % pos)
        self._at = pos if whence == 0 else self._at if whence == 1 else self._size
        return self._at


class BytesIO(_Buffer):
    _gap, _newline = bytes(1), bytes([10])

    def __init__(self, initial_bytes=None):
        super().__init__(bytes(), bytes() if initial_bytes is None else _plain(initial_bytes))

    def write(self, b, /):
        return self._put(_plain(b))

    def seek(self, pos, whence=0, /):
        self._open()
        if whence not in (0, 1, 2):
            raise ValueError('invalid whence (%d, should be 0, 1 or 2)' % whence)
        if whence == 0 and pos < 0:
            raise ValueError('negative seek value %d' % pos)
        self._at = max(0, pos + (0 if whence == 0 else self._at if whence == 1 else self._size))
        return self._at


def _plain(b):
    if not isinstance(b, (bytes, bytearray)):
        raise TypeError("a bytes-like object is required, not '%s'" % type(b).__name__)
    return bytes(b)
