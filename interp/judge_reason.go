package interp

import (
	"fmt"
	"strings"

	"unbox/heap"
	"unbox/trace"
)

// Reason gives the reason for the verdict in plain words: what was expected,
// because the recorded trace did it, then what was found. The outcomes must not
// have been overwritten by another run.
func (v Verdict) Reason() string {
	switch v.Kind {
	case VerdictAgree:
		return "seen from outside, both runs did the same: " + v.before.wayOut()
	case VerdictOpaque:
		if v.before.Exit != ExitOpaque {
			return "the optimized trace cannot be interpreted here: " + v.after.wayOut()
		}
		return "the recorded trace cannot be interpreted here: " + v.before.wayOut()
	case VerdictUndefined:
		switch {
		case v.before.Exit == ExitUndefined:
			return "the recorded trace has no meaning on these inputs: " + v.before.wayOut()
		case v.before.Exit == ExitExhausted:
			return "the recorded trace did not run to its end: " + v.before.wayOut()
		}
		return "the optimized trace did not run to its end: " + v.after.wayOut()
	}
	return v.differs()
}

// wayOut says how the run ended, as a part of a sentence.
func (o *Outcome) wayOut() string {
	names := trace.NewNamer(o.Trace, "")
	at := o.opText(names, o.Op)
	switch o.Exit {
	case ExitEnd:
		return "the end of the trace"
	case ExitGuard:
		return at + " failed"
	case ExitFinish:
		return at
	case ExitLimit:
		return fmt.Sprintf("stopped after %d jumps", o.Jumps)
	}
	return at + ": " + o.Detail(names)
}

// opText writes an operation without its result and snapshot, in backticks.
func (o *Outcome) opText(names *trace.Namer, v trace.Value) string {
	if v <= 0 || int(v) >= len(o.Trace.Ops) {
		return "the start"
	}
	op := &o.Trace.Ops[v]
	if op.Code == trace.OpParam {
		return "the input `" + names.Name(v) + "`"
	}
	if o.trouble.kind == troubleMalformed && v == o.Op {
		return "`" + op.SpellingName() + "`" // its arguments may be anything
	}
	args := o.Trace.Args(v)
	parts := make([]string, 0, len(args)+1)
	for _, arg := range args[:min(len(args), 8)] {
		parts = append(parts, names.Name(arg))
	}
	if len(args) > 8 {
		parts = append(parts, "…")
	}
	schema := &o.Trace.Tables.Schema
	switch kind := op.Code.Info().Descr; {
	case op.Descr < 0:
	case kind == trace.DescrClass:
		parts = append(parts, schema.Classes[op.Descr].Name)
	case op.Code == trace.OpGetInterior || op.Code == trace.OpSetInterior:
		parts = append(parts, schema.Fields[op.Descr].Name)
	case kind == trace.DescrField:
		parts = append(parts[:1], append([]string{schema.Fields[op.Descr].Name}, parts[1:]...)...)
	}
	name := effectName(op)
	if op.Code == trace.OpOpaque && op.Descr >= 0 {
		name, _, _ = strings.Cut(o.Trace.Tables.Texts[op.Descr].Text, " ")
	}
	return "`" + name + "(" + strings.Join(parts, ", ") + ")`"
}

// differs describes the first difference.
func (v Verdict) differs() string {
	d, before, after := v.diff, v.before, v.after
	effect := func(o *Outcome) string {
		if d.index >= len(o.Effects) {
			return "none"
		}
		return "`" + o.shownEffect(o.nameObjects(), d.index).String() + "`"
	}
	switch d.kind {
	case diffExit:
		return fmt.Sprintf("expected the exit of the recorded trace, %s; found %s", before.wayOut(), after.wayOut())
	case diffEffectCount:
		d.index = min(len(before.Effects), len(after.Effects))
		return fmt.Sprintf("expected %d visible effects, found %d; the first that differs is number %d: expected %s, found %s",
			len(before.Effects), len(after.Effects), d.index+1, effect(before), effect(after))
	case diffEffect, diffEffectArgs:
		return fmt.Sprintf("visible effect %d: expected %s, found %s", d.index+1, effect(before), effect(after))
	case diffSeen:
		return v.seenText()
	case diffValueCount:
		return fmt.Sprintf("expected %d values at the exit, found %d", len(before.Values), len(after.Values))
	case diffRecorded:
		return fmt.Sprintf("`%s` was computed as %s by the recorded trace, and as %s by what replaces it",
			trace.NewNamer(before.Trace, "").Name(d.op), before.nameObjects().datum(d.datums[0]), after.nameObjects().datum(d.datums[1]))
	}
	return v.valueDiffers()
}

// valueDiffers says which value or object differs, and where it is.
func (v Verdict) valueDiffers() string {
	d := v.diff
	want, have := v.before.nameObjects(), v.after.nameObjects()
	expected, found := want.datum(d.datums[0]).Text, have.datum(d.datums[1]).Text
	switch d.kind {
	case diffValue:
		return fmt.Sprintf("%s: expected %s, found %s", v.valuePlace(int(d.place)), v.typed(d.datums[0], expected), v.typed(d.datums[1], found))
	case diffEffectValue:
		return fmt.Sprintf("value %d of visible effect %d, `%s`: expected %s, found %s",
			d.place+1, d.index+1, v.before.shownEffect(want, d.index), v.typed(d.datums[0], expected), v.typed(d.datums[1], found))
	case diffContent:
		return fmt.Sprintf("`%s`: expected %s, found %s", v.contentPlace(&d), v.typed(d.datums[0], expected), v.typed(d.datums[1], found))
	case diffObject:
		return fmt.Sprintf("`%s`: expected %s, found %s", v.pathText(d.path),
			v.before.objectPhrase(want, d.path[0].before), v.after.objectPhrase(have, d.path[0].after))
	case diffOrigin:
		return fmt.Sprintf("`%s`: expected the object `%s`, found `%s`", v.pathText(d.path), expected, found)
	}
	text := fmt.Sprintf("`%s`: expected the object `%s`, found `%s`", v.pathText(d.path), expected, found)
	if expected == found {
		text += ", which was another object elsewhere"
	}
	return text
}

// contentPlace names a place in an object: "p1.next", "ConstPtr(box).value". The recorded
// trace does not know a constant that only the optimized one has.
func (v Verdict) contentPlace(d *difference) string {
	if d.index == 1 {
		return v.after.nameObjects().name(d.path[0].after) + v.after.placeName(d.path[0].after, d.place)
	}
	return v.pathText(d.path) + v.before.placeName(d.path[0].before, d.place)
}

func (v Verdict) typed(d Datum, text string) string {
	if d.Type == trace.Ref && d.Bits != 0 {
		return "the object `" + text + "`"
	}
	return "`" + text + "`"
}

// valuePlace names value k of the exit.
func (v Verdict) valuePlace(k int) string {
	return fmt.Sprintf("value %d of the exit, `%s`", k+1, v.before.valueName(trace.NewNamer(v.before.Trace, ""), k))
}

// objectPhrase says what kind of object it is.
func (o *Outcome) objectPhrase(names *objectNames, ref heap.Object) string {
	r := names.report(ref, 0)
	if r.Array {
		return fmt.Sprintf("an array of %d items of type `%s`", r.Length, r.Class)
	}
	return fmt.Sprintf("an object of class `%s`", r.Class)
}

// pathText writes how an object is reached: "p1.next", "value 2 of the exit".
func (v Verdict) pathText(path []objectPair) string {
	var text strings.Builder
	last := path[len(path)-1]
	switch last.parent {
	case rootEffect:
		fmt.Fprintf(&text, "effect value %d", last.place+1)
	case rootValue:
		text.WriteString(v.before.valueName(trace.NewNamer(v.before.Trace, ""), int(last.place)))
	default:
		if name := v.before.nameObjects().name(last.before); name != "" {
			text.WriteString(name)
		} else {
			text.WriteString("…")
		}
	}
	for k := len(path) - 2; k >= 0; k-- {
		text.WriteString(v.before.placeName(path[k+1].before, path[k].place))
	}
	return text.String()
}

// seenText says what the outside saw at an effect in one run and not in the
// other.
func (v Verdict) seenText() string {
	d := v.diff
	slot := func(o *Outcome) string {
		seen := o.seenBy(d.index)
		if int(d.place) >= len(seen) {
			return "nothing"
		}
		return o.seenSlotText(seen[d.place])
	}
	return fmt.Sprintf("what visible effect %d, `%s`, can see of the objects at that moment: expected %s, found %s",
		d.index+1, v.before.shownEffect(v.before.nameObjects(), d.index), slot(v.before), slot(v.after))
}

func (o *Outcome) seenSlotText(s seenSlot) string {
	text := "another object"
	switch {
	case s.place == seenObject || s.place == seenOrigin:
		return text
	case s.typ != trace.Ref:
		text = "`" + (&objectNames{}).datum(Datum{s.typ, s.bits}).Text + "`"
	}
	fields := o.Heap.Schema().Fields
	if index, field, ok := s.place.Interior(); ok {
		return fmt.Sprintf("%s in field `%s` of item %d", text, fields[field].Name, index)
	}
	if int(s.place) < len(fields) {
		return fmt.Sprintf("%s in field `%s`", text, fields[s.place].Name)
	}
	return fmt.Sprintf("%s in item %d", text, s.place)
}
