package vm_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"unbox/lang/compile"
	"unbox/lang/vm"
)

// run runs a program within limits, and returns what it printed, what it said on standard error, and
// the work that it did.
func run(t *testing.T, program string, o vm.Options) (out, last string, work int64) {
	t.Helper()
	compiled, err := compile.File("program.py", program)
	if err != nil {
		t.Fatal(err)
	}
	var printed, said bytes.Buffer
	o.Out, o.Err = &printed, &said
	machine := vm.New(compiled, o)
	machine.Run()
	return printed.String(), said.String(), machine.Stats().Work
}

// TestFuelFromBothSides gives programs exactly the work that they do, and one unit less.
func TestFuelFromBothSides(t *testing.T) {
	for _, program := range []string{
		"for i in range(1000):\n    pass\n",
		"def f(n):\n    if n:\n        f(n - 1)\nf(100)\n",
		"sum(range(5000))\nmax([3, 1, 2])\n",
		"x = 3\nfor i in range(16):\n    x = x * x\n",
		"d = {}\nfor i in range(3000):\n    d[i * (2 ** 61 - 1)] = 1\n    if i > 50: break\n",
		"s = 'abc' * 10000\nfor i in range(10):\n    s.find('x')\n",
		"x = sorted([[i] for i in range(500, 0, -1)])\n",
		"print([list(range(300))] * 3)\n",
	} {
		_, last, work := run(t, program, vm.Options{})
		if last != "" || work <= 0 {
			t.Fatalf("expected a program that does work, found %d units and %q of\n%s", work, last, program)
		}
		if _, last, again := run(t, program, vm.Options{Fuel: work}); last != "" || again != work {
			t.Errorf("expected that %d units are enough, found %q and %d of\n%s", work, last, again, program)
		}
		if _, last, _ := run(t, program, vm.Options{Fuel: work - 1}); !strings.HasSuffix(last, noWorkLine) {
			t.Errorf("expected that %d units are not enough, found %q of\n%s", work-1, last, program)
		}
	}
}

const noWorkLine = "expected a program that ends within its limit of work, found one that goes on\n"

// TestStraightCodeIsWork runs a long body and a short one as often.
func TestStraightCodeIsWork(t *testing.T) {
	loop := func(n int) int64 {
		_, _, work := run(t, "i = 0\nwhile i < 100:\n    i += 1\n"+strings.Repeat("    x = i\n", n), vm.Options{})
		return work
	}
	if short, long := loop(1), loop(6400); long < 90*short {
		t.Errorf("expected 6,400 statements to cost 90 times as much as one at least, found %d and %d units", long, short)
	}
}

// TestWorkOfIntegers: operations on integers of many words count those that they read and those that they make. Each has at least so many
// units for 64 words.
func TestWorkOfIntegers(t *testing.T) {
	const words = 1 << 16
	setup := fmt.Sprintf("large = (1 << %d) - 1\nn = %d\n", 64*words, 64*words)
	_, _, without := run(t, setup, vm.Options{})
	for expression, least := range map[string]int64{
		"1 << n": 1, "-1 << n": 1, "large << n": 2, "large >> 1": 1, "-large": 1, "~large": 1, "abs(large)": 0, "large + 1": 1, "large & large": 2, "large.to_bytes(n // 8, 'big')": 1, "(1).to_bytes(n // 8, 'big')": 1,
		"int.from_bytes(bytes(n // 8), 'big')": 1, "hash(large)": 1, "large == large + 1": 1, "large < large - 1": 1,
	} {
		_, last, work := run(t, setup+"x = "+expression+"\n", vm.Options{})
		if found := work - without; last != "" || found < least*words/64 {
			t.Errorf("%s: expected %d units at least, found %d and %q", expression, least*words/64, found, last)
		}
	}
}

// TestWorkOfTexts: methods of texts count what they look at, and more if they take longer for it. Each has at least so many units for
// 64 bytes.
func TestWorkOfTexts(t *testing.T) {
	const size = 1 << 16
	for call, least := range map[string]int{
		"plain.isascii()": 1, "plain.startswith(same)": 1, "plain.endswith(same)": 1, "plain.removeprefix(same + chr(97))": 1, "plain.removesuffix(other)": 1, "plain % ()": 1,
		"plain.islower()": 6, "plain.istitle()": 6, "repr(plain)": 6, "plain.expandtabs(0)": 4, "plain.upper()": 4, "plain.title()": 16, "plain.swapcase()": 24,
		"sharp.upper()": 16, "sharp.lower()": 16, "sharp.casefold()": 16, "sharp.capitalize()": 16, "sharp.title()": 64, "sharp.swapcase()": 96,
	} {
		setup := fmt.Sprintf("plain = 'a' * %d\nsame = 'a' * %d\nother = 'b' + same\nsharp = 'ß' * %d\n", size, size-1, size/2)
		_, _, without := run(t, setup, vm.Options{})
		_, last, work := run(t, setup+call+"\n", vm.Options{})
		if found := work - without; last != "" || found < int64(least*size/64) {
			t.Errorf("%s: expected %d units at least, found %d and %q", call, least*size/64, found, last)
		}
	}
	for call, least := range map[string]int64{"round(1e308, -300)": 300, "round(5e-324, 320)": 40, "str(10 ** 4299)": 300, "int('1' * 4300, 36)": 300, "float('2.2250738585072011e-308')": 100,
		"(1 << 4000000).bit_length()": 900, "(1 << 4000000).bit_count()": 900} {
		if _, last, work := run(t, call+"\n", vm.Options{}); last != "" || work < least {
			t.Errorf("%s: expected %d units at least, found %d and %q", call, least, work, last)
		}
	}
}

// TestOutputFromBothSides prints exactly as much as is allowed, and one byte more.
func TestOutputFromBothSides(t *testing.T) {
	const program = "print('x' * 99)\nprint('done')\n"
	if out, last, _ := run(t, program, vm.Options{Output: 105}); last != "" || !strings.HasSuffix(out, "done\n") {
		t.Errorf("expected 105 bytes to be enough, found %q after %q", last, out)
	}
	if _, last, _ := run(t, program, vm.Options{Output: 104}); !strings.HasSuffix(last, "expected a program that prints within its limit, found one that goes on\n") {
		t.Errorf("expected 104 bytes to be too few, found %q", last)
	}
}

// TestMemoryIsForTheLiving allocates 20 times the limit, of which up to half is needed at a time.
func TestMemoryIsForTheLiving(t *testing.T) {
	const program = "x = [[i] for i in range(40000)]\nfor i in range(100):\n    y = [[i] for i in range(40000)]\nprint(len(x))\n"
	if out, last, _ := run(t, program, vm.Options{Memory: 20 << 20}); out != "40000\n" {
		t.Errorf("expected 20 MB to be enough, found %q and %q", out, last)
	}
	if _, last, _ := run(t, strings.ReplaceAll(program, "40000", "400000"), vm.Options{Memory: 20 << 20}); !strings.HasSuffix(last, "MemoryError: expected a program that needs at most 20 MB, found one that needs more\n") {
		t.Errorf("expected a MemoryError, found %q", last)
	}
}

// TestMemoryErrorHasItsPlace: the line is that of the allocation, and a handler of the function that
// called it gets the exception.
func TestMemoryErrorHasItsPlace(t *testing.T) {
	_, last, _ := run(t, "def f():\n    x = [0]\n    return x * 10 ** 8\n\nf()\n", vm.Options{Memory: 16 << 20})
	for _, line := range []string{"line 5, in <module>", "line 3, in f"} {
		if !strings.Contains(last, line) {
			t.Errorf("expected %q, found\n%s", line, last)
		}
	}
	out, last, _ := run(t, `def key(x):
    return [0] * 10 ** 8
def f():
    try:
        return sorted([2, 1], key=key)
    except MemoryError as e:
        return str(e)
    finally:
        print('finally')
print(repr(f()))
print(sorted([2, 1]))
`, vm.Options{Memory: 16 << 20})
	if out != "finally\n''\n[1, 2]\n" {
		t.Errorf("expected the handler to be run, found %q and %q", out, last)
	}
}

// TestFloatsOfLargeQuotients compares with what CPython prints: numbers that are halfway between
// floats, too small for any, and nearly so.
func TestFloatsOfLargeQuotients(t *testing.T) {
	const program = `
big = 1 << 3000
for a, b in [(big + 1, big), (-big, big * 3), (1, 1 << 1074), (1, 1 << 1075), (3, 1 << 1075), (1, 1 << 1076), ((1 << 53) + 1, 1),
             ((1 << 54) + 2, 2), ((1 << 54) + 6, 2), (((1 << 54) + 2) * big + 1, 2 * big), (((1 << 53) - 1) << 971, 1), (-7 * big, 2 * big), (0, big)]:
    print(a / b)
`
	const want = "1.0\n-0.3333333333333333\n5e-324\n0.0\n1e-323\n0.0\n9007199254740992.0\n9007199254740992.0\n9007199254740996.0\n9007199254740994.0\n1.7976931348623157e+308\n-3.5\n0.0\n"
	if out, last, _ := run(t, program, vm.Options{}); out != want {
		t.Errorf("expected\n%s\nfound\n%s%s", want, out, last)
	}
}

// TestDigitsOfPowersOfTwo reads and writes integers in bases that are powers of two, across the
// boundaries of words.
func TestDigitsOfPowersOfTwo(t *testing.T) {
	const program = `
for n in range(1, 200):
    x = 3 ** n
    assert int(hex(x), 16) == x and int(oct(x), 8) == x and int(bin(x), 0) == x and int('-' + bin(x), 2) == -x
    digits = ''
    y = x
    while y:
        digits = '0123456789abcdefghijklmnopqrstuv'[y % 32] + digits
        y //= 32
    assert int(digits, 32) == x and int('0_0' + digits, 32) == x
for text, base in [('12', 2), ('8', 8), ('g', 16), ('w', 32), ('', 16), ('0x', 16), ('1__0', 16), ('_1', 2)]:
    try:
        print(int(text, base))
    except ValueError as e:
        print(e)
`
	out, last, _ := run(t, program, vm.Options{})
	if last != "" || strings.Count(out, "invalid literal for int() with base") != 8 {
		t.Errorf("expected eight texts to be refused, found %q and\n%s", last, out)
	}
}

// TestDictionariesStayWhole deletes and inserts keys whose places in the table are next to each
// other, and compares with lists of pairs.
func TestDictionariesStayWhole(t *testing.T) {
	const program = `
import random
random.seed(7)
for keys in [range(40), [k << 32 for k in range(40)], [k * (2 ** 61 - 1) for k in range(40)], ['k%d' % k for k in range(40)]]:
    keys = list(keys)
    d = {}
    pairs = []
    for step in range(3000):
        k = random.choice(keys)
        what = random.randrange(4)
        if what == 0 and pairs:
            assert d.popitem() == pairs.pop()
        elif what == 1:
            there = [p for p in pairs if p[0] == k]
            assert d.pop(k, None) == (there[0][1] if there else None)
            pairs = [p for p in pairs if p[0] != k]
        else:
            if k in d:
                pairs = [(p[0], step) if p[0] == k else p for p in pairs]
            else:
                pairs.append((k, step))
            d[k] = step
        assert list(d.items()) == pairs and len(d) == len(pairs)
        assert (k in d) == (k in [p[0] for p in pairs])
print('done')
`
	for _, stress := range []bool{false, true} {
		if out, last, _ := run(t, program, vm.Options{Stress: stress}); out != "done\n" {
			t.Errorf("expected a dictionary to be what its pairs are, found %q and\n%s", out, last)
		}
	}
}

// TestMethodsThatAreNeverCalled makes classes with special methods that CPython would call.
func TestMethodsThatAreNeverCalled(t *testing.T) {
	for name, base := range map[string]string{"__new__": "Exception", "__getattribute__": "object", "__del__": "object", "__class_getitem__": "object"} {
		out, last, _ := run(t, "try:\n    class A("+base+"):\n        def "+name+"(*args): pass\nexcept BaseException:\n    print('caught')\n", vm.Options{})
		if out != "" || !strings.Contains(last, "expected a special method that Unbox's Python calls, found `A."+name+"`") {
			t.Errorf("expected a message about %s, found %q after %q", name, last, out)
		}
	}
}

// TestOutsideOfTheLanguage runs what CPython has and Unbox's Python has not: it ends the program, because one that
// caught an exception, or asked for an attribute, would print something else.
func TestOutsideOfTheLanguage(t *testing.T) {
	for program, found := range map[string]string{
		"getattr('a', 'en' + 'code')()": "`str.encode`",
		"b''.decode('utf-16')":          "utf-16",
		"b'a'.decode(errors='surrogateescape' if 1 else '') + b'\\xff'.decode(errors='surrogateescape')": "surrogateescape",
		"b'%(a)d' % {'a': 1}":                                      "a dictionary after `%`",
		"int(b'12')":                                               "`int` of bytes",
		"float(bytearray(b'1.5'))":                                 "`float` of bytes",
		"import random\nrandom.seed(b'x')":                         "a seed of bytes",
		"class A(bytearray): pass":                                 "`bytearray`",
		"b'a'.__getnewargs__()":                                    "`bytes.__getnewargs__`",
		"import io\nio.open":                                       "`io.open`",
		"import csv\ncsv.Sniffer":                                  "`csv.Sniffer`",
		"import string\nclass A(string.Template): pass":            "derived from `Template`",
		"import math\nmath.nothing = 1":                            "`math.nothing`",
		"(5).__radd__(1)":                                          "`int.__radd__`",
		"import math\nmath.cbrt":                                   "`math.cbrt`",
		"from random import randbytes":                             "`random.randbytes`",
		"from collections.abc import AsyncGenerator":               "`collections.abc.AsyncGenerator`",
		"from json.decoder import scanstring":                      "`json.decoder.scanstring`",
		"memoryview(b'')":                                          "`memoryview`",
		"import calendar":                                          "`calendar`",
		"import re\nre.compile('a*+')":                             "possessive repeats",
		"import re\nre.compile('(?>a)')":                           "atomic groups",
		"import re\nre.Scanner":                                    "`re.Scanner`",
		"from datetime import timezone":                            "`datetime.timezone`",
		"import datetime\ndatetime.datetime.now()":                 "the time of day",
		"import datetime\ndatetime.date.fromtimestamp(0)":          "`datetime.date.fromtimestamp`",
		"import datetime\ndatetime.datetime(1, 1, 1).astimezone()": "`datetime.datetime.astimezone`",
		"import datetime\ndatetime.datetime.fromtimestamp":         "`datetime.datetime.fromtimestamp`",
		"import datetime\ndatetime.time(1).fold":                   "`datetime.time.fold`",
		"import datetime\nclass A(datetime.date): pass\nA(1, 1, 1).fromtimestamp": "`A.fromtimestamp`",
		"import datetime\ndatetime.timedelta(1).__rdivmod__":                      "`datetime.timedelta.__rdivmod__`",
		"import re\nre.compile('a').scanner('')":                                  "`re.Pattern.scanner`",
		"import re\nre.I.name":                                                    "`RegexFlag.name`",
		"import re\nre.Match.__class_getitem__":                                   "`re.Match.__class_getitem__`",
		"def f(): yield\nf().gi_frame":                                            "`generator.gi_frame`",
		"class A(Exception): pass\nprint(A().__dict__)":                           "`A.__dict__`",
		"class A: pass\ngetattr(A(), '__dict__')":                                 "`__dict__`",
		"print(vars())":                      "`vars()`",
		"class A(enumerate): pass":           "`enumerate`",
		"B = list\nclass A(B): pass":         "`list`",
		"isinstance(1, int | str)":           "`|` between classes",
		"from os.path import join":           "`os.path`",
		"(-8) ** 0.5":                        "complex",
		"range(2 ** 70)":                     "range of integers of 64 bits",
		"import array\narray.array('Q')":     "found `Q`",
		"class A:\n    x = 1\nA.__del__ = 1": "`A.__del__`",
		"class A:\n    x = 1\nA.__get__ = 1": "`A.__get__`",
		"class A:\n    x = 1\nA.__new__ = 1": "`A.__new__`",
		"class A:\n    def __new__(cls): return object.__new__(cls)\nimport copy\ncopy.copy(A())": "no `__new__`",
		"ValueError().__cause__ = None": "`__cause__`",
	} {
		lines := strings.Split(program, "\n")
		lines[len(lines)-1] = "try:\n    " + lines[len(lines)-1] + "\nexcept BaseException:\n    print('caught')\n"
		out, last, _ := run(t, strings.Join(lines, "\n"), vm.Options{})
		if out != "" || !strings.HasPrefix(last, "expected ") && !strings.Contains(last, "\nexpected ") || !strings.Contains(last, found) {
			t.Errorf("expected that %q ends with a message about %s, found %q after %q", program, found, last, out)
		}
	}
}
