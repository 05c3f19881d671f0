package interp_test

import (
	"fmt"
	"hash"
	"hash/crc32"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/examples"
	"unbox/fuzz"
	"unbox/heap"
	"unbox/internal/corpus"
	"unbox/internal/golden"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// The interpreter judges traces that may be wrong in any way: it and the judge
// must say so and never crash. Here, traces are damaged at random.
func TestWrongTracesDoNotPanic(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	var before, after interp.Interp
	var judge interp.Judge
	verdicts := make(map[interp.VerdictKind]int)
	for _, e := range examples.All() {
		tr := parsed(t, e.Text)
		result := optimizer.Optimize(tr, optimizer.Presets()[0].Passes)
		g := interp.NewInputGenerator(tr, interp.RunOptions{Imagined: true})
		for range 60 {
			wrong := corpus.Damaged(result.Out, rng)
			in := g.Next(rng)
			o := interp.RunOptions{Jumps: 5, Imagined: rng.IntN(2) == 0, HostileCalls: rng.IntN(2) == 0, Heap: heap.Limits{Objects: 1000, Slots: 4000}}
			x, y := before.Run(tr, in, o), after.Run(wrong, in, o)
			v := judge.Compare(x, y)
			verdicts[v.Kind]++
			if v.Reason() == "" {
				t.Error("expected a reason, found none")
			}
			if v.Kind == interp.VerdictDiffer {
				y.Report(trace.NewNamer(y.Trace, ""), 10)
			}
			interp.CompareValues(result.ValueOf, x, y)
		}
	}
	if verdicts[interp.VerdictDiffer] < 100 {
		t.Errorf("expected that many damaged traces are noticed, found %v", verdicts)
	}
}

// The messages about damaged traces are what they were: what is wrong with an operation, and how
// the judge describes the difference.
func TestWordsAboutWrongTracesAreKept(t *testing.T) {
	var lines []string
	for k, e := range examples.All() {
		lines = append(lines, golden.Block(k, func() string { return e.ID + ": " + wordsAboutWrong(parsed(t, e.Text)) }))
	}
	for from := uint64(0); from < 4000; from += 200 {
		lines = append(lines, golden.Block(int(from/200), func() string {
			var g fuzz.Generator
			w := newWrongWords()
			for k := from; k < from+200; k++ {
				made := g.Trace(43, k, 0)
				inputs := func() *interp.Inputs { return made.Inputs }
				w.damage(made.Trace, made.Trace, 6, inputs)
				w.damage(made.Trace, optimizer.Optimize(made.Trace, optimizer.Presets()[0].Passes).Out, 8, inputs)
			}
			return fmt.Sprintf("random traces from %d on: %s", from, w)
		}))
	}
	for k, g := range corpus.Files(t, "..") {
		lines = append(lines, golden.Block(k, func() string {
			w := newWrongWords()
			for _, tr := range g.All() {
				inputs := interp.NewInputGenerator(tr, interp.RunOptions{Imagined: true})
				w.damage(tr, tr, 16, func() *interp.Inputs { return inputs.Next(w.rng) })
			}
			return g.Name + ": " + w.String()
		}))
	}
	golden.Lines(t, filepath.Join("testdata", "wrong.txt"), lines)
}

// wordsAboutWrong damages a trace in many ways.
func wordsAboutWrong(tr *trace.Trace) string {
	w := newWrongWords()
	g := interp.NewInputGenerator(tr, interp.RunOptions{Imagined: true})
	w.damage(tr, tr, 400, func() *interp.Inputs { return g.Next(w.rng) })
	return w.String()
}

// wrongWords adds up what is said of damaged traces.
type wrongWords struct {
	rng           *rand.Rand
	before, after interp.Interp
	judge         interp.Judge
	kinds         map[interp.VerdictKind]int
	sum           hash.Hash32
}

func newWrongWords() *wrongWords {
	return &wrongWords{rng: rand.New(rand.NewPCG(9, 11)), kinds: map[interp.VerdictKind]int{}, sum: crc32.NewIEEE()}
}

// damage damages a trace, or what was made of it, in so many ways.
func (w *wrongWords) damage(tr, sound *trace.Trace, ways int, next func() *interp.Inputs) {
	for k := range ways {
		wrong, in := corpus.Damaged(sound, w.rng), next()
		o := interp.RunOptions{Jumps: 3, Imagined: true, HostileCalls: k%2 == 0, Heap: heap.Limits{Objects: 1000, Slots: 4000}}
		out := w.after.Run(wrong, in, o)
		verdict := w.judge.Compare(w.before.Run(tr, in, o), out)
		w.kinds[verdict.Kind]++
		fmt.Fprintln(w.sum, out.Exit, out.Detail(trace.NewNamer(tr, "")), verdict.Reason())
	}
}

func (w *wrongWords) String() string {
	return fmt.Sprintf("%d agree, %d differ, %d undefined, %d opaque, words %08x",
		w.kinds[interp.VerdictAgree], w.kinds[interp.VerdictDiffer], w.kinds[interp.VerdictUndefined], w.kinds[interp.VerdictOpaque], w.sum.Sum32())
}

// A virtual_ref of a class that lacks its fields has no meaning.
func TestVirtualRefOfAnotherClass(t *testing.T) {
	tr := parsed(t, "class Frame { local: int }\n[p0, i1]\np2 = new_with_vtable(descr=Frame)\np3 = virtual_ref(p2, 3)\nvirtual_ref_finish(p3, ConstPtr(null))\nfinish(i1)\n")
	in := inputsFor(t, tr, "p0=null, i1=1")
	if out := interp.Run(tr, in, interp.RunOptions{}); out.Exit != interp.ExitFinish {
		t.Fatalf("expected a run that finishes, found %v", out.Exit)
	}
	frame := heap.ClassID(slices.IndexFunc(tr.Tables.Schema.Classes, func(c heap.Class) bool { return len(c.Fields) == 1 }))
	for v := range tr.Ops {
		if code := tr.Ops[v].Code; code != trace.OpVirtualRef && code != trace.OpVirtualRefFinish {
			continue
		}
		wrong := *tr
		wrong.Ops = slices.Clone(tr.Ops)
		wrong.Ops[v].Descr = int32(frame)
		out := interp.Run(&wrong, in, interp.RunOptions{})
		if words := out.Detail(trace.NewNamer(&wrong, "")); out.Exit != interp.ExitUndefined || out.Op != trace.Value(v) || !strings.Contains(words, "the class of virtual_ref") {
			t.Errorf("%s: expected a run without a meaning there, found %v at %d: %s", wrong.Ops[v].Code, out.Exit, out.Op, words)
		}
		if _, err := backend.Plan(&wrong, backend.Options{}); wrong.Ops[v].Code == trace.OpVirtualRef && err == nil {
			t.Error("expected no plan for a virtual_ref of another class, found one")
		}
	}
}

// TestNumbersAtTheEndsOfTables puts each number that points into a table of a trace to the ends of that table and
// just beyond. Chance seldom meets them.
func TestNumbersAtTheEndsOfTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	var before, after interp.Interp
	var judge interp.Judge
	for k, e := range examples.All() {
		if testing.Short() && k%16 != 0 {
			continue
		}
		tr := parsed(t, e.Text)
		for _, sound := range []*trace.Trace{tr, optimizer.Optimize(tr, optimizer.Presets()[0].Passes).Out} {
			g := interp.NewInputGenerator(sound, interp.RunOptions{Imagined: true})
			in := g.Next(rng)
			for _, wrong := range atTheEnds(sound) {
				for _, o := range []interp.RunOptions{{Jumps: 2, Imagined: true}, {Jumps: 2, HostileCalls: true}} {
					out := after.Run(wrong, in, o)
					out.Report(trace.NewNamer(wrong, ""), 3)
					judge.Compare(before.Run(sound, in, o), out)
					judge.Compare(out, before.Run(sound, in, o))
				}
			}
		}
	}
}

// atTheEnds returns copies of a trace, each with one number at an end of its table.
func atTheEnds(tr *trace.Trace) (all []*trace.Trace) {
	add := func(change func(*trace.Trace)) {
		wrong := *tr
		wrong.Ops, wrong.ArgList, wrong.SnapList, wrong.Snaps = slices.Clone(tr.Ops), slices.Clone(tr.ArgList), slices.Clone(tr.SnapList), slices.Clone(tr.Snaps)
		wrong.Virtuals, wrong.VirtualFields = slices.Clone(tr.Virtuals), slices.Clone(tr.VirtualFields)
		change(&wrong)
		all = append(all, &wrong)
	}
	descriptors, values := edges(tr)
	seen := map[trace.Opcode]bool{}
	for i := 1; i < len(tr.Ops); i++ {
		op := tr.Ops[i]
		if seen[op.Code] {
			continue // one operation of each kind
		}
		seen[op.Code] = true
		for _, d := range descriptors {
			add(func(w *trace.Trace) { w.Ops[i].Descr = d })
		}
		for _, v := range values {
			for k := range op.Len {
				add(func(w *trace.Trace) { w.ArgList[op.First+k] = v })
			}
		}
		if op.Snap > 0 {
			addSnapshots(tr, &tr.Snaps[op.Snap], int(op.Snap), add)
		}
	}
	return all
}

// addSnapshots sets the indexes in a guard's snapshot to the ends of their
// tables.
func addSnapshots(tr *trace.Trace, snap *trace.Snapshot, at int, add func(func(*trace.Trace))) {
	_, values := edges(tr)
	for _, v := range values {
		if snap.Len > 0 {
			add(func(w *trace.Trace) { w.SnapList[snap.First] = v })
		}
	}
	for _, n := range []int32{-1, int32(len(tr.Ops)) - 1, int32(len(tr.Ops))} {
		add(func(w *trace.Trace) { w.Snaps[at].Takes = n })
	}
}

// edges are the descriptors and values at the ends of a trace's tables.
func edges(tr *trace.Trace) (descriptors []int32, values []trace.Value) {
	t := tr.Tables
	for _, n := range []int{len(t.Texts), len(t.Labels), len(t.Schema.Classes), len(t.Schema.Fields), len(t.Schema.Arrays), len(tr.Ops)} {
		descriptors = append(descriptors, int32(n)-1, int32(n), int32(n)+1)
	}
	descriptors = append(descriptors, -2, -1, 0, 1<<31-1, -1<<31)
	for _, d := range []int{-1, 0, 1} {
		values = append(values, trace.ConstValue(max(len(tr.Consts)+d, 0)), trace.VirtualValue(max(len(tr.Virtuals)+d, 0)), trace.Value(len(tr.Ops)+d))
	}
	return descriptors, append(values, trace.None)
}

// A guard whose snapshot is none of the trace's is left with no values, and compared as such.
func TestSnapshotsThatAreNotThere(t *testing.T) {
	const text = "[i0]\nguard_true(i0) [i0]\nfinish(i0)\n"
	right := parsed(t, text)
	in, list := interp.ParseInputs(right, "i0=0")
	if in == nil {
		t.Fatal(list)
	}
	for _, snap := range []int32{-1, 0, int32(len(right.Snaps)), int32(len(right.Snaps)) + 7} {
		wrong := parsed(t, text)
		for v := range wrong.Ops {
			if wrong.Ops[v].Code.IsGuard() {
				wrong.Ops[v].Snap = snap
			}
		}
		var before, after interp.Interp
		x, y := before.Run(right, in, interp.RunOptions{}), after.Run(wrong, in, interp.RunOptions{})
		if y.Exit != interp.ExitGuard || len(y.Values) != 0 || len(x.Values) != 1 {
			t.Errorf("snapshot %d: expected that both leave through the guard, one with a value and one without, found %v with %d and %d", snap, y.Exit, len(x.Values), len(y.Values))
		}
		if v := interp.Compare(x, y); v.Kind == interp.VerdictAgree {
			t.Errorf("snapshot %d: expected that the judge notices, found %s", snap, v.Reason())
		}
	}
}
