package prove

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"unbox/heap"
	"unbox/interp"
	"unbox/trace"
)

// InputValue is an input of a counterexample in all the ways in which a word can
// be read. Unsigned, Hex and Binary are "" for references.
type InputValue struct {
	Name string
	// Type is "int", "ref" or "float".
	Type string
	// Value is a signed decimal, a double, null or the name of an object.
	Value interp.Shown
	// Unsigned, Hex and Binary show the word with the verdict's width, or the 64
	// bits of a double. Binary is in groups of eight digits.
	Unsigned, Hex, Binary string
}

// Values returns the inputs of a counterexample. before is the recorded trace, width
// that of an integer.
func (c *Counterexample) Values(before *trace.Trace, width int) []InputValue {
	var list []InputValue
	names := c.objectNames(before)
	for _, in := range interp.TraceInputs(before) {
		d := c.Inputs.Of(in)
		v := InputValue{Name: in.Name, Type: d.Type.String(), Value: shownDatum(d, names)}
		bits := width
		switch d.Type {
		case trace.Ref:
			list = append(list, v)
			continue
		case trace.Float:
			bits = 64
		}
		word := d.Bits << (64 - bits) >> (64 - bits)
		v.Unsigned, v.Hex, v.Binary = strconv.FormatUint(word, 10), fmt.Sprintf("0x%0*x", bits/4, word), binary(word, bits)
		list = append(list, v)
	}
	return list
}

// binary writes a word in groups of eight digits.
func binary(word uint64, bits int) string {
	digits := fmt.Sprintf("%0*b", bits, word)
	var groups []string
	for ; len(digits) > 8; digits = digits[8:] {
		groups = append(groups, digits[:8])
	}
	return strings.Join(append(groups, digits), " ")
}

func shownDatum(d interp.Datum, names []string) interp.Shown {
	switch {
	case d.Type == trace.Int:
		return interp.Shown{Kind: trace.SpanNumber, Text: strconv.FormatInt(int64(d.Bits), 10)}
	case d.Type == trace.Float:
		return interp.Shown{Kind: trace.SpanNumber, Text: strconv.FormatFloat(math.Float64frombits(d.Bits), 'g', -1, 64)}
	case d.Type != trace.Ref:
		return interp.Shown{Kind: trace.SpanConstant, Text: "None"}
	case d.Bits == 0 || int(d.Bits) > len(names):
		return interp.Shown{Kind: trace.SpanConstant, Text: "null"}
	}
	return interp.Shown{Kind: trace.SpanVariable, Text: names[d.Bits-1]}
}

// objectNames returns the names of the objects of a counterexample, after the
// inputs that refer to them.
func (c *Counterexample) objectNames(before *trace.Trace) []string {
	names := make([]string, len(c.Inputs.Objects))
	for _, in := range interp.TraceInputs(before) {
		if d := c.Inputs.Of(in); d.Type == trace.Ref && d.Bits != 0 && names[d.Bits-1] == "" {
			names[d.Bits-1] = in.Name
		}
	}
	for k := range names {
		o := &c.Inputs.Objects[k]
		switch {
		case o.Constant != 0:
			names[k] = before.Tables.Syms[o.Constant]
		case names[k] == "":
			names[k] = o.Name
		}
	}
	return names
}

// Objects returns the heap of a counterexample: objects and arrays with what they
// hold at the start. Places that are left out are 0 or null.
func (c *Counterexample) Objects(before *trace.Trace) []interp.ReportObject {
	schema := &before.Tables.Schema
	names := c.objectNames(before)
	var list []interp.ReportObject
	for k := range c.Inputs.Objects {
		o := &c.Inputs.Objects[k]
		r := interp.ReportObject{Name: names[k], Class: "obj", Array: o.Array, Length: int(o.Length)}
		switch {
		case o.Array && o.Type >= 0:
			r.Class = schema.Arrays[o.Type].Name
		case o.Array:
			r.Class = "array"
		case o.Type >= 0:
			r.Class = schema.Classes[o.Type].Name
		}
		for _, slot := range c.Inputs.ContentsOf(o) {
			place := strconv.Itoa(int(slot.Place))
			if !o.Array {
				place = schema.Fields[heap.FieldID(slot.Place)].Name
			}
			r.Fields = append(r.Fields, interp.Named{Name: place, Value: shownDatum(slot.Value, names)})
		}
		list = append(list, r)
	}
	return list
}

// Summary returns the verdict as one line.
func (v *Verdict) Summary() string {
	asked, _ := v.Asked()
	forSolver := fmt.Sprintf("%d for the solver %s", asked, v.Solver)
	if asked == 0 {
		forSolver = "none for a solver"
	}
	queries := "1 query"
	if len(v.Queries) != 1 {
		queries = fmt.Sprintf("%d queries", len(v.Queries))
	}
	cost := queries + ", " + forSolver
	if v.Time > 0 {
		cost += ", " + rounded(v.Time).String()
	}
	switch v.Status {
	case Proved:
		if v.EndUnknown {
			cost += ", whether any input reaches the end is not known"
		}
		return fmt.Sprintf("proved %s (%s)", v.Scope(), cost)
	case Vacuous:
		return fmt.Sprintf("vacuous: %s; nothing is proved about what comes after it (%s)", v.Reason, cost)
	case Refuted:
		return fmt.Sprintf("refuted with integers of %d bits (%s)", v.Width, cost)
	}
	return fmt.Sprintf("unknown: %s (%s, at most %v each)", v.Reason, cost, v.Budget)
}

// rounded rounds a duration to three digits.
func rounded(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}

// Text returns the verdict as lines for a terminal. before is the recorded
// trace.
func (v *Verdict) Text(before *trace.Trace) string {
	var b strings.Builder
	b.WriteString(v.Summary() + "\n")
	c := v.Counterexample
	if c == nil {
		return b.String()
	}
	if !c.Replayed {
		fmt.Fprintf(&b, "the solver's input, for which the interpreter saw no difference: %s\n", c.Text)
		return b.String()
	}
	fmt.Fprintf(&b, "input: %s\n", c.Text)
	for _, value := range c.Values(before, v.Width) {
		if value.Type == "int" || value.Type == "float" {
			fmt.Fprintf(&b, "    %s = %s = %s = %s\n    %*s = %s\n", value.Name, value.Value, value.Unsigned, value.Hex,
				len(value.Name), "", value.Binary)
		}
	}
	if c.Query < len(v.Queries) {
		b.WriteString(v.Queries[c.Query].Said() + "\n")
	}
	fmt.Fprintf(&b, "the interpreter: %s\n", c.Reason)
	if c.Hostile {
		b.WriteString("    (if the outside changes objects that it can reach)\n")
	}
	b.WriteString("recorded:  " + c.Before.text() + "\noptimized: " + c.After.text() + "\n")
	return b.String()
}

func (r *Run) text() string {
	text := r.Exit
	if r.At.Text != "" {
		text += fmt.Sprintf(" at `%s`, line %d", r.At.Text, r.At.Line)
	}
	for k, value := range r.Values {
		sep := ", "
		if k == 0 {
			sep = ", with "
		}
		text += sep + value.Name + "=" + value.Value.Text
	}
	if len(r.Effects) > 0 {
		for k, effect := range r.Effects {
			text += [2]string{", ", ", after "}[trace.BoolBit(k == 0)] + effect.String()
		}
	}
	if r.Detail != "" {
		text += ": " + r.Detail
	}
	return text
}
