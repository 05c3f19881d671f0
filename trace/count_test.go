package trace_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/trace"
)

// formatCounts lists the kinds whose count is not 0.
func formatCounts(c trace.Counts) string {
	var parts []string
	for _, k := range trace.AllCountKinds() {
		if c[k] != 0 {
			parts = append(parts, fmt.Sprintf("%s %d", k, c[k]))
		}
	}
	return strings.Join(parts, ", ")
}

func TestCountKinds(t *testing.T) {
	tests := []struct{ name, text, whole, entry, loop string }{
		{"one of each", `[i0, f0, p0]
debug_merge_point(0, 0, 'f')
p1 = new_with_vtable(descr=<SizeDescr 16>)
p2 = new_array_clear(3, descr=<ArrayS 8>)
i3 = getfield_gc_i(p0, descr=<FieldS x.y 8>)
i4 = arraylen_gc(p2, descr=<ArrayS 8>)
i5 = getfield_raw_i(64, descr=<FieldS a.b 0>)
setfield_gc(p1, i3, descr=<FieldS x.y 8>)
setarrayitem_gc(p2, 0, i3, descr=<ArrayS 8>)
quasiimmut_field(ConstPtr(ptr1), descr=<QuasiImmutDescr object at 0x7f40>)
guard_not_invalidated() []
assert_not_none(p0)
guard_true(i3) []
i6 = call_i(ConstClass(f), i3, descr=<Calli 8 i EF=5>)
print(i6)
i7 = int_add(i6, 1)
i8 = int_add_ovf(i7, 1)
guard_no_overflow() []
i9 = int_lt(i8, 7)
f10 = cast_int_to_float(i9)
i11 = float_lt(f0, f10)
f12 = float_add(f0, f10)
i13 = ptr_eq(p0, p1)
p14 = force_token()
p15 = unheard_of(p0)
finish(p15)
`, "new 2, get 3, set 2, guard 3, call 2, int 4, float 2, ptr 2, other 2, all 22", "", ""},
		{"strings that are made", "[p0, i1]\np2 = call_pure_r(ConstClass(f), p0, 0, i1, descr=<Callr 8 rii EF=3 OS=23>)\n" +
			"p3 = call_pure_r(ConstClass(f), p0, p2, descr=<Callr 8 rr EF=3 OS=22>)\np4 = call_pure_r(ConstClass(f), p0, p2, descr=<Callr 8 rr EF=3 OS=2>)\n" +
			"p5 = newstr(1)\nstrsetitem(p5, 0, i1)\nfinish(p3)\n", "call 1, other 5, all 6", "", ""},
		{"a loop alone", "[i0]\ni1 = int_add(i0, 1)\njump(i1)\n", "int 1, other 1, all 2", "", ""},
		{"preamble and loop", "[i0]\ni1 = int_add(i0, 1)\ni2 = int_neg(i1)\nlabel(i1, descr=L)\ni3 = int_add(i1, 1)\njump(i3, descr=L)\n",
			"int 3, other 1, all 4", "", "int 1, other 1, all 2"},
		{"PyPy's three parts", "[p0]\np1 = getfield_gc_r(p0, descr=<FieldP x.y 8>)\nlabel(p0, p1, descr=A)\ni2 = getfield_gc_i(p1, descr=<FieldS x.z 8>)\nlabel(p0, i2, descr=B)\nprint(i2)\njump(p0, i2, descr=B)\n",
			"get 2, call 1, other 1, all 4", "get 1, all 1", "call 1, other 1, all 2"},
		{"a jump to another trace", "[i0]\ni1 = int_add(i0, 1)\nlabel(i1, descr=L)\njump(i1, descr=TargetToken(7))\n", "int 1, other 1, all 2", "", ""},
		{"reads at the beginning", "[p0]\np1 = getfield_gc_r(p0, descr=<FieldP x.y 8>)\nguard_nonnull(p1) []\np2 = getfield_gc_r(p0, descr=<FieldP x.z 8>)\nfinish(p2)\n",
			"get 2, guard 1, other 1, all 4", "get 1, all 1", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tr, diagnostics := trace.Parse(tt.text)
			if tr == nil {
				t.Fatal(diagnostics)
			}
			c := trace.CountKinds(tr)
			if got := formatCounts(c.Whole); got != tt.whole {
				t.Errorf("whole: got %s, expected %s", got, tt.whole)
			}
			if got := formatCounts(c.Entry); got != tt.entry {
				t.Errorf("entry: got %s, expected %s", got, tt.entry)
			}
			if got := formatCounts(c.Loop); got != tt.loop || c.HasLoop != (tt.loop != "") {
				t.Errorf("loop: got %s, expected %s", got, tt.loop)
			}
		})
	}
}

// TestEveryOperationIsCounted makes sure that no new row of the table is
// forgotten: what is not counted has to be named here.
func TestEveryOperationIsCounted(t *testing.T) {
	notCounted := map[string]bool{
		"label": true, "input": true, "debug_merge_point": true, "quasiimmut_field": true,
		"assert_not_none": true, "record_exact_class": true, "record_exact_value_i": true,
		"record_known_result": true,
	}
	for _, code := range trace.Opcodes() {
		tr := &trace.Trace{Ops: []trace.Op{{}, {Code: code}}, Tables: &trace.Tables{Program: new(trace.Program)}}
		want := 1
		if notCounted[code.String()] {
			want = 0
		}
		if got := trace.CountKinds(tr).Whole[trace.CountAll]; got != want {
			t.Errorf("%s: counted %d times, expected %d", code, got, want)
		}
	}
}

// A trace has one length everywhere: labels and marks do not count, the jump or finish does, and
// of a peeled trace only the loop counts.
func TestOperations(t *testing.T) {
	const recorded = "[i0, i1]\ndebug_merge_point(0, 0, 'f')\ni2 = int_mul(i1, i1)\ni3 = int_sub(i0, i2)\nguard_true(i3) [i0]\njump(i3, i1)\n"
	const peeled = "[i0, i1]\ni2 = int_mul(i1, i1)\ni3 = int_sub(i0, i2)\nguard_true(i3) [i0]\nlabel(i3, i2, descr=L)\n" +
		"i4 = int_sub(i3, i2)\nguard_true(i4) [i3]\njump(i4, i2, descr=L)\n"
	for text, want := range map[string]int{recorded: 4, peeled: 3} {
		tr, diagnostics := trace.Parse(text)
		if tr == nil {
			t.Fatal(diagnostics)
		}
		if got := trace.Operations(tr); got != want {
			t.Errorf("expected %d operations, found %d in\n%s", want, got, text)
		}
	}
}
