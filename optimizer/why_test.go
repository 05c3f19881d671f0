package optimizer_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/optimizer/bounds"
	"unbox/trace"
	"unbox/world"
)

// What would make an operation go according to an answer does make it go: in 400 random traces, the
// test asks about every operation that stays, and gives the optimizer what is needed in another
// way: facts about inputs by a world, other facts as promises before the operation, and an
// operation that should do nothing is left out. This way cannot express the contents of memory, the
// effect of a call whose result is used, floats, and bits of a value that is no input.
func TestWhyNeedsAreEnough(t *testing.T) {
	var g fuzz.Generator
	var o optimizer.Optimizer
	tried := map[string]int{}
	count := uint64(400)
	if testing.Short() {
		count = 120
	}
	for i := range count {
		in := reparsed(t, g.Trace(11, i, 40).Trace.String())
		passes := allPasses
		if i%2 == 0 {
			passes &^= 1 << optimizer.PassPeel
		}
		r := optimizer.Optimize(in, passes)
		names := trace.NewNamer(in, "")
		for v := range r.Out.Ops {
			op := &r.Out.Ops[v]
			if op.Src == 0 || op.Code == trace.OpParam {
				continue
			}
			at := trace.Value(op.Src)
			answer := o.Why(in, passes, at, op.Copy, names)
			if len(answer.Lines) == 0 {
				t.Fatalf("trace %d: expected an answer for %s", i, op.Code)
			}
			for k := range answer.Needs {
				checkNeed(t, in, passes, r, op, &answer.Needs[k], tried)
			}
		}
		if t.Failed() {
			t.Fatalf("trace %d:\n%s\n%s", i, in, r.Out)
		}
	}
	for _, kind := range []string{"number", "null", "nonnull", "range", "class", "harmless"} {
		if tried[kind] < int(count)/80 {
			t.Errorf("expected that needs of the kind %s are tried, found %v", kind, tried)
		}
	}
}

func reparsed(t *testing.T, text string) *trace.Trace {
	t.Helper()
	tr, list := trace.Parse(text)
	if tr == nil {
		t.Fatalf("%v\n%s", list, text)
	}
	return tr
}

// checkNeed writes a need into the text of the trace and optimizes that.
func checkNeed(t *testing.T, in *trace.Trace, passes optimizer.PassSet, r *optimizer.Result, op *trace.Op, need *optimizer.Need, tried map[string]int) {
	t.Helper()
	var o optimizer.Optimizer
	lines := strings.Split(strings.TrimSuffix(in.String(), "\n"), "\n")
	line := int(in.Ops[op.Src].Line)
	if need.Harmless != trace.None {
		other := &in.Ops[need.Harmless]
		if other.Type != trace.Void || other.Code == trace.OpCall {
			return // its result is used, so it cannot be left out of a text
		}
		tried["harmless"]++
		lines[other.Line-1] = "jit_debug()"
	} else if known := inputsOf(in, need); known != nil {
		tried["range"]++
		o.Know(known)
	} else {
		promises := promisesOf(in, need, tried)
		if promises == nil {
			return
		}
		before := int(in.Ops[need.At].Line) - 1
		lines = append(lines[:before:before], append(promises, lines[before:]...)...)
		line += len(promises)
	}
	changed := reparsed(t, strings.Join(lines, "\n")+"\n")
	after := o.Run(changed, passes)
	if after.Peeled != r.Peeled || isRewritten(after) {
		return // with promises in both iterations, the loop may be a different one
	}
	for v := range after.Out.Ops {
		have := &after.Out.Ops[v]
		if have.Src != 0 && int(changed.Ops[have.Src].Line) == line && have.Copy == op.Copy && have.Code == op.Code {
			t.Errorf("%s in line %d, copy %d: expected that it goes with %+v, found\n%s\nfrom\n%s", op.Code, in.Ops[op.Src].Line, op.Copy, *need, after.Out, changed)
		}
	}
}

// inputsOf returns what is needed as facts about inputs; nil if it is about anything other than
// ranges of inputs.
func inputsOf(in *trace.Trace, need *optimizer.Need) *world.World {
	known := &world.World{}
	for _, f := range need.Facts {
		if f.Kind != optimizer.SupposedRange || in.Ops[1].Code != trace.OpLabel || in.Ops[f.Value].Code != trace.OpParam || f.Value-2 >= 64 {
			return nil
		}
		for v := trace.Value(2); v <= f.Value; v++ {
			if in.Ops[v].Code != trace.OpParam {
				return nil // of another label
			}
		}
		for len(known.Inputs) <= int(f.Value-2) {
			known.Inputs = append(known.Inputs, world.Fact{})
		}
		known.Inputs[f.Value-2] = world.Fact{Known: world.KnowsRange, Lo: f.Bounds.Lo, Hi: f.Bounds.Hi, Ones: f.Bounds.Ones, Zeros: f.Bounds.Zeros()}
	}
	return known
}

// isRewritten reports whether a rule rewrote what was written into the text as a promise: then it
// is about other values.
func isRewritten(r *optimizer.Result) bool {
	for i, m := range r.Remarks {
		if m.In != trace.None && (m.Kind == optimizer.Replaced || m.Kind == optimizer.Removed) && r.Rule(i) >= 0 &&
			strings.HasPrefix(trace.NewNamer(r.In, "").Name(m.In), "i9") && len(trace.NewNamer(r.In, "").Name(m.In)) >= 4 {
			return true
		}
	}
	return false
}

// promisesOf are lines that promise facts, nil if no promise can express them.
func promisesOf(in *trace.Trace, need *optimizer.Need, tried map[string]int) []string {
	var lines []string
	names := trace.NewNamer(in, "")
	for k, f := range need.Facts {
		name := names.Name(f.Value)
		switch f.Kind {
		case optimizer.SupposedNumber:
			if in.TypeOf(f.Value) != trace.Int {
				return nil // there is no promise about a float
			}
			tried["number"]++
			lines = append(lines, fmt.Sprintf("record_exact_value_i(%s, %d)", name, f.Number))
		case optimizer.SupposedNull:
			tried["null"]++
			lines = append(lines, fmt.Sprintf("record_exact_value_r(%s, ConstPtr(null))", name))
		case optimizer.SupposedNonnull:
			tried["nonnull"]++
			lines = append(lines, fmt.Sprintf("assert_not_none(%s)", name))
		case optimizer.SupposedClass:
			tried["class"]++
			lines = append(lines, fmt.Sprintf("record_exact_class(%s, %s)", name, in.Tables.Schema.Classes[f.Class].Name))
		case optimizer.SupposedRange:
			if f.Bounds != bounds.Range(f.Bounds.Lo, f.Bounds.Hi) {
				return nil // which says something about single bits
			}
			tried["range"]++
			lines = append(lines, rangePromises(name, k, f.Bounds)...)
		default:
			return nil // what memory holds cannot be promised
		}
	}
	return lines
}

// rangePromises are guards on the ends of a range: the promise of a comparison says nothing
// about the bounds of its arguments.
func rangePromises(name string, k int, b bounds.Bounds) []string {
	return []string{
		fmt.Sprintf("i9%d1 = int_ge(%s, %d)", k, name, b.Lo), fmt.Sprintf("guard_true(i9%d1) []", k),
		fmt.Sprintf("i9%d2 = int_le(%s, %d)", k, name, b.Hi), fmt.Sprintf("guard_true(i9%d2) []", k),
	}
}
