_whitespace = '\t\n\x0b\x0c\r '
_spaces = str.maketrans(_whitespace, ' ' * len(_whitespace))


def _in_word(c):
    return c.isalnum() or c == '_'


def _is_letter(c):
    return c != '' and _in_word(c) and not c.isdecimal()


def _is_punctuated(c):
    return c != '' and (_in_word(c) or c in '!"\'&.,?')


def _dashes(text, k):
    # the end of two dashes or more before a word; k if there are none
    end = k
    while text[end:end + 1] == '-':
        end += 1
    return end if end - k >= 2 and end < len(text) and _in_word(text[end]) else k


def _hyphen(text, k):
    # whether a line may end after the hyphen at an index
    letter = _is_letter
    before = k >= 2 and letter(text[k - 1]) and letter(text[k - 2]) or \
        k >= 3 and _is_punctuated(text[k - 1]) and text[k - 2] == '-' and letter(text[k - 3])
    if not before or not letter(text[k + 1:k + 2]):
        return False
    return letter(text[k + 2:k + 3]) or text[k + 2:k + 3] == '-' and letter(text[k + 3:k + 4])


def _chunk(text, k, hyphens):
    # the end of the chunk that begins at an index
    end = k + 1
    if text[k] in _whitespace:
        while end < len(text) and text[end] in _whitespace:
            end += 1
        return end
    if not hyphens:
        while end < len(text) and text[end] not in _whitespace:
            end += 1
        return end
    if k > 0 and _is_punctuated(text[k - 1]) and _dashes(text, k) > k:
        return _dashes(text, k)
    while end < len(text) and text[end] not in _whitespace:
        if text[end] == '-':
            if _hyphen(text, end):
                return end + 1
            if _is_punctuated(text[end - 1]) and _dashes(text, end) > end:
                return end
        end += 1
    return end


class TextWrapper:
    def __init__(self, width=70, initial_indent='', subsequent_indent='', expand_tabs=True, replace_whitespace=True, fix_sentence_endings=False,
                 break_long_words=True, drop_whitespace=True, break_on_hyphens=True, tabsize=8, *, max_lines=None, placeholder=' [...]'):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _split(self, text):
        chunks, k = [], 0
        while k < len(text):
            end = _chunk(text, k, self.break_on_hyphens)
            chunks.append(text[k:end])
            k = end
        return chunks

    def _end_sentences(self, chunks):
        for k in range(len(chunks) - 1):
            word = chunks[k].rstrip('"\'')
            if chunks[k + 1] == ' ' and len(chunks[k]) - len(word) < 2 and word[-1:] in ('.', '!', '?') and 'a' <= word[-2:-1] <= 'z':
                chunks[k + 1] = '  '

    def _break_long(self, chunks, line, length, width):
        space = 1 if width < 1 else width - length
        if not self.break_long_words:
            if not line:
                line.append(chunks.pop())
            return
        end, chunk = space, chunks[-1]
        if self.break_on_hyphens and len(chunk) > space:
            hyphen = chunk.rfind('-', 0, space)
            if hyphen > 0 and any(c != '-' for c in chunk[:hyphen]):
                end = hyphen + 1
        line.append(chunk[:end])
        chunks[-1] = chunk[end:]

    def _lines(self, chunks):
        lines = []
        if self.width <= 0:
            raise ValueError('invalid width %r (must be > 0)' % self.width)
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError('placeholder too large for max width')
        chunks.reverse()
        while chunks:
            line, length = [], 0
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and chunks[-1].strip() == '' and lines:
                del chunks[-1]
            while chunks and length + len(chunks[-1]) <= width:
                length += len(chunks[-1])
                line.append(chunks.pop())
            if chunks and len(chunks[-1]) > width:
                self._break_long(chunks, line, length, width)
                length = sum(map(len, line))
            if self.drop_whitespace and line and line[-1].strip() == '':
                length -= len(line[-1])
                del line[-1]
            if not line:
                continue
            if self.max_lines is None or len(lines) + 1 < self.max_lines or \
                    (not chunks or self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip()) and length <= width:
                lines.append(indent + ''.join(line))
                continue
            while line:
                if line[-1].strip() and length + len(self.placeholder) <= width:
                    line.append(self.placeholder)
                    lines.append(indent + ''.join(line))
                    break
                length -= len(line[-1])
                del line[-1]
            else:
                if lines:
                    previous = lines[-1].rstrip()
                    if len(previous) + len(self.placeholder) <= self.width:
                        lines[-1] = previous + self.placeholder
                        break
                lines.append(indent + self.placeholder.lstrip())
            break
        return lines

    def wrap(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate(_spaces)
        chunks = self._split(text)
        if self.fix_sentence_endings:
            self._end_sentences(chunks)
        return self._lines(chunks)

    def fill(self, text):
        return '\n'.join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(' '.join(text.strip().split()))


def dedent(text):
    lines = [line if line.strip(' \t') else '' for line in text.split('\n')]
    margin = None
    for line in lines:
        if not line:
            continue
        indent = line[:len(line) - len(line.lstrip(' \t'))]
        if margin is None or margin.startswith(indent):
            margin = indent
        elif not indent.startswith(margin):
            k = 0
            while k < len(margin) and k < len(indent) and margin[k] == indent[k]:
                k += 1
            margin = margin[:k]
    if margin:
        lines = [line[len(margin):] if line.startswith(margin) else line for line in lines]
    return '\n'.join(lines)


def indent(text, prefix, predicate=None):
    if predicate is None:
        predicate = str.strip
    return ''.join([prefix + line if predicate(line) else line for line in text.splitlines(True)])
