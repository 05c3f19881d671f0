# The errors of flags in a pattern, of a pattern that ends too early, and of octal escapes in what replaces.
import re

for p in ['[\\', '[a\\', '(?P', '(?Px)', '(?-', '(?-i', '(?-i)', '(?-i)a', '(?i-i:a)', '(?<a', '(?<', '(?i-', '(?i-m', '(?i-m)', '(?-a:x)', '(?i-u:x)',
          '(?ii:a)', '(?au:x)', '(?-x', '(?q-', '(?i-)', '(?-:a)', '(?-q:a)', '(?u)', '(?au)', '(?L)', '(?i', '(?iq)', '(?i,)', '(?', '(?i-s:A.)', '(?i)a']:
    try:
        re.compile(p)
        print(repr(p), 'ok')
    except re.error as e:
        print(repr(p), e)
for t in [r'\400', r'\377', r'\07', r'\777', r'\378']:
    try:
        print(repr(re.sub('b', t, 'b')))
    except re.error as e:
        print(t, e, e.pos)
