# Writes names.gz: the numbers and names of the characters that a program can write as \N{…}, one in a line.
import gzip
import unicodedata

BLOCKS = [
    (0x20, 0x24F), (0x2B0, 0x4FF), (0x5D0, 0x5EA),  # Latin, Greek, Cyrillic, Hebrew
    (0x2000, 0x20BF), (0x2100, 0x23FF),  # punctuation, currencies, arrows, mathematics
    (0x2460, 0x27BF), (0x2900, 0x297F), (0x2B00, 0x2BFF),  # boxes, shapes, symbols
    (0x1F0A0, 0x1F0FF), (0x1F300, 0x1F6FF), (0x1F7E0, 0x1F7EB), (0x1F900, 0x1F9FF),  # cards, pictures
]
lines = ['%x %s' % (c, unicodedata.name(chr(c))) for a, b in BLOCKS for c in range(a, b + 1) if unicodedata.name(chr(c), '')]
with open('names.gz', 'wb') as file:
    file.write(gzip.compress('\n'.join(lines).encode(), 9, mtime=0))
