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
	// Replaced: another operation is in its place.
	Replaced
	// Added: an operation that comes from none of the recorded ones.
	Added
	// Moved: the operation is later in the trace than it was.
	Moved
	// Learned: the operation is as it was, but after a guard its result is known
	// to be something else, which later operations use.
	Learned
	// Stopped: a pass did nothing at the operation, or to the whole trace that ends with
	// it, because of one of its own limits.
	Stopped
)

var remarkKindNames = [...]string{"", "removed", "replaced", "added", "moved", "learned", "stopped"}

// String returns "removed", "replaced", "added", "moved", "learned" or "stopped".
func (k RemarkKind) String() string { return remarkKindNames[k] }

// Remark is the optimizer's own reason for one difference between the recorded
// trace and the result. Every difference has exactly one. There are about as many as
// operations, so what only few of them have is elsewhere: see remarkDetails.
type Remark struct {
	Kind   RemarkKind
	Pass   PassID
	Reason Reason
	// Copy is 1 if the remark is about the copy in the peeled loop.
	Copy uint8
	// In is the operation of the recorded trace, None for one that a pass
	// invented.
	In trace.Value
	// Out is the operation of the result, 0 for Removed.
	Out trace.Value
	// Facts are the values that the reason mentions, except a third one, which is rare
	// (see [Result.Facts]); None where it needs fewer. Results of recorded operations are
	// given by their index in the recorded trace; an invented operation is in
	// Result.Invented.
	Facts [2]trace.Value
	// Descr is the field or class that the reason mentions, -1 if none.
	Descr int32
	// rest is the remaining data: if positive, the one operation that the decision rests
	// on; if 0, nothing; otherwise -rest is the index of the details.
	rest int32
}

// set makes the remark the same as another one, field by field: see [trace.Op.Set].
func (m *Remark) set(r *Remark) {
	m.Kind, m.Pass, m.Reason, m.Copy = r.Kind, r.Pass, r.Reason, r.Copy
	m.In, m.Out = r.In, r.Out
	m.Facts[0], m.Facts[1] = r.Facts[0], r.Facts[1]
	m.Descr, m.rest = r.Descr, r.rest
}

// remarkDetails are what a remark has beside itself. They are never changed, so remarks can
// share them.
type remarkDetails struct {
	// rule is the number from 1 on of the rewrite rule that fired, 0 if none did.
	rule int16
	// known is a number from 1 on that identifies what was known of the operation's
	// arguments, 0 if the reason does not mention it.
	known int32
	third trace.Value
	// because are operations that the decision rests on, if they are not among the facts
	// (see [Result.Causes]); None where there are fewer. They are given like the facts.
	because [3]trace.Value
}

// detailsOf returns the details of a remark; list has the shared ones.
func (m *Remark) detailsOf(list []remarkDetails) remarkDetails {
	if m.rest < 0 {
		return list[-m.rest]
	}
	return remarkDetails{because: [3]trace.Value{trace.Value(m.rest)}}
}

// Result is what the optimizer made from a trace.
type Result struct {
	// In is the recorded trace, Out the optimized one. They share Tables.
	In, Out *trace.Trace
	// Rules are those that were used.
	Rules *rules.RuleSet
	// Remarks are the reasons: first those for recorded operations in their
	// order, then those for added ones in the order of the result.
	Remarks []Remark
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
	// details are those of the remarks. known holds what they say of integers, two for each.
	details []remarkDetails
	known   []bounds.Bounds
	// passes are those that were on, and forced are the arguments of the jump about whose shape nothing was
	// assumed when the loop was peeled: with these, another walk over In does the same.
	passes PassSet
	forced []bool
	// fromWorld are the recorded parameters for which the world knows what integers they
	// can be.
	fromWorld map[trace.Value]bool
	// found is made when it is first needed: see index.
	found *resultIndex
}

// Rule returns the index in Rules of the rewrite rule that remark i mentions, -1 if it
// mentions none.
func (r *Result) Rule(i int) int {
	if m := &r.Remarks[i]; m.rest < 0 {
		return int(r.details[-m.rest].rule) - 1
	}
	return -1
}

// RuleName returns the name of that rule, "" if there is none.
func (r *Result) RuleName(i int) string {
	if rule := r.Rule(i); rule >= 0 {
		return r.Rules.Rules[rule].Name
	}
	return ""
}

// Facts returns all values that remark i mentions, None where it needs fewer.
func (r *Result) Facts(i int) [3]trace.Value {
	m := &r.Remarks[i]
	return [3]trace.Value{m.Facts[0], m.Facts[1], m.detailsOf(r.details).third}
}

// Because returns the operations that remark i rests on, if they are not among its facts; None where
// there are fewer.
func (r *Result) Because(i int) [3]trace.Value { return r.Remarks[i].detailsOf(r.details).because }

// Known returns what remark i says about integers: about the first and the second argument of the
// operation, or what the condition of a rule asked for. It is nil if the remark mentions none.
func (r *Result) Known(i int) []bounds.Bounds { return r.knownIn(&r.Remarks[i]) }

func (r *Result) knownIn(m *Remark) []bounds.Bounds {
	if k := m.detailsOf(r.details).known; k > 0 {
		return r.known[2*k-2 : 2*k]
	}
	return nil
}

// asksMadeCall reports whether a guard of the result asks whether a call raised that was recorded as
// a conditional one. In a text, the guard could belong to another conditional call that is gone.
func (r *Result) asksMadeCall(guard trace.Value) bool {
	if !trace.AsksForException(r.Out.Ops[guard].Code) {
		return false
	}
	was, is := r.In.AskedCall(trace.Value(r.Out.Ops[guard].Src)), r.Out.AskedCall(guard)
	return r.In.Ops[was].Condition() != trace.CallsAlways && r.Out.Ops[is].Condition() == trace.CallsAlways
}

// Annotated returns the optimized trace with the notes that the text of its guards
// needs so that it can be compared with the recorded trace: the rows whose questions
// they ask, where that is not visible. The trace in the result stays as it is.
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
