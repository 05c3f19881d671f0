package fuzz

import (
	"flag"
	"regexp"
	"slices"
	"testing"

	"unbox/heap"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

var recordings = flag.Int("recordings", 1500, "number of random recordings with lookups")

// recordedLookups says what each lookup of a trace has found when it was recorded: what the example's outside has found or, as long as nothing
// may have changed a dictionary, what the same dictionary had for the same key before; other places after each change. ok is false if the example
// leaves the trace before its last lookup.
func recordedLookups(made Generated, example *interp.Outcome) (found map[trace.Value]uint64, ok bool) {
	t, effects := made.Trace, make(map[trace.Value]int)
	for k, e := range example.Effects {
		if _, again := effects[e.Op]; !again {
			effects[e.Op] = k
		}
	}
	d := dictionaries{places: make(map[[2]heap.Object]uint64)}
	found = make(map[trace.Value]uint64)
	for v := range t.Ops {
		op, at := &t.Ops[v], trace.Value(v)
		effect, done := effects[at]
		switch looksUp := t.LooksUp(op, t.Args(at)); {
		case looksUp && !done:
			return nil, false
		case looksUp:
			args := example.Args(example.Effects[effect])
			found[at] = d.lookUp(args[1].Object(), args[2].Object(), int(args[4].Bits), resultOf(made.Inputs, effect+1))
		case done && mayChangeKeys(t, at), op.Code == trace.OpSet && trace.IsOfDict(&t.Tables.Schema.Fields[op.Descr]), op.Code == trace.OpSetInterior:
			d.change()
		}
	}
	return found, true
}

// resultOf is what the outside of inputs returns at a visible effect, counted from 1.
func resultOf(in *interp.Inputs, effect int) uint64 {
	for _, e := range in.Outside.Events {
		if int(e.At) == effect && e.Result.Type == trace.Int {
			return e.Result.Bits
		}
	}
	answer, _ := interp.OutsideAnswer(effect-1, trace.Int)
	return answer
}

// dictionaries are what lookups have found in the dictionaries of an example, as far as they still find it.
type dictionaries struct {
	places  map[[2]heap.Object]uint64
	changes uint64
}

// lookUp returns where a key is. If it was not looked up since the last change, that is what the example's outside says.
func (d *dictionaries) lookUp(dict, key heap.Object, reason int, said uint64) uint64 {
	place := [2]heap.Object{dict, key}
	at, known := d.places[place]
	if !known {
		if at = said; int64(at) >= 0 {
			at += 1000 * d.changes
		}
	}
	if reason == looksToDelete || reason == looksToWrite && int64(at) < 0 {
		d.change()
	} else {
		d.places[place] = at
	}
	return at
}

// change is for everything that may have changed a dictionary.
func (d *dictionaries) change() {
	d.changes++
	clear(d.places)
}

// leavesKeys matches the names of functions of the runtime library that leave dictionaries alone.
var leavesKeys = regexp.MustCompile(`\(.*(listPtr|builderPtr|_ll_dictnext|_ll_strhash|ccall_|jit_force_virtualizable)`)

// mayChangeKeys reports whether an operation that the outside saw may have changed a dictionary.
func mayChangeKeys(t *trace.Trace, v trace.Value) bool {
	switch t.Ops[v].Code {
	case trace.OpOpaque, trace.OpEscape, trace.OpEscapeValue, trace.OpDummy:
		return true
	case trace.OpCall:
		return !t.OnlyComputes(v) && !slices.ContainsFunc(t.Args(v), func(arg trace.Value) bool {
			return arg.IsConst() && leavesKeys.MatchString(t.Tables.Syms[t.Const(arg).Name])
		})
	}
	return false
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

// hasStrings reports whether a trace has strings: what recordings say about them does not hold for random traces.
func hasStrings(t *trace.Trace) bool {
	return slices.ContainsFunc(t.Ops, func(op trace.Op) bool {
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
	removed, compared, judged := 0, 0, 0
	for index := range uint64(*recordings) {
		made := g.LookupTrace(31, index, 0)
		if hasStrings(made.Trace) {
			continue
		}
		found, ok := recordedLookups(made, before.Run(made.Trace, made.Inputs, worlds[0]))
		if !ok || len(found) < 2 {
			continue
		}
		judged++
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
	t.Log(judged, removed, compared)
	if judged < *recordings/2 || removed < *recordings/100 || compared < *recordings/10 {
		t.Errorf("expected most recordings to be judged, lookups that give way to others, and runs that agree, found %d, %d and %d", judged, removed, compared)
	}
}
