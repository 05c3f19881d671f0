package record

import (
	"strings"
	"testing"
)

func mustParse(t *testing.T, text string) *Program {
	t.Helper()
	p, err := Parse("test.py", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// One iteration of a loop over boxed integers, as text.
func TestRecordedLoop(t *testing.T) {
	p := mustParse(t, `
def kernel(i, n):
    while i < n:
        i += 2
    return i
`)
	recorded, err := p.Record("kernel", []Value{BoxInt(1), BoxInt(10)}, Options{Warm: 1})
	if err != nil {
		t.Fatal(err)
	}
	const want = `class W_IntObject { intval: int }
[p0, p1]
# kernel: while i < n:
guard_class(p0, W_IntObject) [p0, p1, p0, p1]
i2 = getfield_gc_i(p0, descr=intval)
guard_class(p1, W_IntObject) [p0, p1, p0, p1]
i3 = getfield_gc_i(p1, descr=intval)
i4 = int_lt(i2, i3)
guard_true(i4) [p0, p1, p0, p1]
# kernel: i += 2
guard_class(p0, W_IntObject) [p0, p1, p0, ConstPtr(int_2)]
i5 = getfield_gc_i(p0, descr=intval)
i6 = int_add_ovf(i5, 2)
guard_no_overflow() [p0, p1, p0, ConstPtr(int_2)]
p7 = new_with_vtable(descr=W_IntObject)
setfield_gc(p7, i6, descr=intval)
jump(p7, p1)
`
	if recorded.Text != want {
		t.Errorf("expected\n%s\nfound\n%s", want, recorded.Text)
	}
	if recorded.Result != "i" || recorded.Field != "" {
		t.Errorf("expected the result `i`, found `%s` `%s`", recorded.Result, recorded.Field)
	}
}

// A local of one iteration is in snapshots from its assignment to its last use, and is
// no argument of the loop.
func TestLocalsLiveAsLongAsTheyAreRead(t *testing.T) {
	p := mustParse(t, `
def kernel(s, n):
    while n > 0:
        d = n * n
        s += d
        n -= 1
    return s
`)
	recorded, err := p.Record("kernel", []Value{BoxInt(0), BoxInt(10)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(recorded.Text), "\n")
	box := ""
	for k, line := range lines {
		if strings.Contains(line, "int_mul_ovf") {
			box, _, _ = strings.Cut(lines[k+2], " =")
		}
	}
	section := ""
	for _, line := range lines {
		if strings.HasPrefix(line, "# ") {
			section = line
		}
		_, snapshot, guard := strings.Cut(line, ") [")
		if has := strings.Contains(snapshot, box); guard && has != strings.Contains(section, "s += d") {
			t.Errorf("in `%s`: expected %s in snapshots of `s += d` only, found `%s`", section, box, line)
		}
	}
	if last := lines[len(lines)-1]; strings.Count(last, ",") != 1 {
		t.Errorf("expected a jump with two arguments, found `%s`", last)
	}
}

func TestPrograms(t *testing.T) {
	for _, test := range []struct {
		name, text string
		args       []int64
		want       int64
	}{
		{"branches", "def f(a, b):\n    if a < b and not b == 7:\n        return a\n    return b\n", []int64{3, 7}, 7},
		{"floor division", "def f(a, b):\n    return a // b\n", []int64{-7, 2}, -4},
		{"shift", "def f(a, b):\n    return (a << 4) >> b\n", []int64{-3, 1}, -24},
		{"truth as a number", "def f(a, b):\n    a += a < b\n    return a\n", []int64{3, 7}, 4},
		{"bits", "def f(a, b):\n    return a & b | 8\n", []int64{7, 5}, 13},
	} {
		args := []Value{BoxInt(test.args[0]), BoxInt(test.args[1])}
		v, err := mustParse(t, test.text).Call("f", args)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if found := v.Object.Fields["intval"].Int; found != test.want {
			t.Errorf("%s: expected %d, found %d", test.name, test.want, found)
		}
	}
}

// What cannot be recorded is an error with its place.
func TestErrors(t *testing.T) {
	list := IntList([]int64{1, 2})
	for _, test := range []struct {
		text, want string
		arg        Value
	}{
		{"def f(a):\n    return a * a\n", "found an overflow of `int_mul_ovf`", BoxInt(1 << 40)},
		{"def f(a):\n    return a << 40\n", "expected a shift that fits into 64 bits", BoxInt(1 << 40)},
		{"def f(a):\n    return a // 0\n", "test.py:2:12: expected a division by something else than 0 and -1, found `a // 0`", BoxInt(1)},
		{"def f(a):\n    return a[2]\n", "expected an index within the list, found `a[2]`", list},
		{"def f(a):\n    return a[-1]\n", "expected an index within the list", list},
		{"def f(a):\n    a[0] = 1.5\n", "expected an item of the list's own type", list},
		{"def f(a):\n    return b\n", "test.py:2:12: expected a local variable", BoxInt(1)},
		{"def f(a):\n    return f(a)\n", "expected functions that are not recursive", BoxInt(1)},
		{"def f(a):\n    return a.x\n", "expected an instance of a class", BoxInt(1)},
		{"def f(a):\n    for x in a:\n        pass\n", "expected a statement that the recorder knows", list},
		{"def f(a):\n    return [a]\n", "expected an expression that the recorder knows", list},
	} {
		_, err := mustParse(t, test.text).Call("f", []Value{test.arg})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: expected an error with %q, found %v", test.text, test.want, err)
		}
	}
	for _, text := range []string{"import x\n", "x = 1\n", "C = define(\"C\", \"a b c d\")\n", "def f(:\n"} {
		if _, err := Parse("test.py", text, nil); err == nil {
			t.Errorf("%q: expected an error, found none", text)
		}
	}
}
