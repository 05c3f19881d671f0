package learn

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A step stands for about a quarter of a microsecond, and nothing may do much more work than its
// steps say. This table has an expression for everything whose work depends on sizes, with
// the number of elementary operations that it needs: bytes that are looked at, keys
// that are compared, values that are copied. maxWork of them may hide in one step.
const maxWork = 128

var works = []struct {
	name string
	// setup defines what the expression needs, of size n.
	setup, expression string
	n                 int
	work              func(n int) int
}{
	// Keys whose hashes are the same.
	{"read a colliding key", "d = {i << 32: 1 for i in range(n)}; k = (n - 1) << 32", "d[k]", 1000, linear},
	{"write a colliding key", "d = {i << 32: 1 for i in range(n)}; k = (n - 1) << 32", "d.update([(k, 2)])", 1000, linear},
	{"set a colliding key", "d = {i << 32: 1 for i in range(n)}; k = (n - 1) << 32\n    def put():\n        d[k] = 2", "put()", 1000, linear},
	{"unpack into a colliding key", "d = {i << 32: 1 for i in range(n)}; k = (n - 1) << 32\n    def put():\n        d[k], x = 2, 3", "put()", 1000, linear},
	{"look for a colliding key", "d = {i << 32: 1 for i in range(n)}; k = n << 32", "k in d", 1000, linear},
	{"get a colliding key", "d = {i << 32: 1 for i in range(n)}; k = n << 32", "d.get(k)", 1000, linear},
	{"keys with the same end", "d = {i << 20: 1 for i in range(n)}; k = n << 20", "d.get(k)", 1000, linear},
	{"colliding floats", "d = {float(i << 40): 1 for i in range(n)}; k = float(n << 40)", "d.get(k)", 1000, linear},
	{"colliding tuples", "d = {(1, i << 32): 1 for i in range(n)}; k = (1, n << 32)", "d.get(k)", 1000, linear},
	{"colliding tuples with a long text", "t = 'a' * 20; d = {(t, i << 32): 1 for i in range(n)}; k = (t, n << 32)", "d.get(k)", 1000, linear},
	{"take out a colliding key", "s = set([i << 32 for i in range(n)]); k = (n - 1) << 32\n    def both():\n        s.discard(k)\n        s.add(k)", "both()", 1000, linear},
	{"a dict of colliding keys", "xs = [i << 32 for i in range(n)]", "{x: 1 for x in xs}", 500, square},
	{"a dict of colliding pairs", "xs = [(i << 32, 1) for i in range(n)]", "dict(xs)", 500, square},
	{"a set of colliding keys", "xs = [i << 32 for i in range(n)]", "set(xs)", 500, square},
	{"equal dicts of colliding keys", "d = {i << 32: 1 for i in range(n)}; e = dict(d)", "d == e", 500, square},
	{"equal dicts in lists", "d = [{i << 32: 1 for i in range(n)}]; e = [dict(d[0])]", "d == e", 500, square},
	{"both of two colliding dicts", "d = {i << 32: 1 for i in range(n)}; e = dict(d)", "d | e", 500, square},
	{"both of two colliding sets", "d = set([i << 32 for i in range(n)]); e = set(list(d))", "d & e", 500, square},
	{"a difference of colliding sets", "d = set([i << 32 for i in range(n)]); e = set(list(d))", "d - e", 500, square},
	{"a union of colliding sets", "d = set([i << 32 for i in range(n)]); e = list(d)", "d.union(e)", 500, square},
	{"a part of a colliding set", "d = set([i << 32 for i in range(n)]); e = set(list(d))", "d.issubset(e)", 500, square},
	{"print a colliding dict", "d = {i << 32: 1 for i in range(n)}", "len(str(d))", 500, linear},
	{"a long text as a key", "d = {}; k = 'a' * n", "d.get(k)", 500_000, linear},
	{"a long text as the key of a dict", "k = 'a' * n", "{k: 1}", 500_000, linear},
	{"a long text as the key of a dict of two", "k = 'a' * n", "{'b': 2, k + 'c': 1}", 500_000, linear},
	{"a long text as an index", "k = 'a' * n; d = {k: 1}", "d[k]", 500_000, linear},
	// Numbers.
	{"read a number", "s = '7' * n", "int(s)", 1300, func(n int) int { return n * n / 60 }},
	{"read a float", "s = '0.' + '7' * n", "float(s)", 50_000, linear},
	{"write a number", "x = int('9' * (n // 4))", "str(x)", 4000, func(n int) int { return n / 2 }},
	{"multiply", "x = int('9' * (n // 4))", "x * x", 2000, func(n int) int { return n / 64 * n / 64 }},
	{"divide", "x = int('9' * (n // 4)); y = int('8' * (n // 8))", "x // y", 4000, func(n int) int { return n / 64 * n / 64 }},
	{"add numbers of 65 bits", "x = 1 << 64\n    def add():\n        for i in range(n):\n            y = x + i", "add()", 1000, func(n int) int { return 8 * maxWork * n }},
	{"shift", "x = 1", "x << n", 500, func(n int) int { return n / 64 }},
	{"print a number in another form", "x = int('9' * (n // 4))", "'%d' % x", 4000, func(n int) int { return n / 2 }},
	// Texts.
	{"repeat a text", "s = 'ab'", "s * n", 200_000, linear},
	{"add texts", "s = 'a' * n", "s + s", 200_000, linear},
	{"compare texts", "s = 'a' * n; t = 'a' * (n - 1) + 'b'", "s == t", 200_000, linear},
	{"find in a text", "s = 'a' * n", "'b' in s", 200_000, linear},
	{"count in a text", "s = 'ab' * (n // 2)", "s.count('a')", 100_000, linear},
	{"replace in a text", "s = 'ab' * (n // 2)", "s.replace('a', 'cd')", 100_000, linear},
	{"split a text", "s = 'a ' * (n // 2)", "s.split(' ')", 20_000, linear},
	{"join texts", "s = ['ab'] * n", "','.join(s)", 5000, linear},
	{"strip letters that are not ASCII", "s = 'é' * n; t = 'x' * n + 'é'", "s.strip(t)", 3000, square},
	{"fill in a text", "s = 'a' * n", "'{} {}'.format(s, s)", 50_000, linear},
	{"fill in a text with a sign", "s = 'a' * n", "'%s %s' % (s, s)", 50_000, linear},
	{"capitals", "s = 'a' * n", "s.upper()", 200_000, linear},
	{"lines of a text", "s = 'a\\n' * n", "s.splitlines()", 20_000, linear},
	{"letters of a text", "s = 'a' * n", "list(s.elems())", 5000, linear},
	{"a part of a text", "s = 'a' * n", "s[1:]", 200_000, func(n int) int { return n / 64 }},
	{"every second letter", "s = 'a' * n", "s[::2]", 200_000, linear},
	{"the hash of a text", "s = 'a' * n", "hash(s)", 200_000, linear},
	{"show a text", "s = 'a' * n", "repr(s)", 50_000, linear},
	// Lists.
	{"add lists", "x = [1] * n", "x + x", 20_000, linear},
	{"repeat a list", "x = [1]", "x * n", 20_000, linear},
	{"compare lists", "x = [1] * n; y = [1] * n", "x == y", 20_000, linear},
	{"compare nested lists", "x, y = [1], [1]\n    for i in range(8):\n        x, y = [x] * 4, [y] * 4", "x == y", 1, func(int) int { return 1 << 16 }},
	{"print nested lists", "x = [1]\n    for i in range(7):\n        x = [x] * 4", "len(str(x))", 1, func(int) int { return 1 << 14 }},
	{"find in a list", "x = [1] * n", "2 in x", 20_000, linear},
	{"find texts in a list", "s = 'a' * 1000; t = 'a' * 999 + 'b'; x = [s] * n", "t in x", 200, func(n int) int { return n * 1000 }},
	{"sort", "x = [(i * 7919) % n for i in range(n)]", "sorted(x)", 5000, func(n int) int { return n * 12 }},
	{"sort by lists", "x = [1] * n", "sorted([1, 2], key=lambda k: x)", 20_000, linear},
	{"sort by lists in their place", "x = [1] * n", "sorted([1, 2], lambda k: x)", 20_000, linear},
	{"the largest by lists", "x = [1] * n", "max(1, 2, key=lambda k: x)", 20_000, linear},
	{"the smallest by lists", "x = [1] * n", "min([1, 2], key=lambda k: x)", 20_000, linear},
	{"the largest", "x = [1] * n", "max(x)", 20_000, linear},
	{"copy a list", "x = [1] * n", "list(x)", 20_000, linear},
	{"a tuple of a list", "x = [1] * n", "tuple(x)", 20_000, linear},
	{"turn a list", "x = [1] * n", "reversed(x)", 20_000, linear},
	{"number a list", "x = [1] * n", "enumerate(x)", 10_000, linear},
	{"two lists at once", "x = [1] * n", "zip(x, x)", 10_000, linear},
	{"all of a list", "x = [1] * n", "all(x)", 20_000, linear},
	{"a range as a list", "x = 1", "list(range(n))", 20_000, linear},
	{"a tuple as a key", "x = tuple([1] * n); d = {}", "d.get(x)", 5000, linear},
	{"a part of a list", "x = [1] * n", "x[1:]", 20_000, linear},
	{"insert in front", "x = [1] * n", "x.insert(0, x.pop())", 50_000, linear},
	{"the place in a list", "x = [1] * n + [2]", "x.index(2)", 20_000, linear},
	{"a call with a list", "x = [1] * n\n    def f(*a):\n        return None", "f(*x)", 20_000, linear},
	{"a call with a dict", "x = {'a%d' % i: 1 for i in range(n)}\n    def f(**a):\n        return None", "f(**x)", 150, linear},
	// Blocks and operations.
	{"operations of a block", "bb = Block([Operation('getarg', [0]) for i in range(n)])", "bb.ops", 5000, linear},
	{"a part of a block", "bb = Block([Operation('getarg', [0]) for i in range(n)])", "bb[1:]", 5000, linear},
	{"the place in a block", "bb = Block([Operation('getarg', [0]) for i in range(n)]); op = bb[n - 1]", "bb.index(op)", 5000, linear},
	{"print a block", "bb = Block([Operation('getarg', [0]) for i in range(n)])", "to_trace(bb)", 1000, func(n int) int { return 20 * n }},
	{"copy an operation", "op = Operation('escape', [1] * n)", "op.copy()", 5000, linear},
	{"set arguments", "op = Operation('escape', []); xs = [Constant(1)] * n\n    def put():\n        op.args = xs", "put()", 5000, linear},
	{"set several arguments", "op = Operation('escape', []); xs = [Constant(1)] * n\n    def put():\n        op.args, op.snapshot = xs, xs", "put()", 5000, linear},
	{"set arguments by name", "op = Operation('escape', []); xs = [Constant(1)] * n", "setattr(op, 'args', xs)", 5000, linear},
	{"a snapshot", "xs = [Constant(1)] * n", "Operation('guard_true', [1], snapshot=xs)", 5000, linear},
	{"print a description", "v = Virtual('A')\n    for i in range(n):\n        setattr(v, 'f%d' % i, 1)\n    bb = Block([Operation('guard_true', [1], snapshot=[v])])", "len(to_trace(bb))", 500, func(n int) int { return 20 * n }},
	{"all names of a block", "bb = Block()", "dir(bb)", 1, func(int) int { return 20_000 }},
	{"a name that a block has not", "bb = Block()", "hasattr(bb, 'zzzzzzzzz')", 1, func(int) int { return 100 }},
	{"a wrong name", "bb = Block()", "assert_raises(lambda: bb.adddd)", 1, func(int) int { return 100_000 }},
	{"a wrong operation", "x = 1", "assert_raises(lambda: Operation('adddd', []))", 1, func(int) int { return 100_000 }},
	{"inputs of a run", "bb = Block()\n    bb.print(bb.getarg(0)); s = 'arg0=1' + ' ' * n", "interpret(bb, s)", 20_000, linear},
	// What tests say.
	{"compare long texts", "s = 'a = b(c)\\n' * n; t = s + 'x'", "assert_raises(lambda: assert_eq(s, t))", 300, func(n int) int { return n * n }},
	{"compare traces of long lines", "s = ('a(' + 'b,' * 500 + ')\\n') * n; t = s + 'x'", "assert_raises(lambda: assert_eq(s, t))", 50, func(n int) int { return n * n * 1000 / 2 }},
}

func linear(n int) int { return n }

// square is the number of pairs of n keys.
func square(n int) int { return n * n / 2 }

// stepsOf runs an expression some times.
func stepsOf(t testing.TB, setup, expression string, n, times int) (uint64, time.Duration) {
	t.Helper()
	code := fmt.Sprintf("def test_it():\n    n = %d\n    %s\n    for times in range(%d):\n        %s\n", n, setup, times, expression)
	start := time.Now()
	r := Run(&Suite{Code: File{Name: "code", Text: "x = 1\n"}, Tests: []File{{Name: "t", Text: code}}, Limits: MaxLimits()}, nil)
	if r.Status != "pass" {
		t.Errorf("%s\n%s %+v", code, r.Message, r.Tests)
	}
	return r.Steps, time.Since(start)
}

// TestWorkIsCounted: nothing does more than its steps say.
func TestWorkIsCounted(t *testing.T) {
	for _, w := range works {
		one, _ := stepsOf(t, w.setup, w.expression, w.n, 1)
		three, _ := stepsOf(t, w.setup, w.expression, w.n, 3)
		steps := int(three-one) / 2
		if work := w.work(w.n); steps*maxWork < work {
			t.Errorf("%s: expected at least %d steps for %d elementary operations, found %d", w.name, work/maxWork, work, steps)
		}
		// Twice the size is counted as twice the work.
		if w.n > 100 {
			more, _ := stepsOf(t, w.setup, w.expression, w.n/2, 3)
			less, _ := stepsOf(t, w.setup, w.expression, w.n/2, 1)
			if half := int(more-less) / 2; steps > 100 && steps*10 < half*15 {
				t.Errorf("%s: expected that half the size takes at most two thirds, found %d steps and %d", w.name, steps, half)
			}
		}
	}
}

// TestReadingIsCounted: a program as long as it may be costs more than one that a learner writes, even if it does nothing.
func TestReadingIsCounted(t *testing.T) {
	steps := func(comments int) uint64 {
		code := strings.Repeat("# "+strings.Repeat("x", 97)+"\n", comments)
		r := Run(&Suite{Code: File{Name: "code", Text: code + "x = 1\n"}, Tests: []File{{Name: "t", Text: "def test_it():\n    assert_eq(x, 1)\n"}}}, nil)
		if r.Status != "pass" {
			t.Errorf("expected it to pass, found %s %s", r.Status, r.Message)
		}
		return r.Steps
	}
	if small, usual := steps(0), steps(80); small != usual {
		t.Errorf("expected that a program of 8,000 bytes is read for nothing, found %d and %d steps", small, usual)
	}
	if small, long := steps(0), steps(300); long < small+20_000 {
		t.Errorf("expected that reading 30,000 bytes costs 20,000 steps, found %d and %d", small, long)
	}
}

// BenchmarkWork measures how long a step of everything in the table takes.
func BenchmarkWork(b *testing.B) {
	for _, w := range works {
		b.Run(strings.ReplaceAll(w.name, " ", "-"), func(b *testing.B) {
			times := 300
			first, took := stepsOf(b, w.setup, w.expression, w.n, 1)
			times = min(times, int(4_000_000/max(first/2, 1))) + 1
			if _, again := stepsOf(b, w.setup, w.expression, w.n, 1); again < took {
				took = again
			}
			var best time.Duration = 1 << 60
			var steps uint64
			for range 3 {
				n, all := stepsOf(b, w.setup, w.expression, w.n, 1+times)
				best, steps = min(best, all-took), n-first
			}
			b.ReportMetric(float64(max(best, 0))/float64(steps), "ns/step")
			b.ReportMetric(float64(steps)/float64(times), "steps")
		})
	}
}
