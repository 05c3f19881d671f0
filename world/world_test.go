package world_test

import (
	"strings"
	"testing"

	"unbox/trace"
	"unbox/world"
)

const text = "class Box { val: int }\n[i0, p1]\nguard_class(p1, Box) [i0]\njump(i0, p1)\n"

func parsed(t *testing.T) *trace.Trace {
	t.Helper()
	tr, list := trace.Parse(text)
	if tr == nil {
		t.Fatal(list)
	}
	return tr
}

// TestCheckRefuses: a world that does not fit the trace, or contradicts itself,
// is reported.
func TestCheckRefuses(t *testing.T) {
	tr := parsed(t)
	for want, w := range map[string]*world.World{
		"2 parameters at most, found 3":                           {Inputs: make([]world.Fact, 3)},
		"expected a fact about int, found a class":                {Inputs: []world.Fact{{Known: world.KnowsClass}}},
		"expected a fact about ref, found a range":                {Inputs: []world.Fact{{}, {Ones: 1}}},
		"not greater than the maximum, found 2 and 1":             {Inputs: []world.Fact{{Known: world.KnowsRange, Lo: 2, Hi: 1}}},
		"1 or 0, found 0x4 as both":                               {Inputs: []world.Fact{{Ones: 4, Zeros: 4}}},
		"a class that can be compared, found 7":                   {Inputs: []world.Fact{{}, {Known: world.KnowsClass, Class: 7}}},
		"expected an immutable field, found `val`":                {Objects: map[string]world.Object{"ConstPtr(x)": {Fields: []world.Field{{Value: world.Value{Type: trace.Int}}}}}},
		"an effect from 0 to 7, found 9":                          {Calls: map[string]world.Effect{"ConstClass(f)": 9}},
		"its range and bits allow, found 5":                       {Inputs: []world.Fact{{Known: world.KnowsValue, Zeros: 1, Value: world.Value{Type: trace.Int, Bits: 5}}}},
		"expected an object of the world, found `ConstPtr(y":      {Inputs: []world.Fact{{}, {Known: world.KnowsValue, Value: world.Value{Type: trace.Ref, Object: "ConstPtr(y)"}}}},
		"expected a field of the program, found 9":                {Inputs: []world.Fact{{}, {Fields: []world.Held{{Field: 9}}}}},
		"parameter from 1 to 2, found 3":                          {Inputs: []world.Fact{{}, {Fields: []world.Held{{Param: 3}}}}},
		"expected a parameter of type int, found one of type ref": {Inputs: []world.Fact{{}, {Fields: []world.Held{{Param: 2}}}}},
		"a value of type int, found one of type ref":              {Inputs: []world.Fact{{}, {Fields: []world.Held{{Value: world.Value{Type: trace.Ref}}}}}},
	} {
		if err := w.Check(tr); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected an error with %q, found %v", want, err)
		}
	}
	if err := (*world.World)(nil).Check(tr); err != nil {
		t.Error(err)
	}
}

// TestAssumeHeld writes promises for what fields hold, and for the result of a call.
func TestAssumeHeld(t *testing.T) {
	tr, list := trace.Parse("class Box { val: int }\n[i0, p1]\ni2 = call_loopinvariant_i(ConstClass(f), 64, descr=<Calli 8 i EF=1 OS=5>)\nguard_class(p1, Box) [i2]\nfinish(i0)\n")
	if tr == nil {
		t.Fatal(list)
	}
	held := []world.Held{{Param: 1}, {Value: world.Value{Type: trace.Int, Bits: 5}}}
	w := &world.World{Inputs: []world.Fact{{}, {Fields: held}}, Results: []world.Result{{Function: "ConstClass(f)", Args: []int64{64}, Param: 1}}}
	if err := w.Check(tr); err != nil {
		t.Fatal(err)
	}
	a := w.Assume(tr)
	if err := trace.Check(a.Trace); err != nil {
		t.Fatal(err)
	}
	want := "i3 = get(p1, val)\ni4 = int_eq(i3, i0)\nrecord_exact_value_i(i4, 1)\ni5 = get(p1, val)\nrecord_exact_value_i(i5, 5)\n" +
		"i6 = call_loopinvariant_i(ConstClass(f), 64, descr=<Calli 8 i EF=1 OS=5>)\ni7 = int_eq(i6, i0)\nrecord_exact_value_i(i7, 1)\ni2 = call"
	if !strings.Contains(a.Trace.String(), want) {
		t.Errorf("expected\n%s\nin\n%s", want, a.Trace)
	}
	w.Results[0].Param = 2
	if err := w.Check(tr); err == nil || !strings.Contains(err.Error(), "function `ConstClass(f)`: expected a parameter of type int, found one of type ref") {
		t.Errorf("expected that a result of another type is reported, found %v", err)
	}
}

// TestAssume writes promises for what is known, at the label's parameters.
func TestAssume(t *testing.T) {
	w := &world.World{Inputs: []world.Fact{{Known: world.KnowsRange, Lo: 1, Hi: 9}, {Known: world.KnowsClass}}}
	tr := parsed(t)
	if w.Bind(tr) != tr {
		t.Error("expected the same trace: the world has no calls and no constants")
	}
	a := w.Assume(tr)
	if err := trace.Check(a.Trace); err != nil {
		t.Fatal(err)
	}
	for _, promise := range []string{"int_ge(i0, 1)", "int_le(i0, 9)", "record_exact_class(p1, Box)\nguard_class(p1, Box) [i0]"} {
		if !strings.Contains(a.Trace.String(), promise) {
			t.Errorf("expected %q in\n%s", promise, a.Trace)
		}
	}
	if again, list := trace.Parse(a.Trace.String()); again == nil {
		t.Error("expected that the promises can be read, found", list)
	}
}
