# Upper and lower case by Unicode's full mappings.
def digest(s):
    h = 7
    for c in s:
        h = (h * 1000003 ^ ord(c)) & 0xffffffffffff
    return h


def all_of(s):
    return s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase()


for first, last in ((0, 0x250), (0x370, 0x590), (0x10a0, 0x10c6), (0x13a0, 0x13f6), (0x1e00, 0x2000), (0x2160, 0x2180), (0xfb00, 0xfb18), (0x10400, 0x10450)):
    letters = ''.join([chr(c) for c in range(first, last)])
    for s in all_of(letters):
        print(len(s), digest(s))
    print([digest(''.join([t for c in letters for t in all_of('a' + c)])), len([c for c in letters if c.isupper()]), len([c for c in letters if c.islower()])])
for s in ('straße', 'ΟΔΥΣΣΕΥΣ ΣΑΣ', 'ΑΣ', 'Σ', 'aΣ.b', 'aΣ.', 'ŉx ﬁn', 'ǆ ǅ Ǆ', 'İstanbul', "they're bill's 2nd", 'ªº', 'x' * 40 + 'ß', 'ΑΣ1Σ'):
    print(all_of(s), s.isupper(), s.islower(), ('x' + s).upper().lower())
