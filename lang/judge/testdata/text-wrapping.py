import random
import textwrap

rng = random.Random(9)
pieces = ['word', 'a', 'hyphen-ated', 'x--y', '--', '-', 'well-known-fact', 'e.g.', '"quoted."', 'end.', 'up!', ' ', '  ', '\t', '\n', 'supercalifragilistic', 'co-op', 'a-b', '3-4', 'x-1', 'pre-', '-post', 'em--dash', 'foo---bar', "don't", 'é-è', 'a_b-c_d', '1,000', 'Mr. X', '(see-also)', 'self-', 'http://a-b.c/d-e']
for n in range(60):
    text = ''.join(rng.choice(pieces) + rng.choice(['', ' ', ' ', '\n']) for _ in range(rng.randint(0, 14)))
    width = rng.randint(1, 25)
    how = {}
    for name, choices in {'break_long_words': [True, False], 'drop_whitespace': [True, False], 'break_on_hyphens': [True, False], 'expand_tabs': [True, False],
                          'replace_whitespace': [True, False], 'fix_sentence_endings': [True, False], 'initial_indent': ['', '* '], 'subsequent_indent': ['', '    '], 'max_lines': [None, 1, 2], 'placeholder': [' [...]', '...'], 'tabsize': [4, 8]}.items():
        if rng.random() < 0.3:
            how[name] = rng.choice(choices)
    try:
        print(n, textwrap.wrap(text, width, **how))
    except ValueError as e:
        print(n, e)
    try:
        print(repr(textwrap.shorten(text, width)), repr(textwrap.dedent('  ' + text + '\n    ' + text)), repr(textwrap.indent(text, '> ')))
    except ValueError as e:
        print(n, e)
print(textwrap.fill('The quick brown fox jumps over the lazy dog.', 20))
print(textwrap.dedent('''\
    def f():
    \treturn 1

      x
   y
  '''), textwrap.dedent('\n  a\n\t b\n   \n  c'), textwrap.indent('a\n\nb', '  ', lambda line: True))
w = textwrap.TextWrapper(width=15, initial_indent='- ')
w.subsequent_indent = '  '
print(w.fill('several words that are wrapped'), w.wrap(''), textwrap.wrap('x' * 12, 5))
try:
    textwrap.wrap('a', 0)
except ValueError as e:
    print(e)
