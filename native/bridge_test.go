//go:build linux && amd64

package native

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/fuzz"
	"unbox/heap"
	"unbox/interp"
	"unbox/trace"
)

// newBridge makes a trace that takes the live values of an exit, computes and allocates
// something, and jumps to the code that was left with inputs from among these values. It
// returns nil if that code has no inputs or the trace has no boxes.
func newBridge(t *testing.T, r *worldRun, exit int32) *trace.Trace {
	t.Helper()
	params, args := []string{}, []string{}
	byType := map[heap.Type][]string{heap.Ref: {"p900"}, heap.Float: {"f901"}, heap.Int: {"12"}}
	body := "f901 = cast_int_to_float(7)\np900 = new(Box)\nset(p900, val, 5)\n"
	for k, v := range r.program.LiveAt(exit) {
		typ := r.program.TypeOf(v)
		name := fmt.Sprintf("%c%d", "?ipf"[typ], k)
		params = append(params, name)
		if byType[typ] = append(byType[typ], name); typ == heap.Int {
			body += fmt.Sprintf("i%d = int_add(%s, 3)\nset(p900, val, i%d)\n", 1000+k, name, 1000+k)
			byType[typ] = append(byType[typ], fmt.Sprintf("i%d", 1000+k))
		}
	}
	for k, v := range r.program.Entry {
		list := byType[r.program.TypeOf(v)]
		args = append(args, list[(k*7+len(list)-1)%len(list)])
	}
	if len(args) == 0 || !slices.ContainsFunc(r.world.Layout().Schema.Classes, func(c heap.Class) bool { return c.Name == "Box" }) {
		return nil
	}
	text := "[" + strings.Join(params, ", ") + "]\n" + body + "jump(" + strings.Join(args, ", ") + ", descr=<Loop9>)\n"
	tr, list := r.trace.Tables.Program.Parse(text)
	if tr == nil {
		t.Fatalf("%v\n%s", list, text)
	}
	return tr
}

// passages is the number of times that code may go on in other code or at its
// loop's head.
const passages = 60

// path is the outcome of a run through several codes.
type path struct {
	left   backend.Left
	values []uint64
	words  []uint64
	err    error
}

// follow runs a trace, then a bridge from its first exit, and then both in turn. If by is
// "hand", it enters each; "slots" and "places" go through the exits and say where the bridge
// takes its values.
func follow(t *testing.T, tr *trace.Trace, in *interp.Inputs, o Options, by string) (p path, ok bool) {
	r, err := newWorldRun(t, tr, o, false)
	defer r.close()
	if err != nil {
		return p, false
	}
	entry, ok := r.begin(in, interp.RunOptions{Jumps: 20, Imagined: true})
	if !ok {
		return p, false
	}
	e, err := r.space.Enter(r.slot, entry)
	if err != nil || r.foreign || int(r.space.At(e).Op) >= len(tr.Ops) || !tr.Ops[r.space.At(e).Op].Code.IsGuard() {
		return p, false
	}
	left := r.space.At(e)
	bridge := newBridge(t, r, left.Exit)
	if bridge == nil {
		return p, false
	}
	program, err := backend.Plan(bridge, backend.Options{World: r.world.Layout()})
	if err != nil {
		t.Fatal(err)
	}
	slot, err := r.space.Install(program, backend.InstallOptions{Bridge: by == "places", From: e})
	if err != nil {
		t.Fatal(err)
	}
	r.space.SetFuel(passages)
	if by == "hand" {
		r.byHand(&p, slot, r.entry(in), left)
	} else {
		jump := r.space.Place(slot, trace.Value(len(bridge.Ops)-1))
		if err := errors.Join(r.space.SetExit(jump, r.slot, nil), r.space.SetExit(e, slot, nil)); err != nil {
			t.Fatal(err)
		}
		if e, p.err = r.space.Enter(r.slot, r.entry(in)); p.err == nil {
			p.left = r.space.At(e)
		}
	}
	p.values, p.words = slices.Clone(r.space.Values()), slices.Clone(r.world.Words[max(0, r.world.Free-100):r.world.Free])
	return p, true
}

// byHand enters bridge and trace in turn until the trace is left elsewhere.
func (r *worldRun) byHand(p *path, slot backend.Slot, entry []uint64, from backend.Left) {
	for range passages + 1 {
		e, err := r.space.Enter(r.slot, entry)
		if p.err = err; err != nil {
			return
		}
		if p.left = r.space.At(e); p.left.Exit != from.Exit {
			return
		}
		if e, p.err = r.space.Enter(slot, slices.Clone(r.space.Values())); p.err != nil {
			return
		}
		entry = jumpArgs(r.space, e)
	}
	p.err = errNoFuel
}

// jumpArgs returns the arguments of the jump at which code was left.
func jumpArgs(s *Space, e backend.ExitPlace) (args []uint64) {
	left := s.At(e)
	for _, v := range left.Program.Trace.Args(left.Op) {
		if v.IsConst() {
			bits, _ := left.Program.ConstBits(v)
			args = append(args, bits)
			continue
		}
		args = append(args, s.Values()[slices.Index(left.Program.LiveAt(left.Exit), v)])
	}
	return args
}

// Exits that lead to bridges, and bridges that jump back, do the same as entering each code
// by hand.
func TestBridgesOfRandomTraces(t *testing.T) {
	var g fuzz.Generator
	compared, ended := 0, 0
	for k := range *randomTraces / 2 {
		made := g.Trace(13, k, 0)
		if !suits(made.Trace) {
			continue
		}
		in := interp.RandomInputs(made.Trace, seeded(k))
		if k%2 == 0 {
			in = made.Inputs
		}
		o := Options{Features: Host()}
		want, ok := follow(t, made.Trace, in, o, "hand")
		if !ok {
			continue
		}
		for _, by := range []string{"slots", "places"} {
			got, ok := follow(t, made.Trace, in, o, by)
			if !ok {
				t.Fatalf("trace %d: expected a run, found none", k)
			}
			compared++
			if want.err != nil || got.err != nil {
				if (want.err == nil) != (got.err == nil) {
					t.Errorf("trace %d by %s: expected %v, found %v", k, by, want.err, got.err)
				}
				continue
			}
			ended++
			if want.left.Exit != got.left.Exit || want.left.Op != got.left.Op || !slices.Equal(want.values, got.values) || !slices.Equal(want.words, got.words) {
				t.Fatalf("trace %d by %s: expected %+v, found %+v\n%s\n%s", k, by, want, got, interp.FormatInputs(made.Trace, in),
					strings.Join(trace.Print(made.Trace, trace.PrintOptions{}).Lines(), "\n"))
			}
		}
	}
	t.Logf("%d runs compared, %d of them came to another exit", compared, ended)
	if compared < 100 || ended < 10 {
		t.Errorf("expected many runs with bridges, found %d, %d of them to an end", compared, ended)
	}
}
