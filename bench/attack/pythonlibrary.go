//go:build linux

package main

// libraryPythons use modules and builtin functions so that one of their operations is much work.
func libraryPythons() []hostilePython {
	return []hostilePython{
		{"python-shifts", "shifts to 100 million bits, in a loop: one step each, and 12 MB", true,
			"n = 1\nwhile True:\n    x = n << 100000000\n    y = -n << 99999999\n    n += 1\n"},
		{"python-expressions", "regular expressions that try all ways, look ahead from everywhere, and name a group a million times", true,
			"import re\nt = 'a' * 40\nwhile True:\n    for p, s in [('(a*)*b', t), ('(a|aa|aaa)+$', t + 'b'), ('(?=(a+))', t * 1000), ('((a?){40})a{40}', t), ('(?:(?:a|b)*c|a*)*d', t), ('(a|b)' * 400 + '{1,3}', t)]:\n        try:\n            x = re.findall(p, s)\n        except Exception:\n            pass\n"},
		{"python-decimals", "decimals and fractions of a million digits: as integers, as keys, compared, formatted, square roots", true,
			"from decimal import Decimal, getcontext\nfrom fractions import Fraction\ngetcontext().prec = 20000\nwhile True:\n    for f in [lambda: int(Decimal('1e999999')), lambda: hash(Decimal('1e999999')), lambda: Decimal(2).sqrt(), lambda: '{:f}'.format(Decimal('1e-999999')), lambda: Decimal('1e999999') == 10 ** 999999, lambda: Fraction('1e1000000') + Fraction(1, 3), lambda: Fraction(10 ** 3000, 7 ** 3000).limit_denominator(10 ** 1000)]:\n        try:\n            x = f()\n        except Exception:\n            pass\n"},
		{"python-tables", "tables of 100,000 fields and quotes, JSON in JSON, files in memory written a gigabyte beyond their end", true,
			"import csv, io, json\nt = '[' * 100000\nwhile True:\n    for f in [lambda: list(csv.reader([',' * 100000])), lambda: list(csv.reader(['\"' * 100001] * 10)), lambda: json.loads(t), lambda: json.loads('1' * 100000), lambda: json.dumps('\\u1234' * 100000)]:\n        try:\n            x = f()\n        except Exception:\n            pass\n    for s, w in [(io.StringIO(), 'x'), (io.BytesIO(), b'x')]:\n        try:\n            s.seek(1000000000)\n            s.write(w)\n        except Exception:\n            pass\n"},
		{"python-dates", "dates, spans and formats of a million digits and fields", false,
			"import datetime\nd = datetime.datetime(2020, 1, 1)\nwhile True:\n    for f in [lambda: datetime.timedelta(days=10 ** 300000), lambda: d + datetime.timedelta(seconds=10 ** 30), lambda: d.strftime('%Y' * 100000), lambda: datetime.datetime.strptime('1' * 100000, '%Y' * 25000), lambda: datetime.timedelta(1) * 10 ** 100000, lambda: datetime.date.fromisoformat('9' * 100000)]:\n        try:\n            x = f()\n        except Exception:\n            pass\n"},
		{"python-bytes", "arrays of a million bytes: inserted before, cut in halves, read as numbers, changed while others look", true,
			"a = bytearray(1000000)\nv = bytes(1000000)\nwhile True:\n    for f in [lambda: a.insert(0, 1), lambda: a.pop(0), lambda: int.from_bytes(v, 'little'), lambda: (1).to_bytes(1000000, 'big'), lambda: v.find(b'\\0' * 5000 + b'c'), lambda: v.translate(bytes(range(256))), lambda: memoryview(a)[::2].tolist(), lambda: a.extend(a), lambda: b''.join([b''] * 100000), lambda: b'%d' * 10000 % ((1,) * 10000)]:\n        try:\n            x = f()\n        except Exception:\n            pass\n    del a[::2]\n"},
		{"python-many-bases", "classes of 1,000 bases, and 1,000 classes each derived from the one before, asked what they do not have", false,
			"B = [type('B%d' % i, (), {}) for i in range(1000)]\nC = object\nfor i in range(1000):\n    C = type('C%d' % i, (C,), {})\nx = C()\nwhile True:\n    D = type('D', tuple(B), {})\n    y = hasattr(x, 'nothing')\n    z = isinstance(x, tuple(B))\n"},
		{"python-copies", "texts of a megabyte as separators, names, messages and arguments, of which nothing is needed", true,
			"import sys\nt = 'ab' * 500000\nclass C:\n    pass\nclass W:\n    def write(self, text):\n        return 0\nclass S(str):\n    pass\nc = C()\nw = W()\ns = S(t)\ne = ValueError(t)\nwhile True:\n    for f in [lambda: print(end='', sep=t), lambda: print(t, file=w), lambda: hasattr(c, t), lambda: t * 0, t.__str__, lambda: str(s), lambda: str(e), lambda: t.join([]), lambda: 'a'.find(t), lambda: 'a'.translate({97: t})]:\n        x = f()\n"},
		{"python-still-full", "memory that stays full, and a large tuple again after each MemoryError", true,
			"x = list(range(300000))\nwhile True:\n    try:\n        x.append((1,) * 100000)\n    except MemoryError:\n        pass\n"},
		{"python-iterators-endless", "iterators without an end, given to what needs the end: merged, grouped, joined, sorted, unpacked, searched", true,
			"import functools, heapq, itertools\nc = itertools.count\nwhile True:\n    for f in [lambda: list(heapq.merge(c(), c())), lambda: sorted(c()), lambda: [*c()], lambda: ''.join(itertools.repeat('x')), lambda: dict(zip(c(), c())), lambda: list(itertools.permutations(range(12))), lambda: next(itertools.product(range(2), repeat=10**7)), lambda: itertools.tee([1], 10**8), lambda: functools.reduce(lambda a, b: a * 3, c()), lambda: -1 in c()]:\n        try:\n            x = f()\n        except MemoryError:\n            pass\n"},
		{"python-copied-objects", "deep copies of what is deep, of what contains itself, and of 100,000 objects that know each other", false,
			"import copy\nclass C:\n    pass\nd = []\nfor i in range(100000):\n    d = [d]\na = [C() for i in range(100000)]\nfor c in a:\n    c.a = a\nb = [a]\nb.append(b)\nwhile True:\n    for v in [d, b]:\n        try:\n            x = copy.deepcopy(v)\n        except RecursionError:\n            pass\n"},
	}
}
