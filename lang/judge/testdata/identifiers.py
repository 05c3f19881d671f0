# Characters that begin a name, that only go on in one, and letters that are in none.
for c in '\u2118\u212e\u0e33\u0eb3\uff9e\u037a\u2e2f\u309b\ufc5e\ufdfa\ufe70\u00b7\u0387\u1369\u19da\u1885\u216b\u00b2':
    print(ascii(c), c.isidentifier(), ('a' + c).isidentifier())
for s in ['', '_', '1a', 'a1', 'a b', 'a-b', 'é', 'e\u0301', '\u0301e', 'a·b', '℘']:
    print(ascii(s), s.isidentifier())
