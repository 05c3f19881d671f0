package fuzz

import (
	"flag"
	"regexp"
	"slices"
	"testing"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

var recordings = flag.Int("recordings", 1500, "number of random recordings with lookups")

// recordedLookups says what each lookup of a trace has found when it was recorded: what the example's outside has found, and other places after
// everything that may have changed a dictionary.
func recordedLookups(made Generated) map[trace.Value]uint64 {
	t, found := made.Trace, make(map[trace.Value]uint64)
	var events []uint64
	for _, e := range made.Inputs.Outside.Events {
		if e.Result.Type == trace.Int {
			events = append(events, e.Result.Bits)
		}
	}
	changes := uint64(0)
	for v := range t.Ops {
		op, at := &t.Ops[v], trace.Value(v)
		switch {
		case t.LooksUp(op, t.Args(at)):
			found[at] = events[len(found)]
			if int64(found[at]) >= 0 {
				found[at] += 1000 * changes
			}
		case op.Code == trace.OpCall && !t.OnlyComputes(at), op.Code == trace.OpOpaque, op.Code == trace.OpEscape, op.Code == trace.OpEscapeValue,
			op.Code == trace.OpDummy, op.Code == trace.OpSet && trace.IsOfDict(&t.Tables.Schema.Fields[op.Descr]):
			changes++
		}
	}
	return found
}

// withoutLookups returns a trace with numbers in the place of its lookups, and with marks in the place of the guards that ask whether they
// raised, so that nobody outside sees how many there are.
func withoutLookups(t *trace.Trace, found map[trace.Value]uint64) *trace.Trace {
	out := cloneTrace(t)
	replace := func(v trace.Value, code trace.Opcode, spelling uint8, c trace.Const) {
		op := &out.Ops[v]
		op.Code, op.Spelling, op.Descr, op.Snap = code, spelling, -1, 0
		op.First, op.Len = uint32(len(out.ArgList)), 1
		out.ArgList = append(out.ArgList, trace.ConstValue(len(out.Consts)))
		out.Consts = append(out.Consts, c)
	}
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		op := &t.Ops[v]
		if t.LooksUp(op, t.Args(v)) {
			replace(v, trace.OpSameAs, trace.OpSameAs.SpellingFor(trace.PyPy, trace.Int), trace.Const{Kind: trace.ConstInt, Bits: found[trace.Value(op.Src)]})
		} else if op.Code == trace.OpGuardNoException {
			if call := t.AskedCall(v); call != trace.None && t.LooksUp(&t.Ops[call], t.Args(call)) {
				replace(v, trace.OpMark, trace.OpMark.SpellingFor(trace.PyPy, trace.Void), trace.Const{Kind: trace.ConstInt})
			}
		}
	}
	return out
}

// leavesKeys matches calls that leave dictionaries alone, or may not be made, after which the outside of the example finds other keys all the same.
var leavesKeys = regexp.MustCompile(`listPtr|builderPtr|_ll_dictnext|_ll_strhash|ccall_|jit_force_virtualizable|ll_array|cond_call`)

// saysMore reports whether a recording says more of a trace than random traces keep: of strings, and of calls that leave keys alone.
func saysMore(t *trace.Trace) bool {
	return leavesKeys.MatchString(t.String()) || slices.ContainsFunc(t.Ops, func(op trace.Op) bool {
		switch op.Code {
		case trace.OpStrNew, trace.OpStrSet, trace.OpStrLen, trace.OpStrItem, trace.OpRawRead:
			return true
		case trace.OpCall:
			d := &t.Tables.Texts[op.Descr]
			return d.Makes != trace.MakesNoString || d.Equates != trace.EquatesNoStrings
		}
		return false
	})
}

// TestRecordedLookupsAgree takes random traces with lookups for recordings: where a lookup gives way to another one, both have found the same.
func TestRecordedLookupsAgree(t *testing.T) {
	preset, err := optimizer.PresetByName("straight")
	if err != nil {
		t.Fatal(err)
	}
	var g Generator
	var m varier
	var o optimizer.Optimizer
	var before, after interp.Interp
	o.TrustRecording(true)
	src := seeded(21, 0)
	removed, compared := 0, 0
	for index := range uint64(*recordings) {
		made := g.LookupTrace(31, index, 0)
		found := recordedLookups(made)
		if len(found) < 2 || saysMore(made.Trace) {
			continue
		}
		r := o.Run(made.Trace, preset.Passes)
		held := make(map[int32]bool)
		for _, remark := range r.Remarks {
			switch remark.Reason {
			case optimizer.ReasonGuardRecorded, optimizer.ReasonGuardRecordedClass, optimizer.ReasonGuardRecordedFixed:
				held[int32(remark.In)] = true
			case optimizer.ReasonRecordedRuntime:
				removed++
			}
		}
		first, second := withoutLookups(r.In, found), withoutLookups(r.Out, found)
		in := made.Inputs.Clone()
		in.Outside = interp.Outside{} // its effects have other numbers now
		for k := range 6 {
			options := worlds[k%2]
			if k > 1 {
				in = m.vary(&src, made.Trace, made.Inputs)
				in.Outside.Events = in.Outside.Events[:0]
			}
			a := before.Run(first, in, options)
			if a.Exit == interp.ExitGuard && held[a.Src] {
				continue
			}
			verdict := interp.Compare(a, after.Run(second, in, options))
			if verdict.Kind == interp.VerdictDiffer {
				t.Fatalf("trace %d: %s\n%s\nrecorded:\n%s\noptimized:\n%s", index, verdict.Reason(), interp.FormatInputs(first, in), made.Trace, r.Out)
			}
			if verdict.Kind == interp.VerdictAgree {
				compared++
			}
		}
	}
	t.Log(removed, compared)
	if removed < *recordings/100 || compared < *recordings/10 {
		t.Errorf("expected lookups that give way to others, and runs that agree, found %d and %d", removed, compared)
	}
}
