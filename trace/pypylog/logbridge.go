package pypylog

import (
	"strings"

	"unbox/heap"
	"unbox/trace"
	"unbox/world"
)

// What a bridge knows of its inputs.
//
// A bridge begins where a guard of another trace failed. Everything that was checked
// on the way to that guard still holds in it: an object never changes its class. PyPy
// keeps these facts with the guard; a recorded bridge does not have them. But the log
// holds the other trace, with the guard and the values that it passes to the bridge.
// So the facts can be found again:
//
//	guard_class(p1, Iterator)                  the optimized trace
//	guard_true(i2, descr=<Guard0x7f10>) [p0, None, p1]
//
//	# bridge out of Guard 0x7f10 with 3 ops    the recorded bridge
//	[p3, p4]
//	guard_class(p4, Iterator)                  p4 is p1
//
// They are what the world knows of the bridge's inputs.
//
// A label of the optimized trace keeps the names of the values that it takes. What is
// known of a value that falls into the label is known after it too: PyPy lets no other
// trace jump there unless that trace knows as much.

// ParseBridge reads a recorded bridge together with what parent, the optimized trace with the
// guard at which the bridge begins, knows of its inputs. guard is the guard's address as in
// [LogEntry.Guard]. If nothing is known, or the texts do not fit together, the world is nil and
// the bridge is as [trace.Parse] reads it. Otherwise both are traces of one program, so that
// classes are known that the bridge does not mention.
func ParseBridge(bridge, parent, guard string) (*trace.Trace, []trace.Diagnostic, *world.World) {
	var program trace.Program
	if from, _ := program.Parse(parent); from != nil {
		if to, list := program.Parse(bridge); to != nil {
			if w := worldAtGuard(from, to, guard); w != nil {
				return to, list, w
			}
		}
	}
	to, list := trace.Parse(bridge)
	return to, list, nil
}

// worldAtGuard returns what is known of the inputs of a bridge, nil if nothing is.
func worldAtGuard(from, bridge *trace.Trace, guard string) *world.World {
	facts := factsAtGuard(from, guard)
	inputs := bridge.FirstParams()
	if len(facts) != len(inputs) {
		return nil
	}
	w := &world.World{}
	any := false
	for k := range facts {
		if facts[k].typ != inputs[k].Type {
			return nil
		}
		any = any || !facts[k].IsZero()
		w.Inputs = append(w.Inputs, facts[k].Fact)
	}
	if !any {
		return nil
	}
	return w
}

// inputFact is what is known of a value that a guard passes to a bridge.
type inputFact struct {
	typ trace.Type
	world.Fact
}

// factsAtGuard returns what is known of each value that a guard passes to a
// bridge, in that order, nil if the guard is not there.
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

// isGuardAt reports whether a snapshot is that of the guard with an address.
func isGuardAt(t *trace.Trace, snap int32, guard string) bool {
	descr := t.Snaps[snap].Descr
	return descr >= 0 && t.Tables.Texts[descr].Text == "<Guard"+guard+">"
}

// handedOver returns the facts of the values in a snapshot, without those that are
// None there.
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
		facts[v].Known |= world.KnowsNonnull
	}
	if op.Len == 0 || !t.Arg(v, 0).IsOp() {
		return
	}
	f := &facts[t.Arg(v, 0)]
	switch op.Code {
	case trace.OpGuardClass, trace.OpGuardNonnullClass, trace.OpAssertClass:
		f.Known |= world.KnowsNonnull
		if class := heap.ClassID(op.Descr); t.Tables.ClassKnown(class) {
			f.Class, f.Known = class, f.Known|world.KnowsClass
		}
	case trace.OpGuardNonnull, trace.OpAssertNonnull, trace.OpGet, trace.OpSet, trace.OpGetItem, trace.OpSetItem, trace.OpGetInterior, trace.OpSetInterior, trace.OpArrayLen:
		f.Known |= world.KnowsNonnull
	}
}

// FindParent returns the index of the optimized trace with the guard at which another
// of these traces, a bridge, begins: -1 if it is no bridge or none has the guard. All
// must be of one log: in another log the address means another guard. guard is the
// address.
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

// ParentOf returns the text of the optimized trace of a log in which a recorded trace of it
// begins, and the address of the guard there: "" if that is no bridge, or the log has no such
// trace.
func ParentOf(log string, entries []LogEntry, i int) (parent, guard string) {
	partner := entries[i].Partner
	if partner < 0 || entries[partner].Parent < 0 {
		return "", ""
	}
	return entries[entries[partner].Parent].Text(log), entries[partner].Guard
}
