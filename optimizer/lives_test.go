package optimizer_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/trace"
)

// livesText draws lifelines as lines of text: "p5: 7 made, 8 written, 11 checked, 12 read; never made".
func livesText(tr *trace.Trace, l *optimizer.Lives) string {
	names, rows := trace.NewSourceNamer(tr), tr.Counted()
	var b strings.Builder
	for _, o := range l.Objects {
		var marks []string
		for _, m := range o.Marks {
			words := fmt.Sprintf("%d %s", rows[m.At]-1, m.Kind)
			if m.Into >= 0 {
				words += " into " + names.Name(l.Objects[m.Into].Value)
			}
			marks = append(marks, words)
		}
		fmt.Fprintf(&b, "%s: %s; ", names.Name(o.Value), strings.Join(marks, ", "))
		switch {
		case o.Exists == trace.None:
			b.WriteString("never made")
		case o.Before && !o.Known:
			b.WriteString("was there before")
		default:
			fmt.Fprintf(&b, "exists from %d", rows[o.Exists]-1)
		}
		if o.Comes != trace.None {
			b.WriteString(", comes in again as " + names.Name(o.Comes))
		}
		b.WriteString("\n")
	}
	for _, p := range l.Params {
		fmt.Fprintf(&b, "param: argument %d, %s", p.Arg, strings.Join(p.Fields, "."))
		if p.Box != trace.None {
			b.WriteString(" of " + names.Name(p.Box))
		}
		if p.From != trace.None {
			b.WriteString(", " + names.Name(p.From))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func presetOf(t *testing.T, name string) optimizer.PassSet {
	t.Helper()
	for _, p := range optimizer.Presets() {
		if p.Name == name {
			return p.Passes
		}
	}
	t.Fatalf("expected a preset %s, found none", name)
	return 0
}

// TestLivesOfBoxedIntegers draws Figure 3 of the paper: of five boxes two leave the iteration, and around
// the loop none has to be made.
func TestLivesOfBoxedIntegers(t *testing.T) {
	tr := mustParse(t, examples.Text("boxed-integers"))
	tests := []struct{ preset, want string }{
		{"alloc", `p0: 0 comes, 3 checked, 4 read, 19 checked, 20 read; was there before
p1: 0 comes, 1 checked, 2 read; was there before
p5: 6 made, 7 written, 10 checked, 11 read; never made
p6: 8 made, 9 written, 12 checked, 13 read; never made
p10: 15 made, 16 written, 30 passed; exists from 30, comes in again as p1
p11: 17 made, 18 written, 21 checked, 22 read; never made
p15: 24 made, 25 written, 26 checked, 27 read, 30 passed; exists from 30, comes in again as p0
`},
		{"loop", `p0: 0 comes, 3 checked, 4 read, 19 checked, 20 read; never made
p1: 0 comes, 1 checked, 2 read; never made
p5: 6 made, 7 written, 10 checked, 11 read; never made
p6: 8 made, 9 written, 12 checked, 13 read; never made
p10: 15 made, 16 written, 30 passed; never made, comes in again as p1
p11: 17 made, 18 written, 21 checked, 22 read; never made
p15: 24 made, 25 written, 26 checked, 27 read, 30 passed; never made, comes in again as p0
param: argument 0, intval of p15, i14
param: argument 1, intval of p10, i9
`},
	}
	for _, tt := range tests {
		_, lives := new(optimizer.Optimizer).Lives(tr, presetOf(t, tt.preset))
		if got := livesText(tr, lives); got != tt.want {
			t.Errorf("%s: got\n%s\nexpected\n%s", tt.preset, got, tt.want)
		}
	}
}

// TestLives checks lifelines on all examples and on random traces against the result itself.
func TestLives(t *testing.T) {
	seen := make(map[string]int)
	for _, e := range examples.All() {
		for _, preset := range optimizer.Presets() {
			checkLives(t, e.ID+" "+preset.Name, mustParse(t, e.Text), preset.Passes, seen)
		}
	}
	var g fuzz.Generator
	presets := optimizer.Presets()
	for i := range uint64(1500) {
		tr := g.Trace(11, i, 60).Trace
		checkLives(t, fmt.Sprintf("random %d", i), tr, presets[i%uint64(len(presets))].Passes, seen)
		if t.Failed() {
			t.Fatalf("trace %d with %s:\n%s", i, presets[i%uint64(len(presets))].Name, tr)
		}
	}
	for kind := optimizer.MarkMade; kind <= optimizer.MarkLeaves; kind++ {
		if seen[kind.String()] == 0 {
			t.Errorf("expected marks of kind %s, found none", kind)
		}
	}
	for _, what := range []string{"never made", "made where recorded", "made later", "known only, then made", "box around the loop", "param"} {
		if seen[what] == 0 {
			t.Errorf("expected an object that is %s, found none", what)
		}
	}
}

// checkLives checks the lifelines of one trace.
func checkLives(t *testing.T, name string, tr *trace.Trace, passes optimizer.PassSet, seen map[string]int) {
	t.Helper()
	r, lives := new(optimizer.Optimizer).Lives(tr, passes)
	says := func(format string, args ...any) { t.Errorf("%s: %s", name, fmt.Sprintf(format, args...)) }
	// where has the places of allocations of the iteration in the result.
	where := make(map[int32]trace.Value)
	for v := range r.Out.Ops {
		if op := &r.Out.Ops[v]; op.Src != 0 && op.Copy == lives.Copy {
			where[op.Src] = trace.Value(v)
		}
	}
	lines := make(map[trace.Value]int)
	for _, o := range lives.Objects {
		if len(o.Marks) == 0 {
			says("an object without a mark")
			continue
		}
		for k, m := range o.Marks {
			seen[m.Kind.String()]++
			if k > 0 && m.At < o.Marks[k-1].At {
				says("marks are not in order: %v", o.Marks)
			}
			if m.Kind != optimizer.MarkComes && m.Kind != optimizer.MarkMade && m.Kind != optimizer.MarkFound && !mentions(tr, m.At) {
				says("row of a mark mentions no object: %v", m)
			}
		}
		if o.Allocated {
			lines[o.Value]++
			checkExistence(says, r, lives, &o, where, seen)
		} else if o.Known && o.Exists == trace.None {
			seen["box around the loop"]++
		}
		if o.Exists != trace.None && o.Exists < o.First() {
			says("it exists before its first row")
		}
	}
	for v := range tr.Ops {
		if tr.Ops[v].Code.Effect() == trace.EffectAllocate && lines[trace.Value(v)] != 1 {
			says("expected one lifeline of allocation %d, found %d", v, lines[trace.Value(v)])
		}
	}
	checkLoopParams(says, r, lives, seen)
}

// checkExistence compares what a line says about memory with the result: an object that is never made
// has no allocation there; one that is made has it before everything that needs it.
func checkExistence(says func(string, ...any), r *optimizer.Result, lives *optimizer.Lives, o *optimizer.Life, where map[int32]trace.Value, seen map[string]int) {
	out, there := where[int32(o.Value)]
	if there != (o.Exists != trace.None) {
		says("object %d: in the result %v, exists from %d", o.Value, there, o.Exists)
	}
	switch {
	case !there:
		seen["never made"]++
	case o.Exists == o.Value:
		seen["made where recorded"]++
	default:
		seen["made later"]++
		if o.Marks[0].Kind == optimizer.MarkMade {
			seen["known only, then made"]++
		}
		// What comes before the row for which it is made comes before it in the result.
		for v := o.Exists + 1; int(v) < len(r.In.Ops); v++ {
			if f := lives.Fates[v]; f.Kind == optimizer.FateKept && f.Out != trace.None && f.Out < out {
				says("object %d is made after row %d, but for row %d", o.Value, v, o.Exists)
			}
		}
	}
}

// mentions reports whether an operation names an object.
func mentions(tr *trace.Trace, at trace.Value) bool {
	values := append(append([]trace.Value{at}, tr.Args(at)...), tr.SnapValues(tr.Ops[at].Snap)...)
	for _, v := range values {
		if v.IsOp() && tr.Ops[v].Type == trace.Ref {
			return true
		}
	}
	return false
}

// checkLoopParams checks that each parameter of the peeled loop's label is explained, and
// correctly.
func checkLoopParams(says func(string, ...any), r *optimizer.Result, lives *optimizer.Lives, seen map[string]int) {
	if !r.Peeled {
		if len(lives.Params) > 0 {
			says("parameters of a loop that is not peeled")
		}
		return
	}
	jump := trace.Value(len(r.Out.Ops) - 1)
	if int(r.Out.Ops[jump].Len) != len(lives.Params) {
		says("expected %d parameters, found %d", r.Out.Ops[jump].Len, len(lives.Params))
	}
	for k, p := range lives.Params {
		seen["param"]++
		if r.Out.Ops[p.Param].Code != trace.OpParam {
			says("parameter %d is none", k)
		}
		if (len(p.Fields) > 0) != (p.Box != trace.None) || p.Arg < 0 && p.Box != trace.None {
			says("parameter %d: %+v", k, p)
		}
	}
}
