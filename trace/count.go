package trace

import (
	"slices"
	"strings"
)

// CountKind is a kind of operation that [CountKinds] counts.
type CountKind uint8

const (
	// CountNew are allocations: new, new_with_vtable, new_array, virtual_ref.
	CountNew CountKind = iota
	// CountGet are reads: of fields, items, lengths, strings and raw memory.
	CountGet
	// CountSet are writes: to fields, items and raw memory, and virtual_ref_finish.
	CountSet
	// CountGuard are guards of every sort.
	CountGuard
	// CountCall are calls and what else can be seen from outside: call…, print,
	// escape, dummy; but not calls that only make a string.
	CountCall
	// CountInt are operations on integers: arithmetic, also with overflow,
	// comparisons of integers, and the conversions that have an integer as argument.
	CountInt
	// CountFloat are operations on floats: arithmetic, comparisons of floats, and
	// the conversions that have a float as argument.
	CountFloat
	// CountPtr are operations on references themselves: ptr_eq, ptr_ne, same_as,
	// force_token.
	CountPtr
	// CountOther is everything else that is counted: what makes strings (newstr, strsetitem, copystrcontent, and calls of
	// the functions that join two or take a slice, which PyPy's optimizer writes as these), operations that the table does
	// not know, getarg, and the jump or finish at the end.
	CountOther
	// CountAll is the sum of all kinds.
	CountAll

	countKinds
)

var countKindNames = [...]string{"new", "get", "set", "guard", "call", "int", "float", "ptr", "other", "all"}

// String returns the name of the kind: "new", "get", … "all".
func (k CountKind) String() string { return countKindNames[k] }

// AllCountKinds returns the kinds in the order in which tables show them.
func AllCountKinds() []CountKind {
	list := make([]CountKind, countKinds)
	for k := range list {
		list[k] = CountKind(k)
	}
	return list
}

// Counts says how often each kind of operation occurs in a trace.
type Counts [countKinds]int

// add adds one operation of a kind.
func (c *Counts) add(k CountKind) {
	c[k]++
	c[CountAll]++
}

// minus returns what is left without some operations.
func (c Counts) minus(other Counts) Counts {
	for k := range c {
		c[k] -= other[k]
	}
	return c
}

// TraceCounts are the counts of a trace and of parts of it.
type TraceCounts struct {
	// Whole counts the whole trace.
	Whole Counts
	// Entry counts the reads at the very beginning, before anything else happens:
	// PyPy's optimized traces begin with reading the frame's fields, which are
	// inputs of the recorded trace.
	Entry Counts
	// Loop counts what comes after the last label, if a jump goes back to it and
	// something comes before it (a preamble); HasLoop reports whether that is so.
	Loop    Counts
	HasLoop bool
}

// WithoutEntry is the whole trace without the reads at its beginning.
func (c *TraceCounts) WithoutEntry() Counts { return c.Whole.minus(c.Entry) }

// CountKinds counts the operations of a trace by kind. What does nothing when the trace
// runs is not counted: labels, inputs, the jump from a preamble to the label right after
// it, and bookkeeping (debug_merge_point, enter_portal_frame, leave_portal_frame,
// jit_debug, keepalive, quasiimmut_field, and promises such as assert_not_none).
func CountKinds(t *Trace) TraceCounts { return CountKindsBut(t, func(Value) bool { return false }) }

// CountKindsBut is [CountKinds] without some operations.
func CountKindsBut(t *Trace, leftOut func(v Value) bool) TraceCounts {
	var c TraceCounts
	atEntry := true
	loop := lastLoop(t)
	for v := 1; v < len(t.Ops); v++ {
		op := &t.Ops[v]
		kind, counted := kindsOfCodes[op.Code].kind, kindsOfCodes[op.Code].counted
		if t.makesString(op) {
			kind = CountOther
		}
		if op.Code == OpJump && v+1 < len(t.Ops) && t.Ops[v+1].Code == OpLabel && t.Ops[v+1].Descr == op.Descr {
			counted = false
		}
		counted = counted && !leftOut(Value(v))
		if atEntry = atEntry && (kind == CountGet || op.Code == OpLabel && v == 1 || op.Code == OpParam); atEntry && counted {
			c.Entry.add(kind)
		}
		if !counted {
			continue
		}
		c.Whole.add(kind)
		if loop != None && Value(v) > loop {
			c.Loop.add(kind)
		}
	}
	c.HasLoop = loop != None
	return c
}

// Operations is the length of a trace wherever a single number is given: in the page, at
// the command line, in lessons, and as "all" in comparisons with PyPy. It counts what
// [CountKinds] counts. If a preamble comes before the loop, only the loop is counted: it is
// what runs again and again, and no code is counted twice.
func Operations(t *Trace) int {
	c := CountKinds(t)
	return c.Iteration()[CountAll]
}

// Iteration counts what runs again and again: the loop, or the whole trace if nothing
// comes before the loop.
func (c *TraceCounts) Iteration() Counts {
	if c.HasLoop {
		return c.Loop
	}
	return c.Whole
}

// Preamble counts what comes before the loop: nothing if the loop is the whole
// trace.
func (c *TraceCounts) Preamble() Counts { return c.Whole.minus(c.Iteration()) }

// lineCode says which operation a line of a logged trace is. It looks at the name
// alone: logs are long, and most of their traces are never parsed.
func lineCode(line string) (code Opcode, known bool) {
	if rest, ok := strings.CutPrefix(line, "+"); ok {
		_, rest, _ = strings.Cut(rest, ":")
		line = strings.TrimSpace(rest)
	}
	name, _, _ := strings.Cut(line, "(")
	if _, right, ok := strings.Cut(name, "="); ok {
		name = right
	}
	s, known := LookupSpelling(strings.TrimSpace(name))
	return s.Code, known
}

// LineCounts counts the lines of a trace as [Operations] counts the parsed trace.
type LineCounts struct {
	Whole, loop int    // since the beginning, since the last label
	label       string // the last label's descriptor
}

// Add counts a line.
func (c *LineCounts) Add(line string) {
	code, known := lineCode(line)
	_, descr, _ := strings.Cut(line, "descr=")
	if known && code == OpLabel {
		c.loop, c.label = 0, descr
	}
	if known && code == OpJump && c.label != "" && c.label == descr {
		c.Whole = c.loop
	}
	if !known || kindsOfCodes[code].counted {
		c.Whole++
		c.loop++
	}
}

// lastLoop returns the label of the loop that a preamble leads to: the last one,
// if the trace ends with a jump to it. None if there is none.
func lastLoop(t *Trace) Value {
	last := len(t.Ops) - 1
	if t.Ops[last].Code != OpJump {
		return None
	}
	for v := last; v > 1; v-- {
		if t.Ops[v].Code == OpLabel {
			if t.Ops[v].Descr == t.Ops[last].Descr {
				return Value(v)
			}
			return None
		}
	}
	return None
}

// kindsOfCodes has for each operation of the table what countKindOf says.
var kindsOfCodes [len(opTable)]kindOfCode

func init() {
	for code := range kindsOfCodes {
		kindsOfCodes[code].kind, kindsOfCodes[code].counted = countKindOf(Opcode(code))
	}
}

// kindOfCode is the kind under which an operation is counted, if it is.
type kindOfCode struct {
	kind    CountKind
	counted bool
}

// countKindOf returns the kind under which an operation is counted.
func countKindOf(code Opcode) (kind CountKind, counted bool) {
	info := code.Info()
	if code == OpStrNew || code == OpStrSet {
		return CountOther, true
	}
	switch info.Effect {
	case EffectBookkeeping:
		return 0, false
	case EffectControl:
		return CountOther, code != OpLabel && code != OpParam
	case EffectAllocate:
		return CountNew, true
	case EffectReadField, EffectReadArray, EffectReadRaw:
		return CountGet, true
	case EffectWriteField, EffectWriteArray, EffectWriteRaw:
		return CountSet, true
	case EffectGuard:
		return CountGuard, true
	case EffectVisible:
		return CountCall, true
	case EffectOpaque:
		if code == OpCall {
			return CountCall, true
		}
		return CountOther, true
	}
	switch info.Group {
	case "reference", "frame":
		return CountPtr, true
	case "array", "string":
		return CountGet, true
	}
	return countKindOfNumbers(code), true
}

// countKindOfNumbers goes by the first argument.
func countKindOfNumbers(code Opcode) CountKind {
	if code.Info().Spellings[0].Layout[0] == 'f' {
		return CountFloat
	}
	return CountInt
}

// Shown is how much of a trace a reader of all of it sees, and so how much is held where it is shown with every reason: its operations, whether
// they belong to the loop or not, and their arguments and the values of their snapshots, with what describes an object as often as
// it is written. A count that comes above most values ends there.
func Shown(t *Trace, most int) (operations, values int) {
	operations = CountKinds(t).Whole[CountAll]
	values = len(t.ArgList)
	seen := make([]int32, len(t.Virtuals))
	for v := range t.Ops {
		s := t.Ops[v].Snap
		if s <= 0 {
			continue
		}
		snap := &t.Snaps[s]
		todo := slices.Clone(t.SnapList[snap.First : snap.First+snap.Len+snap.Pending])
		for len(todo) > 0 && values <= most {
			values++
			next := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !next.IsVirtual() || seen[next.VirtualIndex()] == s {
				continue
			}
			seen[next.VirtualIndex()] = s
			for _, f := range t.Fields(next.VirtualIndex()) {
				todo = append(todo, f.Value)
			}
		}
	}
	return operations, values
}
