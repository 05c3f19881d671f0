package backend_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/trace"
)

func plan(t *testing.T, text string) (*backend.Program, error) {
	t.Helper()
	trace, problems := trace.Parse(text)
	if trace == nil {
		t.Fatalf("expected a trace, found %v in %s", problems, text)
	}
	return backend.Plan(trace, backend.Options{})
}

// checks counts the checks that code makes, and the instructions of a kind.
func checks(p *backend.Program, in func(*backend.Instr) bool) (n int) {
	for k := range p.Code {
		if p.Code[k].Checks != 0 && in(&p.Code[k]) {
			n++
		}
	}
	return n
}

func all(*backend.Instr) bool { return true }

func inLoop(p *backend.Program) func(*backend.Instr) bool {
	return func(in *backend.Instr) bool {
		for k := max(p.Loop, 0); k < len(p.Code); k++ {
			if &p.Code[k] == in {
				return true
			}
		}
		return false
	}
}

// addedThenGuarded shifts by i0 after guards on i0 and n.
func addedThenGuarded(n int) string {
	var b strings.Builder
	b.WriteString("[i0]\n")
	for k := range n {
		fmt.Fprintf(&b, "i%d = int_add(i%d, 1)\n", k+1, k)
	}
	fmt.Fprintf(&b, "i20 = int_ge(i%d, %d)\nguard_true(i20) []\ni21 = int_lt(i%d, 50)\nguard_true(i21) []\ni22 = int_lshift(5, i0)\nfinish(i22)", n, n, n)
	return b.String()
}

// What a guard, an allocation or an earlier access has shown is not checked
// again.
func TestQuestionsThatNeedNoAnswer(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"a guard on the class", "class Box { value: int }\nclass Other { value: int, more: int }\n[p0]\nguard_class(p0, Box) []\ni1 = get(p0, value)\nfinish(i1)", 0},
		{"no guard", "class Box { value: int }\n[p0]\ni1 = get(p0, value)\nfinish(i1)", 1},
		{"asked before", "class Box { value: int }\n[p0]\ni1 = get(p0, value)\nset(p0, value, 5)\ni2 = get(p0, value)\nfinish(i1, i2)", 1},
		{"a new object", "class Box { value: int }\n[i0]\np0 = new(Box)\nset(p0, value, i0)\ni1 = get(p0, value)\nfinish(i1)", 0},
		{"an index below the length", "[p0, i0]\ni1 = arraylen_gc(p0, descr=<ArrayS 8>)\ni2 = int_lt(i0, i1)\nguard_true(i2) []\ni3 = int_ge(i0, 0)\nguard_true(i3) []\ni4 = getarrayitem_gc_i(p0, i0, descr=<ArrayS 8>)\nfinish(i4)", 1},
		{"an index below the length as an unsigned number", "[p0, i0]\ni1 = arraylen_gc(p0, descr=<ArrayS 8>)\ni2 = uint_lt(i0, i1)\nguard_true(i2) []\ni4 = getarrayitem_gc_i(p0, i0, descr=<ArrayS 8>)\nfinish(i4)", 1},
		{"an amount below 40 as an unsigned number", "[i0, i1]\ni2 = uint_lt(i0, 40)\nguard_true(i2) []\ni3 = int_lshift(i1, i0)\nfinish(i3)", 0},
		{"an index that may be negative", "[p0, i0]\ni1 = arraylen_gc(p0, descr=<ArrayS 8>)\ni2 = int_lt(i0, i1)\nguard_true(i2) []\ni4 = getarrayitem_gc_i(p0, i0, descr=<ArrayS 8>)\nfinish(i4)", 2},
		{"an index one above one that is not negative", "[p0, i0]\ni1 = arraylen_gc(p0, descr=<ArrayS 8>)\ni2 = int_sub_ovf(i0, 1)\nguard_no_overflow() []\ni3 = int_lt(i2, 0)\nguard_false(i3) []\ni4 = int_ge(i0, i1)\nguard_false(i4) []\ni5 = getarrayitem_gc_i(p0, i0, descr=<ArrayS 8>)\nfinish(i5)", 1},
		{"an index one above one that is not negative, if that wrapped around", "[p0, i0]\ni1 = arraylen_gc(p0, descr=<ArrayS 8>)\ni2 = int_sub(i0, 1)\ni3 = int_lt(i2, 0)\nguard_false(i3) []\ni4 = int_ge(i0, i1)\nguard_false(i4) []\ni5 = getarrayitem_gc_i(p0, i0, descr=<ArrayS 8>)\nfinish(i5)", 2},
		{"a length that is known", "[i0]\np0 = new_array_clear(4, descr=<ArrayS 8>)\ni1 = int_and(i0, 3)\nsetarrayitem_gc(p0, i1, 5, descr=<ArrayS 8>)\nfinish(p0)", 0},
		{"a shift by a mask", "[i0, i1]\ni2 = int_and(i1, 63)\ni3 = int_lshift(i0, i2)\nfinish(i3)", 0},
		{"a divisor that is odd", "[i0, i1]\ni2 = int_or(i1, 1)\ni3 = int_py_div(i0, i2)\nfinish(i3)", 0},
		{"an amount that guards bound through three additions", addedThenGuarded(3), 0},
		{"an amount that guards bound through four additions, which is further than facts go back", addedThenGuarded(4), 1},
		{"a divisor that may be 0", "[i0, i1]\ni3 = int_py_div(i0, i1)\nfinish(i3)", 1},
	} {
		p, err := plan(t, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := checks(p, all); got != c.want {
			t.Errorf("%s: expected %d instructions with questions, found %d", c.name, c.want, got)
		}
	}
}

// What holds when a loop is entered and at its back edge holds in every iteration; what
// the back edge does not preserve is checked in every iteration.
func TestWhatALoopKeeps(t *testing.T) {
	head := "class Box { value: int }\n[i0, p0]\nguard_class(p0, Box) []\njump(L1, i0, p0)\nL1(i1, p1):\ni2 = get(p1, value)\n"
	for _, c := range []struct {
		name, rest string
		want       int
	}{
		{"the same object", "jump(L1, i2, p1)", 0},
		{"another new one", "p2 = new(Box)\nset(p2, value, i2)\njump(L1, i2, p2)", 0},
		{"anything", "p2 = escape_r(p1)\njump(L1, i2, p2)", 1},
	} {
		p, err := plan(t, head+c.rest)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if p.Loop < 0 {
			t.Fatalf("%s: expected a loop", c.name)
		}
		if got := checks(p, inLoop(p)); got != c.want {
			t.Errorf("%s: expected %d questions in the loop, found %d", c.name, c.want, got)
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[i0]\ni1 = int_add(i0, ConstInt(size))\njump(i1)", "line 2: this depends on a constant of which only a number is known"},
		{"[p0]\np1 = getfield_gc_r(ConstPtr(ptr7), descr=<FieldP Box.next 8>)\nfinish(p1)", "line 2: this depends on a constant of which only a number is known"},
	} {
		_, err := plan(t, c.text)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("expected %q, found %v", c.want, err)
		}
	}
}

// A world has what its schema lists, from the first to the last; operations on anything else are refused.
func TestRefusalsOfAWorld(t *testing.T) {
	const text = `class Box { value: int, next: Box }
class Node { weight: float }
[p0, i1]
i2 = arraylen_gc(p0, descr=<ArrayS 8>)
p3 = new_array_clear(i1, descr=<ArrayP 8>)
p4 = new(Box)
guard_class(p0, Node) []
p5 = getarrayitem_gc_r(p3, i1, descr=<ArrayP 8>)
f6 = get(p0, weight)
i7 = getarrayitem_gc_i(p0, i1, descr=<ArrayS 8>)
setarrayitem_gc(p0, i1, i7, descr=<ArrayS 8>)
setarrayitem_gc(p3, i1, p4, descr=<ArrayP 8>)
set(p4, value, i1)
set(p4, next, p4)
p8 = new(Node)
p9 = new_array(i1, descr=<ArrayS 8>)
finish(p8)
`
	tr, problems := trace.Parse(text)
	if tr == nil {
		t.Fatal(problems)
	}
	whole := tr.Tables.Schema
	world := func(s heap.Schema) error {
		w := arena.NewWorld(&s, arena.WorldOptions{Stack: 8, Fixed: 8, Constants: 8, Limit: 1 << 20}, func(func(*uint64)) {})
		_, err := backend.Plan(tr, backend.Options{World: w.Layout()})
		return err
	}
	if err := world(whole); err != nil {
		t.Errorf("expected a plan for a world that has it all, found %v", err)
	}
	less := func(change func(s *heap.Schema)) heap.Schema {
		s := whole
		s.Classes, s.Fields, s.Arrays = slices.Clone(s.Classes), slices.Clone(s.Fields), slices.Clone(s.Arrays)
		change(&s)
		return s
	}
	for name, s := range map[string]heap.Schema{
		"the last class":       less(func(s *heap.Schema) { s.Classes = s.Classes[:len(s.Classes)-1] }),
		"the last array type":  less(func(s *heap.Schema) { s.Arrays = s.Arrays[:len(s.Arrays)-1] }),
		"an item's type":       less(func(s *heap.Schema) { s.Arrays[0].Elem = heap.Float }),
		"a field's type":       less(func(s *heap.Schema) { s.Fields[0].Type = heap.Float }),
		"a field of one class": less(func(s *heap.Schema) { s.Classes[1].Fields = s.Classes[0].Fields }),
	} {
		if err := world(s); err == nil || !strings.Contains(err.Error(), "of the world") {
			t.Errorf("without %s: expected a refusal, found %v", name, err)
		}
	}
}

// A call that names no function copies nothing, and is an effect like any
// other.
func TestCallsOfNothing(t *testing.T) {
	tr, problems := trace.Parse("[i0]\ncall_n(descr=<Callv 0 EF=5>)\nguard_no_exception() []\nfinish(i0)\n")
	if tr == nil {
		t.Fatal(problems)
	}
	w := arena.NewWorld(&tr.Tables.Schema, arena.WorldOptions{Stack: 8, Fixed: 8, Constants: 8, Limit: 1 << 20}, func(func(*uint64)) {})
	p, err := backend.Plan(tr, backend.Options{World: w.Layout()})
	if err != nil {
		t.Fatal(err)
	}
	if p.Code[0].Op != backend.OpEffect {
		t.Errorf("expected an effect, found %v", p.Code[0].Op)
	}
}

// There is something to check only where an operation depends on the outcome of a call:
// the result of a call without a guard is checked once.
func TestQuestionsAboutCalls(t *testing.T) {
	for _, c := range []struct {
		text                      string
		effects, missing, asksFor int
	}{
		{"i1 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=5>)\nguard_no_exception() []\ni2 = int_add(i1, i1)\njump(i2)", 1, 0, 1},
		{"i1 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=2>)\nguard_no_exception() []\ni2 = int_add(i1, i1)\njump(i2)", 1, 0, 0},
		{"i1 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=5>)\ni2 = int_add(i1, i1)\ni3 = int_add(i1, i2)\njump(i3)", 1, 1, 0},
		{"i1 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=5>)\njump(i1)", 1, 0, 0},
		{"i1 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=5>)\nguard_not_invalidated() []\ni2 = int_add(i1, 1)\njump(i2)", 1, 1, 1},
		{"call_n(ConstClass(f), i0, descr=<Callv 0 i EF=5>)\np1 = guard_exception(ConstClass(E)) []\nescape(p1)\njump(i0)", 3, 0, 1},
		{"i1 = strlen(s\"ab\")\njump(i1)", 1, 0, 0},
	} {
		p, err := plan(t, "class E { n: int }\n[i0]\n"+c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		effects, missing, asks := 0, 0, 0
		for k := range p.Code {
			switch in := &p.Code[k]; {
			case in.Op == backend.OpGuardWord:
				asks++
			case in.Op == backend.OpEffect && p.Exits[in.Exit].Kind == backend.ExitMissing:
				missing++
			case in.Op == backend.OpEffect:
				effects++
			}
		}
		if effects != c.effects || missing != c.missing || asks != c.asksFor {
			t.Errorf("expected %d effects, %d questions for results and %d for words, found %d, %d and %d in\n%s", c.effects, c.missing, c.asksFor, effects, missing, asks, c.text)
		}
	}
}

// Jumps forward are gone, and only one jump goes back.
func TestOnePath(t *testing.T) {
	p, err := plan(t, "[i0]\ni1 = int_add(i0, 1)\njump(L2, i1)\nL1(i2):\nprint(i2)\njump(L2, i2)\nL2(i3):\ni4 = int_mul(i3, 2)\njump(L1, i4)")
	if err != nil {
		t.Fatal(err)
	}
	back := 0
	for _, in := range p.Code {
		if in.Op == backend.OpBack {
			back++
		}
	}
	if back != 1 || p.Loop != 2 || p.Code[len(p.Code)-1].Op != backend.OpBack {
		t.Errorf("expected one jump back to the third instruction, found %d to %d", back, p.Loop)
	}
}
