package optimizer_test

import (
	"strings"
	"testing"

	"unbox/heap"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/world"
)

// programText is the program of the traces in these tests.
const programText = `class Box { val: int }
class Map { size: int, next: ref }
`

// worldCase is a trace with a world and what is left of it.
type worldCase struct {
	name, text string
	world      func(t *trace.Trace) *world.World
	want       string
	// remark is a part of what the remark says.
	remark string
	// inputs returns inputs for which the world is true, if the suggested ones are none.
	inputs func(t *testing.T) *interp.Inputs
}

// resultOf returns an input that is what another trace ends with.
func resultOf(text string) func(t *testing.T) *interp.Inputs {
	return func(t *testing.T) *interp.Inputs {
		tr, list := trace.Parse(text)
		if tr == nil {
			t.Fatal(list)
		}
		out := interp.Run(tr, interp.SuggestedInputs(tr), interp.RunOptions{Imagined: true})
		if len(out.Values) != 1 {
			t.Fatalf("expected a value, found %d", len(out.Values))
		}
		return &interp.Inputs{Params: out.Values}
	}
}

func classOf(t *trace.Trace, name string) heap.ClassID {
	for k, c := range t.Tables.Schema.Classes {
		if c.Name == name {
			return heap.ClassID(k)
		}
	}
	panic("BUG: no class " + name)
}

func fieldOf(t *trace.Trace, name string) heap.FieldID {
	for k, f := range t.Tables.Schema.Fields {
		if f.Name == name {
			return heap.FieldID(k)
		}
	}
	panic("BUG: no field " + name)
}

func inputs(facts ...world.Fact) func(*trace.Trace) *world.World {
	return func(*trace.Trace) *world.World { return &world.World{Inputs: facts} }
}

var worldCases = []worldCase{{
	name: "class of an input",
	text: "[p0]\nguard_class(p0, Box) [p0]\ni1 = get(p0, val)\nfinish(i1)\n",
	world: func(t *trace.Trace) *world.World {
		return &world.World{Inputs: []world.Fact{{Known: world.KnowsClass, Class: classOf(t, "Box")}}}
	},
	want:   "[p0]\ni1 = get(p0, val)\nfinish(i1)\n",
	remark: "known from the world: `p0` is of class `Box`",
}, {
	name:   "an input that is not null",
	text:   "[p0]\nguard_nonnull(p0) [p0]\nfinish(p0)\n",
	world:  inputs(world.Fact{Known: world.KnowsNonnull}),
	want:   "[p0]\nfinish(p0)\n",
	remark: "known from the world: `p0` is not null",
}, {
	name:   "range of an input",
	text:   "[i0]\ni1 = int_lt(i0, 100)\nguard_true(i1) [i0]\nfinish(i0)\n",
	world:  inputs(world.Fact{Known: world.KnowsRange, Lo: 0, Hi: 15}),
	want:   "[i0]\nfinish(i0)\n",
	remark: "(known from the world)",
}, {
	name:   "bits of an input",
	text:   "[i0]\ni1 = int_and(i0, 3)\nguard_value(i1, 1) [i0]\nfinish(i0)\n",
	world:  inputs(world.Fact{Ones: 1, Zeros: 2}),
	want:   "[i0]\nfinish(i0)\n",
	remark: "(known from the world)",
}, {
	name:   "an input that is a constant",
	text:   "[i0]\nguard_value(i0, 7) [i0]\ni1 = int_add(i0, 1)\nfinish(i1)\n",
	world:  inputs(world.Fact{Known: world.KnowsValue, Value: world.Value{Type: trace.Int, Bits: 7}}),
	want:   "[i0]\nfinish(8)\n",
	remark: "known from the world: `i0` is `7`",
}, {
	name:  "fields of constants",
	text:  "[p0]\np1 = getfield_gc_pure_r(ConstPtr(map), descr=next)\nguard_class(p1, Map) [p0]\ni2 = getfield_gc_pure_i(p1, descr=size)\nfinish(i2)\n",
	world: mapWorld,
	want:  "[p0]\nfinish(4)\n", remark: "known from the world: the field `next` of `ConstPtr(map)` is `ConstPtr(other)`, and never changes",
}, {
	name: "length of an array",
	text: "[p0]\ni1 = arraylen_gc(ConstPtr(list), descr=<ArrayS 8>)\nfinish(i1)\n",
	world: func(*trace.Trace) *world.World {
		return &world.World{Objects: map[string]world.Object{"ConstPtr(list)": {Known: world.KnowsLength, Array: 0, Length: 3}}}
	},
	want: "[p0]\nfinish(3)\n", remark: "known from the world: the length of `ConstPtr(list)` is `3`",
}, {
	name: "a call that only computes",
	text: "[i0]\ni1 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=5>)\ni2 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=5>)\nfinish(i1, i2)\n",
	world: func(*trace.Trace) *world.World {
		return &world.World{Calls: map[string]world.Effect{"ConstClass(f)": world.Computes}}
	},
	want: "[i0]\ni1 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=5>)\nfinish(i1, i1)\n",
}, {
	name:   "what a field holds at the start",
	text:   "[p0, p1]\ni2 = get(p0, val)\nguard_value(i2, 7) [p0]\nset(p1, val, i2)\ni3 = get(p0, val)\nfinish(i3)\n",
	world:  boxHolds(world.Held{Value: world.Value{Type: trace.Int, Bits: 7}}),
	want:   "[p0, p1]\nset(p1, val, 7)\ni3 = get(p0, val)\nfinish(i3)\n",
	remark: "known from the world: the field `val` of `p0` is `7` where the trace starts, and nothing has changed it since",
}, {
	name:   "a field that holds another input",
	text:   "[p0, i1]\ni2 = get(p0, val)\ni3 = int_add(i2, i1)\nset(p0, val, i1)\nset(p0, val, i3)\nfinish(p0)\n",
	world:  boxHolds(world.Held{Param: 2}),
	want:   "[p0, i1]\ni3 = int_lshift(i1, 1)\nset(p0, val, i3)\nfinish(p0)\n",
	remark: "known from the world: the field `val` of `p0` is `i1` already",
}, {
	name:  "a call may change what a field holds",
	text:  "[p0, i1]\nescape(p0)\ni2 = get(p0, val)\nguard_class(p0, Box) [p0]\nfinish(i2)\n",
	world: boxHolds(world.Held{Param: 2}),
	want:  "[p0, i1]\nescape(p0)\ni2 = get(p0, val)\nfinish(i2)\n",
}, {
	name: "what a field holds in each iteration",
	text: "[p0, i1]\ni2 = get(p0, val)\ni3 = int_sub(i1, i2)\ni4 = int_gt(i3, 0)\nguard_true(i4) [i3]\njump(p0, i3)\n",
	world: func(t *trace.Trace) *world.World {
		return &world.World{Inputs: []world.Fact{{Fields: []world.Held{{Field: fieldOf(t, "val"), Value: world.Value{Type: trace.Int, Bits: 3}}}}}}
	},
	want: "[p0, i1]\ni3 = int_add(i1, -3)\ni4 = int_gt(i3, 0)\nguard_true(i4) [i3]\njump(L1, p0, i3)\nL1(p0, i3):\ni5 = int_add(i3, -3)\ni6 = int_gt(i5, 0)\nguard_true(i6) [i5]\njump(L1, p0, i5)\n",
}, {
	name: "the result of a call that is the same throughout the loop",
	text: "[i0]\ni1 = call_loopinvariant_i(ConstClass(f), 64, descr=<Calli 8 i EF=1 OS=5>)\ni2 = call_loopinvariant_i(ConstClass(f), 32, descr=<Calli 8 i EF=1 OS=5>)\nfinish(i1, i2)\n",
	world: func(*trace.Trace) *world.World {
		return &world.World{Results: []world.Result{{Function: "ConstClass(f)", Args: []int64{64}, Param: 1}}}
	},
	want:   "[i0]\ni2 = call_loopinvariant_i(ConstClass(f), 32, descr=<Calli 8 i EF=1 OS=5>)\nfinish(i0, i2)\n",
	remark: "known from the world: the call gives `i0`",
	inputs: resultOf("[i0]\ni1 = call_loopinvariant_i(ConstClass(f), 64, descr=<Calli 8 i EF=1 OS=5>)\nfinish(i1)\n"),
}, {
	name: "facts hold in each iteration of a loop",
	text: "[i0, p1]\nguard_class(p1, Box) [i0]\ni2 = get(p1, val)\ni3 = int_sub(i0, i2)\ni4 = int_ge(i0, 0)\nguard_true(i4) [i0]\ni6 = int_gt(i3, 0)\nguard_true(i6) [i3]\njump(i3, p1)\n",
	world: func(t *trace.Trace) *world.World {
		return &world.World{Inputs: []world.Fact{{Known: world.KnowsRange, Lo: 0, Hi: 9999}, {Known: world.KnowsClass, Class: classOf(t, "Box")}}}
	},
	want: "[i0, p1]\ni2 = get(p1, val)\ni3 = int_sub(i0, i2)\ni6 = int_gt(i3, 0)\nguard_true(i6) [i3]\njump(L1, i3, p1, i2)\nL1(i3, p1, i2):\ni7 = int_sub(i3, i2)\ni8 = int_gt(i7, 0)\nguard_true(i8) [i7]\njump(L1, i7, p1, i2)\n",
}}

// boxHolds knows what the field val of the first input holds.
func boxHolds(held world.Held) func(t *trace.Trace) *world.World {
	return func(t *trace.Trace) *world.World {
		held.Field = fieldOf(t, "val")
		return &world.World{Inputs: []world.Fact{{Known: world.KnowsClass, Class: classOf(t, "Box"), Fields: []world.Held{held}}}}
	}
}

// mapWorld knows an object that leads to another one.
func mapWorld(t *trace.Trace) *world.World {
	number := func(n uint64) world.Value { return world.Value{Type: trace.Int, Bits: n} }
	size, next := fieldOf(t, "size"), fieldOf(t, "next")
	return &world.World{Objects: map[string]world.Object{
		"ConstPtr(map)": {Known: world.KnowsClass, Class: classOf(t, "Map"), Fields: []world.Field{
			{Field: next, Value: world.Value{Type: trace.Ref, Object: "ConstPtr(other)"}}}},
		"ConstPtr(other)": {Known: world.KnowsClass, Class: classOf(t, "Map"), Fields: []world.Field{
			{Field: size, Value: number(4)}, {Field: next, Value: world.Value{Type: trace.Ref}}}},
	}}
}

// TestWorld optimizes traces with worlds, and judges the result against the trace with
// promises.
func TestWorld(t *testing.T) {
	for _, c := range worldCases {
		t.Run(c.name, func(t *testing.T) {
			in, w := c.load(t)
			checkWorldCase(t, &c, in, w)
		})
	}
}

// load reads the trace and makes its world.
func (c *worldCase) load(t *testing.T) (*trace.Trace, *world.World) {
	in, list := trace.Parse(programText + c.text)
	if in == nil {
		t.Fatal(list)
	}
	for k := range in.Tables.Schema.Fields {
		if name := in.Tables.Schema.Fields[k].Name; name == "size" || name == "next" {
			in.Tables.Schema.Fields[k].Pure = true
		}
	}
	w := c.world(in)
	if err := w.Check(in); err != nil {
		t.Fatal(err)
	}
	return in, w
}

// worldReasons are the reasons that the cases with worlds give.
func worldReasons(t *testing.T) map[string]bool {
	given := make(map[string]bool)
	for _, c := range worldCases {
		var o optimizer.Optimizer
		in, w := c.load(t)
		o.Know(w)
		r := o.Run(in, allPasses)
		for k := range r.Remarks {
			given[r.Remarks[k].Reason.ID()] = true
		}
	}
	return given
}

func checkWorldCase(t *testing.T, c *worldCase, in *trace.Trace, w *world.World) {
	var o optimizer.Optimizer
	without := o.Run(in, allPasses).Out.String()
	o.Know(w)
	r := o.Run(in, allPasses)
	if got := strings.TrimPrefix(r.Out.String(), programText); got != c.want {
		t.Errorf("expected\n%sfound\n%s", c.want, got)
	}
	if without == r.Out.String() {
		t.Error("expected that the world makes a difference")
	}
	recorded, result := trace.NewNamer(r.In, ""), trace.NewNamer(r.Out, "")
	said := c.remark == ""
	for k := range r.Remarks {
		said = said || strings.Contains(r.Text(k, recorded, result), c.remark)
	}
	if !said {
		t.Errorf("expected a remark that says %q", c.remark)
	}
	a := w.Assume(r.In)
	for _, tr := range []*trace.Trace{a.Trace, a.Result(r.Out)} {
		if err := trace.Check(tr); err != nil {
			t.Error(err)
		}
	}
	inputs := interp.SuggestedInputs(a.Trace)
	if c.inputs != nil {
		inputs = c.inputs(t)
	}
	before := interp.Run(a.Trace, inputs, interp.RunOptions{Imagined: true, Jumps: 5})
	after := interp.Run(a.Result(r.Out), inputs, interp.RunOptions{Imagined: true, Jumps: 5})
	var judge interp.Judge
	if v := judge.Compare(before, after); v.Kind != interp.VerdictAgree {
		t.Errorf("expected that both do the same, found %v: %s\n%s\n%s", v.Kind, v.Reason(), a.Trace, interp.FormatInputs(a.Trace, inputs))
	}
	o.Know(nil)
	if again := o.Run(in, allPasses).Out.String(); again != without {
		t.Errorf("expected that nothing is kept of a world, found\n%s", again)
	}
}
