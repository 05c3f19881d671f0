//go:build linux

package vm_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"

	"unbox/jit"
	"unbox/lang/compile"
	"unbox/lang/vm"
	"unbox/native"
)

// What a hostile program is ended by. Each is the beginning of the last line on standard error.
const (
	noWork    = "expected a program that ends within its limit of work, found one that goes on"
	noMemory  = "MemoryError: expected a program that needs at most 16 MB, found one that needs more"
	noOutput  = "expected a program that prints within its limit, found one that goes on"
	tooDeep   = "RecursionError: maximum recursion depth exceeded"
	noDigits  = "ValueError: Exceeds the limit (4300 digits) for integer string conversion"
	tooNested = "error: expected at most 180 levels of nesting, found more"
	noEnd     = "" // it ends by itself
)

type hostileProgram struct{ name, program, want string }

// hostile are programs that want all time, all memory or all of Go's stack, each with what has to
// end it. The last line of those that end by themselves is `print("done")`.
var hostile = []hostileProgram{
	// Generators.
	{"generator-endless", "def f():\n    while True:\n        yield 1\nfor x in f():\n    pass", noWork},
	{"generator-summed", "def f():\n    k = 0\n    while True:\n        k += 1\n        yield k\nprint(sum(f()))", noWork},
	{"generator-kept", "def f():\n    x = [0] * 100000\n    yield x\n    yield x\nl = []\nwhile True:\n    g = f()\n    next(g)\n    l.append(g)", noMemory},
	{"generator-delegates", "def f():\n    yield from f()\nlist(f())", tooDeep},
	{"generator-of-generators", "g = iter([])\nwhile True:\n    g = (x for x in g)\n    l = [g]", noMemory},
	{"generator-chain", "g = iter([1])\nfor k in range(5000):\n    g = (x for x in g)\nlist(g)", tooDeep},
	{"generator-thrown", "def f():\n    while True:\n        try:\n            yield 1\n        except ValueError:\n            pass\ng = f()\nnext(g)\nwhile True:\n    g.throw(ValueError)", noWork},
	// Regular expressions.
	{"re-catastrophic", "import re\nre.match(r'(a+)+$', 'a' * 60 + 'b')", noWork},
	{"re-nested-empty", "import re\nre.match(r'((a*)*)*b', 'a' * 100)", noWork},
	{"re-back-reference", "import re\nre.search(r'(a*)(a*)(a*)\\1\\2\\3b', 'a' * 3000)", noWork},
	{"re-greedy", "import re\nprint(len(re.sub('.*', 'x', 'a' * 200000)))\nprint('done')", noEnd},
	{"re-stack", "import re\nre.match('(a|b)*c', 'ab' * 2000000)", noMemory},
	{"re-search-long", "import re\nre.findall('[a-z]*1', 'a' * 1000000)", noWork},
	{"re-growing", "import re\ns = 'a'\nwhile True:\n    s = re.sub('a', 'aa', s)", noWork},
	{"re-deep", "import re\nre.compile('(' * 5000 + ')' * 5000)", tooDeep},
	// Integers.
	{"power-of-power", "x = 10 ** 10 ** 6\nprint(x % 7)\nprint('done')", noWork},
	{"power-huge", "x = 10 ** 10 ** 10", noMemory},
	{"power-negative-base", "x = (-3) ** (10 ** 12)", noMemory},
	{"shift-huge", "x = 1 << 10 ** 12", noMemory},
	{"shifts-to-large", "n = 1\nwhile True:\n    x = n << 8000000\n    n += 1", noWork},
	{"percent-fields", "f = '%s' * 600000\nv = (1,) * 600000\nwhile True:\n    f % v", noWork},
	{"long-specifications", "f = '{:' + '0' * 1000000 + 'd}'\ns = '0' * 1000000 + 'd'\nw = '%' + '0' * 1000000 + 'd'\nwhile True:\n    f.format(1)\n    format(1, s)\n    w % 1", noWork},
	{"shift-beyond-words", "x = 1 << 10 ** 30", "OverflowError: too many digits in integer"},
	{"squares", "x = 3\nwhile True:\n    x = x * x", noWork},
	{"squares-in-place", "x = 3\nwhile True:\n    x *= x", noWork},
	{"doublings", "x = 1\nwhile True:\n    x <<= x.bit_length()", noMemory},
	{"sums-of-large", "x = 1 << 10000000\nwhile True:\n    x + x", noWork},
	{"divisions-of-large", "x = (1 << 4000000) // 3\ny = (1 << 2000000) // 7\nwhile True:\n    x % y", noWork},
	{"float-of-quotient", "x = (1 << 8000000) // 3\nwhile True:\n    x / (x + 1)", noWork},
	{"comparisons-of-large", "x = 1 << 10000000\ny = 1 << 10000000\nwhile x == y:\n    pass", noWork},
	{"comparison-with-float", "x = 1 << 10000000\nwhile x > 1.5:\n    pass", noWork},
	{"modular-power", "print(pow(3, 10**9, 10**9))\nprint('done')", noEnd},
	{"modular-power-large", "x = (1 << 200000) + 1\npow(3, x, x)", noWork},
	{"factorial", "import math\nmath.factorial(10**6)", noWork},
	{"factorial-huge", "import math\nmath.factorial(10**9)", noMemory},
	{"gcd", "import math\nx = (1 << 3000000) // 3\ny = (1 << 3000000) // 7\nmath.gcd(x, y)", noWork},
	{"square-root", "import math\nx = (1 << 20000000) // 3\nmath.isqrt(x)", noWork},
	{"digits-to-integer", "int('7' * 300000)", noDigits},
	{"digits-in-base-3", "int('2' * 300000, 3)", noDigits},
	{"digits-in-base-16", "x = int('f' * 3000000, 16)\nprint(x.bit_length() == 12000000)\nprint('done')", noEnd},
	{"integer-to-digits", "str(10 ** 5000)", noDigits},
	{"integer-to-digits-huge", "str(1 << 10000000)", noDigits},
	{"binary-digits", "x = 1 << 1000000\nwhile True:\n    bin(x)", noWork},
	{"bit-count", "x = (1 << 10000000) - 1\nprint(x.bit_count())\nprint('done')", noEnd},
	{"round", "x = (1 << 20000000) // 3\nround(x, -3000000)", noWork},
	{"random-bits", "import random\nx = random.getrandbits(10**7)\nprint(x.bit_length() <= 10**7)\nprint('done')", noEnd},
	{"random-bits-huge", "import random\nx = random.getrandbits(10**11)", noMemory},
	{"random-seed", "import random\nrandom.seed(1 << 5000000)\nprint('done')", noEnd},
	{"random-generators", "import random\nwhile True:\n    random.Random()", noMemory},
	{"hash-of-large", "x = 1 << 10000000\nwhile True:\n    hash(x)", noWork},
	{"literal", "x = " + strings.Repeat("7", 300000), "error: expected an integer of at most 4300 decimal digits, found one of 300000"},
	{"literal-in-base-16", "x = 0x" + strings.Repeat("f", 300000), "error: expected a number of at most 65536 characters, found one of 300002"},

	// Text.
	{"string-huge", "'a' * 10 ** 10", noMemory},
	{"string-doubled", "s = 'ab'\nwhile True:\n    s += s", noMemory},
	{"string-one-by-one", "s = ''\nwhile True:\n    s = s + 'xxxxxxxxxxxxxxxx'", noWork},
	{"percent-width", "'%1000000000d' % 1", noMemory},
	{"percent-star", "'%*d' % (10 ** 12, 1)", noMemory},
	{"percent-precision", "'%.1000000000f' % 1.5", noMemory},
	{"percent-precision-huge", "'%.10000000000f' % 1.5", "ValueError: precision too big"},
	{"percent-many", "'%10000000d' * 1000 % ((1,) * 1000)", noMemory},
	{"format-width", "f'{1:1000000000}'", noMemory},
	{"format-width-grouped", "f'{1:=+02000000,}'\nprint('done')", noEnd},
	{"format-width-nested", "n = 10 ** 9\nf'{1:{n}}'", noMemory},
	{"format-width-huge", "n = 10 ** 30\nf'{1:{n}}'", "ValueError: Too many decimal digits in format string"},
	{"format-precision", "f'{1.5:.1000000000f}'", noMemory},
	{"format-precision-huge", "f'{1.5:.10000000000f}'", "ValueError: precision too big"},
	{"format-parts", "s = 'x' * 2000000\nf'{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}'", noMemory},
	{"justified", "'a'.ljust(10 ** 10)", noMemory},
	{"centred", "'a'.center(10 ** 18)", noMemory},
	{"zeros", "'1'.zfill(10 ** 10)", noMemory},
	{"join", "s = 'x' * 1000000\n''.join([s] * 1000)", noMemory},
	{"join-separator", "('y' * 1000000).join(['a'] * 1000)", noMemory},
	{"replace", "('a' * 10000).replace('a', 'b' * 10000)", noMemory},
	{"replace-empty", "('a' * 100000).replace('', 'b' * 10000)", noMemory},
	{"split", "('a,' * 400000).split(',')", noMemory},
	{"split-space", "('a ' * 3000000).split()", noMemory},
	{"split-lines", "('\\n' * 3000000).splitlines()", noMemory},
	{"split-from-end", "s = 'a,' * 20000\nwhile True:\n    s.rsplit(',', 10000)", noWork},
	{"count", "s = 'a' * 10000000\nwhile True:\n    s.count('b')", noWork},
	{"find", "s = 'a' * 1000000\nwhile True:\n    s.find('b')", noWork},
	{"in", "s = 'a' * 10000000\nwhile 'b' not in s:\n    pass", noWork},
	{"strip", "s = 'a' * 300000\nwhile True:\n    s.strip('xyza' * 25000)", noWork},
	{"title-of-sharp", "s = 'ß ' * 100000\nwhile True:\n    s.title()", noWork},
	{"is-ascii", "s = 'a' * 1000000\nwhile True:\n    s.isascii()", noWork},
	{"begins-with", "s = 'a' * 1000000\np = 'a' * 999999\nwhile True:\n    s.startswith(p)", noWork},
	{"no-prefix", "s = 'a' * 1000000\nwhile True:\n    s.removeprefix('b')", noWork},
	{"percent-without-fields", "s = 'a' * 1000000\nwhile True:\n    s % ()", noWork},
	{"upper", "s = 'a' * 1000000\nwhile True:\n    s.upper()", noWork},
	{"characters-by-index", "s = 'ä' * 1000000\nwhile True:\n    s[999999]", noWork},
	{"slices-of-text", "s = 'ä' * 100000\nwhile True:\n    s[1:]", noWork},
	{"comparisons-of-text", "s = 'a' * 500000 + 'b'\nt = 'a' * 500000 + 'c'\nwhile s < t:\n    pass", noWork},
	{"repr-of-text", "repr('\\0' * 30000000)", noMemory},
	{"ascii", "ascii('\U0001F600' * 3000000)", noMemory},
	{"float-of-text", "s = '1' * 5000000\nwhile True:\n    float(s)", noWork},
	// Texts of a megabyte that an operation copies and needs nothing of.
	{"copied-separator-of-print", "s = 'x' * 1000000\nwhile True:\n    print(end='', sep=s)", noWork},
	{"copied-for-a-stream", "class W:\n    def write(self, t):\n        return 0\ns = 'x' * 1000000\nw = W()\nwhile True:\n    print(s, end='', file=w)", noWork},
	{"copied-end-for-a-stream", "class W:\n    def write(self, t):\n        return 0\ns = 'x' * 1000000\nw = W()\nwhile True:\n    print(end=s, file=w)", noWork},
	{"copied-name-of-attribute", "class C:\n    pass\ns = 'x' * 1000000\nc = C()\nwhile True:\n    hasattr(c, s)", noWork},
	{"copied-name-of-argument", "def f(x=0, **d):\n    pass\nd = {'x' * 1000000: 1}\nwhile True:\n    f(**d)", noWork},
	{"copied-for-no-times", "s = 'x' * 1000000\nwhile True:\n    s * 0", noWork},
	{"copied-as-text", "s = 'x' * 1000000\nwhile True:\n    s.__str__()", noWork},
	{"copied-as-text-of-a-class", "class S(str):\n    pass\ns = S('x' * 1000000)\nwhile True:\n    str(s)", noWork},
	{"copied-message", "e = ValueError('x' * 1000000)\nwhile True:\n    str(e)", noWork},
	{"copied-argument", "s = 'x' * 1000000\nwhile True:\n    'a'.find(s)", noWork},
	{"copied-to-split-by", "s = 'x' * 1000000\nwhile True:\n    'a'.split(s)", noWork},
	{"copied-in-place-of-a-character", "d = {97: 'x' * 1000000}\nwhile True:\n    'a'.translate(d)", noWork},
	{"separator-between-nothing", "s = 'x' * 1000000\nfor k in range(100000):\n    s.join('b')\nprint('done')", noEnd},
	{"message", "int('x' * 1000000)", "ValueError: invalid literal for int() with base 10: 'xxxxxxxx"},

	// Lists, tuples, ranges.
	{"list-huge", "[0] * 10 ** 10", noMemory},
	{"tuple-huge", "(0,) * 10 ** 8", noMemory},
	{"list-doubled", "x = [1]\nwhile True:\n    x += x", noMemory},
	{"list-doubled-anew", "x = [1, 'a']\nwhile True:\n    x = x + x", noMemory},
	{"list-appended", "x = []\nwhile True:\n    x.append(x)", noMemory},
	{"list-of-range", "list(range(10 ** 9))", noMemory},
	{"tuple-of-range", "tuple(range(10 ** 9))", noMemory},
	{"set-of-range", "set(range(10 ** 9))", noMemory},
	{"sorted-range", "sorted(range(10 ** 9))", noMemory},
	{"slice-assigned", "x = [0]\nwhile True:\n    x[:0] = x", noMemory},
	{"insert-in-front", "x = [0] * 300000\nwhile True:\n    x.insert(0, 1)\n    x.pop(0)", noWork},
	{"delete-in-front", "x = [0] * 1000000\nwhile x:\n    del x[0]\nprint('done')", noWork},
	{"delete-with-step", "x = [0] * 300000\nwhile True:\n    del x[::-1000000]", noWork},
	{"reverse", "x = [0] * 1000000\nwhile True:\n    x.reverse()", noWork},
	{"list-to-objects", "x = [0] * 100000\nwhile True:\n    y = x[:]\n    y[0] = None", noWork},
	{"sum-of-range", "sum(range(10 ** 12))", noWork},
	{"max-of-range", "max(range(10 ** 9))", noWork},
	{"min-of-range", "min(range(10 ** 9))", noWork},
	{"all-of-range", "all(range(1, 10 ** 9))", noWork},
	{"any-of-map", "any(map(lambda x: False, range(10 ** 9)))", noWork},
	{"zip-of-ranges", "for x in zip(range(10 ** 9), range(10 ** 9)):\n    pass", noWork},
	{"filter-of-range", "next(filter(lambda x: False, range(10 ** 9)))", noWork},
	{"filter-without-function", "while True:\n    next(filter(None, map(int, [0] * 30000)), 1)", noWork},
	{"search-in-map", "7 in map(int, range(8, 10 ** 9))", noWork},
	{"range-index", "print(range(10 ** 15).index(10 ** 14))\nprint('done')", noEnd},
	{"range-limits", "print(5 in range(-2 ** 63, 2 ** 63 - 1))\nprint('done')", noEnd},
	{"fsum-of-range", "import math\nmath.fsum(range(10 ** 9))", noWork},
	{"unpack", "a, b = range(10 ** 9)", noMemory},
	{"star-call", "print(*range(3 * 10 ** 5))", "expected at most 262144 arguments and variables in all active calls, found more"},
	{"shuffle", "import random\nx = [0] * 1000000\nwhile True:\n    random.shuffle(x)", noWork},
	{"sample", "import random\nwhile True:\n    random.sample(range(100000), 50000)", noWork},

	// Hashes that collide.
	{"dict-same-lower-bits", "d = {}\nfor i in range(20000):\n    d[i << 32] = i\nprint(len(d), d[7 << 32])\nprint('done')", noEnd},
	{"dict-same-hash", "d = {}\nm = 2 ** 61 - 1\nfor i in range(100000):\n    d[i * m] = i", noWork},
	{"set-same-hash", "d = set()\nm = 2 ** 61 - 1\nfor i in range(100000):\n    d.add(i * m)", noWork},
	{"dict-of-floats", "d = {}\nfor i in range(20000):\n    d[i * 2.0 ** 64] = i\nprint('done')", noEnd},
	{"hash-method", "class C:\n    def __init__(self, n):\n        self.n = n\n    def __hash__(self):\n        return 1\n    def __eq__(self, o):\n        return self.n == o.n\nd = {}\nfor i in range(100000):\n    d[C(i)] = i", noWork},
	{"tuples-same-hash", "d = {}\nm = 2 ** 61 - 1\nfor i in range(100000):\n    d[(i * m, 1)] = i", noWork},
	{"dict-last-out", "d = {}\nfor i in range(30000):\n    d[i] = i\nwhile d:\n    d.popitem()\nprint('done')", noEnd},
	{"dict-in-and-out", "d = {}\nfor i in range(100000):\n    d[i * 7919] = i\n    d.popitem()\nprint(len(d))\nprint('done')", noEnd},
	{"dict-first-out", "d = {}\nfor i in range(30000):\n    d[i] = i\nfor i in range(30000):\n    del d[next(iter(d))]", noWork},
	{"dict-copies", "d = {}\nfor i in range(10000):\n    d[i] = i\nwhile True:\n    d.copy()", noWork},
	{"set-pops", "s = set(range(100000))\nwhile s:\n    s.pop()\nprint('done')", noEnd},
	{"set-union", "s = set(range(10000))\nwhile True:\n    s | s", noWork},
	{"set-subset", "s = set(range(10000))\nt = set(range(10000))\nwhile s <= t:\n    pass", noWork},
	{"dict-of-tuples-deep", "t = ()\nfor i in range(100000):\n    t = (t,)\nhash(t)", tooDeep},
	{"dict-changed-by-eq", "class C:\n    def __hash__(self):\n        return 1\n    def __eq__(self, o):\n        d.clear()\n        return True\nd = {}\nd[C()] = 1\nprint(C() in d)\nd[C()] = 1\ntry:\n    d[C()]\nexcept KeyError:\n    print('gone')\nprint('done')", noEnd},
	{"set-changed-by-eq", "class C:\n    def __hash__(self):\n        return 1\n    def __eq__(self, o):\n        s.clear()\n        return False\ns = set()\ns.add(C())\nprint(C() in s)\nprint('done')", noEnd},

	// Objects that contain themselves, and others that are deep.
	{"list-in-itself", "x = []\nx.append(x)\nprint(x, repr(x), x == x)\ny = []\ny.append(y)\nx == y", tooDeep},
	{"dict-in-itself", "x = {}\nx[0] = x\nprint(x)\ny = {}\ny[0] = y\nx == y", tooDeep},
	{"sorted-in-itself", "x = []\nx.append(x)\ny = []\ny.append(y)\nsorted([x, y])", tooDeep},
	{"repr-deep", "x = []\nfor i in range(100000):\n    x = [x]\nprint(x)", tooDeep},
	{"repr-shared", "x = []\nfor i in range(60):\n    x = [x, x]\nrepr(x)", noWork},
	{"repr-shared-text", "x = 'x' * 6000000\nfor i in range(60):\n    x = [x, x]\nrepr(x)", noMemory},
	{"eq-shared", "x = []\ny = []\nfor i in range(60):\n    x = [x, x]\n    y = [y, y]\nx == y", noWork},
	{"eq-deep", "x = []\ny = []\nfor i in range(100000):\n    x = [x]\n    y = [y]\nx == y", tooDeep},
	{"hash-shared", "x = ()\nfor i in range(60):\n    x = (x, x)\nhash(x)", noWork},
	{"maps-of-maps", "x = [1]\nfor i in range(100000):\n    x = map(int, x)\nnext(x)", tooDeep},
	{"filters-of-filters", "x = [1]\nfor i in range(100000):\n    x = filter(None, x)\nnext(x)", tooDeep},
	{"zips-of-zips", "x = [1]\nfor i in range(100000):\n    x = zip(x)\nnext(x)", tooDeep},
	{"enumerations", "x = [1]\nfor i in range(100000):\n    x = enumerate(x)\nnext(x)", tooDeep},
	{"tuples-of-classes", "t = int\nfor i in range(100000):\n    t = (t,)\nisinstance('a', t)", tooDeep},
	{"tuples-of-exceptions", "t = ValueError\nfor i in range(100000):\n    t = (t,)\ntry:\n    1 / 0\nexcept t:\n    pass", tooDeep},

	// Calls.
	{"recursion", "def f():\n    f()\nf()", tooDeep},
	{"recursion-caught", "def f():\n    try:\n        f()\n    except RecursionError:\n        f()\nf()", noWork},
	{"recursion-of-two", "def f():\n    g()\ndef g():\n    f()\nf()", tooDeep},
	{"repr-method", "class C:\n    def __repr__(self):\n        return repr(self)\nrepr(C())", tooDeep},
	{"str-method", "class C:\n    def __str__(self):\n        return str(self)\nprint(C())", tooDeep},
	{"eq-method", "class C:\n    def __eq__(self, o):\n        return self == o\nC() == C()", tooDeep},
	{"hash-recursive", "class C:\n    def __hash__(self):\n        return hash(self)\nhash(C())", tooDeep},
	{"getattr-method", "class C:\n    def __getattr__(self, name):\n        return self.x\nC().x", tooDeep},
	{"setattr-method", "class C:\n    def __setattr__(self, name, v):\n        self.x = v\nC().x = 1", tooDeep},
	{"property", "class C:\n    @property\n    def x(self):\n        return self.x\nC().x", tooDeep},
	{"add-method", "class C:\n    def __add__(self, o):\n        return self + o\nC() + C()", tooDeep},
	{"radd-method", "class C:\n    def __radd__(self, o):\n        return o + self\n1 + C()", tooDeep},
	{"bool-method", "class C:\n    def __bool__(self):\n        return not self\nnot C()", tooDeep},
	{"len-method", "class C:\n    def __len__(self):\n        return len(self)\nlen(C())", tooDeep},
	{"getitem-method", "class C:\n    def __getitem__(self, k):\n        return self[k]\nC()[0]", tooDeep},
	{"getitem-endless", "class C:\n    def __getitem__(self, k):\n        return [k] * 100\nlist(C())", noMemory},
	{"contains-endless", "class C:\n    def __getitem__(self, k):\n        return k\n-1 in C()", noWork},
	{"iter-itself", "class C:\n    def __iter__(self):\n        return self\n    def __next__(self):\n        return 1\nfor x in C():\n    pass", noWork},
	{"iter-summed", "class C:\n    def __iter__(self):\n        return self\n    def __next__(self):\n        return 1\nsum(C())", noWork},
	{"iter-method", "class C:\n    def __iter__(self):\n        return iter(self)\niter(C())", tooDeep},
	{"call-itself", "class C:\n    pass\nc = C()\nC.__call__ = c\nc()", tooDeep},
	{"call-method", "class C:\n    def __call__(self):\n        return self()\nC()()", tooDeep},
	{"init-method", "class C:\n    def __init__(self):\n        C()\nC()", tooDeep},
	{"key-functions", "sorted(range(300000), key=lambda x: -x)", noWork},
	{"sort-with-lt", "class C:\n    def __init__(self, n):\n        self.n = n\n    def __lt__(self, o):\n        return self.n < o.n\nx = [C(i * 7919 % 60000) for i in range(60000)]\nx.sort()", noWork},
	{"sort-in-sort", "def k(x):\n    return sorted([2, 1], key=k)\nk(1)", tooDeep},
	{"straight-code", "while True:\n" + strings.Repeat("    x = 1\n", 30000), noWork},
	{"straight-code-called", "def f():\n" + strings.Repeat("    x = 1\n", 30000) + "while True:\n    f()", noWork},

	// Classes and attributes.
	{"classes-of-classes", "class C:\n    pass\nwhile True:\n    class C(C):\n        pass", noMemory},
	{"classes-of-two", "class A:\n    pass\nclass B:\n    pass\nwhile True:\n    class A(A, B):\n        pass", noWork},
	{"attributes-of-instance", "class C:\n    pass\nc = C()\nfor i in range(10 ** 9):\n    setattr(c, 'a%d' % i, i)", noMemory},
	{"attributes-of-class", "class C:\n    pass\nfor i in range(10 ** 9):\n    setattr(C, 'a%d' % i, i)", noMemory},
	{"attributes-long", "class C:\n    pass\nfor i in range(10 ** 9):\n    setattr(C(), 'a' * 1000000 + str(i), i)", noMemory},
	{"attributes-deep", "class C:\n    x = 1\nfor i in range(1000):\n    class C(C):\n        pass\nc = C()\nwhile True:\n    hasattr(c, 'y')", noWork},
	{"attributes-deleted", "class C:\n    pass\nwhile True:\n    C.x = 1\n    del C.x", noMemory},

	// Exceptions.
	{"raised-while-handled", "def f():\n    try:\n        1 / 0\n    except ZeroDivisionError:\n        f()\nf()", tooDeep},
	{"raised-in-loop", "while True:\n    try:\n        1 / 0\n    except ZeroDivisionError:\n        continue", noWork},
	{"memory-caught", "while True:\n    try:\n        x = [0] * 10 ** 8\n    except MemoryError:\n        continue", noWork},
	{"memory-caught-and-full", "x = []\nwhile True:\n    try:\n        x.append('x' * 100000)\n    except MemoryError:\n        x = []", noWork},
	{"memory-caught-and-still-full", "x = list(range(300000))\nwhile True:\n    try:\n        x.append((1,) * 50000)\n    except MemoryError:\n        pass", noWork},
	{"memory-caught-once", "try:\n    x = []\n    while True:\n        x.append(x)\nexcept MemoryError as e:\n    x = None\n    print(repr(e))\nprint('done')", noEnd},
	{"memory-in-key", "def k(x):\n    return [0] * 10 ** 8\ntry:\n    sorted([1, 2], key=k)\nexcept MemoryError:\n    print('caught')\nprint(sorted([2, 1]), repr([1]))\nprint('done')", noEnd},
	{"chain-of-contexts", "e = None\nwhile True:\n    try:\n        raise ValueError from e\n    except ValueError as x:\n        e = x", noMemory},
	{"chain-shown", "e = None\nfor i in range(20000):\n    try:\n        raise ValueError(i) from e\n    except ValueError as x:\n        e = x\nraise e", "ValueError: 19999"},
	{"chain-in-a-circle", "a = ValueError(1)\nraise a from a", "ValueError: 1"},
	{"raised-again", "e = ValueError(1)\nwhile True:\n    try:\n        raise e\n    except ValueError:\n        for i in range(20):\n            pass", noWork},
	{"finally-continues", "while True:\n    try:\n        break\n    finally:\n        continue", noWork},
	{"exit-in-repr", "import sys\nclass C:\n    def __repr__(self):\n        sys.exit(3)\nprint([C()])", noEnd},
	{"exit-in-key", "import sys\nsorted([1, 2], key=sys.exit)", noEnd},
	{"exit-in-exception", "import sys\nclass E(Exception):\n    def __str__(self):\n        sys.exit(3)\nraise E", "E: <exception str() failed>"},
	{"exit-with-endless-text", "import sys\nclass C:\n    def __str__(self):\n        while True:\n            pass\nsys.exit(C())", noWork},
	{"handlers", "while True:\n" + strings.Repeat("    try:\n        pass\n    except ValueError:\n        pass\n", 2000) + "    try:\n        1 / 0\n    except ZeroDivisionError:\n        pass", noWork},

	// Printing.
	{"print", "while True:\n    print('x')", noOutput},
	{"print-long", "while True:\n    print('x' * 1000000)", noOutput},
	{"print-nothing", "while True:\n    print(end='')", noWork},

	// Loops that become traces.
	{"objects-in-a-chain", "class C:\n    def __init__(self, c):\n        self.c = c\nc = None\nwhile True:\n    c = C(c)", noMemory},
	{"objects-in-a-chain-caught", "class C:\n    def __init__(self, c):\n        self.c = c\nwhile True:\n    c = None\n    try:\n        while True:\n            c = C(c)\n    except MemoryError:\n        c = None", noWork},
	{"objects-that-nobody-keeps", "class C:\n    def __init__(self, c):\n        self.c = c\nc = None\nwhile True:\n    c = C(C(None))", noWork},
	{"lists-in-a-chain", "x = []\nwhile True:\n    x = [x]", noMemory},
	{"tuples-in-a-chain", "x = ()\nwhile True:\n    x = (x,)", noMemory},
	{"numbers-in-a-chain", "x = None\ni = 0.5\nwhile True:\n    i = i + 1.0\n    x = (x, i)", noMemory},
	{"text-that-nobody-keeps", "s = 'x' * 500000\nwhile True:\n    t = s + 'a'\n    t = s + 'b'\n    t = s + 'c'\n    t = s + 'd'\n    t = s + 'e'\n    t = s + 'f'\n    t = s + 'g'\n    t = s + 'h'", noWork},
	{"memory-in-the-second-iteration", "s = 'x' * 1000\nn = 0\nwhile True:\n    try:\n        s = s + s\n    except MemoryError:\n        s = 'x' * 1000\n        n += 1\n        if n > 20:\n            break\nprint('done')", noEnd},
	{"endless-function-in-a-loop", "def g(i):\n    while i < 1000:\n        i += 1\n    while True:\n        i += 1\nfor k in range(100):\n    g(k)", noWork},
	{"loops-in-loops", "n = 0\nwhile True:\n    for i in range(7):\n        for j in range(7):\n            for k in range(7):\n                n += 1", noWork},
	{"recursion-in-a-loop", "def f(n):\n    f(n + 1)\nfor i in range(20):\n    try:\n        f(i)\n    except RecursionError:\n        pass\nwhile True:\n    f(0)", tooDeep},
	{"loop-in-recursion", "def f(n):\n    for i in range(10):\n        n += i\n    f(n)\nf(0)", tooDeep},
	{"print-in-a-branch", "i = 0\nwhile True:\n    i += 1\n    if i % 3:\n        print(i)", noOutput},
	{"long-iteration", "x = 0\nwhile True:\n" + strings.Repeat("    x += 1\n", 5000), noWork},
	{"many-loops", numbered("for i in range(5):\n    x = i + %d\n", 3000) + "print('done')", noEnd},
	{"many-paths", "i = x = 0\nwhile True:\n    i += 1\n" + numbered("    if i >> %d & 1:\n        x += 1\n", 24), noWork},
	{"class-in-a-loop", "class C:\n    x = 1\nc = C()\nn = 0\nwhile True:\n    n += c.x\n    if n % 5 == 0:\n        C.x = n % 3 + 1", noWork},
	{"types-in-a-loop", "x = [1, 2.5, 'a', None, (1,), [2], 1 << 70, True]\nn = 0\nwhile True:\n    y = x[n % 8]\n    n += 1\n    if y == n:\n        n += 1", noWork},

	// Sources.
	{"parentheses", "x = " + strings.Repeat("(", 20000) + "1" + strings.Repeat(")", 20000), tooNested},
	{"brackets-open", "x = " + strings.Repeat("[", 100000), tooNested},
	{"operands", "x = " + strings.Repeat("1 + ", 200000) + "1", "error: expected at most 2000 operations, calls or branches in one chain, found more"},
	{"operands-in-parentheses", "x = " + strings.Repeat("(", 150) + "1" + strings.Repeat(strings.Repeat(" + 1", 1900)+")", 150), "error: expected at most 65536 instructions in `<module>`, found more"},
	{"calls", "x = f" + strings.Repeat("()", 200000), "error: expected at most 2000 operations"},
	{"attributes", "x = f" + strings.Repeat(".a", 200000), "error: expected at most 2000 operations"},
	{"ors", "x = " + strings.Repeat("1 or ", 200000) + "1", "error: expected at most 2000 operations"},
	{"comparisons", "x = " + strings.Repeat("1 < ", 200000) + "1", "error: expected an expression with at most 250 variables and values"},
	{"nots", "x = " + strings.Repeat("not ", 200000) + "1", tooNested},
	{"minus-signs", "x = " + strings.Repeat("-", 200000) + "1", tooNested},
	{"powers", "x = " + strings.Repeat("1 ** ", 200000) + "1", tooNested},
	{"lambdas", "x = " + strings.Repeat("lambda: ", 200000) + "1", tooNested},
	{"conditionals", "x = " + strings.Repeat("1 if 1 else ", 100000) + "1", tooNested},
	{"branches", "if 0:\n    pass\n" + strings.Repeat("elif 0:\n    pass\n", 50000), "error: expected at most 2000 operations, calls or branches"},
	{"contexts", "with " + strings.Repeat("a, ", 100000) + "a:\n    pass", tooNested},
	{"nested-if", nest("if 1:", 1000), tooNested},
	{"nested-def", nest("def f():", 1000), tooNested},
	{"nested-class", nest("class C:", 1000), tooNested},
	{"nested-finally", finallies(40), "error: expected at most 65536 instructions in `f`, found more"},
	{"nested-finally-functions", functions(30), "error: expected at most 32768 functions and classes in a program, found more"},
	{"clauses", "x = [1 " + strings.Repeat("for a in b ", 10000) + "]", "error: expected an expression with at most 250 variables and values"},
	{"strings-side-by-side", "x = " + strings.Repeat("'a' ", 400000) + "\nprint(len(x))\nprint('done')", noEnd},
	{"variables", numbered("x%d = 1\n", 20000) + "print('done')", noEnd},
	{"globals-in-function", "def f():\n" + numbered("    global y%d\n", 20000) + "print('done')", noEnd},
	{"captured-variables", "def f():\n" + numbered("    v%d = 1\n", 20000) + "    def g():\n        return " + numbered("v%d, ", 20000) + "1\n", "error: expected an expression with at most 250 variables and values"},
	{"parameters", "def f(" + numbered("p%d, ", 100000) + "q): pass", "error: expected an expression with at most 250 variables and values"},
	{"arguments", "f(" + strings.Repeat("1, ", 100000) + "1)", "error: expected an expression with at most 250 variables and values"},
	{"decorators", strings.Repeat("@a\n", 100000) + "def f(): pass", "error: expected an expression with at most 250 variables and values"},
	{"statements", strings.Repeat("a=1;", 200000), "error: expected at most 65536 instructions in `<module>`, found more"},
	{"functions-and-classes", "def f():\n" + strings.Repeat("    def g(): return lambda: 1\n", 17000), "error: expected at most 32768 functions and classes in a program, found more"},
	{"functions", strings.Repeat("def f():pass\n", 15000) + "print('done')", noEnd},
	{"long-source", strings.Repeat("#", 50<<20), "error: expected a program of at most 2097152 bytes, found one of 52428800"},
	{"many-tokens", strings.Repeat("(", 2<<20), tooNested},
	{"many-lines", strings.Repeat("\n", 2<<20), noEnd},
	{"null-byte", "x = '\x00'", "error: expected text, found a null byte"},
	{"no-utf-8", "x = '\xff'", "error: expected a program in UTF-8, found the byte 0xff"},
	{"no-utf-8-in-comment", "# \xc3", "error: expected a program in UTF-8, found the byte 0xc3"},
	{"long-name", strings.Repeat("a", 1000000) + " b", "error: expected the end of the line or `;`, found `b`"},
	{"long-name-quoted", "if " + "a " + strings.Repeat("b", 1000000), "error: expected `:` after the condition of `if`, found `" + strings.Repeat("b", 60) + "…`"},
	{"open-string", "x = '''" + strings.Repeat("a", 1000000), "error: expected `'''` at the end of the string, found none"},
	{"nested-formats", "x = f'" + strings.Repeat("{a:", 10000), "error: expected"},
	{"indentations", strings.Repeat(" ", 1000000) + "x = 1", "error: expected a statement that begins where the one above does"},
}

// nest puts a block into itself.
func nest(head string, n int) string {
	var b strings.Builder
	for k := range n {
		b.WriteString(strings.Repeat(" ", k) + head + "\n")
	}
	return b.String() + strings.Repeat(" ", n) + "pass\n"
}

// finallies is a function whose blocks stand at two ways out of each other.
func finallies(n int) string {
	var b strings.Builder
	b.WriteString("def f():\n")
	for k := range n {
		in := strings.Repeat(" ", k+1)
		fmt.Fprintf(&b, "%stry:\n%s return\n%sfinally:\n", in, in, in)
	}
	return b.String() + strings.Repeat(" ", n+1) + "pass\n"
}

// functions is the same with functions in the blocks.
func functions(n int) string {
	var b strings.Builder
	b.WriteString("def f():\n")
	for k := range n {
		in := strings.Repeat(" ", 2*k+1)
		fmt.Fprintf(&b, "%stry:\n%s return\n%sfinally:\n%s def f():\n", in, in, in, in)
	}
	return b.String() + strings.Repeat(" ", 2*n+1) + "pass\n"
}

func numbered(format string, n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, format, k)
	}
	return b.String()
}

// The limits of a hostile program, and those of the process in which all of them run: one that is
// not counted ends by the system, and its name is known.
const (
	hostileFuel   = 1_000_000
	hostileMemory = 16 << 20
	hostileOutput = 1 << 20
	dataSize      = 2 << 30
	processorTime = 20 // seconds for each
)

const childVariable = "UNBOX_HOSTILE_FROM"

var bothWays = flag.Bool("both-ways", false, "run each hostile program interpreted and as machine code, instead of by turns")

// outcome is what a program wrote; the child sends one for each.
type outcome struct{ Out, Err string }

// hostileRun is a program that is interpreted, or that has machine code of each loop from its second iteration on.
type hostileRun struct {
	hostileProgram
	traces bool
}

func (r *hostileRun) String() string {
	if r.traces {
		return r.name + " as machine code"
	}
	return r.name
}

// hostileRuns goes through the list interpreted first, then, where the program begins at all, with machine code: each program
// in one of the ways, by turns, or in both. What ends a program must be the same.
func hostileRuns() []hostileRun {
	var interpreted, compiled []hostileRun
	for k, h := range hostile {
		begins := native.Available() && !strings.HasPrefix(h.want, "error:")
		if *bothWays || !begins || k%2 == 0 {
			interpreted = append(interpreted, hostileRun{h, false})
		}
		if begins && (*bothWays || k%2 == 1) {
			compiled = append(compiled, hostileRun{h, true})
		}
	}
	return slices.Concat(interpreted, compiled)
}

func TestHostilePrograms(t *testing.T) {
	runs := hostileRuns()
	for k := 0; k < len(runs); {
		outcomes, err := runChild(t, k)
		for _, o := range outcomes {
			judgeHostile(t, &runs[k], o)
			k++
		}
		if k < len(runs) {
			t.Errorf("%s: expected it to end, found %v", &runs[k], err)
			k++
		}
	}
}

// runChild runs the programs from one on in a process of its own, and returns what they wrote up to the
// one that ended the process.
func runChild(t *testing.T, from int) ([]outcome, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(self, "-test.run", "^TestHostileChild$", fmt.Sprintf("-both-ways=%t", *bothWays))
	command.Env = append(os.Environ(), fmt.Sprintf("%s=%d", childVariable, from))
	var out, last bytes.Buffer
	command.Stdout, command.Stderr = &out, &last
	err = command.Run()
	var list []outcome
	for decoder := json.NewDecoder(&out); ; {
		var o outcome
		if decoder.Decode(&o) != nil {
			break
		}
		list = append(list, o)
	}
	lines := strings.Split(last.String(), "\n")
	return list, fmt.Errorf("%w\n%s", err, strings.Join(lines[:min(12, len(lines))], "\n"))
}

func judgeHostile(t *testing.T, h *hostileRun, o outcome) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(o.Err, "\n"), "\n")
	if found := lines[len(lines)-1]; !strings.HasPrefix(found, h.want) || h.want == noEnd && found != "" {
		t.Errorf("%s: expected %q, found %q", h, h.want, found)
	}
	if strings.Contains(h.program, "print('done')") && h.want == noEnd && !strings.HasSuffix(o.Out, "done\n") {
		t.Errorf("%s: expected `done`, found %q", h, o.Out)
	}
}

// TestHostileChild is not a test: it runs programs in the process of TestHostilePrograms.
func TestHostileChild(t *testing.T) {
	var from int
	if _, err := fmt.Sscan(os.Getenv(childVariable), &from); err != nil {
		t.Skip("for TestHostilePrograms")
	}
	limit(t, syscall.RLIMIT_DATA, dataSize) // addresses that cannot be written are free
	encoder := json.NewEncoder(os.Stdout)
	for _, r := range hostileRuns()[from:] {
		var used syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
			t.Fatal(err)
		}
		limit(t, syscall.RLIMIT_CPU, uint64(used.Utime.Sec+used.Stime.Sec)+processorTime)
		debug.FreeOSMemory() // what the program before left is not this one's
		o := runHostile(r.program, r.traces)
		if len(o.Out) > 1000 {
			o.Out = o.Out[len(o.Out)-1000:]
		}
		if err := encoder.Encode(o); err != nil {
			t.Fatal(err)
		}
	}
	os.Exit(0) // the test's own words are not an outcome
}

// limit sets what the process may use at most, and leaves the limit of that as it is.
func limit(t *testing.T, what int, most uint64) {
	t.Helper()
	var l syscall.Rlimit
	if err := syscall.Getrlimit(what, &l); err != nil {
		t.Fatal(err)
	}
	l.Cur = min(most, l.Max)
	if err := syscall.Setrlimit(what, &l); err != nil {
		t.Fatal(err)
	}
}

func runHostile(program string, traces bool) outcome {
	compiled, err := compile.File("program.py", program)
	if err != nil {
		return outcome{Err: fmt.Sprintf("error: %v", err)}
	}
	var out, last bytes.Buffer
	o := vm.Options{Out: &out, Err: &last, Fuel: hostileFuel, Memory: hostileMemory, Output: hostileOutput}
	if !traces {
		vm.New(compiled, o).Run()
		return outcome{out.String(), last.String()}
	}
	engine, err := jit.NewNative()
	if err != nil {
		return outcome{Err: err.Error()}
	}
	defer engine.Close()
	loops := jit.New(jit.Options{Threshold: 2, Engine: engine})
	o.Region, o.Tracer = engine.Region(), loops
	machine := vm.New(compiled, o)
	loops.Start(machine)
	machine.Run()
	return outcome{out.String(), last.String()}
}
