# What is no UTF-8 is told where it begins and ends, of each kind, and so with ASCII and what replaces it.
def tell(data, *how):
    try:
        print(ascii(data.decode(*how)))
    except UnicodeDecodeError as e:
        print(e, e.start, e.end)


leads = (0x41, 0x7f, 0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff)
follows = (b'', b'A', b'\x80', b'\x8f\x80', b'\x90\x80', b'\x9f', b'\xa0\x80', b'\xbf\xbf', b'\x90\x80\x80', b'\x80A', b'\x90\x80A', b'\xa0\xff\x80', b'\xe2\x82\xac', b'\xc0\x80')
for lead in leads:
    for follow in follows:
        data = bytes([120, lead]) + follow
        tell(data)
        tell(data, 'utf-8', 'replace')
        tell(data, 'utf8', 'backslashreplace')
        tell(data, 'ascii', 'ignore')
        tell(bytearray(data), 'ascii')
seed = 7
for n in range(300):
    octets = bytearray()
    for k in range(n % 9):
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        octets.append((0x80 | seed >> 16) & 0xff if seed & 4096 else seed >> 20 & 0x7f)
    tell(octets)
    tell(octets, 'utf-8', 'replace')
for c in '\x7f\x80\xff\u0100\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff':
    for encoding in ('utf-8', 'ascii', 'latin-1'):
        for errors in ('strict', 'replace', 'ignore', 'xmlcharrefreplace', 'backslashreplace'):
            try:
                print((c + 'x' + c + c).encode(encoding, errors))
            except UnicodeEncodeError as e:
                print(e, e.start, e.end, e.reason)
