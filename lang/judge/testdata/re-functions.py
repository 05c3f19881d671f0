# What the module re has, by hand.
import re
from re import compile as make, IGNORECASE, VERBOSE

text = 'The rain in Spain stays mainly in the plain; 3 of 12 days, 99.5 mm.'
print(re.findall(r'\b\w*ain\b', text), re.findall(r'(\w)(ai)', text))
print(re.search(r'(?P<n>\d+)\.(?P<f>\d)', text).groupdict(), re.search('nothing', text))
m = re.match(r'(\w+) (?:(x)|(\w+))', text)
print(m, m.group(), m.group(1, 3), m[0], m[2], m.groups(), m.groups('-'), m.lastindex, m.lastgroup, m.span(2), m.start(3), m.end(), m.regs)
print(m.string == text, m.re.pattern, m.pos, m.endpos == len(text), bool(m), m.expand(r'<\1|\g<3>|\2>'))
for wrong in (lambda: m.group(4), lambda: m['n'], lambda: re.sub('a', r'\g<n>', 'a')):
    try:
        wrong()
    except IndexError as e:
        print('IndexError', e)
p = re.compile(r'''
    (\d+)   # a number
    \s* ([a-z]+)?   # its unit
''', VERBOSE | IGNORECASE)
print(p.findall(text), p.groups, p.groupindex, p.flags, p.pattern.count('\n'))
print(make('a'), make('a', re.I | re.M), repr(re.I), re.I | re.S, re.A & re.A == re.A)
print(p.sub(lambda m: m.group(2) or '#', text), p.subn('', text, 1))
print(re.split(r'\W+', text, maxsplit=3), re.split('(-)|(:)', 'a-b:c'), re.split('x*', 'axbc'))
print(re.sub('x*', '-', 'abxd'), re.sub(r'(.)(.)', r'\2\1', 'abcde'), re.sub('a', r'\n\\\t', 'cat'), re.sub('', '-', 'é1'))
print([m.span() for m in re.finditer('a|', 'baac')], re.compile('a').search('banana', 2, 4), make('^b').match('ab', 1), make('b$').search('abc', 0, 2))
print(re.fullmatch('a|ab', 'ab'), re.fullmatch('a*?', 'aaa').span(), re.match('a*?', 'aaa').span(), re.escape('a.b*c d-é_'))
print(re.findall(r'(?i)straße|é', 'STRASSE straße É'), re.findall('[^\x00-\x7f]+', 'naïve café'), re.findall(r'(?a)\w+', 'naïve'), re.findall(r'(?m)^\w|\w$', 'ab\ncd'))
print(re.search('a.c', 'a\nc'), re.search('a.c', 'a\nc', re.S), re.search(r'(?s:a.)c', 'a\nc').span(), re.search('a$', 'a\n').span(), re.search(r'a\Z', 'a\n'))
print(re.match(r'(["\'])(.*?)\1', '"it\'s"').group(2), re.findall(r'(?<!\$)\b\d+', '$1 2 $33 44'), re.findall(r'\w+(?=,)', 'a,b,c'))
print(re.match('(a)|(b)', 'b').lastindex, re.match('((a)b)', 'ab').lastindex, re.match('(?:(a)|b)*', 'ab').groups(), re.match('(a?)*?$', 'aa').groups())
for wrong in ['(', ')', '[a', 'a**', '*a', 'a{3,2}', r'\q', '(?P<1>a)', '(?P<a>x)(?P<a>y)', r'(a)\2', '(?P=x)', '(?<=a*)b', '[b-a]', 'a\\', '(?z)', 'a\n(b', '(?P<x', 'x(?i)y']:
    try:
        re.compile(wrong)
    except re.error as e:
        print(repr(wrong), e, e.msg, e.pos, e.lineno, e.colno)
for wrong in (lambda: re.sub('(a)', r'\2', 'a'), lambda: re.sub('a', r'\q', 'a'), lambda: re.sub('a', '\\', 'a'), lambda: re.sub('a', r'\g<', 'a')):
    try:
        wrong()
    except re.error as e:
        print(e)
for wrong in (lambda: re.match('a', 3), lambda: re.match(3, 'a'), lambda: re.sub('a', 3, 'a')):
    try:
        wrong()
    except TypeError as e:
        print(e)
try:
    re.compile(p, re.I)
except ValueError as e:
    print(e)
print(re.compile(p) is p, re.compile('a') is re.compile('a'), p == re.compile('a'), {p: 1}[p])
# a loop that becomes hot
tokens = re.compile(r'\s*(?:(?P<number>\d+)|(?P<name>[a-z]\w*)|(?P<op>.))')
kinds = {}
for line in ['x1 = 22*(y + 3)', 'f(a,b) /2', '  z'] * 8:
    at = 0
    while at < len(line):
        m = tokens.match(line, at)
        kinds.setdefault(m.lastgroup, []).append(m[m.lastgroup])
        at = m.end()
print({k: (len(v), v[:5]) for k, v in kinds.items()})
