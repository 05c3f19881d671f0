//go:build !core

package api

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var updateFixture = flag.Bool("update-fixture", false, "write the modules on which the page's host is tested")

// fixtureFile has modules for the tests of the page's host, which run in Node.js.
const fixtureFile = "../../static/src/machine/testdata/modules.json"

// fixtures are traces that a host can easily get wrong: lists that live and die,
// arrays with references, effects that return something.
var fixtures = []struct{ Name, Text, Inputs string }{
	{"list", "[i0, p0]\np1 = new(Node)\nset(p1, value, i0)\nset(p1, next, p0)\ni1 = int_sub(i0, 1)\ni2 = int_gt(i1, 0)\nguard_true(i2) [i1, p1]\njump(i1, p1)\n", "i0=700, p0=null"},
	{"garbage", "[i0, p0]\np1 = new(Box)\nset(p1, value, i0)\ni1 = get(p0, value)\ni2 = int_sub(i0, 1)\ni3 = int_gt(i2, 0)\nguard_true(i3) [i1, i2]\njump(i2, p1)\n", "i0=900, p0=Box(value=5)"},
	{"array", "[i0, p0]\np1 = new_array_clear(3, descr=<ArrayP 8>)\nsetarrayitem_gc(p1, 1, p0, descr=<ArrayP 8>)\np2 = new(Box)\nset(p2, value, i0)\nsetarrayitem_gc(p1, 2, p2, descr=<ArrayP 8>)\np3 = getarrayitem_gc_r(p1, 2, descr=<ArrayP 8>)\ni4 = get(p3, value)\ni1 = int_sub(i0, 1)\ni2 = int_gt(i1, 0)\nguard_true(i2) [i4, p1]\njump(i1, p1)\n", "i0=300, p0=null"},
	{"effects", "[i0, i9]\ni3 = escape_i(i9)\ni4 = int_add(i9, i3)\nprint(i4)\ni1 = int_sub(i0, 1)\ni2 = int_gt(i1, 0)\nguard_true(i2) [i4, i1]\njump(i1, i4)\n", "i0=20, i9=1"},
	{"calls", `[i0, i9]
i3 = call_i(ConstClass(f), i9, descr=<Calli 8 i EF=5>)
guard_no_exception() [i3]
p3 = call_may_force_r(ConstClass(g), i3, descr=<Callr 8 i EF=7>)
guard_not_forced() [i3]
guard_no_exception() [i3]
guard_not_invalidated() [i3]
f3 = call_f(ConstClass(h), p3, descr=<Callf 8 r EF=5>)
i5 = cast_float_to_int(f3)
i4 = int_add(i9, i5)
i6 = int_add(i4, i3)
i1 = int_sub(i0, 1)
i2 = int_gt(i1, 0)
guard_true(i2) [i6, i1]
jump(i1, i6)
`, "i0=200, i9=1"},
	{"computed", `[i0, i9, p0]
p1 = new(Box)
set(p1, value, i0)
i3 = call_i(ConstClass(f), p1, i0, p0, NULL, descr=<Calli 8 rirr EF=0>)
i4 = int_and(i0, 7)
p4 = call_r(ConstClass(g), i4, p0, descr=<Callr 8 ir EF=4>)
guard_no_exception() [i3]
p5 = call_r(ConstClass(g), i4, p0, descr=<Callr 8 ir EF=4>)
guard_no_exception() [i3]
i5 = ptr_eq(p4, p5)
guard_true(i5) [i3]
p6 = call_r(ConstClass(g), p4, p1, descr=<Callr 8 rr EF=0>)
p7 = call_r(ConstClass(g), p4, p0, descr=<Callr 8 rr EF=0>)
i7 = ptr_eq(p6, p7)
guard_false(i7) [i3]
f1 = cast_int_to_float(i0)
f2 = float_truediv(f1, 0.0)
f3 = float_sub(f2, f2)
i8 = call_i(ConstClass(k), f3, f1, p7, descr=<Calli 8 ffr EF=0>)
i10 = int_mul(i9, 31)
i11 = int_add(i10, i3)
i12 = int_xor(i11, i8)
i1 = int_sub(i0, 1)
i2 = int_gt(i1, 0)
guard_true(i2) [i12, i1]
jump(i1, i12, p0)
`, "i0=300, i9=1, p0=Box(value=3)"},
	{"forced", `[i0, i9, p0]
p1 = new_with_vtable(Frame)
setfield_gc(p1, i0, descr=<FieldS Frame.value 8>)
p2 = virtual_ref(p1, 3)
p8 = call_may_force_r(ConstClass(jit_force_virtual), p0, descr=<Callr 8 r EF=6 OS=120>)
guard_not_forced() [i9]
guard_no_exception() [i9]
virtual_ref_finish(p2, p1)
p3 = call_may_force_r(ConstClass(jit_force_virtual), p2, descr=<Callr 8 r EF=6 OS=120>)
guard_not_forced() [i9]
guard_no_exception() [i9]
i5 = getfield_gc_i(p3, descr=<FieldS Frame.value 8>)
p4 = virtual_ref(p1, 3)
p5 = call_may_force_r(ConstClass(jit_force_virtual), p4, descr=<Callr 8 r EF=6 OS=120>)
guard_not_forced() [i9]
guard_no_exception() [i9]
i6 = ptr_eq(p5, p1)
guard_false(i6) [i9]
virtual_ref_finish(p4, null)
i7 = int_add(i9, i5)
i1 = int_sub(i0, 1)
i2 = int_gt(i1, 0)
guard_true(i2) [i7, i1]
jump(i1, i7, p2)
`, "i0=150, i9=1, p0=null"},
	{"copies", `[i0, i9, p0, p1]
i3 = int_and(i0, 3)
call_n(ConstClass(ll_arraycopy), p0, p1, i3, 1, 2, descr=<Callv 0 rriii EF=2 OS=1>)
i4 = getarrayitem_gc_i(p1, 2, descr=<ArrayS 8>)
i5 = int_add(i9, i4)
setarrayitem_gc(p0, i3, i5, descr=<ArrayS 8>)
i1 = int_sub(i0, 1)
i2 = int_gt(i1, 0)
guard_true(i2) [i5, i1]
jump(i1, i5, p0, p1)
`, "i0=100, i9=1, p0=<ArrayS 8>[1, 2, 3, 4, 5], p1=<ArrayS 8>[9, 8, 7]"},
}

// fixture is what a host gets, and the outcome according to the interpreter.
type fixture struct {
	Name    string           `json:"name"`
	Code    *CodegenResponse `json:"code"`
	Outcome *Outcome         `json:"outcome"`
}

// TestHostFixture keeps the file that the page's tests read up to date:
//
//	go test ./wasm/api -run HostFixture -update-fixture
func TestHostFixture(t *testing.T) {
	var all []fixture
	for _, f := range fixtures {
		var code CodegenResponse
		call(t, "codegen", CodegenRequest{Text: f.Text, Inputs: f.Inputs, Jumps: 1000, Young: 512}, &code)
		var run RunResponse
		call(t, "run", RunRequest{Text: f.Text, Inputs: f.Inputs, Steps: 1000, Imagined: true}, &run)
		if code.Refused != "" || code.Module == "" || run.Before == nil || run.Before.Exit != "guard" {
			t.Fatalf("%s: expected code and a run to a guard, found %q %+v", f.Name, code.Refused, run)
		}
		run.Before.Heap = []Object{} // hundreds of objects, which the tests look at in the memory
		all = append(all, fixture{f.Name, &code, run.Before})
	}
	want, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *updateFixture {
		if err := os.WriteFile(fixtureFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(fixtureFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Errorf("expected %s to be up to date; run: go test ./wasm/api -run HostFixture -update-fixture", fixtureFile)
	}
}
