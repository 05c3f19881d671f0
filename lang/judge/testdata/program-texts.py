import textwrap, string
MD = """# Title
Some *bold* and _italic_ text
with two lines.

- item one
- item *two*

1. first
2. second

> quoted

    code x < y & z
Last `inline` line."""
def inline(s):
    s = s.replace('&', '&amp;').replace('<', '&lt;')
    for mark, tag in (('*', 'b'), ('_', 'i'), ('`', 'code')):
        parts = s.split(mark)
        s = ''.join(p if k % 2 == 0 else f'<{tag}>{p}</{tag}>' for k, p in enumerate(parts)) if len(parts) % 2 else s
    return s
def blocks(text):
    out, para, kind = [], [], None
    def flush():
        nonlocal kind
        if para:
            if kind in ('ul', 'ol'): out.append(f'<{kind}>' + ''.join(f'<li>{inline(p)}</li>' for p in para) + f'</{kind}>')
            else: out.append(f'<{kind}>{inline(" ".join(para))}</{kind}>')
        para.clear(); kind = None
    for line in text.split('\n') + ['']:
        s = line.strip()
        if not s: flush(); continue
        if s.startswith('#'): flush(); n = len(s) - len(s.lstrip('#')); out.append(f'<h{n}>{inline(s.lstrip("# "))}</h{n}>'); continue
        new, body = ('ul', s[2:]) if s[:2] == '- ' else ('ol', s.split('. ', 1)[1]) if s[0].isdigit() and '. ' in s else ('blockquote', s[2:]) if s[0] == '>' else ('pre', line[4:]) if line.startswith('    ') else ('p', s)
        if kind not in (None, new): flush()
        kind = new; para.append(body)
    return '\n'.join(out)
print(blocks(MD))
print(textwrap.fill('The quick brown fox jumps over the lazy dog and runs away from the bear.', 30, initial_indent='* ', subsequent_indent='  ')); print(textwrap.dedent('    a\n      b\n    c')); print(textwrap.shorten('Hello wonderful world', 15))
def table(rows, aligns):
    widths = [max(len(str(r[k])) for r in rows) for k in range(len(rows[0]))]
    sep = '+' + '+'.join('-' * (w + 2) for w in widths) + '+'
    print(sep)
    for n, r in enumerate(rows):
        print('|' + '|'.join(f' {str(c):{a}{w}} ' for c, a, w in zip(r, aligns, widths)) + '|')
        if n in (0, len(rows) - 1): print(sep)
table([('name', 'qty', 'price'), ('apple', 3, 1.5), ('kiwi', 12, .25), ('Total', 15, f'{3 * 1.5 + 12 * .25:.2f}')], '<>^')
def rle(s):
    out = []
    for c in s:
        if out and out[-1][0] == c: out[-1][1] += 1
        else: out.append([c, 1])
    return ''.join(f'{n if n > 1 else ""}{c}' for c, n in out)
def unrle(s):
    out = n = ''
    for c in s:
        if c.isdigit(): n += c
        else: out += c * int(n or 1); n = ''
    return out
print(rle('aaabccddddd'), unrle(rle('aaabccddddd')) == 'aaabccddddd', unrle('12xy3z'))
def vig(t, key, sign=1): return ''.join(chr((ord(c) - 65 + sign * (ord(key[i % len(key)]) - 65)) % 26 + 65) for i, c in enumerate(filter(str.isalpha, t.upper())))
e = vig('Attack at dawn!', 'LEMON'); print(e, vig(e, 'LEMON', -1))
morse = dict(zip(string.ascii_lowercase, '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..'.split())); back = {v: k for k, v in morse.items()}
m = ' '.join(morse[c] for c in 'sos help'.replace(' ', '')); print(m, ''.join(back[x] for x in m.split()))
def parse_csv(text):
    rows, row, cell, quoted = [], [], '', False
    it = iter(text + '\n')
    for c in it:
        if quoted:
            if c == '"': quoted = False
            else: cell += c
        elif c == '"':
            if cell: cell += '"'
            quoted = True
        elif c in ',\n':
            row.append(cell); cell = ''
            if c == '\n': rows.append(row); row = []
        else: cell += c
    return rows
print(parse_csv('a,b,c\n1,"x,y",3\n"say ""hi""",,"multi\nline"'))
def pal(s): t = [c for c in s.casefold() if c.isalnum()]; return t == t[::-1]
print([pal(s) for s in ('A man, a plan, a canal: Panama', 'hello', '')], sorted('The Quick brown'.split(), key=str.casefold), ' '.join(w.capitalize() for w in 'the end of it'.split()), string.capwords('o my god'), 'x'.join(string.digits[:3]))
groups = {}
for wd in 'listen silent enlist google elbow below cat act'.split(): groups.setdefault(''.join(sorted(wd)), []).append(wd)
print([g for g in groups.values() if len(g) > 1])
b64 = string.ascii_uppercase + string.ascii_lowercase + string.digits + '+/'
def encode(s):
    bits = ''.join(f'{ord(c):08b}' for c in s); bits += '0' * (-len(bits) % 6)
    t = ''.join(b64[int(bits[k:k + 6], 2)] for k in range(0, len(bits), 6)); return t + '=' * (-len(t) % 4)
print(encode('Hello, World!'), encode('a'), encode(''))
print('%-20s|%+08.2f|%x' % ('left', 3.14159, 255), f'{"centre":=^20}', f'{1234567.891:>15,.1f}', f'{0.000123:.2e}', repr('tab\there'), 'a\\b', r'raw\n', 'multi' 'part', """tri"ple""")
