package optimizer

import (
	"strconv"
	"strings"

	"unbox/trace"
)

// How causes are described, in sentences ("`guard_class(p0, Box)` in row 4 made sure of that")
// and in a few words ("checked in row 4").

// maxNamed is the maximum number of causes that a text names; it only counts the
// others.
const maxNamed = 3

// causeVerbs say what a cause did, in a sentence.
var causeVerbs = [...]string{
	CauseOperation:  "computes it",
	CauseInput:      "is where it comes in",
	CauseGuard:      "made sure of that",
	CauseAllocation: "made it",
	CauseWrite:      "wrote it",
	CauseRead:       "read it",
	CauseEscape:     "needs it",
	CauseJump:       "passes it to the next iteration",
	CauseLater:      "writes it again",
	CauseUse:        "uses it",
}

// causeShort say it before "in row 4".
var causeShort = [...]string{
	CauseOperation:  "computed",
	CauseInput:      "comes in",
	CauseGuard:      "checked",
	CauseAllocation: "made",
	CauseWrite:      "written",
	CauseRead:       "read",
	CauseEscape:     "needed",
	CauseJump:       "passed on",
	CauseLater:      "done again",
	CauseUse:        "used",
}

// CauseText says what a cause of remark i is and did, e.g. "`p1 = new(Box)` in row 3 made
// it".
func (r *Result) CauseText(i int, c Cause, recorded, result *trace.Namer) []Part {
	w := &remarkWords{r: r, remark: &r.Remarks[i], recorded: recorded, result: result}
	if c.Kind == CauseEscape || c.Kind == CauseJump {
		w.causes = r.Causes(i)
		w.leaves()
	} else {
		w.cause(c, w.verb(c))
	}
	return w.parts
}

// expandCause fills in a placeholder that stands for causes.
func (w *remarkWords) expandCause(placeholder string) {
	name, verb, own := strings.Cut(placeholder, ":")
	first := w.causes[0]
	switch name {
	case "cause":
		if !own {
			verb = w.verb(first)
		}
		w.cause(first, verb)
		w.chain(first)
	case "causes":
		w.list(func(c Cause) {
			if does := w.verb(c); own && c.Kind != CauseGuard {
				w.cause(c, verb)
			} else {
				w.cause(c, does)
			}
		})
	case "access":
		w.cause(first, w.access(first))
	case "row":
		w.row(first)
	case "rows":
		w.list(w.row)
	case "short":
		w.short(first)
	case "uses":
		w.uses()
	case "leaves":
		w.leaves()
	case "left":
		w.left()
	default:
		panic("BUG: a reason's text has an unknown placeholder: " + placeholder)
	}
}

// list adds the first causes with commas between them.
func (w *remarkWords) list(one func(Cause)) {
	named := min(len(w.causes), maxNamed)
	for k, c := range w.causes[:named] {
		switch {
		case k == 0:
		case k == len(w.causes)-1:
			w.add(PartText, " and ")
		default:
			w.add(PartText, ", ")
		}
		one(c)
	}
	if more := len(w.causes) - named; more > 0 {
		w.add(PartText, " and "+strconv.Itoa(more)+" more")
	}
}

// cause adds an operation, where it is, and what it did.
func (w *remarkWords) cause(c Cause, verb string) {
	w.causeOperation(c)
	if c.In != trace.None {
		w.add(PartText, " in ")
		w.row(c)
	}
	w.add(PartText, " "+verb)
}

// verb says what a cause did.
func (w *remarkWords) verb(c Cause) string {
	switch {
	case isPromise(w.code(c)):
		return "promises it"
	case c.Kind == CauseUse && w.remark.Reason == ReasonDead:
		if c.In != trace.None && w.r.index().remark(c.In, c.Copy) >= 0 && w.isGone(c) {
			return "is gone"
		}
		return "asks for something else now"
	case c.Kind == CauseUse && w.code(c) == trace.OpJump:
		return "passes only what is in its fields"
	case c.Kind == CauseOperation && w.code(c) == trace.OpGuardNotInvalidated:
		return causeVerbs[CauseGuard]
	}
	return causeVerbs[c.Kind]
}

// isGone reports whether a cause is no longer in the result.
func (w *remarkWords) isGone(c Cause) bool {
	i := w.r.index().remark(c.In, c.Copy)
	return i >= 0 && w.r.Remarks[i].Kind == Removed
}

// access is verb for causes that show that a reference is not null.
func (w *remarkWords) access(c Cause) string {
	switch c.Kind {
	case CauseRead, CauseWrite, CauseOperation:
		if !isPromise(w.code(c)) {
			return "uses it as an object, so it is one"
		}
	}
	return w.verb(c)
}

func isPromise(code trace.Opcode) bool {
	return code == trace.OpAssertNonnull || code == trace.OpAssertClass || code == trace.OpAssertValue
}

// chain adds what the first cause itself rests on, if that was decided as well: a guard rests
// on a comparison, which rests on a guard.
func (w *remarkWords) chain(c Cause) {
	if w.remark.Reason != ReasonGuardConstant || c.In == trace.None || !w.isGone(c) {
		return
	}
	above := w.r.words(w.r.index().remark(c.In, c.Copy), w.recorded, w.result)
	if reason := &reasonTable[above.remark.Reason]; reason.short != "" && len(above.causes) > 0 {
		above.fill(reason.short)
		w.add(PartText, " (")
		w.parts = append(w.parts, above.parts...)
		w.add(PartText, ")")
	}
}

// operation returns the trace that has the operation of a cause, and where it is.
func (w *remarkWords) operation(c Cause) (*trace.Trace, trace.Value) {
	if c.In != trace.None {
		return w.r.In, c.In
	}
	return w.r.Out, c.Out
}

func (w *remarkWords) code(c Cause) trace.Opcode {
	t, v := w.operation(c)
	return t.Ops[v].Code
}

// causeOperation adds the operation itself, every name in it as a part of its own.
func (w *remarkWords) causeOperation(c Cause) {
	names := w.recorded
	_, v := w.operation(c)
	if c.In == trace.None {
		names = w.result
	}
	text, spans := names.Operation(v)
	for _, s := range spans {
		part := Part{Kind: PartCode, Text: text[s.From:s.To]}
		switch {
		case s.Kind == trace.SpanPath:
			part.Kind = PartPath
		case s.Value.IsOp() && c.In != trace.None:
			part.Kind, part.In, part.Copy = PartValue, s.Value, c.Copy
		case s.Value.IsOp():
			part.Kind, part.Out = PartValue, s.Value
		}
		w.parts = append(w.parts, part)
	}
}

// row adds where a cause is: its line in the recorded text. It says so if this happened in the
// previous iteration.
func (w *remarkWords) row(c Cause) {
	if c.In == trace.None {
		w.causeOperation(c)
		return
	}
	w.parts = append(w.parts, Part{Kind: PartRow, Text: "row " + strconv.Itoa(w.r.In.Row(c.In)), In: c.In, Copy: c.Copy})
	if c.Copy < w.remark.Copy && w.r.In.Ops[c.In].Code != trace.OpLabel {
		w.add(PartText, " of the previous iteration")
	}
}

// short adds what the cause did and where.
func (w *remarkWords) short(c Cause) {
	word := causeShort[c.Kind]
	if isPromise(w.code(c)) {
		word = "promised"
	}
	w.add(PartText, word+" in ")
	w.row(c)
}

// uses adds what uses an object that need not exist.
func (w *remarkWords) uses() {
	w.list(func(c Cause) {
		w.causeOperation(c)
		w.add(PartText, " in ")
		w.row(c)
	})
	if len(w.causes) == 1 {
		w.add(PartText, " uses it")
	} else {
		w.add(PartText, " use it")
	}
	last := w.causes[len(w.causes)-1]
	switch {
	case w.code(last) == trace.OpJump:
		w.add(PartText, ", and the next iteration gets only what is in its fields")
	case len(w.causes) == 1:
		w.add(PartText, " and does not let it escape")
	default:
		w.add(PartText, ", and none of them lets it escape")
	}
}
