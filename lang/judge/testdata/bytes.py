def show(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)
b = b"Hello\x00\xff\n'\\"
print(b, repr(b), str(b), f"{b}", [b], {b: 1}, len(b), b[0], b[-1], b[1:3], b[::-2], b"it's", b'"q"', b"it's \"", type(b), bytes, bytearray)
ba = bytearray(b)
print(ba, type(ba), ba == b, b == ba, b == "x", b != "x", b < b"Z", ba >= b, bytes(3), bytes([1, 2]), bytes(range(5)), bytes(b), bytes(ba), bytearray(2))
for bad in (lambda: bytes([256]), lambda: bytes(-1), lambda: bytes("x"), lambda: bytes(1.5), lambda: bytes(["a"]), lambda: b[20], lambda: ba[20], lambda: b["a"], lambda: ba[1.0], lambda: b + "x", lambda: "x" + b, lambda: b + 1, lambda: ba + None,
            lambda: "x" in b, lambda: 300 in b, lambda: b.find("x"), lambda: b.find(256), lambda: b.startswith("x"), lambda: b.join(["x"]), lambda: b.split("x"), lambda: b < "x", lambda: b.index(b"zz"), lambda: b.replace("a", b""), lambda: hash(ba), lambda: {ba: 1},
            lambda: bytes.fromhex("zz"), lambda: bytes.fromhex("abc"), lambda: b"\xff".decode(), lambda: b"a\xe9".decode("ascii"), lambda: "é€".encode("latin-1"), lambda: "aéü".encode("ascii"), lambda: b * "x", lambda: b.foo, lambda: setattr(b, "x", 1),
            lambda: b"\xe2\x82".decode(), lambda: b"\xe2\x28\xa1".decode(), lambda: b"\xf0\x9f\x98".decode(), lambda: b"\xed\xa0\x80".decode(), lambda: b"\xc3\xa9\x80".decode("utf8"), lambda: ord(b"ab"), lambda: str(b, "utf-8"), lambda: b"a" % 3, lambda: b"%d" % "x", lambda: b"%s" % 3,
            lambda: (256).to_bytes(1, "big"), lambda: (-1).to_bytes(1, "big"), lambda: (1).to_bytes(-1, "big"), lambda: (1).to_bytes(1, "x"), lambda: int.from_bytes("a", "big"), lambda: int.from_bytes(b"a", "x"), lambda: (128).to_bytes(1, "big", signed=True), lambda: (-129).to_bytes(1, "big", signed=True)):
    show(bad)
print(b"%s=%d %x %r %c|%5.1f|%%" % (b"k", 5, 255, "é", 65, 2.5), b"%b" % b"x")
for x in (0, 1, 127, 128, 255, 256, 2**31, 2**64 - 1, 2**200):
    for order in ("big", "little"):
        y = x.to_bytes(32, order)
        assert int.from_bytes(y, order) == x
        print(y.hex(), (-x).to_bytes(30, order, signed=True).hex(":", 4), int.from_bytes((-x).to_bytes(30, order, signed=True), order, signed=True))
print(b" a b\tc \r\nd\x0b".split(), b" a b c ".split(None, 1), b"a,b,,c".split(b","), b"a b c".rsplit(None, 1), b"a,b,c".rsplit(b",", 1), b"a\nb\r\nc\rd\x0be".splitlines(), b"a\nb\r\n".splitlines(True), b"".splitlines())
print(b"abcabc".find(b"c"), b"abcabc".rfind(99), b"abcabc".count(b"bc"), b"abc".index(98, 1), b"abc".partition(b"b"), b"abc".rpartition(b"z"), b"xxabxx".strip(b"x"), b" a\t".strip(), b"ab".center(6), b"ab".ljust(5, b"*"), b"7".zfill(3), b"-7".zfill(4), b"a\tb".expandtabs(4))
print(b"hello World".title(), b"hELLO".capitalize(), b"abC\xe9".upper(), b"abC".swapcase(), b"ABC".lower(), b"abc".isalpha(), b"12".isdigit(), b"a1".isalnum(), b" \n".isspace(), b"AB\xe9".isupper(), b"Ab Cd".istitle(), b"a".isascii(), b"\xff".isascii(), b"".isalpha())
print(b"abc".translate(bytes.maketrans(b"ab", b"xy")), b"abc".translate(None, b"b"), b"abc".removeprefix(b"a"), b"abc".removesuffix(b"bc"), b", ".join([b"a", bytearray(b"b")]), bytearray(b"-").join([b"1", b"2"]))
ba = bytearray(b"hello")
ba[0] = 72; ba.append(33); ba.extend(b" w"); ba += b"orld"; ba.insert(0, 62); ba[1:3] = b"JE"; del ba[-1]; ba.reverse(); print(ba, ba.pop(), ba.pop(0), ba)
ba[::2] = bytes(len(ba[::2])); print(ba); ba.remove(0); print(ba, ba.copy(), ba * 2, 2 * ba[:2], b"x" in ba, 0 in ba); ba.clear(); print(ba, bool(ba), bool(b""), not b"a")
for bad in (lambda: ba.pop(), lambda: ba.remove(1), lambda: ba.append(256), lambda: ba.append("x"), lambda: ba.extend("x"), lambda: ba.extend([300]), lambda: bytearray(b"ab").pop(9), lambda: bytearray(5).__setitem__(slice(None, None, 2), b"x"), lambda: bytearray(5).__setitem__(slice(0, 2), 3)):
    show(bad)
try: ba += 5
except TypeError as e: print(e)
try: b[0] = 1
except TypeError as e: print(e)
for s in ("", "abc", "häß", "€uro", "😀x", "\x00\x7f\x80"):
    e = s.encode()
    assert e.decode() == s and str(e, "utf-8") == s and bytes(s, "utf8") == e and e == s.encode("UTF-8")
    print(e, s.encode("ascii", "replace"), s.encode("latin-1", "ignore"), s.encode("ascii", "xmlcharrefreplace"), s.encode("ascii", "backslashreplace"))
print(b"a\xffb\xe2\x82c".decode("utf-8", "replace"), b"a\xffb\xe2\x82c".decode(errors="ignore"), b"\xe9\xff".decode("latin-1"), b"a\xff".decode("ascii", "backslashreplace"))
try: b"a\xff".decode()
except UnicodeDecodeError as e: print(repr(e), e.start, e.end, e.reason, e.object, e.encoding, isinstance(e, ValueError))
print(isinstance(b, bytes), isinstance(ba, (bytes, bytearray)), isinstance(b, str), bytes.__name__, issubclass(bytearray, bytes), sorted([b"b", b"a", b"ab"]), max(b"abc"), sum(b"abc"), list(b"abc"), set(b"aab"), tuple(b"ab"), dict(zip(b"ab", b"cd")), [*b"ab"], b"a" b"b\x01" rb"\x", ord(b"a"))
x, y, *z = b"abcd"
print(x, y, z, list(enumerate(b"ab")), list(reversed(b"abc")), b"\101\x41\u0041", bytes.fromhex(" 0a 0B"), any(b"\0"), all(b"ab"), b"" or "empty", hash(b"a") == hash(bytes([97])), b"a" in {b"a"}, "%s" % b"x", "{}".format(b"y"), {b"k": [b"v"]})
def crc(data):
    a, t = 1, 0
    for k in data:
        a = (a + k) % 65521
        t = (t + a) % 65521
    for i in range(len(data)):
        a ^= data[i] << (i & 7)
    return t << 16 | a
data = bytes(range(256)) * 20
print(crc(data), crc(bytearray(data)))
out = bytearray()
for i in range(3000):
    out.append(i * 7 & 255)
    if i % 5 == 0: out += b"\x01\x02"
    if i % 9 == 0: out[-1] ^= 0x55
print(crc(out), out[:20].hex(), out[-9:])
