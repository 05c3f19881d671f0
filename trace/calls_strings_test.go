package trace_test

import (
	"fmt"
	"testing"

	"unbox/trace"
)

// TestCallsThatMakeStrings asks of calls of the runtime library whether they raise, and what else may have changed.
func TestCallsThatMakeStrings(t *testing.T) {
	for _, test := range []struct {
		descr  string
		raises trace.Raising
	}{
		{"<Callr 8 rr EF=3 OS=22>", trace.RaisesNever},
		{"<Callr 8 rii EF=3 OS=23>", trace.RaisesNever},
		{"<Callr 8 rr EF=3 OS=42>", trace.RaisesNever},
		{"<Callr 8 rii EF=4 OS=43>", trace.RaisesNever},
		{"<Calli 8 rr EF=4 OS=24>", trace.RaisesByArguments},
		{"<Callr 8 rr EF=3>", trace.RaisesByArguments},
		{"<Callr 8 rr EF=5 OS=22>", trace.RaisesFreely},
	} {
		parsed, problems := trace.Parse(fmt.Sprintf("[p0]\np1 = call_r(ConstClass(f), p0, p0, descr=%s)\nfinish(p1)\n", test.descr))
		if parsed == nil {
			t.Fatal(problems)
		}
		for v := range parsed.Ops {
			if parsed.Ops[v].Code == trace.OpCall && parsed.Raises(trace.Value(v)) != test.raises {
				t.Errorf("%s: expected %d, found %d", test.descr, test.raises, parsed.Raises(trace.Value(v)))
			}
		}
	}
}

// TestFunctionsOfLists asks what functions of the runtime library's lists may change: items, and the fields of lists, nothing else.
func TestFunctionsOfLists(t *testing.T) {
	for _, name := range []string{
		"ll_extend_with_str_slice_startonly__listPtr_rpy_stringPtr_Signed", "ll_extend__listPtr_listPtr", "ll_listsetslice__listPtr_slicePtr_listPtr",
		"ll_listslice_startstop__GcStruct_listLlT_listPtr_Signed_Signed", "ll_concat__GcStruct_listLlT_listPtr_listPtr", "ll_inplace_mul__listPtr_Signed",
		"ll_reverse__listPtr", "ll_copy__GcStruct_listLlT_listPtr",
	} {
		parsed, problems := trace.Parse(fmt.Sprintf("[p0]\ni1 = getfield_gc_i(p0, descr=<FieldS list.length 8>)\ni2 = getfield_gc_i(p0, descr=<FieldS Cell.value 8>)\n"+
			"call_n(ConstClass(%s), p0, descr=<Callv 0 r EF=5>)\nfinish(i1, i2)\n", name))
		if parsed == nil {
			t.Fatal(problems)
		}
		for v := range parsed.Ops {
			if parsed.Ops[v].Code != trace.OpCall {
				continue
			}
			writes := parsed.CallWrites(&parsed.Ops[v], parsed.Args(trace.Value(v)))
			fields := parsed.Tables.Schema.Fields
			if !writes.Changes(&fields[0]) || writes.Changes(&fields[1]) || !writes.ChangesItems(nil) {
				t.Errorf("%s: expected that lists and items change, and no other field", name)
			}
		}
	}
}
