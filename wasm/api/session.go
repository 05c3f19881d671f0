package api

import (
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// session is what an Engine keeps for the trace that it saw last: the text that
// the learner is editing is sent again for every question about it. It never
// changes an answer.
type session struct {
	text        string
	parsed      bool
	trace       *trace.Trace
	diagnostics []trace.Diagnostic

	// asked is what the last OptimizeRequest was about: the next one may send only the
	// differences.
	asked askedText

	// suggested are the inputs of the trace; nil if they were not asked for.
	suggested []Input

	optimizer optimizer.Optimizer
	// points are the results of the first k of passes, in the order in which
	// they run; points[0] is the recorded trace. Those of traces longer than
	// keepOps are not kept, except for the two that are compared.
	passes optimizer.PassSet
	points []*optimizer.Result

	// results are those that later requests can be about.
	results results

	before, after interp.Interp
	referee       interp.Judge
}

// keepOps is the length in operations up to which the results of all points are
// kept. Each costs about 50 bytes an operation.
const keepOps = 50_000

// parse returns the trace, nil if there are errors in it.
func (s *session) parse(text string) (*trace.Trace, []trace.Diagnostic) {
	if !s.parsed || s.text != text {
		s.points, s.suggested = nil, nil
		s.trace, s.diagnostics = trace.Parse(text)
		s.text, s.parsed = text, true
	}
	return s.trace, s.diagnostics
}

// again makes the trace of a result the current one.
func (s *session) again(c *comparedPoints) {
	if s.trace != c.trace {
		s.points, s.suggested = nil, nil
		s.text, s.parsed, s.trace, s.diagnostics = c.recordedText, true, c.trace, c.warnings
	}
}

// pipeline prepares for the points of a set of passes and returns how many
// there are.
func (s *session) pipeline(passes optimizer.PassSet) int {
	n := len(passes.List()) + 1
	if s.points == nil || s.passes != passes {
		s.passes = passes
		s.points = make([]*optimizer.Result, n)
		s.points[0] = optimizer.Recorded(s.trace)
	}
	return n
}

// point returns the result of the first k passes.
func (s *session) point(k int) *optimizer.Result {
	if s.points[k] != nil {
		return s.points[k]
	}
	if kept := s.results.point(s.trace, s.passes, k); kept != nil {
		return kept
	}
	result := s.optimizer.Run(s.trace, s.passes.First(k))
	if len(s.trace.Ops) <= keepOps {
		s.points[k] = result
	}
	return result
}
