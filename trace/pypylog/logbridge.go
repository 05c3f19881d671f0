package pypylog

import (
	"strings"

	"unbox/trace"
)

// What a bridge knows of its inputs.
//
// A bridge begins where a guard of another trace failed, and everything that was
// passed on the way to that guard holds in it: the class of an object is its class for
// ever. PyPy keeps these facts with the guard; a recorded bridge does not have them.
// But the log holds the other trace, and there the guard with the values that it hands
// over. So the facts can be had again:
//
//	guard_class(p1, Iterator)                  the optimized trace
//	guard_true(i2, descr=<Guard0x7f10>) [p0, None, p1]
//
//	# bridge out of Guard 0x7f10 with 3 ops    the recorded bridge
//	[p3, p4]
//	guard_class(p4, Iterator)                  p4 is p1
//
// They are written into the bridge's text, as promises behind its inputs, so that
// whoever reads the bridge sees them: record_exact_class(p4, Iterator).
//
// A label of the optimized trace takes values over under the same names. What is known
// of a value that falls into it is known behind it too: PyPy lets no other trace jump
// there that does not know as much.

// WithParentFacts returns the text of a recorded bridge with promises behind its inputs
// that say what parent, the optimized trace with the guard at which the bridge begins,
// knows of them. guard is the guard's address as in [LogEntry.Guard]. If there is
// nothing to say, or the texts do not fit together, it returns the bridge as it is.
func WithParentFacts(bridge, parent, guard string) string {
	from, _ := trace.Parse(parent)
	to, _ := trace.Parse(bridge)
	if from == nil || to == nil {
		return bridge
	}
	facts := factsAtGuard(from, guard)
	inputs := inputNames(to)
	if len(facts) != len(inputs) {
		return bridge
	}
	var promises strings.Builder
	for k, fact := range facts {
		switch {
		case fact.typ != inputs[k].typ:
			return bridge
		case fact.class != "":
			promises.WriteString("record_exact_class(" + inputs[k].name + ", " + fact.class + ")\n")
		case fact.nonnull:
			promises.WriteString("assert_not_none(" + inputs[k].name + ")\n")
		}
	}
	return behindInputs(bridge, promises.String())
}

// inputFact is what is known of a value that a guard hands over.
type inputFact struct {
	typ     trace.Type
	class   string // as written, "" if it is not known
	nonnull bool
}

// factsAtGuard returns what is known of each value that a guard hands over, in the
// order in which it does, nil if the guard is not there.
func factsAtGuard(t *trace.Trace, guard string) []inputFact {
	facts := make([]inputFact, len(t.Ops))
	label := trace.None
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		op := &t.Ops[v]
		facts[v].typ = op.Type
		switch op.Code {
		case trace.OpLabel:
			label = v
			continue
		case trace.OpParam:
			if k := int(v-label) - 1; k < int(t.Ops[label].Len) {
				if arg := t.Arg(label, k); arg.IsOp() {
					facts[v] = facts[arg]
				}
			}
			continue
		}
		if op.Code.IsGuard() && op.Snap != 0 && isGuardAt(t, op.Snap, guard) {
			return handedOver(t, op.Snap, facts)
		}
		learnFact(t, v, facts)
	}
	return nil
}

// isGuardAt tells whether a snapshot is that of the guard with an address.
func isGuardAt(t *trace.Trace, snap int32, guard string) bool {
	descr := t.Snaps[snap].Descr
	return descr >= 0 && t.Tables.Texts[descr].Text == "<Guard"+guard+">"
}

// handedOver returns the facts of the values in a snapshot. Those that are None there
// are not handed over.
func handedOver(t *trace.Trace, snap int32, facts []inputFact) []inputFact {
	var list []inputFact
	for _, v := range t.SnapValues(snap) {
		switch {
		case v == trace.None:
		case v.IsOp():
			list = append(list, facts[v])
		default:
			return nil // what a bridge gets for anything else a log does not say
		}
	}
	return list
}

// learnFact notes what passing an operation says of the object that is its first
// argument, or its result.
func learnFact(t *trace.Trace, v trace.Value, facts []inputFact) {
	op := &t.Ops[v]
	if op.Code == trace.OpNew || op.Code == trace.OpNewArray || op.Code == trace.OpNewArrayClear {
		facts[v].nonnull = true
	}
	if op.Len == 0 || !t.Arg(v, 0).IsOp() {
		return
	}
	f := &facts[t.Arg(v, 0)]
	switch op.Code {
	case trace.OpGuardClass, trace.OpGuardNonnullClass, trace.OpAssertClass:
		f.class, f.nonnull = classText(t, op.Descr), true
	case trace.OpGuardNonnull, trace.OpAssertNonnull, trace.OpGet, trace.OpSet, trace.OpGetItem, trace.OpSetItem, trace.OpGetInterior, trace.OpSetInterior, trace.OpArrayLen:
		f.nonnull = true
	}
}

// classText returns a class as an operand that names it, "" if it has no name of its
// own.
func classText(t *trace.Trace, class int32) string {
	name := t.Tables.Schema.Classes[class].Name
	switch t.Tables.ClassSpelling[class] {
	case trace.ClassConst:
		return "ConstClass(" + name + ")"
	case trace.ClassPlain:
		return name
	}
	return ""
}

// namedInput is an input of a recorded trace.
type namedInput struct {
	name string
	typ  trace.Type
}

func inputNames(t *trace.Trace) []namedInput {
	var list []namedInput
	for v := 2; v < len(t.Ops) && t.Ops[v].Code == trace.OpParam; v++ {
		list = append(list, namedInput{t.Tables.Syms[t.Ops[v].Name], t.Ops[v].Type})
	}
	return list
}

// behindInputs puts lines behind the line of the inputs.
func behindInputs(text, lines string) string {
	at := 0
	for line := range strings.Lines(text) {
		at += len(line)
		if strings.HasPrefix(line, "[") {
			return text[:at] + lines + text[at:]
		}
	}
	return text
}

// FindParent returns the index of the optimized trace in which the guard stands at
// which another one of them, a bridge, begins: -1 if it is no bridge or none has the
// guard. All must be of one log: in another one the address means another guard. guard
// is the address.
func FindParent(optimized []string, bridge int) (parent int, guard string) {
	entries := SplitLog(optimized[bridge])
	if len(entries) == 0 || entries[0].Guard == "" {
		return -1, ""
	}
	guard = entries[0].Guard
	for k, text := range optimized {
		if k != bridge && strings.Contains(text, "<Guard"+guard+">") {
			return k, guard
		}
	}
	return -1, ""
}

// RecordedText returns the text of a recorded trace of a log, as [LogEntry.Text] does,
// for a bridge with what its parent knows of its inputs ([WithParentFacts]).
func RecordedText(log string, entries []LogEntry, i int) string {
	text := entries[i].Text(log)
	if partner := entries[i].Partner; partner >= 0 && entries[partner].Parent >= 0 {
		parent := &entries[entries[partner].Parent]
		return WithParentFacts(text, parent.Text(log), entries[partner].Guard)
	}
	return text
}
