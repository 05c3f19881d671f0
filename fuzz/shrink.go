package fuzz

import (
	"errors"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// Shrinking: from a trace of forty operations that fails to the few that it needs.
//
// The plan that does not work is to remove one operation after the other: each needs
// the others. Delta debugging removes large pieces first, then smaller ones, as long
// as the rest still fails in the same way; and where the result of an operation was
// used, something else replaces it: an argument of it, an earlier value, a constant,
// or a new input with the value that the operation computed. Then what is left is
// made simpler, operand by operand, number by number.
//
// Every change is tried on the failing inputs alone, so a try takes some microseconds.
// Changes go in one direction only (fewer operations, earlier operands, smaller
// numbers), so that shrinking ends; and nothing is left to chance, so that the same
// finding gives the same trace everywhere.

// DefaultTries is the maximum number of smaller traces that are tried if no
// other bound is given.
const DefaultTries = 60_000

// Shrink makes a finding as small as possible: the trace, its inputs and the
// passes. tries bounds the number of smaller traces that are tried, 0 means
// DefaultTries. The finding that it returns fails in the same way.
//
// Errors: the finding no longer fails, because the optimizer is a different one.
func (s *Session) Shrink(f Finding, tries int) (Shrunk, error) {
	if tries <= 0 {
		tries = DefaultTries
	}
	k := &shrinker{examiner: s.examiner, found: f.Failure, passes: f.Passes, tries: tries}
	in := f.Inputs
	if in == nil {
		in = firstInputs(f.recorded)
	}
	k.best = newDraft(f.recorded, in)
	k.best.know(f.known)
	before := f.recorded.Len()
	if !k.fails(k.best) {
		return Shrunk{}, errors.New("expected a finding that fails, found that nothing is wrong with it any more")
	}
	k.shrink()
	small := f
	small.Passes = k.passes
	t, inputs := k.best.build()
	small.recorded, small.known = t, k.best.known()
	small.Failure = k.found
	if small.Inputs != nil {
		small.Inputs = inputs
	}
	s.examiner.describe(&small)
	return Shrunk{Finding: small, Before: before, Operations: operationsOf(t), Tries: tries - k.tries}, nil
}

// Shrunk is a finding made small.
type Shrunk struct {
	Finding
	// Before and Operations are the numbers of operations before and after, labels
	// not counted.
	Before, Operations int
	// Tries is the number of smaller traces that were tried.
	Tries int
}

// operationsOf counts operations without labels and parameters.
func operationsOf(t *trace.Trace) int {
	n := 0
	for _, op := range t.Ops[1:] {
		if op.Code != trace.OpParam && op.Code != trace.OpLabel {
			n++
		}
	}
	return n
}

// firstInputs are inputs for findings that have none: zeros.
func firstInputs(t *trace.Trace) *interp.Inputs {
	in := new(interp.Inputs)
	for _, i := range interp.TraceInputs(t) {
		if i.Arg < 0 {
			in.Params = append(in.Params, interp.Datum{Type: i.Type})
		}
	}
	return in
}

type shrinker struct {
	examiner *examiner
	found    Failure
	passes   optimizer.PassSet
	best     *draft
	// tries is the number of traces that may still be tried.
	tries int
}

// fails reports whether a draft fails in the same way.
func (s *shrinker) fails(d *draft) bool { return s.failsWith(d, s.passes) }

func (s *shrinker) failsWith(d *draft, passes optimizer.PassSet) bool {
	if s.tries <= 0 {
		return false
	}
	s.tries--
	t, in := d.build()
	if len(t.Ops) < 2 || t.Ops[1].Code != trace.OpLabel || trace.Check(t) != nil {
		return false
	}
	known := d.known()
	if known.Check(t) != nil {
		return false
	}
	r, failure := s.examiner.run(t, passes, known)
	if s.found.Kind == Panics || failure != nil {
		return failure != nil && s.found.Kind == Panics && failure.Detail == s.found.Detail
	}
	if failure = s.examiner.wellFormed(r); s.found.Kind == Malformed || failure != nil {
		return failure != nil && s.found.Kind == Malformed
	}
	r = promised(r, known)
	if s.found.Kind == Unprintable {
		return s.examiner.prints(r) != nil
	}
	if s.found.Inputs != nil {
		return s.failsOutside(d, r, in)
	}
	for _, o := range s.examiner.oracles {
		if o.Name() == s.found.Oracle {
			failure = o.Judge(&Subject{Passes: passes, Result: r, Inputs: in})
		}
	}
	return failure != nil && failure.Kind == s.found.Kind
}

// accept makes a draft the best one if it fails.
func (s *shrinker) accept(d *draft) bool {
	if !s.fails(d) {
		return false
	}
	d.compact()
	s.best = d
	return true
}

// shrink applies every way to make the trace smaller until none helps.
func (s *shrinker) shrink() {
	s.dropPieces()
	s.dropPasses()
	for progress := true; progress && s.tries > 0; {
		progress = false
		for _, way := range [...]func() bool{
			s.mergeLabels, s.dropPieces, s.cutLoop, s.replaceOps, s.shortenLists, s.dropParams, s.dropPasses,
			s.earlierOperands, s.simplerConstants, s.simplerInputs, s.friendlier, s.quieter,
		} {
			progress = way() || progress
		}
	}
}

// dropPieces removes operations, fewer and fewer at a time.
func (s *shrinker) dropPieces() (progress bool) {
	for size := len(s.best.order) / 2; size > 0; {
		shrunk := false
		for at := len(s.best.order) - 1; at >= 0; at -= size {
			if s.dropPiece(max(at-size+1, 0), at) {
				shrunk = true
			}
			at = min(at, len(s.best.order))
		}
		progress = progress || shrunk
		if !shrunk || size > 1 {
			size /= 2
		}
	}
	return progress
}

// dropPiece removes the operations of a range, and those that belong to them.
func (s *shrinker) dropPiece(from, to int) bool {
	d := s.best.clone()
	some := false
	for at := min(to, len(d.order)-1); at >= from; at-- {
		switch code := d.op(at).op.Code; {
		case d.op(at).gone, code == trace.OpLabel, code == trace.OpParam:
		case at < len(d.order)-1 && (code == trace.OpJump || code == trace.OpFinish):
		default:
			for _, k := range d.unit(at) {
				if k >= 0 {
					d.drop(k, d.standIn(k))
					some = true
				}
			}
		}
	}
	return some && s.accept(d)
}

// mergeLabels removes labels in the middle: what came before continues after.
func (s *shrinker) mergeLabels() (progress bool) {
	for at := len(s.best.order) - 1; at > 0; at-- {
		if at >= len(s.best.order) || s.best.op(at).op.Code != trace.OpLabel {
			continue
		}
		d := s.best.clone()
		given := d.op(at).args
		if before := d.op(at - 1); before.op.Code == trace.OpJump {
			given = before.args
			d.drop(at-1, trace.None)
		}
		label := d.op(at).op.Descr
		d.drop(at, trace.None)
		for k := 0; at+1+k < len(d.order) && d.op(at+1+k).op.Code == trace.OpParam; k++ {
			if k < len(given) {
				d.drop(at+1+k, given[k])
			}
		}
		last := d.op(len(d.order) - 1)
		if last.op.Code == trace.OpJump && last.op.Descr == label {
			d.finishWith(last.args)
		}
		progress = s.accept(d) || progress
	}
	return progress
}

// finishWith makes the last operation a finish.
func (d *draft) finishWith(args []trace.Value) {
	last := d.op(len(d.order) - 1)
	last.op.Code, last.op.Descr, last.op.Spelling, last.args = trace.OpFinish, -1, 0, args
}

// cutLoop turns a loop into a straight line.
func (s *shrinker) cutLoop() bool {
	if len(s.best.order) == 0 || s.best.op(len(s.best.order)-1).op.Code != trace.OpJump {
		return false
	}
	d := s.best.clone()
	d.finishWith(d.op(len(d.order) - 1).args)
	return s.accept(d)
}

// dropPasses removes passes that are not needed.
func (s *shrinker) dropPasses() (progress bool) {
	for _, p := range s.passes.List() {
		fewer := s.passes &^ (1 << p)
		if s.failsWith(s.best, fewer) {
			s.passes, progress = fewer, true
		}
	}
	return progress
}

// friendlier tries an outside that leaves objects alone.
func (s *shrinker) friendlier() bool {
	if !s.found.World.HostileCalls || s.found.Inputs == nil {
		return false
	}
	before := s.found.World
	s.found.World = worlds[0]
	if s.fails(s.best) {
		return true
	}
	s.found.World = before
	return false
}
