from string import _lacks

ascii_lowercase = 'abcdefghijklmnopqrstuvwxyz'
ascii_uppercase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
ascii_letters = ascii_lowercase + ascii_uppercase
digits = '0123456789'
hexdigits = digits + 'abcdef' + 'ABCDEF'
octdigits = '01234567'
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
whitespace = ' \t\n\r\v\f'
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    return (sep or ' ').join(part.capitalize() for part in s.split(sep))


def _named(s, k):
    # the index after the name that begins at an index
    while k < len(s) and s[k] in _in_names:
        k += 1
    return k


_in_names = ascii_letters + digits + '_'


class Template:
    delimiter = '$'

    def __init__(self, template):
        self.template = template

    def __init_subclass__(cls, **names):
        _lacks('a class that is derived from `Template`')

    def _filled(self, mapping, names, safe):
        s, out, k = self.template, [], 0
        while True:
            at = s.find('$', k)
            if at < 0:
                out.append(s[k:])
                return ''.join(out)
            out.append(s[k:at])
            if s[at + 1:at + 2] == '$':
                out.append('$')
                k = at + 2
                continue
            braced = s[at + 1:at + 2] == '{'
            begin = at + 2 if braced else at + 1
            end = _named(s, begin)
            if end == begin or s[begin] in digits or braced and s[end:end + 1] != '}':
                if not safe:
                    line = s[:at].count('\n') + 1
                    raise ValueError('Invalid placeholder in string: line %d, col %d' % (line, at - s.rfind('\n', 0, at)))
                out.append('$')
                k = at + 1
                continue
            name, k = s[begin:end], end + 1 if braced else end
            if name in names:
                out.append(str(names[name]))
            elif not safe:
                out.append(str(mapping[name]))
            else:
                try:
                    out.append(str(mapping[name]))
                except KeyError:
                    out.append(s[at:k])

    def substitute(self, mapping={}, /, **kws):
        return self._filled(mapping, kws, False)

    def safe_substitute(self, mapping={}, /, **kws):
        return self._filled(mapping, kws, True)
