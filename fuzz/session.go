package fuzz

import (
	"fmt"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/world"
)

// Options say what a session tries. The zero value with a seed is ready to use.
type Options struct {
	// Seed chooses the sequence of traces; each of them depends on the seed and its
	// number alone.
	Seed uint64
	// Length is the approximate number of operations of a generated trace, 0 for
	// DefaultLength.
	Length int
	// Passes are those that run; 0 means all of them, and every other block of traces
	// then runs with a random part of them.
	Passes optimizer.PassSet
	// Bug is the name of a planted bug, "" for none. See PlantedBugs.
	Bug string
	// Corpus are texts of traces; every eighth trace is one of them, changed. Those
	// that are no traces, or have more than MaxCorpusOps operations, are left out.
	Corpus []string
	// Variations is the number of inputs on which each trace runs besides the
	// example, 0 for 2.
	Variations int
	// Oracles are further judges, each asked about every OracleEvery-th trace, 0
	// for every one.
	Oracles     []Oracle
	OracleEvery int
}

// MaxCorpusOps is the maximum length of a trace that is changed to make others.
const MaxCorpusOps = 300

// block is the number of consecutive traces that run with the same passes.
const block = 64

// thorough is n if every n-th result is also printed and parsed, which takes
// longer than everything else.
const thorough = 64

// Finding is a trace that the optimizer failed on.
type Finding struct {
	// Seed and Index name the trace: number Index of the sequence of Seed.
	Seed, Index uint64
	Failure
	// Passes are those that ran, and Bug is the planted bug.
	Passes optimizer.PassSet
	Bug    string
	// Trace is the trace as text, with promises for its world, and After what the
	// optimizer made from it, "" if it made nothing.
	Trace, After string
	// InputText are the inputs as text, "" if it is not about inputs.
	InputText string

	recorded *trace.Trace
	known    *world.World
}

// A Session tries one trace after the other. It uses no goroutines and no clock, so
// that it can be stepped anywhere. Two goroutines must not use it at the same time.
type Session struct {
	options   Options
	next      uint64
	generator Generator
	mutator   mutator
	varier    varier
	examiner  *examiner
	passes    passChoice
	coverage  Coverage
}

// NewSession starts at the first trace of the seed.
//
// Errors: a planted bug that this build does not have.
func NewSession(o Options) (*Session, error) {
	e, err := newExaminer(o.Bug, o.Oracles)
	if err != nil {
		return nil, err
	}
	if o.Variations <= 0 {
		o.Variations = 2
	}
	s := &Session{options: o, examiner: e}
	s.passes = passChoice{seed: o.Seed, chosen: o.Passes}
	s.mutator.load(o.Corpus)
	return s, nil
}

// Next is the number of the trace that comes next. A session with the same options
// that starts there continues in the same way.
func (s *Session) Next() uint64 { return s.next }

// Seek goes to a trace.
func (s *Session) Seek(index uint64) { s.next = index }

// Coverage returns what the session has seen so far, since it was made or the last
// TakeCoverage.
func (s *Session) Coverage() *Coverage {
	s.coverage.Agreed, s.coverage.Undefined = s.examiner.runs[interp.VerdictAgree], s.examiner.runs[interp.VerdictUndefined]
	s.coverage.Differed, s.coverage.Opaque = s.examiner.runs[interp.VerdictDiffer], s.examiner.runs[interp.VerdictOpaque]
	return &s.coverage
}

// TakeCoverage returns what was seen, and starts counting again.
func (s *Session) TakeCoverage() Coverage {
	taken := *s.Coverage()
	s.coverage, s.examiner.runs = Coverage{}, [4]uint64{}
	return taken
}

// Step tries n traces, and returns what it found in the order of the traces. It
// stops early, right after a finding, once it has most findings; 0 means no bound.
func (s *Session) Step(n, most int) []Finding {
	var findings []Finding
	for ; n > 0; n-- {
		if failure, subject := s.try(s.next); failure != nil {
			findings = append(findings, s.finding(s.next, failure, subject))
		}
		s.next++
		if most > 0 && len(findings) >= most {
			break
		}
	}
	return findings
}

// attempt is a trace with everything that is needed to examine it.
type attempt struct {
	trace  *trace.Trace
	inputs *interp.Inputs
	passes optimizer.PassSet
	// world is the trace's world, nil for none.
	world *world.World
}

// worldly is n if every n-th trace has a world.
const worldly = 6

// withLookups is n if every n-th trace looks keys up again and again.
const withLookups = 24

// make generates a trace of the sequence.
func (s *Session) make(index uint64) attempt {
	passes := s.passes.at(index)
	if index%8 == 7 && s.mutator.loaded() {
		if t, in := s.mutator.mutate(s.options.Seed, index); t != nil {
			return attempt{trace: t, inputs: in, passes: passes}
		}
	}
	if index%worldly == worldly-1 {
		g := s.generator.WorldlyTrace(s.options.Seed, index, s.options.Length)
		return attempt{g.Trace, g.Inputs, passes, g.World}
	}
	if index%withLookups == withLookups-2 {
		g := s.generator.LookupTrace(s.options.Seed, index, s.options.Length)
		return attempt{trace: g.Trace, inputs: g.Inputs, passes: passes}
	}
	g := s.generator.Trace(s.options.Seed, index, s.options.Length)
	a := attempt{trace: g.Trace, inputs: g.Inputs, passes: passes}
	if index%8 == 3 {
		s.optimize(&a, index)
	}
	return a
}

// optimize replaces a trace by what some passes make of it, as its text is read again: with peeled loops and their labels, descriptions
// of virtual objects and writes that wait in snapshots, and whatever else the passes leave in an order in which no pass has found it. The
// trace stays if its inputs do not fit the result. It also stays if those passes panic, and they are tried on it.
func (s *Session) optimize(a *attempt, index uint64) {
	all := optimizer.PassSet(1<<len(optimizer.Passes()) - 1)
	passes := all & optimizer.PassSet(mix(s.options.Seed^mix(index)))
	if index%16 == 3 {
		passes = all
	}
	result, failure := s.examiner.run(a.trace, passes, nil)
	if failure != nil {
		a.passes = passes
		return
	}
	if result.Out.Len() == 0 {
		return
	}
	t, _ := trace.Parse(result.Annotated().String())
	if t == nil {
		return
	}
	if in, _ := interp.ParseInputs(t, interp.FormatInputs(a.trace, presentable(a.trace, a.inputs))); in != nil {
		a.trace, a.inputs = t, in
	}
}

// try makes a trace and examines what the optimizer makes from it.
func (s *Session) try(index uint64) (*Failure, attempt) {
	a := s.make(index)
	s.coverage.Traces++
	s.coverage.Operations += uint64(len(a.trace.Ops) - 1)
	result, failure := s.examiner.run(a.trace, a.passes, a.world)
	if failure != nil {
		return failure, a
	}
	s.coverage.add(result)
	if failure := s.examiner.wellFormed(result); failure != nil {
		return failure, a
	}
	result = promised(result, a.world)
	src := seeded(s.options.Seed+1, index)
	if failure := s.runs(&src, a, result); failure != nil {
		return failure, a
	}
	if index%thorough == 0 {
		if failure := s.examiner.prints(result); failure != nil {
			return failure, a
		}
	}
	return s.oracles(index, a, result), a
}

// runs compares what the two traces do, on the example and on variations of it.
func (s *Session) runs(src *source, a attempt, r *optimizer.Result) *Failure {
	in := a.inputs
	for k := 0; k <= s.options.Variations; k++ {
		if k > 0 {
			in = s.varier.vary(src, a.trace, a.inputs)
		}
		for w := range worlds {
			failure, visible := s.examiner.agrees(r, in, &worlds[w])
			if failure != nil {
				return failure
			}
			if !visible {
				break // another world would make no difference
			}
		}
	}
	return nil
}

func (s *Session) oracles(index uint64, a attempt, r *optimizer.Result) *Failure {
	if every := s.options.OracleEvery; every > 1 && index%uint64(every) != 0 {
		return nil
	}
	for _, o := range s.examiner.oracles {
		if failure := o.Judge(&Subject{Passes: a.passes, Result: r, Inputs: a.inputs, Seen: &s.coverage}); failure != nil {
			failure.Oracle = o.Name()
			return failure
		}
	}
	return nil
}

// finding keeps a failure, as a copy that shares no memory.
func (s *Session) finding(index uint64, failure *Failure, a attempt) Finding {
	f := Finding{Seed: s.options.Seed, Index: index, Failure: *failure, Passes: a.passes, Bug: s.options.Bug, known: a.world}
	f.recorded = cloneTrace(a.trace)
	if f.Inputs != nil {
		f.Inputs = f.Inputs.Clone()
	}
	s.examiner.describe(&f)
	return f
}

// describe fills in the texts of a finding.
func (e *examiner) describe(f *Finding) {
	f.Trace, f.After, f.InputText = f.recorded.String(), "", ""
	if f.Inputs != nil {
		f.InputText = interp.FormatInputs(f.recorded, presentable(f.recorded, f.Inputs))
	}
	result, failure := e.run(f.recorded, f.Passes, f.known)
	if failure != nil {
		f.Detail = failure.Detail
		return
	}
	if f.Kind != Malformed {
		f.After = result.Annotated().String()
	}
	if result = promised(result, f.known); f.known != nil {
		f.Trace = result.In.String()
	}
	if f.Inputs != nil {
		e.explain = true
		if failure, _ := e.agrees(result, f.Inputs, &f.World); failure != nil {
			f.Detail = failure.Detail
		}
		e.explain = false
	}
}

// Finding makes the trace with a number again and returns what is wrong with it.
//
// Errors: nothing is wrong with it.
func (s *Session) Finding(index uint64) (Finding, error) {
	failure, a := s.try(index)
	if failure == nil {
		return Finding{}, fmt.Errorf("expected a trace that the optimizer fails on, found that nothing is wrong with trace %d of seed %d",
			index, s.options.Seed)
	}
	return s.finding(index, failure, a), nil
}

// passChoice says which passes each trace runs with.
type passChoice struct {
	seed   uint64
	chosen optimizer.PassSet
}

func (p passChoice) at(index uint64) optimizer.PassSet {
	if p.chosen != 0 {
		return p.chosen
	}
	all := optimizer.PassSet(1<<len(optimizer.Passes()) - 1)
	if n := index / block; n%2 == 1 {
		return all & optimizer.PassSet(mix(p.seed^mix(n)))
	}
	return all
}
