from csv import _lacks

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = 0, 1, 2, 3
_most = 131072  # characters that a field has at most


class Error(Exception):
    pass


class Dialect:
    delimiter, quotechar, escapechar, doublequote = ',', '"', None, True
    skipinitialspace, lineterminator, quoting, strict = False, '\r\n', QUOTE_MINIMAL, False


class excel(Dialect):
    pass


class excel_tab(excel):
    delimiter = '\t'


class unix_dialect(Dialect):
    quoting, lineterminator = QUOTE_ALL, '\n'


_dialects = {'excel': excel, 'excel-tab': excel_tab, 'unix': unix_dialect}
_options = ('delimiter', 'quotechar', 'escapechar', 'doublequote', 'skipinitialspace', 'lineterminator', 'quoting', 'strict')


def register_dialect(name, dialect=excel, **options):
    _dialects[name] = _Format(dialect, options)


def unregister_dialect(name):
    if name not in _dialects:
        raise Error('unknown dialect')
    del _dialects[name]


def get_dialect(name):
    if name not in _dialects:
        raise Error('unknown dialect')
    return _Format(_dialects[name], {})


def list_dialects():
    return list(_dialects)


class _Format:
    def __init__(self, dialect, options):
        if isinstance(dialect, str):
            if dialect not in _dialects:
                raise Error('unknown dialect')
            dialect = _dialects[dialect]
        for name in _options:
            setattr(self, name, options.pop(name) if name in options else getattr(dialect, name))
        for name in options:
            raise TypeError("'%s' is an invalid keyword argument for this function" % name)
        for name in ('delimiter', 'quotechar', 'escapechar'):
            value = getattr(self, name)
            if value is None and name != 'delimiter':
                continue
            if not isinstance(value, str):
                raise TypeError('"%s" must be string%s, not %s' % (name, '' if name == 'delimiter' else ' or None', 'NoneType' if value is None else type(value).__name__))
            if len(value) != 1:
                raise TypeError('"%s" must be a 1-character string' % name)
        if self.quoting not in (0, 1, 2, 3):
            raise TypeError('bad "quoting" value')
        if self.quotechar is None and self.quoting != QUOTE_NONE:
            raise TypeError('quotechar must be set if quoting enabled')


class _Reader:
    def __init__(self, lines, dialect):
        self._lines, self.dialect, self.line_num = lines, dialect, 0

    def __iter__(self):
        return self

    def _line(self):
        line = next(self._lines)
        if not isinstance(line, str):
            raise Error('iterator should return strings, not %s (the file should be opened in text mode)' % type(line).__name__)
        self.line_num += 1
        return line

    def _limit(self, chars):
        if len(chars) > _most:
            raise Error('field larger than field limit (%d)' % _most)

    def _field(self, chars, bare):
        self._limit(chars)
        text = ''.join(chars)
        return float(text) if bare and self.dialect.quoting == QUOTE_NONNUMERIC else text

    def __next__(self):
        d = self.dialect
        fields, chars, bare = [], [], True
        state = 'row'  # row, field (its start), bare, quoted, quote (after one that may end the field), escape, escape quoted, after (an escaped end of a line), end
        while True:
            try:
                line = self._line()
            except StopIteration:
                if state == 'row' or not (chars or fields or state == 'quoted'):
                    raise
                if d.strict:
                    raise Error('unexpected end of data')
                fields.append(self._field(chars, bare))
                return fields
            for c in line:
                if state == 'row':
                    if c == '\n' or c == '\r':
                        state = 'end'
                        continue
                    state = 'field'
                if state == 'field' or state == 'bare' or state == 'after':
                    if c == '\n' or c == '\r':
                        fields.append(self._field(chars, bare))
                        chars, bare, state = [], True, 'end'
                    elif state == 'field' and c == d.quotechar and d.quoting != QUOTE_NONE:
                        state, bare = 'quoted', False
                    elif c == d.escapechar:
                        state = 'escape'
                    elif c == d.delimiter:
                        fields.append(self._field(chars, bare))
                        chars, bare, state = [], True, 'field'
                    elif not (state == 'field' and c == ' ' and d.skipinitialspace):
                        chars.append(c)
                        state = 'bare'
                elif state == 'escape':
                    chars.append(c)
                    state = 'after' if c == '\n' or c == '\r' else 'bare'
                elif state == 'escape quoted':
                    chars.append(c)
                    state = 'quoted'
                elif state == 'quoted':
                    if c == d.escapechar:
                        state = 'escape quoted'
                    elif c == d.quotechar and d.quoting != QUOTE_NONE:
                        state = 'quote' if d.doublequote else 'bare'
                    else:
                        chars.append(c)
                elif state == 'quote':
                    if c == d.quotechar:
                        chars.append(c)
                        state = 'quoted'
                    elif c == d.delimiter:
                        fields.append(self._field(chars, bare))
                        chars, bare, state = [], True, 'field'
                    elif c == '\n' or c == '\r':
                        fields.append(self._field(chars, bare))
                        chars, bare, state = [], True, 'end'
                    elif d.strict:
                        raise Error("'%s' expected after '%s'" % (d.delimiter, d.quotechar))
                    else:
                        chars.append(c)
                        state = 'bare'
                elif c != '\n' and c != '\r':
                    raise Error('new-line character seen in unquoted field - do you need to open the file in universal-newline mode?')
            self._limit(chars)
            if state == 'quoted' or state == 'after':
                continue
            if state == 'escape' or state == 'escape quoted':
                chars.append('\n')
                state = 'bare' if state == 'escape' else 'quoted'
                continue
            if state != 'row' and state != 'end':
                fields.append(self._field(chars, bare))
            return fields


def reader(csvfile, dialect='excel', **options):
    return _Reader(iter(csvfile), _Format(dialect, options))


class _Writer:
    def __init__(self, file, dialect):
        self._write, self.dialect = file.write, dialect
        self._special = {'\n', '\r', dialect.delimiter, *dialect.lineterminator}
        for c in (dialect.quotechar, dialect.escapechar):
            if c is not None:
                self._special.add(c)

    def _quoted(self, x, alone):
        d = self.dialect
        text = x if isinstance(x, str) else '' if x is None else str(x)
        quotes = d.quoting == QUOTE_ALL or d.quoting == QUOTE_NONNUMERIC and not isinstance(x, (int, float))
        out = []
        for c in text:
            if c in self._special:
                if d.quoting == QUOTE_NONE or c == d.escapechar and c != d.quotechar or c == d.quotechar and not d.doublequote:
                    if d.escapechar is None:
                        raise Error('need to escape, but no escapechar set')
                    out.append(d.escapechar)
                else:
                    if c == d.quotechar:
                        out.append(c)
                    quotes = True
            out.append(c)
        if not text and alone and not quotes:
            if d.quoting == QUOTE_NONE:
                raise Error('single empty field record must be quoted')
            quotes = True
        return d.quotechar + ''.join(out) + d.quotechar if quotes else ''.join(out)

    def writerow(self, row):
        try:
            fields = iter(row)
        except TypeError:
            fields = None
        if fields is None:
            raise Error('iterable expected, not ' + type(row).__name__)
        fields = list(fields)
        return self._write(self.dialect.delimiter.join([self._quoted(x, len(fields) == 1) for x in fields]) + self.dialect.lineterminator)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


def writer(csvfile, dialect='excel', **options):
    return _Writer(csvfile, _Format(dialect, options))


class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect='excel', *args, **kwds):
        self._fieldnames, self.restkey, self.restval = fieldnames, restkey, restval
        self.reader, self.dialect, self.line_num = reader(f, dialect, *args, **kwds), dialect, 0

    def __iter__(self):
        return self

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            try:
                self._fieldnames = next(self.reader)
            except StopIteration:
                pass
        self.line_num = self.reader.line_num
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __next__(self):
        if self.line_num == 0:
            self.fieldnames
        row = next(self.reader)
        self.line_num = self.reader.line_num
        while row == []:
            row = next(self.reader)
        names = self.fieldnames
        d = dict(zip(names, row))
        if len(names) < len(row):
            d[self.restkey] = row[len(names):]
        else:
            for key in names[len(row):]:
                d[key] = self.restval
        return d


class DictWriter:
    def __init__(self, f, fieldnames, restval='', extrasaction='raise', dialect='excel', *args, **kwds):
        self.fieldnames, self.restval = fieldnames, restval
        if extrasaction.lower() not in ('raise', 'ignore'):
            raise ValueError("extrasaction (%s) must be 'raise' or 'ignore'" % extrasaction)
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _row(self, d):
        if self.extrasaction == 'raise':
            wrong = [k for k in d if k not in self.fieldnames]
            if wrong:
                raise ValueError('dict contains fields not in fieldnames: ' + ', '.join([repr(x) for x in wrong]))
        return [d.get(key, self.restval) for key in self.fieldnames]

    def writerow(self, rowdict):
        return self.writer.writerow(self._row(rowdict))

    def writerows(self, rowdicts):
        return self.writer.writerows([self._row(d) for d in rowdicts])
