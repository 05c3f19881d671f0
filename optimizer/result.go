package optimizer

import (
	"unbox/optimizer/bounds"
	"unbox/optimizer/rules"
	"unbox/trace"
)

// RemarkKind says what happened to an operation.
type RemarkKind uint8

const (
	// Removed: the operation is not in the output.
	Removed RemarkKind = iota + 1
	// Replaced: another operation stands in its place.
	Replaced
	// Added: an operation that comes from none of the recorded ones.
	Added
	// Moved: the operation stands later than it did.
	Moved
	// Learned: the operation is as it was, but after a guard its result is known
	// to be something else, which later operations use.
	Learned
	// Stopped: a pass did nothing at the operation, or to the whole trace that ends with
	// it, because of a rule of its own.
	Stopped
)

var remarkKindNames = [...]string{"", "removed", "replaced", "added", "moved", "learned", "stopped"}

// String returns "removed", "replaced", "added", "moved", "learned" or "stopped".
func (k RemarkKind) String() string { return remarkKindNames[k] }

// Remark is the optimizer's own reason for one difference between the recorded
// trace and the result. Every difference has exactly one.
type Remark struct {
	Kind   RemarkKind
	Pass   PassID
	Reason Reason
	// Copy is 1 if the remark is about the copy in the peeled loop.
	Copy uint8
	// Rule is the index of the rewrite rule that fired, -1 if none did.
	Rule int16
	// In is the operation of the recorded trace, None for one that a pass
	// invented.
	In trace.Value
	// Out is the operation of the result, 0 for Removed.
	Out trace.Value
	// Facts are the values that the reason speaks of; None where it needs fewer.
	// Results of recorded operations are meant as such (their index in the
	// recorded trace); an invented operation is Result.Invented.
	Facts [3]trace.Value
	// Because are operations that the decision rests on, if they are not among the facts
	// (see [Result.Causes]); the first are filled in, the rest None. They are meant as
	// the facts are.
	Because [3]trace.Value
	// Known is a number from 1 on that finds what was known of the operation's
	// arguments in Result.Known, 0 if the reason does not speak of it.
	Known int32
	// Descr is the field or class that the reason speaks of, -1 if none.
	Descr int32
}

// Result is what the optimizer made of a trace.
type Result struct {
	// In is the recorded trace, Out the optimized one. They share Tables.
	In, Out *trace.Trace
	// Rules are those that were used: Remark.Rule is the index of one.
	Rules *rules.RuleSet
	// Remarks are the reasons: first those for recorded operations in their
	// order, then those for added ones in the order of the result.
	Remarks []Remark
	// Known holds what remarks say of integers: the arguments of remark.Known k
	// are Known[2*k-2] and Known[2*k-1].
	Known []bounds.Bounds
	// Impossible is the recorded guard that must always fail, None if there is
	// none. Out then ends after it: what follows is never reached.
	Impossible trace.Value
	// Peeled means that Out has the loop twice: the preamble and the peeled loop.
	Peeled bool
	// ValueOf says where the value of each recorded operation is in the result:
	// an operation of Out, a constant of Out, or None if it is not there (no
	// result, dead, or an object that stayed virtual).
	ValueOf []trace.Value
	// Invented are the values that Remark.Facts from len(In.Ops) on refer to: those
	// of the copies in the peeled loop if there is one, then those that passes
	// invented. Invented[v-len(In.Ops)] is a value of Out, or None if it is no
	// longer there.
	Invented []trace.Value
	// passes are those that were on, and forced are the arguments of the jump of whose shape nothing was assumed
	// when the loop was peeled: another walk over In goes the same way.
	passes PassSet
	forced []bool
	// fromWorld are the recorded parameters of which others know what integers they can be.
	fromWorld map[trace.Value]bool
	// found is made when somebody first asks: see index.
	found *resultIndex
}

// RuleName returns the name of the rewrite rule that remark i speaks of, "" if it
// speaks of none.
func (r *Result) RuleName(i int) string {
	if rule := r.Remarks[i].Rule; rule >= 0 {
		return r.Rules.Rules[rule].Name
	}
	return ""
}

// asksMadeCall reports whether a guard of the result asks whether a call raised which was recorded as
// a conditional one. In a text it could be that of another conditional call, which is gone.
func (r *Result) asksMadeCall(guard trace.Value) bool {
	if !trace.AsksForException(r.Out.Ops[guard].Code) {
		return false
	}
	was, is := r.In.AskedCall(trace.Value(r.Out.Ops[guard].Src)), r.Out.AskedCall(guard)
	return r.In.Ops[was].Condition() != trace.CallsAlways && r.Out.Ops[is].Condition() == trace.CallsAlways
}

// Annotated returns the optimized trace with what the text of its guards has to say so
// that it can be compared with the recorded one's: the rows whose questions they ask,
// where that does not show. The trace in the result stays as it is.
func (r *Result) Annotated() *trace.Trace {
	if r.Out == r.In {
		return r.Out
	}
	out := *r.Out
	out.Ops = append([]trace.Op(nil), out.Ops...)
	out.Snaps = append([]trace.Snapshot(nil), out.Snaps...)
	out.Rows = nil
	counts := r.In.Counted()
	for v := range out.Ops {
		op := &out.Ops[v]
		if !op.Code.IsGuard() || op.Src == 0 {
			continue
		}
		takes := int32(0)
		if op.Snap != 0 {
			takes = out.Snaps[op.Snap].Takes
		}
		if op.Copy == 0 && takes == 0 && !r.asksMadeCall(trace.Value(v)) {
			continue
		}
		snap := trace.Snapshot{First: uint32(len(out.SnapList)), Descr: -1}
		if op.Snap != 0 {
			snap = out.Snaps[op.Snap]
		}
		snap.RowsFirst = uint32(len(out.Rows))
		out.Rows = append(out.Rows, counts[op.Src])
		if takes != 0 {
			out.Rows = append(out.Rows, counts[takes])
		}
		snap.RowsLen = uint32(len(out.Rows)) - snap.RowsFirst
		op.Snap = int32(len(out.Snaps))
		out.Snaps = append(out.Snaps, snap)
	}
	return &out
}
