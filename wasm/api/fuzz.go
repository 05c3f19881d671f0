//go:build !core

package api

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"unbox/examples"
	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/prove/solve"
)

// Limits of what one call does: a page's worker has to notice a stop, and to report
// its progress, several times a second.
const (
	// maxFuzzCount is some seconds in a browser.
	maxFuzzCount = 50_000
	// maxFuzzFindings is the maximum number of findings in a response.
	maxFuzzFindings = 100
	// maxFuzzNumber is the largest integer that JSON and JavaScript represent
	// exactly.
	maxFuzzNumber = 1<<53 - 1
	// maxFuzzTries bounds shrinking.
	maxFuzzTries = 200_000
	// maxFuzzProve is some minutes for a hard question, and fuzzProofMemory the
	// maximum size of its clauses in a browser, in bytes.
	maxFuzzProve    = 100_000
	fuzzProofMemory = 256 << 20
)

// fuzzing is what an Engine keeps for the options that it saw last. It never changes
// an answer.
type fuzzing struct {
	key     string
	session *fuzz.Session
}

// fuzzStart returns what a session can be asked for.
func (e *Engine) fuzzStart([]byte) ([]byte, error) {
	r := FuzzStartResponse{Bugs: []PlantedBug{}, MaxCount: maxFuzzCount, MaxSeed: maxFuzzNumber}
	for _, b := range fuzz.PlantedBugs() {
		r.Bugs = append(r.Bugs, PlantedBug(b))
	}
	return encode(nil, &r)
}

// FuzzStep tries some traces of a sequence. Everything that it needs is in the
// request, so equal requests have equal answers, and any engine can continue from the
// response.
//
// Errors: numbers out of range, a pass that does not exist, a planted bug that this
// build does not have.
func (e *Engine) FuzzStep(q *FuzzStepRequest) (*FuzzStepResponse, error) {
	switch {
	case q.Next < 0 || q.Next > maxFuzzNumber-maxFuzzCount:
		return nil, fmt.Errorf("expected `next` from 0 on, found %d", q.Next)
	case q.Count < 1 || q.Count > maxFuzzCount:
		return nil, fmt.Errorf("expected a `count` from 1 to %d, found %d", maxFuzzCount, q.Count)
	}
	s, err := e.fuzzSession(&q.Options)
	if err != nil {
		return nil, err
	}
	most := q.Findings
	if most < 1 || most > maxFuzzFindings {
		most = maxFuzzFindings
	}
	s.TakeCoverage()
	s.Seek(uint64(q.Next))
	r := &FuzzStepResponse{Findings: []FuzzFinding{}}
	for _, f := range s.Step(q.Count, most) {
		r.Findings = append(r.Findings, fuzzFinding(&f))
	}
	r.Next = int(s.Next())
	r.count(s.Coverage())
	return r, nil
}

// fuzzSession returns a session with the options: the previous one, if it has
// them.
func (e *Engine) fuzzSession(q *FuzzOptions) (*fuzz.Session, error) {
	if q.Seed < 0 || q.Seed > maxFuzzNumber {
		return nil, fmt.Errorf("expected a `seed` from 0 to %d, found %d", maxFuzzNumber, q.Seed)
	}
	if q.Length < 0 || q.Length > 1000 {
		return nil, fmt.Errorf("expected a `length` from 0 to 1000, found %d", q.Length)
	}
	if q.Prove < 0 || q.Prove > maxFuzzProve {
		return nil, fmt.Errorf("expected `prove` from 0 to %d steps, found %d", maxFuzzProve, q.Prove)
	}
	passes, err := optimizer.ParsePasses(q.Passes)
	if err != nil {
		return nil, err
	}
	key := fmt.Sprintf("%d %d %d %d %s", q.Seed, q.Length, q.Prove, passes, q.Bug)
	if e.fuzzing.session != nil && e.fuzzing.key == key {
		return e.fuzzing.session, nil
	}
	o := fuzz.Options{Seed: uint64(q.Seed), Length: q.Length, Passes: passes, Bug: q.Bug}
	if q.Prove > 0 {
		o.Oracles = []fuzz.Oracle{fuzz.Prover(context.Background(), solve.Budget{Steps: q.Prove, Memory: fuzzProofMemory})}
	}
	for _, example := range examples.All() {
		o.Corpus = append(o.Corpus, example.Text)
	}
	s, err := fuzz.NewSession(o)
	if err != nil {
		return nil, err
	}
	e.fuzzing = fuzzing{key, s}
	return s, nil
}

func fuzzFinding(f *fuzz.Finding) FuzzFinding {
	found := FuzzFinding{Index: int(f.Index), Kind: f.Kind.String(), Oracle: f.Oracle, Title: f.Title(), Detail: f.Detail,
		Passes: []string{}, Inputs: f.InputText, Trace: linesOf(f.Trace), After: linesOf(f.After)}
	for _, p := range f.Passes.List() {
		found.Passes = append(found.Passes, p.String())
	}
	return found
}

// count fills in what was seen.
func (r *FuzzStepResponse) count(c *fuzz.Coverage) {
	r.Traces, r.Operations = int(c.Traces), int(c.Operations)
	r.Agreed, r.Undefined = int(c.Agreed), int(c.Undefined+c.Opaque)
	r.Questions, r.Proved, r.Unknown = int(c.Questions), int(c.Proved), int(c.Unknown)
	r.Passes, r.Rules = namedCounts(c.PassCounts()), namedCounts(c.RuleCounts())
	slices.SortFunc(r.Rules, func(a, b NamedCount) int { return cmp.Compare(a.Name, b.Name) })
}

// namedCounts leaves out what never happened.
func namedCounts(counts []fuzz.Count) []NamedCount {
	list := []NamedCount{}
	for _, c := range counts {
		if c.Count > 0 {
			list = append(list, NamedCount{c.Name, int(c.Count)})
		}
	}
	return list
}

// FuzzShrink shrinks a trace of a sequence on which the optimizer fails.
//
// Errors: those of FuzzStep; nothing is wrong with the trace.
func (e *Engine) FuzzShrink(q *FuzzShrinkRequest) (*FuzzShrinkResponse, error) {
	switch {
	case q.Index < 0 || q.Index > maxFuzzNumber:
		return nil, fmt.Errorf("expected an `index` from 0 on, found %d", q.Index)
	case q.Tries < 0 || q.Tries > maxFuzzTries:
		return nil, fmt.Errorf("expected `tries` from 0 to %d, found %d", maxFuzzTries, q.Tries)
	}
	s, err := e.fuzzSession(&q.Options)
	if err != nil {
		return nil, err
	}
	found, err := s.Finding(uint64(q.Index))
	if err != nil {
		return nil, err
	}
	small, err := s.Shrink(found, q.Tries)
	if err != nil {
		return nil, err
	}
	r := &FuzzShrinkResponse{Finding: fuzzFinding(&small.Finding), Before: small.Before, Operations: small.Operations, Tries: small.Tries}
	// A trace that cannot be read back cannot be a text test.
	r.Case, _ = small.Case("")
	return r, nil
}
