package fuzz

import (
	"context"
	"errors"
	"flag"
	"reflect"
	"testing"

	"unbox/examples"
	"unbox/interp"
	"unbox/trace"
)

// multiplications is an oracle that objects to traces with two multiplications and a
// new object: something to find in an optimizer without bugs.
type multiplications struct{}

func (multiplications) Name() string { return "multiplications" }

func (multiplications) Judge(s *Subject) *Failure {
	n, allocated := 0, false
	for _, op := range s.Result.In.Ops {
		switch op.Code {
		case trace.OpIntMul:
			n++
		case trace.OpNew:
			allocated = true
		}
	}
	if n < 2 || !allocated {
		return nil
	}
	return &Failure{Kind: Differs, Detail: "two multiplications and an allocation"}
}

func corpus() []string {
	var texts []string
	for _, e := range examples.All() {
		texts = append(texts, e.Text)
	}
	return texts
}

func offended() Options {
	return Options{Seed: 5, Corpus: corpus(), Oracles: []Oracle{multiplications{}}}
}

func session(t testing.TB, o Options) *Session {
	t.Helper()
	s, err := NewSession(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// traces is the number of random traces that the test tries: `-args -traces 100000`
// for more.
var traces = flag.Int("traces", 3000, "number of random traces")

// TestOptimizerIsRight tries some thousand traces: fuzzing with a fixed seed, as a
// part of ordinary test runs.
func TestOptimizerIsRight(t *testing.T) {
	n := *traces
	if testing.Short() {
		n = min(n, 1000)
	}
	s := session(t, Options{Seed: 11, Corpus: corpus()})
	for _, f := range s.Step(n, 1) {
		small, err := s.Shrink(f, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Errorf("trace %d, passes %v: %s\n%s\n%s\nbecomes\n%s", f.Index, small.Passes.List(), small.Title(), small.InputText, small.Trace, small.After)
	}
	c := s.Coverage()
	if c.Agreed < uint64(n) {
		t.Errorf("expected at least one run of each trace to be compared, found %d in %d traces", c.Agreed, n)
	}
	for _, pass := range c.PassCounts() {
		if pass.Count == 0 {
			t.Errorf("expected the pass `%s` to do something, found that it did not", pass.Name)
		}
	}
}

// TestStepsAddUp stops a session and goes on in another one.
func TestStepsAddUp(t *testing.T) {
	whole := session(t, offended())
	want := whole.Step(900, 0)
	var found []Finding
	var coverage Coverage
	next := uint64(0)
	for next < 900 {
		s := session(t, offended())
		s.Seek(next)
		found = append(found, s.Step(int(min(250, 900-next)), 0)...)
		next = s.Next()
		taken := s.TakeCoverage()
		coverage.Add(&taken)
	}
	if len(want) == 0 {
		t.Fatal("expected findings, found none")
	}
	compareFindings(t, want, found)
	coverage.rules, whole.coverage.rules = nil, nil
	if !reflect.DeepEqual(coverage, *whole.Coverage()) {
		t.Errorf("expected the counts of the parts to add up to %+v, found %+v", *whole.Coverage(), coverage)
	}
}

func compareFindings(t *testing.T, want, found []Finding) {
	t.Helper()
	if len(want) != len(found) {
		t.Fatalf("expected %d findings, found %d", len(want), len(found))
	}
	for k := range want {
		if want[k].Index != found[k].Index || want[k].Trace != found[k].Trace || want[k].Detail != found[k].Detail {
			t.Errorf("finding %d: expected trace %d\n%s\nfound %d\n%s", k, want[k].Index, want[k].Trace, found[k].Index, found[k].Trace)
		}
	}
}

// TestWorkersFindTheSame runs with one, two and five workers.
func TestWorkersFindTheSame(t *testing.T) {
	var first Progress
	for _, workers := range []int{1, 2, 5} {
		p, err := Run(context.Background(), offended(), RunOptions{From: 100, Count: 2000, Workers: workers, Findings: 7})
		if err != nil {
			t.Fatal(err)
		}
		if workers == 1 {
			first = p
			continue
		}
		compareFindings(t, first.Findings, p.Findings)
		if p.Next != first.Next || p.Coverage.Traces != first.Coverage.Traces || p.Coverage.Passes != first.Coverage.Passes {
			t.Errorf("%d workers: expected to come to %d with %d traces, found %d with %d", workers, first.Next, first.Coverage.Traces,
				p.Next, p.Coverage.Traces)
		}
	}
	if len(first.Findings) != 7 || first.Next != first.Findings[6].Index+1 {
		t.Errorf("expected to stop after finding 7, found %d findings and trace %d", len(first.Findings), first.Next)
	}
}

func TestRunComesToItsCount(t *testing.T) {
	p, err := Run(context.Background(), Options{Seed: 1}, RunOptions{From: 10, Count: 700, Workers: 3})
	if err != nil || p.Next != 710 || p.Coverage.Traces != 700 || len(p.Findings) > 0 {
		t.Errorf("expected 700 traces up to 710 without findings, found %d up to %d with %d, error %v", p.Coverage.Traces, p.Next, len(p.Findings), err)
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if p, err := Run(stopped, Options{Seed: 1}, RunOptions{From: 10}); err != nil || p.Next != 10 || p.Coverage.Traces != 0 {
		t.Errorf("expected a run that was stopped to do nothing, found %d traces, error %v", p.Coverage.Traces, err)
	}
}

// TestFindingIsMadeAgain finds a trace by its number alone.
func TestFindingIsMadeAgain(t *testing.T) {
	want := session(t, offended()).Step(2000, 1)
	again, err := session(t, offended()).Finding(want[0].Index)
	if err != nil {
		t.Fatal(err)
	}
	compareFindings(t, want, []Finding{again})
	if _, err := session(t, Options{Seed: 5}).Finding(0); err == nil {
		t.Error("expected an error for a trace with which nothing is wrong, found none")
	}
}

// TestChangedTracesAreWellFormed checks that most changes of the corpus give a trace.
func TestChangedTracesAreWellFormed(t *testing.T) {
	var m mutator
	m.load(corpus())
	if !m.loaded() {
		t.Fatal("expected a corpus, found none")
	}
	originals := make(map[string]bool)
	for _, o := range m.parsed {
		trace, _ := newDraft(o.trace, nil).build()
		originals[trace.String()] = true
	}
	made, changed := 0, 0
	for index := range uint64(400) {
		tr, in := m.mutate(1, index)
		if tr == nil {
			continue
		}
		made++
		if err := trace.Check(tr); err != nil {
			t.Fatal(err)
		}
		if len(in.Params) != len(interp.TraceInputs(tr)) && len(in.Args) == 0 {
			t.Fatalf("trace %d: expected an input for each parameter, found %d", index, len(in.Params))
		}
		if !originals[tr.String()] {
			changed++
		}
	}
	if made < 200 || changed < made*3/4 {
		t.Errorf("expected at least 200 of 400 changes to give a trace, most of them new; found %d, %d new", made, changed)
	}
}

func TestBugsAreNotPlanted(t *testing.T) {
	if len(PlantedBugs()) > 0 {
		t.Skip("this build has planted bugs")
	}
	if _, err := NewSession(Options{Bug: "alias-store"}); !errors.Is(err, ErrNoPlantedBugs) {
		t.Errorf("expected %v, found %v", ErrNoPlantedBugs, err)
	}
}

// BenchmarkSession is a trace from its generation to the judge's verdict: generated,
// optimized by all passes or some, checked, and run before and after on three inputs.
func BenchmarkSession(b *testing.B) {
	benchmarkSession(b, Options{Seed: 1}, 1000)
}

// BenchmarkSessionWithCorpus also changes the examples; their traces are longer.
func BenchmarkSessionWithCorpus(b *testing.B) {
	benchmarkSession(b, Options{Seed: 1, Corpus: corpus()}, 5000)
}

// benchmarkSession measures a session after that many traces.
func benchmarkSession(b *testing.B, options Options, before int) {
	s := session(b, options)
	s.Step(before, 0)
	s.TakeCoverage()
	b.ReportAllocs()
	for b.Loop() {
		s.Step(1, 0)
	}
	c := s.Coverage()
	b.ReportMetric(float64(c.Traces)/b.Elapsed().Seconds(), "traces/s")
	b.ReportMetric(float64(c.Operations)/float64(c.Traces), "ops/trace")
}

// TestEverythingCanBeDeleted mutates traces that are so short that nothing may be
// left: number 311463 of seed 2026 stopped the search for that.
func TestEverythingCanBeDeleted(t *testing.T) {
	s, err := NewSession(Options{Seed: 2026, Corpus: []string{"v0 = add(1, 2)\nv1 = add(v0, 3)\n"}})
	if err != nil {
		t.Fatal(err)
	}
	if found := s.Step(20_000, 1); len(found) > 0 {
		t.Errorf("expected no finding, found %v", found)
	}
}

// TestReplacementsInACircle resolves values that replace each other; number 3191127 of
// seed 2026 hung there.
func TestReplacementsInACircle(t *testing.T) {
	d := &draft{ops: []draftOp{{}, {gone: true, with: 2}, {gone: true, with: 1}, {gone: true, with: 4}, {}}}
	if got := d.resolve(1); got != trace.None {
		t.Errorf("expected nothing to stand for a value of a circle, found %v", got)
	}
	if got := d.resolve(3); got != 4 {
		t.Errorf("expected 4 to stand for 3, found %v", got)
	}
}
