print('abc'.center(10, '*'), 'abc'.ljust(2), 'abc'.rjust(6, '0'), '-42'.zfill(6), '+5'.zfill(4), 'x'.zfill(0))
print('a,b,,c'.split(','), 'a,b,,c'.split(',', 2), 'a b  c '.split(), 'a b  c '.split(' '), ''.split(), ''.split(','), 'abc'.rsplit('b', 1))
print('  x y '.split(None, 1), 'a-b-c'.rsplit('-', 1), 'a-b-c'.partition('-'), 'a-b-c'.rpartition('-'), 'abc'.partition('z'))
print('hello'.find('l', 3), 'hello'.find('l', -2), 'hello'.find('', 10), 'hello'.find('', 5), 'hello'.rfind('l', 0, 3), 'hello'.count(''), 'aaaa'.count('aa'))
print('hello'.index('e'), 'hello'.startswith(('he', 'x')), 'hello'.endswith('lo', 2), 'hello'.startswith('l', 2), 'hello'.endswith(()))
print('xxabcxx'.strip('x'), 'abc'.strip('abc'), repr(' \t\n a \r'.strip()), 'mississippi'.strip('mipz'), 'abc'.lstrip('ba'), 'abc'.rstrip('cb'))
print('a\tb\tcd\te'.expandtabs(4), 'ab\tc'.expandtabs(), repr('a\n\tb'.expandtabs(2)))
print('abc' * 0, 'abc' * -1, 'ab' * 3, 3 * 'xy', '-' * 20)
print('hello world'.capitalize(), 'HELLO'.casefold(), 'they\'re bill\'s'.title(), 'ß'.upper(), 'ǆ'.title(), 'aBc'.swapcase())
print('abc'.replace('', '-'), 'aaa'.replace('a', 'b', 2), 'abc'.replace('x', 'y'), 'aaa'.replace('aa', 'b'), 'abc'.replace('b', ''))
print('one\ntwo\r\nthree\x0bfour'.splitlines(), 'a\n\nb\n'.splitlines(), 'a\n'.split('\n'))
for s in ['abc', 'ABC', 'a1', '12', '½', '²', ' ', '', 'Ab Cd', 'a_b', '1a', 'class', 'é', '٣']:
    print(repr(s), s.isalpha(), s.isdigit(), s.isdecimal(), s.isnumeric(), s.isalnum(), s.islower(), s.isupper(), s.istitle(), s.isspace(), s.isidentifier(), s.isprintable(), s.isascii())
print('removeprefix'.removeprefix('remove'), 'file.txt'.removesuffix('.txt'), 'x'.removesuffix(''))
print(','.join('abc'), ','.join([]), ','.join({'a': 1, 'b': 2}), '→'.join(('x', 'y')))
print(repr('it\'s'), repr("say \"hi\""), repr('both \' and "'), repr('\\ \n \t \x00 \x7f \u200b é 😀'))
print(ascii('é 😀 \u1234'), '\u00e9' == 'é', len('😀'), ord('😀'), chr(128512))
print('abc' < 'abd', 'Z' < 'a', '' < 'a', 'abc' < 'ab', 'a' in 'abc', '' in '', 'ac' in 'abc')
print('abcdef'[::-1], 'abcdef'[4:1:-1], 'abcdef'[-2:], 'abcdef'[:-2], 'abcdef'[10:], 'abcdef'[::3], 'abcdef'[-1::-2], 'abcdef'[5:0:-2])
for f in [lambda: 'abc'.index('z'), lambda: 'abc'[5], lambda: 'a'.join([1]), lambda: 'abc'.split(''), lambda: 'a' + 1, lambda: 1 + 'a', lambda: 'a' * 1.5, lambda: 'a' * 'b', lambda: chr(-1), lambda: ord('ab'), lambda: 'abc'.center('x'), lambda: 'abc'.center(9, 'xy'), lambda: int('12x'), lambda: int(''), lambda: float('abc'), lambda: 'abc'.replace('a'), lambda: 'x' < 1, lambda: 'abc'['a'], lambda: 'abc'.startswith(1), lambda: 'abc'.startswith(['a']), lambda: 1 in 'abc', lambda: 'abc'.foo, lambda: 'abc'.find(1), lambda: 'a'.count(), lambda: 'a'.strip(1), lambda: 'a'.zfill('3')]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ':', e)
