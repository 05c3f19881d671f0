# The errors of flags in a pattern, of a pattern that ends too early, and of octal escapes in what replaces.
import re

for p in ['[\\', '[a\\', '(?P', '(?Px)', '(?-', '(?-i', '(?-i)', '(?-i)a', '(?i-i:a)', '(?<a', '(?<', '(?i-', '(?i-m', '(?i-m)', '(?-a:x)', '(?i-u:x)',
          '(?ii:a)', '(?au:x)', '(?-x', '(?q-', '(?i-)', '(?-:a)', '(?-q:a)', '(?u)', '(?au)', '(?L)', '(?i', '(?iq)', '(?i,)', '(?', '(?i-s:A.)', '(?i)a']:
    try:
        re.compile(p)
        print(repr(p), 'ok')
    except re.error as e:
        print(repr(p), e)
for t in [r'\400', r'\377', r'\07', r'\777', r'\378', r'\08', r'\9', r'\189', r'\10', r'\1']:
    try:
        print(repr(re.sub('b', t, 'b')))
    except re.error as e:
        print(t, e, e.pos)
# octal numbers and groups by their numbers in patterns, flags as values, and how patterns and matches are shown
for p in [r'[\777]', r'[\378]', r'\777', r'\08', r'\400', r'(a)\18', r'(a)\1x', r'\x4', r'\x4g', '\\u00e', r'[\8]']:
    try:
        print(re.findall(p, 'aax\x008\x1f8'))
    except re.error as e:
        print(p, e, e.pos)
print([re.A | re.I | re.M, ~(re.I | re.A), re.I ^ 10, 10 ^ re.I, re.I in (re.I | re.M), re.S in re.I, re.compile('a').flags & ~re.U])
print(re.compile('a', re.A | re.I | re.M), re.compile('a', re.A), re.compile('x' * 210), re.match('.*', "it's " * 20), re.match('a', 'a'))
for x in [re.compile('a'), re.match('a', 'a')]:
    try:
        x.other = 1
    except AttributeError as e:
        print(e, hasattr(x, '__dict__'))
