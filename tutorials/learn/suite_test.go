package learn_test

import (
	"fmt"
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"unbox/tutorials/learn"
)

func run(code string, tests ...string) *learn.Results {
	s := &learn.Suite{Code: learn.File{Name: "code", Text: code}}
	for i, text := range tests {
		s.Tests = append(s.Tests, learn.File{Name: fmt.Sprint("step ", i+1), Text: text, TaskID: i + 1})
	}
	return learn.Run(s, nil)
}

// TestErrorsPointIntoTheLearnersCode checks message and place of what goes wrong.
func TestErrorsPointIntoTheLearnersCode(t *testing.T) {
	tests := []struct {
		name, code, want string
	}{
		{"syntax", "def f(:\n    pass\n", "code:1:8: expected"},
		{"class", "x = 1\nclass VirtualObject:\n    pass\n", "code:2:1: expected a statement, found `class`; there are no classes here; `Info("},
		{"name", "def f():\n    return lenght(3)\n", "code:2:12: expected a name that is defined, found `lenght`"},
		{"import", "import os\n", "code:1:1: expected a statement, found `import`"},
		{"f-string", "x = f\"a {b}\"\n", "code:1:5: expected a text without values in it"},
		{"operation", "def test_x():\n    bb = Block()\n    bb.ad(1, 2)\n", "code:3:7: expected an operation, found `ad`; `add` is the nearest one there is"},
		{"number of an argument", "def test_x():\n    op = Block().add(1, 2)\n    op.arg(2)\n", "code:3:11: expected the number of an argument of `add`, which has 2 arguments, counted from 0; found 2"},
		{"adding an operation", "def test_x():\n    op = Block().add(1, 2)\n    return op + 1\n", "code:3:15: expected numbers on both sides of `+`, found the Operation `add` and the number 1; a block computes with the results of its operations: `bb.add(…, …)`"},
		{"adding a constant", "def test_x():\n    return Constant(2) + 1\n", "code:2:24: expected numbers on both sides of `+`, found Constant(2) and the number 1; the number of a Constant is its `value`"},
		{"dividing an operation", "def test_x():\n    op = Block().add(1, 2)\n    return 1 // op\n", "code:3:14: expected numbers on both sides of `//`, found the number 1 and the Operation `add`; an Operation has no number before its block runs"},
		{"value of an operation", "def test_x():\n    op = Block().add(1, 2)\n    return op.value\n", "code:3:14: expected an attribute that was set before, found `value`, which `add` has not"},
		{"key", "def test_x():\n    return {1: 2}[3]\n", "code:2:18: expected a key of the dict, found 3"},
		{"appending to the loop's block", "def test_x():\n    bb = Block()\n    bb.add(1, 2)\n    for op in bb:\n        bb.append(op)\n", "code:5:18: expected another Block than the one that the loop goes over, found `add` appended to it"},
		{"not defined above", "def test_x():\n    a = Block().add(1, 2)\n    bb = Block()\n    bb.add(a, 3)\n    print(bb_to_str(bb))\n", "code:5:20: expected a value that is defined above as argument 0 of `add`, found `Operation(add, Constant(1), Constant(2))`, which is on no line above it"},
		{"raise", "def test_x():\n    raise NotImplementedError(\"later\")\n", "code:2:5: NotImplementedError: later"},
		{"raise without a call", "def test_x():\n    raise NotImplementedError\n", "code:2:5: NotImplementedError"},
		{"unicode columns", "def test_x():\n    s = \"äöü\"; undefined_thing\n", "code:2:16: expected a name that is defined"},
		{"parse", "def test_x():\n    parse(\"[i0]\\ni1 = int_ad(i0, 1)\\n\")\n", "code:2:10: "},
		{"equal to itself", "def test_x():\n    a = Block().add(1, 2)\n    a.forwarded = a\n", "code:3:6: expected another value than the operation itself"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := run(tt.code)
			got := r.Message
			if len(r.Tests) > 0 && r.Tests[0].Problem != nil {
				p := r.Tests[0].Problem
				got = fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
			}
			if !strings.HasPrefix(got, tt.want) {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestResults(t *testing.T) {
	code := "print('starting')\ndef inc(x):\n    print('inc', x)\n    return x + 2\n"
	test1 := "def test_one():\n    \"\"\"one more\n\n    than one\"\"\"\n    assert inc(1) == 2\n\ndef test_second_one():\n    pass\n"
	test2 := "def test_third():\n    inc('a')\n"
	r := run(code, test1, test2)
	if r.Version != 3 || r.Status != "fail" || len(r.Tests) != 3 || r.Output != "starting\n" {
		t.Fatalf("got %+v", r)
	}
	one, two, three := r.Tests[0], r.Tests[1], r.Tests[2]
	if one.Name != "one more" || one.Status != "fail" || one.Message != "expected 2, found 3" || one.Output != "inc 1\n" || one.TaskID != 1 || one.Line != 1 {
		t.Errorf("the first: %+v", one)
	}
	if !strings.HasPrefix(one.TestCode, "def test_one():") || !strings.HasSuffix(one.TestCode, "assert inc(1) == 2") {
		t.Errorf("its code: %q", one.TestCode)
	}
	if two.Name != "second one" || two.Status != "pass" || two.Output != "" {
		t.Errorf("the second: %+v", two)
	}
	if three.Status != "error" || three.TaskID != 2 || three.Problem.File != "code" || three.Problem.Line != 4 || len(three.Problem.Stack) != 2 {
		t.Errorf("the third: %+v, %+v", three, three.Problem)
	}
}

// TestTestsAreIsolated: what one test changes, the next does not see.
func TestTestsAreIsolated(t *testing.T) {
	r := run("seen = []\n", "def test_a():\n    seen.append(1)\n    assert seen == [1]\ndef test_b():\n    seen.append(1)\n    assert seen == [1]\n")
	if r.Status != "pass" {
		t.Errorf("got %+v", r)
	}
}

// TestLongListsThatBeginAlike: what is shown of both would be the same, so the message says where they differ.
func TestLongListsThatBeginAlike(t *testing.T) {
	for _, c := range []struct{ actual, expected, want string }{
		{"list(range(20))", "list(range(12))", "expected 12 items, found 20; the first 12 are as expected"},
		{"list(range(12))", "list(range(20))", "expected 20 items, found 12; the first 12 are as expected"},
		{"list(range(9)) + [7]", "list(range(9)) + [8]", "at `[9]`: expected 8, found 7"},
		{"[0] * 9 + [(1, [2] * 9)]", "[0] * 9 + [(1, [2] * 8 + [3])]", "at `[9][1][8]`: expected 3, found 2"},
		{"tuple([0] * 9)", "[0] * 9", "expected [0, 0, 0, 0, 0, 0, 0, 0, …], found (0, 0, 0, 0, 0, 0, 0, 0, …)"},
		{"[2, 1]", "[1, 2]", "expected [1, 2], found [2, 1]"},
	} {
		r := run("", "def test_it():\n    assert_eq("+c.actual+", "+c.expected+")\n")
		if got := r.Tests[0].Message; got != c.want {
			t.Errorf("assert_eq(%s, %s): expected %q, found %q", c.actual, c.expected, c.want, got)
		}
	}
}

// TestListsWithThemselvesAsItems: the message ends where comparing does, and the search for the place too, which never came to an end.
func TestListsWithThemselvesAsItems(t *testing.T) {
	place := "at `" + strings.Repeat("[0]", starlark.CompareLimit) + "`: "
	for name, tests := range map[string]string{
		"both":       "a, b = [], []\n    a.extend([a] * 9)\n    b.extend([b] * 10)\n    assert_eq(a, b)\n",
		"the result": "a = [0] * 9\n    a[0] = a\n    assert_eq(a, a + [1])\n",
	} {
		if got := run("", "def test_it():\n    "+tests).Tests[0].Message; !strings.HasPrefix(got, place+"expected [[[[") {
			t.Errorf("%s: expected a message that begins with %q, found %q", name, place, got)
		}
	}
}

// TestAssertionsBelongToTheTests: a program cannot take them away.
func TestAssertionsBelongToTheTests(t *testing.T) {
	r := run("def assert_eq(a, b): pass\ndef assert_trace(a, b): pass\n", "def test_a():\n    assert_eq(1, 2)\n")
	if r.Status != "fail" {
		t.Errorf("got %+v", r)
	}
}

// TestIdentity: assert_is tells objects apart that look alike, those of the lesson and those of a block.
func TestIdentity(t *testing.T) {
	r := run(`
def test_info():
    p = Info("Box", n=1)
    assert_is(p, p)
    assert_is(Info("Box", n=1), p, "p")
def test_constant():
    assert_is(Constant(1), Constant(1))
`)
	for i, want := range []string{"p: expected the very value Box(n=1), found another one that looks the same", "expected the very value Constant(1), found another one that looks the same"} {
		if r.Tests[i].Message != want {
			t.Errorf("expected `%s`, found `%s`", want, r.Tests[i].Message)
		}
	}
}

func TestDiffByOperation(t *testing.T) {
	code := "def test_x():\n    bb = Block()\n    a = bb.getarg(0)\n    b = bb.dummy(a)\n    c = bb.add(a, 1)\n    bb.print(c)\n    bb.mul(c, 2)\n    assert_trace(bb, '''\n        v0 = getarg(0)\n        v1 = add(v0, 1)\n        v2 = print(v1)\n        v3 = mul(v1, 3)\n        v4 = sub(v3, 1)''')\n"
	r := run(code)
	diff := r.Tests[0].Diff
	if diff == nil {
		t.Fatalf("expected a comparison, got %+v", r.Tests[0])
	}
	var kinds []string
	for _, row := range diff.Rows {
		kinds = append(kinds, row.Kind.String())
	}
	if got := strings.Join(kinds, " "); got != "same added same same args removed" {
		t.Errorf("got %s", got)
	}
	if want := "expected no `v1 = dummy(v0)`, which is there; 3 lines differ in all"; r.Tests[0].Message != want {
		t.Errorf("got %s, expected %s", r.Tests[0].Message, want)
	}
}

// TestCounterexample: a wrong pass is told on which inputs it is wrong.
func TestCounterexample(t *testing.T) {
	r := run("def test_x():\n    assert_equivalent('[i0]\\ni1 = int_mul(i0, 2)\\nfinish(i1)\\n', '[i0]\\ni1 = int_lshift(i0, 2)\\nfinish(i1)\\n')\n")
	if test := r.Tests[0]; test.Status != "fail" || !strings.Contains(test.Message, "with `i0=") || test.Diff == nil {
		t.Errorf("got %+v", test)
	}
}

// TestRoundTrip: what parse reads, to_trace writes.
func TestRoundTrip(t *testing.T) {
	for _, text := range []string{
		"[p0, i1]\nguard_class(p0, BoxedInteger) [p0, i1]\ni2 = get(p0, intval)\ni3 = int_add(i2, i1)\np4 = new(BoxedInteger)\nset(p4, intval, i3)\njump(p4, i3)\n",
		"[i0, p1]\ni2 = int_add(i0, 10)\ni3 = getfield_gc_i(p1, descr=valuedescr)\ni4 = int_lt(i2, 15)\nguard_true(i4) [i0, p1]\nsetfield_gc(p1, i2, descr=valuedescr)\njump(i2, p1)\n",
		"var0 = getarg(0)\nobj0 = alloc()\nstore(obj0, 0, var0)\nvar1 = load(obj0, 0)\nprint(var1)\n",
		"[p0, i9]\nguard_true(i9) [p0, BoxedInteger(intval=i9)]\njump(p0, i9)\n",
		"[i9]\nguard_true(i9) [p4=Node(next=p4, value=i9), p4]\njump(i9)\n",
		"[f0]\nf1 = float_add(f0, 1.5)\nf2 = float_mul(f1, -2.0)\njump(f2)\n",
		"class Node { next: Node, value: int }\n[p0]\np1 = get(p0, next)\nguard_nonnull(p1) [p0]\njump(p1)\n",
		"[p0, i1]\ni2 = int_add(i1, 1)\nlabel(p0, i2, descr=L1)\ni3 = int_sub(i2, 1)\njump(p0, i3, descr=L1)\n",
		"[i0, p1]\ni2 = getarrayitem_gc_i(p1, i0, descr=<ArrayS 8>)\np3 = new_array(3, descr=<ArrayS 8>)\nsetarrayitem_gc(p3, 0, i2, descr=<ArrayS 8>)\nfinish(p3)\n",
	} {
		r := learn.Apply(&learn.Application{Code: learn.File{Name: "code", Text: "def same(bb):\n    out = Block()\n    for op in bb:\n        out.append(op)\n    return out\n"}, Function: "same", Trace: text}, nil)
		if r.Trace != text {
			t.Errorf("got\n%s%+v\nexpected\n%s", r.Trace, r.Problems, text)
		}
	}
}

// TestEnvironment: a host adds functions, which count their work.
func TestEnvironment(t *testing.T) {
	env := &learn.Environment{Builtins: map[string]learn.Builtin{
		"prove": func(t *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			text, err := learn.TraceText(args[0])
			if err != nil {
				return nil, err
			}
			return starlark.String("proved " + text), learn.Charge(t, 100)
		},
	}}
	s := &learn.Suite{Code: learn.File{Name: "code", Text: "def test_x():\n    bb = Block()\n    bb.print(1)\n    assert prove(bb) == 'proved print(1)\\n'\n    while True: prove(bb)\n"}}
	r := learn.Run(s, env)
	if p := r.Tests[0].Problem; p == nil || p.Limit != "steps" || p.Line != 5 {
		t.Errorf("got %+v %+v", r.Tests[0], p)
	}
}

// TestPythonOfThePosts: what is Python there is understood here.
func TestPythonOfThePosts(t *testing.T) {
	r := run(`
def get_num(op: Operation, index: int = 1) -> int:
    assert isinstance(op.arg(index), Constant), "no number"
    return op.arg(index).value

def f(a: list[Value], b: dict[int, str] = {1: "x"}, *rest) -> Block:
    if a is None: return b
    if a is not None and not (b is None):
        return a if a is b else b
    raise ValueError("unreachable")

def test_all():
    bb = Block()
    x = bb.alloc()
    s = bb.store(x, 3, 4)
    y = bb.load(x, 3)
    z = bb.and(y, 1)
    assert get_num(s) == 3
    assert f(None) == {1: "x"}
    assert f([1], [1]) == [1]
    text = "x is y, assert z # raise"  # x is not y
    assert len(text) == 24
    assert bb_to_str(bb, "v") == """\
v0 = alloc()
v1 = store(v0, 3, 4)
v2 = load(v0, 3)
v3 = and(v2, 1)"""
    i = 0
    while i < 5:
        i += 1
    assert (i == 5)
    message = assert_raises(get_num, x)
    assert assert_steps(500, lambda n: [i for i in range(n)][-1], 50) == 49
    assert assert_raises(assert_steps, 100, lambda n: [i for i in range(n)], 50).startswith('expected at most 100 steps, found ')
    assert "a function" in assert_raises(assert_steps, 100)
    assert isinstance(message, str) and isinstance(i, int)
    x.info = Info("VirtualObject", contents={})
    x.info.contents[0] = y
    assert x.info.contents[0] is y and x.info
    x.info = None
    assert not x.info
    assert [op.name for op in bb if op.is_pure] == ["and"]
    assert wrap(1 << 63) == -(1 << 63)
    assert evaluate("add", (1 << 63) - 1, 1) == -(1 << 63)
    assert evaluate("lshift", 1, 64) is None
`)
	if r.Status != "pass" {
		t.Errorf("got %s %+v %+v", r.Message, r.Tests, r.Problems)
		for _, test := range r.Tests {
			t.Errorf("%+v", test.Problem)
		}
	}
}

// TestChangesInPlace changes what is computed in front of `op=`, in Python's order: the object, the index, the old
// value, the operand.
func TestChangesInPlace(t *testing.T) {
	r := run(`
def test_all():
    counts = [0, 5]
    for i in range(4):
        counts[-1] += 1
        counts[i - i] -= 2
    assert counts == [-8, 9]
    asked = []
    def noted(what, x):
        asked.append(what)
        return x
    d = {"ab": 3}
    noted("object", d)[noted("key", "a") + "b"] *= noted("operand", 7)
    assert d == {"ab": 21}
    assert asked == ["object", "key", "operand"]
    p = Info("Box", n=1, l=[1])
    noted("field", p).n += 4
    same = p.l
    noted("list", p).l += [2]
    assert p.n == 5 and same == [1, 2]
    assert asked[3:] == ["field", "list"]
    rows = [[0] * 3 for k in range(3)]
    for k in range(3):
        rows[k][(k + 1) % 3] |= k + 4
        (rows[2 - k])[-k - 1] ^= 1
    assert rows == [[1, 4, 0], [0, 1, 5], [6, 0, 1]]
    def old():
        counts[0] = 100
        return 1
    counts[-2] += old()
    assert counts[0] == -7
`)
	if r.Status != "pass" {
		t.Errorf("got %s %+v %+v", r.Message, r.Tests, r.Problems)
	}
}

// TestSetattr sets fields whose names are computed; a description can hold itself.
func TestSetattr(t *testing.T) {
	code := `
def test_description():
    bb = parse("[i0]\ni1 = int_lt(i0, 3)\nguard_true(i1) [i0]\njump(i0)\n")
    d = Virtual("Node")
    for name in ["next", "other"]:
        setattr(d, name, d)
    setattr(d, "val" + "ue", bb.inputs[0])
    bb[2].snapshot = [d]
    setattr(bb[2], "note", 7)
    assert bb[2].note == 7
    assert "guard_true(i1) [v0=Node(next=v0, other=v0, value=i0)]" in to_trace(bb), to_trace(bb)

def test_wrong():
    message = assert_raises(setattr, [1], "x", 2)
    assert "expected an object whose attributes can be set" in message

def test_without_end():
    d = Virtual("Node")
    i = 0
    while True:
        setattr(d, "f" + str(i), 1)
        i += 1
`
	r := run(code)
	if len(r.Tests) != 3 {
		t.Fatalf("expected 3 tests, found %d: %s", len(r.Tests), r.Message)
	}
	for i, want := range []string{"pass", "pass", "error"} {
		if r.Tests[i].Status != want {
			t.Errorf("%s: expected `%s`, found `%s`: %s", r.Tests[i].Function, want, r.Tests[i].Status, r.Tests[i].Message)
		}
	}
	if p := r.Tests[2].Problem; p == nil || p.Limit == "" {
		t.Errorf("expected a limit to end the program, found %+v", p)
	}
}

// TestEquivalenceIsNotText: traces that do the same are equivalent, also if their
// reports would say it in another order or leave a zero out.
func TestEquivalenceIsNotText(t *testing.T) {
	r := learn.Run(&learn.Suite{Code: learn.File{Name: "code", Text: `
def test_order_of_fields():
    assert_equivalent("""
        v0 = getarg(0)
        o = alloc()
        p = alloc()
        q = alloc()
        store(o, 2, p)
        store(o, 1, q)
        store(v0, 0, o)
    """, """
        v0 = getarg(0)
        o = alloc()
        q = alloc()
        store(o, 1, q)
        p = alloc()
        store(o, 2, p)
        store(v0, 0, o)
    """)

def test_zero():
    assert_equivalent("""
        [p0, i1]
        p2 = new(Box)
        set(p2, val, 0)
        set(p0, box, p2)
        jump(p0, i1)
    """, """
        [p0, i1]
        p2 = new(Box)
        set(p0, box, p2)
        jump(p0, i1)
    """)

def test_wrong_order():
    assert_equivalent("""
        v0 = getarg(0)
        o = alloc()
        store(o, 2, 1)
        store(o, 1, 2)
        store(v0, 0, o)
    """, """
        v0 = getarg(0)
        o = alloc()
        store(o, 1, 1)
        store(o, 2, 2)
        store(v0, 0, o)
    """)
`}}, nil)
	want := []string{"pass", "pass", "fail"}
	for i, test := range r.Tests {
		if test.Status != want[i] {
			t.Errorf("%s: expected %s, found %s: %s", test.Function, want[i], test.Status, test.Message)
		}
	}
	if len(r.Tests) != len(want) {
		t.Errorf("expected %d tests, found %d: %s", len(want), len(r.Tests), r.Message)
	}
}

// TestCopiesKeepTheirLetter: a copy of a read has a name from which its type is read
// again.
func TestCopiesKeepTheirLetter(t *testing.T) {
	code := `
def test_copy():
    bb = parse("[p0]\ni1 = get(p0, intval)\np2 = get(p0, next)\njump(p2)\n")
    out = Block(list(bb)[:3])
    for op in [bb[1], bb[2]]:
        out.append(op.copy())
    out.jump(out[4])
    assert to_trace(out) == "[p0]\ni1 = get(p0, intval)\np2 = get(p0, next)\ni0 = get(p0, intval)\np1 = get(p0, next)\njump(p1)\n", to_trace(out)
`
	if r := run(code); len(r.Tests) != 1 || r.Tests[0].Status != "pass" {
		t.Errorf("%+v", r)
	}
}
