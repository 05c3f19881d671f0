package optimizer

import (
	"strconv"
	"strings"

	"unbox/trace"
)

// Text says remark i in words. Names of values stand in backticks. recorded
// names the values of the recorded trace and result those of the result, as
// their listings do; so the words fit what is on the screen.
func (r *Result) Text(i int, recorded, result *trace.Namer) string {
	remark := &r.Remarks[i]
	words := remarkWords{r, remark, recorded, result}
	text := reasonTable[remark.Reason].text
	var b strings.Builder
	for {
		open := strings.IndexByte(text, '{')
		if open < 0 {
			b.WriteString(text)
			return b.String()
		}
		end := open + strings.IndexByte(text[open:], '}')
		b.WriteString(text[:open])
		b.WriteString(words.expand(text[open+1 : end]))
		text = text[end+1:]
	}
}

// remarkWords knows what the placeholders of a reason's text stand for.
type remarkWords struct {
	r                *Result
	remark           *Remark
	recorded, result *trace.Namer
}

func (w *remarkWords) expand(placeholder string) string {
	switch placeholder {
	case "in":
		return w.operand()
	case "a":
		return w.fact(w.remark.Facts[0])
	case "b":
		return w.fact(w.remark.Facts[1])
	case "known":
		return w.known()
	case "field":
		return w.field()
	case "class":
		return "`" + w.className() + "`"
	case "rule":
		return "`" + w.r.Rules.Rules[w.remark.Rule].Name + "`"
	case "because":
		return w.because()
	}
	panic("BUG: a reason's text has an unknown placeholder: " + placeholder)
}

// operand names the operation that the remark is about by its result, or by what
// it is if it has none.
func (w *remarkWords) operand() string {
	switch {
	case w.remark.In == trace.None:
		return "`" + w.result.Name(w.remark.Out) + "`"
	case w.r.In.Ops[w.remark.In].Type == trace.Void:
		return "`" + w.r.In.Ops[w.remark.In].Code.String() + "`"
	}
	return "`" + w.recorded.Name(w.remark.In) + "`"
}

// fact names a value: a recorded one as recorded, a constant or an invented one
// as in the result.
func (w *remarkWords) fact(v trace.Value) string {
	n := trace.Value(len(w.r.In.Ops))
	switch {
	case v == trace.None:
		return "a value"
	case v < n && v > 0:
		return w.recordedName(v)
	case v >= n:
		now := w.r.Invented[v-n]
		if now == trace.None && w.r.Peeled && v < 2*n {
			return w.recordedName(v-n) + " of the peeled loop"
		}
		if now == trace.None {
			return "an operation that is no longer there"
		}
		v = now
	}
	return "`" + w.result.Name(v) + "`"
}

// recordedName names a recorded operation by its result, or by what it is if it
// has none.
func (w *remarkWords) recordedName(v trace.Value) string {
	if w.r.In.Ops[v].Type == trace.Void {
		return "`" + w.r.In.Ops[v].Code.String() + "`"
	}
	return "`" + w.recorded.Name(v) + "`"
}

func (w *remarkWords) field() string {
	op := &w.r.In.Ops[w.remark.In]
	switch op.Code {
	case trace.OpGetItem, trace.OpSetItem:
		if w.remark.Descr < 0 {
			return "item"
		}
		return "item " + strconv.Itoa(int(w.remark.Descr))
	}
	return "field `" + w.r.In.Tables.Schema.Fields[w.remark.Descr].Name + "`"
}

func (w *remarkWords) className() string {
	v := w.remark.Facts[0]
	if n := len(w.r.In.Ops); w.r.Peeled && int(v) >= n && int(v) < 2*n {
		v -= trace.Value(n)
	}
	if w.remark.Reason == ReasonVirtualGuard && v > 0 && int(v) < len(w.r.In.Ops) && isArrayAllocation(w.r.In.Ops[v].Code) {
		return w.r.In.Tables.Schema.Arrays[w.remark.Descr].Name
	}
	return w.r.In.Tables.Schema.Classes[w.remark.Descr].Name
}

func isArrayAllocation(code trace.Opcode) bool {
	return code == trace.OpNewArray || code == trace.OpNewArrayClear
}

// ImpossibleText says in words why the trace is impossible, "" if it is not.
func (r *Result) ImpossibleText(recorded *trace.Namer) string {
	if r.Impossible == trace.None {
		return ""
	}
	return "`" + r.In.Ops[r.Impossible].Code.String() + "` can never hold: " + r.whyImpossible(recorded)
}

// whyImpossible says what makes the guard fail that always does.
func (r *Result) whyImpossible(recorded *trace.Namer) string {
	op := &r.In.Ops[r.Impossible]
	name := func(i int) string { return "`" + recorded.Name(r.In.Arg(r.Impossible, i)) + "`" }
	switch op.Code {
	case trace.OpGuardTrue:
		return name(0) + " is always 0 here"
	case trace.OpGuardFalse:
		return name(0) + " is never 0 here"
	case trace.OpGuardValue:
		return name(0) + " is never " + name(1) + " here"
	case trace.OpGuardIsnull:
		return name(0) + " is never null here"
	case trace.OpGuardNonnull:
		return name(0) + " is always null here"
	case trace.OpGuardClass, trace.OpGuardNonnullClass:
		return name(0) + " is never of class `" + r.In.Tables.Schema.Classes[op.Descr].Name + "` here"
	case trace.OpGuardNoOverflow:
		return "the operation before it always overflows"
	case trace.OpGuardOverflow:
		return "the operation before it never overflows"
	case trace.OpGuardNoException, trace.OpGuardException:
		return "the call before it never raises"
	}
	return "what it asks for is never so here"
}

// known says what was known of the operation's arguments, leaving out constants
// and those of which nothing was known.
func (w *remarkWords) known() string {
	var parts []string
	for i, v := range w.r.In.Args(w.remark.In) {
		b := w.r.Known[2*int(w.remark.Known)-2+i]
		if !v.IsConst() && !b.IsTop() {
			parts = append(parts, w.recordedName(v)+" is "+b.String())
		}
	}
	if len(parts) == 0 {
		return "of any integer"
	}
	return strings.Join(parts, " and ")
}

// because says what a rule's condition knew of values, with a comma in front,
// "" if it asked for nothing.
func (w *remarkWords) because() string {
	text := ""
	for i, v := range w.remark.Facts[1:] {
		if v == trace.None || w.remark.Known == 0 {
			continue
		}
		if text == "" {
			text = ", because "
		} else {
			text += " and "
		}
		text += w.fact(v) + " is " + w.r.Known[2*int(w.remark.Known)-2+i].String()
	}
	return text
}
