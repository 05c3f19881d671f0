//go:build linux

package main

import (
	"fmt"
	"strings"
)

// This file has programs and traces that are hard to read, to name or to plan rather than to run.

// nested returns a text that opens and closes n times around something.
func nested(n int, open, inside, end string) string {
	return strings.Repeat(open, n) + inside + strings.Repeat(end, n)
}

// strangePythons are Python programs for the parser, the compiler and the tracer.
func strangePythons() []hostilePython {
	return []hostilePython{
		{"python-wide-source", "20,000 branches of one condition, 100,000 comparisons in a chain, 100,000 names in one assignment: as much as a message may have", false,
			"x = 1\nif x == 0:\n    pass\n" + strings.Repeat("elif x == 2:\n    pass\n", 20_000) + "y = 1" + strings.Repeat("==2", 100_000) + "\n" + strings.Repeat("a=", 100_000) + "1\n"},
		{"python-letters", "names and texts of letters that are several, change their length with their case or cover others, 900,000 of them in a text", true,
			"𝐱 = 1\nx = 2\nﬁ = 3\nt = 'ß' * 300000 + 'ŉ' * 300000 + 'e' + '\\u0301' * 300000 + '\\u202e\\ufdfa' * 1000\nn = 0\nwhile True:\n    n += 1\n    for f in [t.upper, t.lower, t.title, t.casefold, t.swapcase, t.isalpha, t.isidentifier, t.split, t.strip, t.isalnum]:\n        try:\n            u = f()\n        except Exception:\n            pass\n"},
		{"python-iterators", "100,000 iterators that wait, and one that takes from one, 5,000 deep", true,
			"class Through:\n    def __init__(self, of):\n        self.of = of\n    def __iter__(self):\n        return self\n    def __next__(self):\n        return next(self.of)\nkept = []\nfor i in range(100000):\n    g = iter([i] * 10)\n    next(g)\n    kept.append(g)\ng = iter(range(10**9))\nfor i in range(5000):\n    g = Through(g)\nwhile True:\n    try:\n        n = next(g)\n        for x in g:\n            pass\n    except RecursionError:\n        pass\n"},
		{"python-attributes", "`__getattr__`, `__setattr__`, `__len__`, `__iter__` and properties that ask themselves", true,
			"class A:\n    def __getattr__(self, name):\n        return getattr(self, name + 'x')\n    @property\n    def p(self):\n        return self.p\nclass B:\n    def __setattr__(self, name, value):\n        setattr(self, name, value)\nclass C(A):\n    def __len__(self):\n        return -10**30\n    def __iter__(self):\n        return iter(self)\n    def __contains__(self, x):\n        return x in self\n    def __bool__(self):\n        return len(self)\nwhile True:\n    for f in [lambda: A().q, lambda: A().p, lambda: setattr(B(), 'x', 1), lambda: len(C()), lambda: not C(), lambda: C() + 1, lambda: list(C()), lambda: 1 in C(), lambda: max(C())]:\n        try:\n            f()\n        except Exception:\n            pass\n"},
		{"python-slices", "slices with steps and ends of 10^30, of lists that are assigned to slices of themselves", false,
			"a = list(range(10000))\ndef itself():\n    a[:] = a + a[:1]\n    a[5:5] = a[:100]\nwhile True:\n    for f in [lambda: a[10**30:-10**30:-10**30], itself, lambda: 'abc' * 10**30, lambda: a[::10**30], lambda: a.insert(-10**30, 1), lambda: a.pop(10**30), lambda: [1] * -10**30]:\n        try:\n            x = f()\n        except Exception:\n            pass\n    if len(a) > 100000:\n        a = a[:100]\n"},
		{"python-nested-loops", "loops in loops, twenty deep, each of which runs three times and changes the types of what the others use", true, nestedLoops(20)},
		{"python-hot-many", "5,000 functions with a loop that becomes hot in each", false, hotFunctions(5_000)},
	}
}

// deepPythons are programs of which each is nested 3,000 deep in another kind of expression or statement.
func deepPythons() (all []string) {
	const n = 3000
	for _, value := range []string{
		nested(n, "[", "1", "]"), nested(n, "{1:", "1", "}"), nested(n, "-", "1", ""), nested(n, "not ", "1", ""), nested(n, "lambda: ", "1", ""), nested(n, "1 if 1 else ", "1", ""),
		nested(n, "f(", "1", ")"), nested(n, "a[", "1", "]"), nested(n, "2**", "1", ""), "x" + strings.Repeat(".x", n), "x" + strings.Repeat("()", n), nested(n, "[x for x in ", "y", "]"),
		nested(60, "f'{", "1", "}'"), nested(n, "(yield ", "1", ")"), nested(n, "await ", "x", ""), nested(n, "*", "x", ""), nested(n, "(x:=", "1", ")"), strings.Repeat("1 and ", n) + "1",
	} {
		all = append(all, "v = "+value+"\n")
	}
	for _, word := range []string{"if 1:", "while 0:", "for x in y:", "try:", "with x:", "def f():", "class C:", "match x:"} {
		var b strings.Builder
		for depth := range 1000 {
			b.WriteString(strings.Repeat(" ", depth) + word + "\n")
		}
		all = append(all, b.String()+strings.Repeat(" ", 1000)+"pass\n")
	}
	return all
}

func nestedLoops(n int) string {
	var b strings.Builder
	b.WriteString("t = 0\nl = [1, 2.5, 'x', None, 10**30, True]\ndef f(x, y):\n    try:\n        return x + y\n    except TypeError:\n        return 1\n")
	for depth := range n {
		fmt.Fprintf(&b, "%sfor i%d in l[:3]:\n", strings.Repeat(" ", depth), depth)
	}
	fmt.Fprintf(&b, "%st = f(i0, i%d)\n%st = f(t, 1)\n", strings.Repeat(" ", n), n-1, strings.Repeat(" ", n))
	return b.String()
}

func hotFunctions(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "def f%d(n):\n    while n:\n        n -= 1\n    return n\n", i)
	}
	for i := range n {
		fmt.Fprintf(&b, "f%d(3000)\n", i)
	}
	return b.String()
}

// strangeTraces are traces for the planner and the generator of machine code.
func strangeTraces() []hostileTrace {
	trace := func(text string) func() map[string]any {
		return func() map[string]any { return map[string]any{"trace": text} }
	}
	return []hostileTrace{
		{"trace-divisions", "divisions by 0, and of the smallest number by -1, which processors answer with a signal", true,
			trace("[i0]\ni1 = int_and(i0, 0)\ni2 = int_py_div(-9223372036854775808, i1)\ni3 = int_sub(i1, 1)\ni4 = int_py_div(-9223372036854775808, i3)\ni5 = int_py_mod(-9223372036854775808, i3)\ni6 = int_py_mod(i0, i1)\ni7 = int_lshift(i0, i2)\njump(i6)\n")},
		{"trace-raw", "reads and writes of memory at addresses that are numbers", true,
			trace("[i0]\ni1 = getfield_raw_i(i0, descr=<FieldS x.a 8>)\ni2 = getfield_raw_i(18446744073709547520, descr=<FieldS x.a 8>)\nsetfield_raw(4096, i1, descr=<FieldS x.a 8>)\nsetfield_raw(i0, i2, descr=<FieldS x.a 8>)\njump(i0)\n")},
		{"trace-strings", "strings of 2^62 characters, written and read beyond their ends", true,
			trace("[i0]\np1 = newstr(4611686018427387904)\nstrsetitem(p1, i0, 65)\np2 = newstr(-1)\ni3 = strgetitem(p2, 4611686018427387903)\np4 = newstr(100000000)\nescape(p4)\ni5 = strlen(p4)\nstrsetitem(p4, i5, i3)\njump(i3)\n")},
		{"trace-shuffle", "a loop that passes 20,000 values, each to the place of another one", true, func() map[string]any { return map[string]any{"trace": shuffled(20_000)} }},
		{"trace-classes", "2,500 classes with 20 fields each, of which an object is virtual at a guard", false, func() map[string]any { return map[string]any{"trace": manyClasses(2_500)} }},
		{"trace-guards", "9,000 guards that may each be the one at which the trace is left, with 20 values", false, func() map[string]any {
			return map[string]any{"trace": "[i0]\n" + strings.Repeat("guard_true(i0) ["+strings.Repeat("i0, ", 19)+"i0]\nescape(i0)\n", 9_000) + "jump(i0)\n"}
		}},
		{"trace-from", "3,000 guards that say they come from rows that there are not, and 100 from 1,024 rows, as many as a guard may name", false,
			func() map[string]any { return map[string]any{"trace": countedGuards(3_000, 100, 1_024)} }},
	}
}

// shuffled is a loop whose values go round.
func shuffled(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("i", i)
	}
	return "[" + strings.Join(names, ", ") + "]\nescape(i0)\njump(" + strings.Join(names[1:], ", ") + ", i0)\n"
}

// countedGuards is a loop with guards that come from four rows, of which one is beyond the end, and wide ones that come from many rows there.
func countedGuards(guards, wide, rows int) string {
	var far strings.Builder
	for k := range rows {
		fmt.Fprintf(&far, ", %d", 900_000+k)
	}
	return "[i0]\n" + strings.Repeat("guard_true(i0) [i0] from 2, 3, 4, 900000\n", guards) +
		strings.Repeat("guard_true(i0) [i0] from "+far.String()[2:]+"\n", wide) + "jump(i0)\n"
}

func manyClasses(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "class C%d { ", i)
		for k := range 20 {
			fmt.Fprintf(&b, "f%d_%d: int, ", i, k)
		}
		b.WriteString("last: int }\n")
	}
	b.WriteString("[i0]\n")
	for i := range n {
		fmt.Fprintf(&b, "p%d = new(C%d)\nset(p%d, f%d_7, i0)\n", i, i, i, i)
	}
	b.WriteString("guard_true(i0) [")
	for i := range n {
		fmt.Fprintf(&b, "p%d, ", i)
	}
	b.WriteString("i0]\njump(i0)\n")
	return b.String()
}

// strangeModules are modules and programs in WebAssembly that do what the others do not.
func strangeModules() []hostile {
	const opSelect, opRefNull = 0x1b, 0xd0
	frame := func(locals int, code ...[]byte) []byte {
		return sized(join(vector(join(number(uint64(locals)), []byte{typeI64})), join(code...), []byte{opEnd}))
	}
	return []hostile{
		{"module-imports", "100,000 imports of functions, tables, memories and globals that there are not", true, func() []byte {
			one := join(sized([]byte("env")), sized([]byte("x")))
			kinds := join(one, []byte{0, 0}, one, []byte{1, typeFuncRef, 0, 1}, one, []byte{2, 0, 1}, one, []byte{3, typeI32, 0})
			return program(1, nil, section(importSection, number(100_000), times(25_000, kinds)))
		}, false},
		{"module-start-trap", "a start function that traps", false, func() []byte {
			return program(1, []byte{opUnreachable}, section(startSection, number(0)))
		}, false},
		{"module-targets", "a br_table with 1,000 targets in each of 1,000 blocks, one in the other", false, func() []byte {
			var code []byte
			for depth := range 1000 {
				table := join([]byte{opBrTable}, number(999))
				for target := range 1000 {
					table = append(table, number(uint64(target%(depth+1)))...)
				}
				code = join(code, []byte{opBlock, empty}, i32(0), table)
			}
			return program(1, join(code, bytesOf(opEnd, 1000)))
		}, true},
		{"wasi-frames", "a function of 4,000 locals that calls itself", true, func() []byte {
			return program(1, nil, section(codeSection, vector(frame(4_000, call(0)))))
		}, false},
		{"wasi-init", "memory.init and data.drop of a segment of 8 MB, again and again", false, func() []byte {
			init := join(i32(0), i32(0), i32(8<<20), []byte{0xfc, 8, 0, 0})
			return program(256, forever(init), section(dataCountSection, number(1)), section(dataSection, vector(join([]byte{1}, sized(make([]byte, 8<<20))))))
		}, false},
		{"wasi-arguments", "environ_get into the end of the memory and beyond", false, func() []byte {
			return wasi("environ_get", ints(2), ints(1), 1, forever(i32(65535), i32(-1), call(0), []byte{opDrop}))
		}, false},
		{"wasi-select", "200,000 selects whose operands are selects, then a null that is called", false, func() []byte {
			return program(1, join(i32(1), times(200_000, i32(2), i32(3), []byte{opSelect}), []byte{opDrop}, []byte{opRefNull, typeFuncRef, opDrop}, i32(0), []byte{opCallIndirect, 0, 0}),
				section(tableSection, vector([]byte{typeFuncRef, 0, 1})))
		}, false},
	}
}

// bytesOf is one byte, n times.
func bytesOf(b byte, n int) []byte { return times(n, []byte{b}) }
