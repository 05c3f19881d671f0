package optimizer

import (
	"slices"
	"strconv"

	"unbox/trace"
)

// MomentKind says what a line about a moment is.
type MomentKind uint8

const (
	// MomentPass: what a pass does with the operation.
	MomentPass MomentKind = iota
	// MomentReason: why, and what else happens to it later.
	MomentReason
	// MomentKept: what is in the snapshot of a guard that stays.
	MomentKept
	// MomentObject: an object that is only known, with the contents of its fields. MomentMade: one that the
	// output so far allocates.
	MomentObject
	MomentMade
	// MomentNumber: what an integer can be. MomentClass: what is known of a reference.
	MomentNumber
	MomentClass
	// MomentEqual: a name that has been replaced by another one.
	MomentEqual
	// MomentMemory: what a field or an item in memory holds. MomentWaits: a write that waits.
	MomentMemory
	MomentWaits
	// MomentCompared: how two values compare.
	MomentCompared
	// MomentOutput: an operation of the output so far.
	MomentOutput
)

var momentKindNames = [...]string{"pass", "reason", "kept", "object", "made", "number", "class", "equal", "memory", "waits", "compared", "output"}

// String returns "pass", "reason", "kept", "object", "made", "number", "class", "equal", "memory", "waits",
// "compared" or "output".
func (k MomentKind) String() string { return momentKindNames[k] }

// MomentLine is a line about a moment.
type MomentLine struct {
	Kind MomentKind
	// Near means that it is about an argument of the operation: what a decision may rest on.
	Near bool
	// Pass is the pass that knows or does it.
	Pass  PassID
	Parts []Part
}

// MomentLimits say how much of a moment is put into words; negative numbers mean all of it.
type MomentLimits struct {
	// Others is the maximum number of facts of each kind that are not about the operation; those
	// about it are always included.
	Others int
	// Output is the maximum number of operations of the output: the last ones.
	Output int
}

// MomentText is a moment in words.
type MomentText struct {
	Lines []MomentLine
	// Left is the number of lines of each kind that were left out.
	Left [MomentOutput + 1]int
}

// Text describes a moment in words: first what passes do, then what they know, then the output so
// far. recorded names the values of the recorded trace, result those of the moment's result. The
// cost is that of the text, and one comparison for each fact that is left out.
func (m *Moment) Text(recorded, result *trace.Namer, limits MomentLimits) MomentText {
	t := momentText{m: m, limits: limits}
	t.say(recorded, result)
	return t.text
}

// say describes all of it.
func (t *momentText) say(recorded, result *trace.Namer) {
	m := t.m
	t.words = remarkWords{r: m.Result, remark: &Remark{In: m.In, Copy: m.Copy}, recorded: recorded, result: result}
	t.near = append(t.near, m.Args...)
	for _, v := range m.Result.In.Args(m.In) {
		if v.IsOp() {
			t.near = append(t.near, t.words.walkValue(v))
		}
	}
	t.steps()
	t.reasons(recorded, result)
	t.kept()
	t.objects()
	t.made()
	for i := range m.Facts {
		t.fact(&m.Facts[i])
	}
	if limit := t.limits.Output; limit >= 0 {
		t.text.Left[MomentOutput] = max(0, len(m.Output)-limit)
	}
	if t.drawn {
		return
	}
	for i := range m.Output[t.text.Left[MomentOutput]:] {
		t.output(&m.Output[t.text.Left[MomentOutput]+i])
	}
}

type momentText struct {
	m      *Moment
	limits MomentLimits
	// drawn means that the output is not needed as lines.
	drawn bool
	words remarkWords
	// near are the arguments, as recorded and as they are at this moment.
	near []trace.Value
	text MomentText
	// others counts, for each kind, the facts so far that are not about the operation.
	others [MomentOutput + 1]int
}

// line adds a line about some values, unless there are enough lines of its
// kind.
func (t *momentText) line(kind MomentKind, pass PassID, say func(), about ...trace.Value) {
	near := slices.ContainsFunc(about, func(v trace.Value) bool { return v > 0 && slices.Contains(t.near, v) })
	if isFact := kind >= MomentObject && kind < MomentOutput; isFact && !near {
		if t.limits.Others >= 0 && t.others[kind] >= t.limits.Others {
			t.text.Left[kind]++
			return
		}
		t.others[kind]++
	}
	t.words.parts = nil
	say()
	t.text.Lines = append(t.text.Lines, MomentLine{Kind: kind, Near: near, Pass: pass, Parts: t.words.parts})
}

// steps adds what each pass does with the operation.
func (t *momentText) steps() {
	for i := range t.m.Steps {
		e := &t.m.Steps[i]
		words := ""
		switch e.Kind {
		case EventKeep:
			words = "leaves it alone"
		case EventRemove:
			words = "takes it out"
		case EventRewrite:
			words = "makes another operation of it: "
		case EventEmit:
			if e.Src == int32(t.m.In) && e.Copy == t.m.Copy {
				t.line(MomentPass, 0, func() {
					t.words.add(PartText, "it goes into the output: ")
					t.operation(e)
				})
			}
		case EventMaterialize:
			t.line(MomentPass, PassVirtual, func() {
				t.words.fact(e.Value)
				t.words.add(PartText, " is allocated now")
			})
		}
		if words != "" {
			t.line(MomentPass, e.Pass, func() {
				t.words.add(PartText, words)
				if e.Kind == EventRewrite {
					t.operation(e)
				}
			})
		}
	}
}

// reasons adds why, from the remarks about the operation and about what it causes to be
// allocated.
func (t *momentText) reasons(recorded, result *trace.Namer) {
	r := t.m.Result
	for i := range r.Remarks {
		m := &r.Remarks[i]
		if !t.isReason(m) {
			continue
		}
		t.text.Lines = append(t.text.Lines, MomentLine{Kind: MomentReason, Near: true, Pass: m.Pass, Parts: r.Parts(i, recorded, result)})
	}
}

// isReason reports whether a remark is about the operation, or about an object that it causes to be
// allocated.
func (t *momentText) isReason(m *Remark) bool {
	if m.Reason == ReasonPeelCopy || m.In == trace.None || m.Copy != t.m.Copy {
		return false
	}
	value := m.In + trace.Value(m.Copy)*trace.Value(len(t.m.Result.In.Ops))
	return m.In == t.m.In || m.Kind == Moved && slices.ContainsFunc(t.m.Steps, func(e Event) bool {
		return e.Kind == EventMaterialize && e.Value == value
	})
}

// guardStays reports whether the operation is a guard that goes into the output.
func (m *Moment) guardStays() bool {
	return slices.ContainsFunc(m.Steps, func(e Event) bool {
		return e.Kind == EventEmit && e.Src == int32(m.In) && e.Copy == m.Copy && e.Code.IsGuard()
	})
}

// maxKept is the maximum number of values in a guard's snapshot that are
// listed.
const maxKept = 60

// kept adds what is in the snapshot of a guard that stays.
func (t *momentText) kept() {
	m := t.m
	if len(m.Kept) == 0 || !m.guardStays() {
		return
	}
	t.line(MomentKept, 0, func() {
		t.words.add(PartText, "if it does not hold, it hands over ")
		madeThen := m.madeOnExit()
		for k, v := range m.Kept {
			if k > 0 {
				t.words.add(PartText, ", ")
			}
			if k == maxKept {
				t.words.add(PartText, "and "+strconv.Itoa(len(m.Kept)-k)+" more")
				break
			}
			t.value(v)
			if madeThen[v] {
				t.words.add(PartText, " (made only then)")
			}
		}
	})
}

// madeOnExit are the objects in a guard's snapshot that are made only if it fails.
func (m *Moment) madeOnExit() map[trace.Value]bool {
	made := make(map[trace.Value]bool)
	for _, v := range m.Kept {
		made[v] = v.IsVirtual()
	}
	for i := range m.Facts {
		if e := &m.Facts[i]; e.Kind == EventVirtual {
			if _, isKept := made[e.Value]; isKept {
				made[e.Value] = true
			}
		}
	}
	for i := range m.Steps {
		if e := &m.Steps[i]; e.Kind == EventMaterialize {
			delete(made, e.Value)
		}
	}
	return made
}

// value names a value of the walk, or an object that the recorded trace describes.
func (t *momentText) value(v trace.Value) {
	if v.IsVirtual() {
		t.words.add(PartCode, t.words.recorded.Name(v))
		return
	}
	t.words.fact(v)
}

// made adds which objects the output so far allocates, and why.
func (t *momentText) made() {
	for i := range t.m.Output {
		e := &t.m.Output[i]
		if e.Code.Effect() != trace.EffectAllocate {
			continue
		}
		t.line(MomentMade, 0, func() {
			t.words.fact(e.Value)
			t.words.add(PartText, " is in memory")
			if why := t.whyMade(e.Value); why != nil {
				t.words.add(PartText, ": ")
				t.words.parts = append(t.words.parts, why...)
			}
		}, e.Value)
	}
}

// whyMade says in a few words what let a virtual object out, nil if that is not known.
func (t *momentText) whyMade(object trace.Value) []Part {
	r := t.m.Result
	if i := r.materializedBy(object); i >= 0 {
		return r.Short(i, t.words.recorded, t.words.result)
	}
	return nil
}

// objects adds what is virtual, and what is in it.
func (t *momentText) objects() {
	for i := range t.m.Facts {
		e := &t.m.Facts[i]
		if e.Kind != EventVirtual {
			continue
		}
		fields := t.m.Facts[i+1:]
		for k := range fields {
			if fields[k].Kind != EventField || fields[k].Value != e.Value {
				fields = fields[:k]
				break
			}
		}
		t.line(MomentObject, e.Pass, func() { t.object(e, fields) }, e.Value)
	}
}

func (t *momentText) object(e *Event, fields []Event) {
	w := &t.words
	w.fact(e.Value)
	w.add(PartText, " is virtual")
	isArray := t.isArray(e.Value)
	if classes := t.m.Result.In.Tables.Schema.Classes; !isArray && e.Descr >= 0 && int(e.Descr) < len(classes) {
		w.add(PartText, ", of class ")
		w.add(PartCode, classes[e.Descr].Name)
	}
	for k := range fields {
		w.add(PartText, [2]string{": ", ", "}[min(k, 1)])
		w.add(PartCode, t.fieldName(isArray, fields[k].Descr))
		w.add(PartText, " is ")
		w.fact(fields[k].With)
	}
}

// isArray reports whether the value is an array that the trace allocates.
func (t *momentText) isArray(v trace.Value) bool {
	n := trace.Value(len(t.m.Result.In.Ops))
	if v >= n {
		v -= n
	}
	return v > 0 && v < n && isArrayAllocation(t.m.Result.In.Ops[v].Code)
}

func (t *momentText) fieldName(isArray bool, field int32) string {
	if fields := t.m.Result.In.Tables.Schema.Fields; !isArray && field >= 0 && int(field) < len(fields) {
		return fields[field].Name
	}
	return "item " + strconv.Itoa(int(field))
}

// fact adds one thing that is known.
func (t *momentText) fact(e *Event) {
	w := &t.words
	switch e.Kind {
	case EventBounds:
		t.line(MomentNumber, e.Pass, func() {
			w.fact(e.Value)
			w.add(PartText, " is ")
			w.add(PartFact, e.Bounds.String())
		}, e.Value)
	case EventNonnull:
		t.line(MomentClass, e.Pass, func() {
			w.fact(e.Value)
			w.add(PartText, " is not null")
		}, e.Value)
	case EventClass:
		t.line(MomentClass, e.Pass, func() {
			w.fact(e.Value)
			w.add(PartText, " is of class ")
			w.add(PartCode, t.m.Result.In.Tables.Schema.Classes[e.Descr].Name)
		}, e.Value)
	case EventEqual:
		t.equal(e)
	case EventHolds, EventWait:
		t.memory(e)
	case EventCompare:
		t.line(MomentCompared, e.Pass, func() {
			w.fact(e.Value)
			w.add(PartText, " "+relation(e.Descr).words()+" ")
			w.fact(e.With)
		}, e.Value, e.With)
	}
}

// equal adds that a name has been replaced by another value, if the reader knows that
// value.
func (t *momentText) equal(e *Event) {
	if !t.isNamed(e.Value) {
		return
	}
	t.line(MomentEqual, e.Pass, func() {
		t.words.ofRecorded(e.Value%trace.Value(len(t.m.Result.In.Ops)), t.m.Copy)
		t.words.add(PartText, " is ")
		t.words.fact(e.With)
	}, e.Value, e.With)
}

// isNamed reports whether a value is one of the current iteration that the reader knows by name.
func (t *momentText) isNamed(v trace.Value) bool {
	n := trace.Value(len(t.m.Result.In.Ops))
	copied := v >= n
	return v > 0 && v < 2*n && (!copied || t.m.Result.Peeled) && copied == (t.m.Copy == 1)
}

// memory adds what a place holds, or will hold.
func (t *momentText) memory(e *Event) {
	kind, words := MomentMemory, " holds "
	if e.Kind == EventWait {
		kind, words = MomentWaits, " is to hold "
	}
	t.line(kind, e.Pass, func() {
		switch {
		case e.Kind == EventWait:
			t.words.add(PartCode, t.fieldName(e.Code == trace.OpSetItem, e.Descr))
		case e.Code == trace.OpGet:
			t.words.add(PartCode, t.fieldName(false, e.Descr))
		case len(e.Args) > 0:
			t.words.add(PartText, "the item ")
			t.words.fact(e.Args[0])
		}
		t.words.add(PartText, " of ")
		t.words.fact(e.Value)
		t.words.add(PartText, words)
		t.words.fact(e.With)
	}, e.Value)
}

// words say how two values compare.
func (r relation) words() string {
	switch {
	case r == relEqual:
		return "is equal to"
	case r&relEqual == 0 && r&^(relLessBelow|relLessAbove) == 0:
		return "is less than"
	case r&relEqual == 0 && r&^(relGreaterBelow|relGreaterAbove) == 0:
		return "is greater than"
	case r == relAny&^relEqual:
		return "is not equal to"
	case r&^(relEqual|relLessBelow|relLessAbove) == 0:
		return "is at most"
	case r&^(relEqual|relGreaterBelow|relGreaterAbove) == 0:
		return "is at least"
	}
	return "was compared with"
}

// output adds an operation of the output.
func (t *momentText) output(e *Event) { t.line(MomentOutput, 0, func() { t.operation(e) }) }

// operation writes an operation with its current values, and its row.
func (t *momentText) operation(e *Event) {
	t.operationAlone(e)
	if w := &t.words; e.Src != 0 && e.Code != trace.OpLabel {
		w.add(PartText, " (")
		w.row(Cause{In: trace.Value(e.Src), Copy: max(e.Copy, w.remark.Copy)})
		w.add(PartText, ")")
	}
}

// operationAlone writes it without its row: a label as it was recorded, anything else by its name and
// arguments.
func (t *momentText) operationAlone(e *Event) {
	w := &t.words
	in := t.m.Result.In
	if e.Code == trace.OpLabel && e.Src != 0 {
		w.causeOperation(Cause{In: trace.Value(e.Src), Copy: e.Copy})
		return
	}
	if e.Src != 0 && in.Ops[e.Src].Type != trace.Void {
		w.ofRecorded(trace.Value(e.Src), e.Copy)
		w.add(PartCode, " = ")
	}
	if e.Code == trace.OpLabel {
		w.add(PartText, "the loop begins here")
		return
	}
	w.add(PartCode, e.Code.String()+"(")
	t.arguments(e)
	w.add(PartCode, ")")
}

// arguments writes the arguments of an operation, and its field or class at its usual place.
func (t *momentText) arguments(e *Event) {
	w := &t.words
	field := ""
	switch {
	case e.Descr < 0:
	case e.Code == trace.OpGet || e.Code == trace.OpSet:
		field = t.fieldName(false, e.Descr)
	case e.Code == trace.OpNew || e.Code == trace.OpGuardClass || e.Code == trace.OpGuardNonnullClass:
		field = t.m.Result.In.Tables.Schema.Classes[e.Descr].Name
	}
	separator := ""
	for k, v := range e.Args {
		if k == 1 && field != "" {
			w.add(PartCode, ", "+field)
			field = ""
		}
		w.add(PartCode, separator)
		separator = ", "
		w.fact(v)
	}
	if field != "" {
		w.add(PartCode, separator+field)
	}
}
