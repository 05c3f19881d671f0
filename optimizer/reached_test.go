package optimizer_test

import (
	"fmt"
	"hash"
	"hash/crc32"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unbox/fuzz"
	"unbox/internal/corpus"
	"unbox/internal/golden"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/world"
)

// The passes achieve on random traces what they did before: all of them, each alone, with worlds, on recordings of what the runtime library
// does, and on both sides of each limit that they have. A pass that leaves more operations than before is still correct, and no other test would notice. For each block of traces, the file
// has the numbers of operations and guards that are left, and a checksum of the results: if it changes, the numbers show whether for better
// or worse.
func TestWhatIsReached(t *testing.T) {
	var lines []string
	block := func(what string, set optimizer.PassSet, from, n uint64) {
		lines = append(lines, golden.Block(len(lines), func() string {
			return fmt.Sprintf("%s, traces from %d on: %s", what, from, reachedBy(set, from, n))
		}))
	}
	for from := uint64(0); from < 8000; from += 100 {
		block("all passes", allPasses, from, 100)
	}
	for _, p := range optimizer.Passes() {
		set := optimizer.PassSet(0).With(p)
		for from := uint64(10000); from < 11000; from += 250 {
			block(p.String(), set, from, 250)
		}
	}
	for _, kind := range recordings {
		for from := uint64(0); from < 1000; from += 100 {
			lines = append(lines, golden.Block(len(lines), func() string {
				return fmt.Sprintf("recordings of %s, traces from %d on: %s", kind.name, from, reachedInRecordings(kind.make, from, 100))
			}))
		}
	}
	for _, g := range corpus.Limits() {
		var left []string
		var sum reached
		for _, tr := range g.Recorded() {
			before := sum
			var o optimizer.Optimizer
			sum.add(&o, tr, allPasses)
			left = append(left, fmt.Sprintf("%d/%d", sum.left-before.left, sum.guards-before.guards))
		}
		lines = append(lines, fmt.Sprintf("%s, operations and guards left: %s; checksum %08x", g.Name, strings.Join(left, " "), sum.sum))
	}
	golden.Lines(t, filepath.Join("testdata", "reached.txt"), lines)
}

// reached counts what is recorded and what is left.
type reached struct {
	recorded, left, guards, impossible int
	sum                                uint32
}

func (r *reached) String() string {
	return fmt.Sprintf("%d operations, %d left, %d of them guards, %d end early, checksum %08x", r.recorded, r.left, r.guards, r.impossible, r.sum)
}

// reachedBy optimizes n random traces.
func reachedBy(set optimizer.PassSet, from, n uint64) *reached {
	var g fuzz.Generator
	var r reached
	for k := from; k < from+n; k++ {
		made := randomTrace(&g, k)
		var o optimizer.Optimizer
		o.Know(made.World)
		r.add(&o, made.Trace, set)
	}
	return &r
}

// recordings are random traces with operations that say nothing unless the runtime library made a recording.
var recordings = []struct {
	name string
	make func(seed uint64) string
}{
	{"strings", func(seed uint64) string { return newTextTrace(seed).text.String() }},
	{"lookups", func(seed uint64) string { return newLookupTrace(seed).build() }},
}

// reachedInRecordings optimizes n recordings.
func reachedInRecordings(make func(seed uint64) string, from, n uint64) *reached {
	var r reached
	for seed := from; seed < from+n; seed++ {
		in, _ := trace.Parse(make(seed))
		if in == nil {
			continue
		}
		var o optimizer.Optimizer
		o.TrustRecording(true)
		r.add(&o, in, allPasses)
	}
	return &r
}

// add optimizes a trace.
func (r *reached) add(o *optimizer.Optimizer, in *trace.Trace, set optimizer.PassSet) {
	result := o.Run(in, set)
	r.recorded += len(in.Ops) - 1
	r.left += len(result.Out.Ops) - 1
	for v := range result.Out.Ops {
		if result.Out.Ops[v].Code.IsGuard() {
			r.guards++
		}
	}
	if result.Impossible != trace.None {
		r.impossible++
	}
	r.sum = crc32.Update(r.sum, crc32.IEEETable, []byte(result.Out.String()))
}

// randomTrace makes the traces of goldens: every tenth is long, and every sixth has a world.
func randomTrace(g *fuzz.Generator, k uint64) fuzz.Generated {
	length := 0
	if k%10 == 9 {
		length = 300
	}
	if k%6 == 5 {
		return g.WorldlyTrace(31, k, length)
	}
	return g.Trace(31, k, length)
}

// The same for the remarks on random traces, without their wording: which reason which pass gives for which
// operation, which values it names, what was known of them, and what it rests on.
func TestRemarksAreKept(t *testing.T) {
	var lines []string
	reasons := map[string]int{}
	for from := uint64(0); from < 4000; from += 100 {
		lines = append(lines, golden.Block(len(lines), func() string { return remarksOf(from, 100, reasons) }))
	}
	var counts []string
	for _, reason := range optimizer.Reasons() {
		counts = append(counts, fmt.Sprintf("%s: %d", reason.ID(), reasons[reason.ID()]))
	}
	lines = append(lines, golden.InWhole(counts)...)
	for _, g := range slices.Concat(corpus.Limits(), corpus.Files(t, "..")) {
		s := remarkSum{reasons: map[string]int{}, sum: crc32.NewIEEE()}
		for _, tr := range g.Recorded() {
			s.add(tr, nil)
		}
		lines = append(lines, fmt.Sprintf("%s: %s", g.Name, &s))
	}
	golden.Lines(t, filepath.Join("testdata", "reasons.txt"), lines)
}

// remarksOf counts the remarks on n random traces, also by reason.
func remarksOf(from, n uint64, reasons map[string]int) string {
	var g fuzz.Generator
	s := remarkSum{reasons: reasons, sum: crc32.NewIEEE()}
	for k := from; k < from+n; k++ {
		made := randomTrace(&g, k)
		s.add(made.Trace, made.World)
	}
	return fmt.Sprintf("traces from %d on: %s", from, &s)
}

// remarkSum adds up remarks.
type remarkSum struct {
	remarks, causes, known int
	reasons                map[string]int
	sum                    hash.Hash32
}

func (s *remarkSum) String() string {
	return fmt.Sprintf("%d remarks, %d causes, %d with known integers, checksum %08x", s.remarks, s.causes, s.known, s.sum.Sum32())
}

func (s *remarkSum) add(tr *trace.Trace, w *world.World) {
	var o optimizer.Optimizer
	o.Know(w)
	r := o.Run(tr, allPasses)
	for i, remark := range r.Remarks {
		why := r.Causes(i)
		s.reasons[remark.Reason.ID()]++
		s.remarks, s.causes = s.remarks+1, s.causes+len(why)
		if k := r.Known(i); k != nil {
			s.known++
			fmt.Fprint(s.sum, k)
		}
		fmt.Fprint(s.sum, remark.Kind, remark.Pass, remark.Reason.ID(), r.RuleName(i), remark.Copy, remark.In, remark.Out, r.Facts(i), remark.Descr, why)
	}
}

// The same for the steps that a watcher sees, and for what is known at each place: the number on random traces
// by kind, and a checksum.
func TestEventsAreKept(t *testing.T) {
	if !golden.Whole() {
		t.Skip("counts steps of all traces together")
	}
	var g fuzz.Generator
	steps, knowledge := newEventSums(), newEventSums()
	for k := uint64(20000); k < 21000; k++ {
		var o optimizer.Optimizer
		made := randomTrace(&g, k)
		o.Know(made.World)
		_, events := o.Record(made.Trace, allPasses)
		for _, e := range events {
			steps.add(&e)
		}
		if k%4 == 0 {
			o.Watch(made.Trace, allPasses, func(_ trace.Value, _ uint8, known optimizer.Knowledge) {
				known.Each(func(e optimizer.Event) { knowledge.add(&e) })
			})
		}
	}
	lines := append(steps.lines("steps"), knowledge.lines("known")...)
	// What random traces seldom do, the text cases do.
	for _, g := range corpus.Files(t, "..") {
		sums, n := newEventSums(), 0
		for _, tr := range g.Recorded() {
			var o optimizer.Optimizer
			_, events := o.Record(tr, allPasses)
			for _, e := range events {
				sums.add(&e)
				n++
			}
		}
		lines = append(lines, fmt.Sprintf("steps of %s: %d, checksum %08x", g.Name, n, sums.all()))
	}
	golden.Lines(t, filepath.Join("testdata", "events.txt"), lines)
}

// eventSums counts events by kind.
type eventSums struct {
	counts map[optimizer.EventKind]int
	sums   map[optimizer.EventKind]uint32
}

func newEventSums() *eventSums {
	return &eventSums{map[optimizer.EventKind]int{}, map[optimizer.EventKind]uint32{}}
}

func (s *eventSums) add(e *optimizer.Event) {
	s.counts[e.Kind]++
	s.sums[e.Kind] = crc32.Update(s.sums[e.Kind], crc32.IEEETable,
		fmt.Append(nil, e.Pass, e.Code, e.Copy, e.Descr, e.Src, e.Value, e.With, e.Args, e.Bounds))
}

// all is a checksum of all kinds.
func (s *eventSums) all() uint32 {
	sum := crc32.NewIEEE()
	for _, kind := range slices.Sorted(maps.Keys(s.sums)) {
		fmt.Fprintln(sum, kind, s.counts[kind], s.sums[kind])
	}
	return sum.Sum32()
}

func (s *eventSums) lines(what string) (list []string) {
	for _, kind := range slices.Sorted(maps.Keys(s.counts)) {
		list = append(list, fmt.Sprintf("%s, %s: %d, checksum %08x", what, kind, s.counts[kind], s.sums[kind]))
	}
	return list
}
