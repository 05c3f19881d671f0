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

    def _cut(self, chunk, room):
        # where a chunk that is too long for a line is cut, with some room left
        if self.break_on_hyphens and len(chunk) > room:
            hyphen = chunk.rfind('-', 0, room)
            if hyphen > 0 and chunk[:hyphen].strip('-'):
                return hyphen + 1
        return room

    def _line(self, chunks, k, width):
        # the end of the chunks from an index on that fit into a line; a chunk that is too long becomes two
        end, length = k, 0
        while end < len(chunks) and length + len(chunks[end]) <= width:
            length += len(chunks[end])
            end += 1
        if end == len(chunks) or len(chunks[end]) <= width:
            return end
        if self.break_long_words:
            chunk = chunks[end]
            cut = self._cut(chunk, width - length if width > 0 else 1)
            chunks[end:end + 1] = [chunk[:cut], chunk[cut:]]
            return end + 1
        return max(end, k + 1)

    def _lines(self, chunks):
        if self.width <= 0:
            raise ValueError('invalid width %r (must be > 0)' % self.width)
        if self.max_lines is not None:
            indent = self.initial_indent if self.max_lines < 2 else self.subsequent_indent
            if self.width < len(indent) + len(self.placeholder.lstrip()):
                raise ValueError('placeholder too large for max width')
        lines, k = [], 0
        while k < len(chunks):
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            start = k + 1 if lines and self.drop_whitespace and not chunks[k].strip() else k
            k = self._line(chunks, start, width)
            line = chunks[start:k]
            if line and self.drop_whitespace and not line[-1].strip():
                line.pop()
            if not line:
                continue
            left = len(chunks) - k
            if self.drop_whitespace and left == 1 and not chunks[k].strip():
                left = 0
            if self.max_lines is not None and len(lines) + 1 >= self.max_lines and (left or sum(map(len, line)) > width):
                return self._shortened(lines, indent, line, width)
            lines.append(indent + ''.join(line))
        return lines

    def _shortened(self, lines, indent, line, width):
        # the lines with the placeholder at the end of the last one, or of the one before
        for end in range(len(line), 0, -1):
            text = ''.join(line[:end])
            if line[end - 1].strip() and len(text) + len(self.placeholder) <= width:
                return [*lines, indent + text + self.placeholder]
        last = lines[-1].rstrip() if lines else None
        if last is not None and len(last) + len(self.placeholder) <= self.width:
            return [*lines[:-1], last + self.placeholder]
        return [*lines, indent + self.placeholder.lstrip()]

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
