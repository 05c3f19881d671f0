package optimizer

import (
	"strconv"
	"strings"

	"unbox/trace"
)

// PartKind says what a part of a text is.
type PartKind uint8

const (
	// PartText is words.
	PartText PartKind = iota
	// PartValue is the name of a value, PartOperation that of an operation without a result.
	PartValue
	PartOperation
	// PartFact is what is known of a value: "in 0 to 9".
	PartFact
	// PartCode is any other name: a constant, a field, a class, a rule. PartPath is the
	// package before one, which can be left out.
	PartCode
	PartPath
	// PartRow is where an operation is: "row 15".
	PartRow
)

// Part is a part of a text about a trace.
type Part struct {
	Kind PartKind
	Text string
	// In and Copy are the recorded operation that is named, or the copy of it in the peeled
	// loop; Out is the operation of the result if that is what is meant. Both are None
	// where the text names no operation.
	In   trace.Value
	Copy uint8
	Out  trace.Value
}

// PartsText is the text in one piece. Names are in backticks, the parts of one name
// together.
func PartsText(parts []Part) string {
	var b strings.Builder
	inName := false
	for _, p := range parts {
		if isName := p.Kind.isName(); isName != inName {
			b.WriteByte('`')
			inName = isName
		}
		b.WriteString(p.Text)
	}
	if inName {
		b.WriteByte('`')
	}
	return b.String()
}

// OfThePeeledLoop is a separate part after the name of a value of the loop's copy, where the name
// alone would mean that of the first iteration.
const OfThePeeledLoop = " of the peeled loop"

// isName reports whether a part is code and not words.
func (k PartKind) isName() bool { return k != PartText && k != PartFact && k != PartRow }

// ReadParts splits a text in which code is in backticks.
func ReadParts(text string) []Part {
	var parts []Part
	for code := false; text != ""; code = !code {
		piece, rest, _ := strings.Cut(text, "`")
		switch {
		case piece == "":
		case code:
			parts = append(parts, Part{Kind: PartCode, Text: piece})
		default:
			parts = append(parts, Part{Text: piece})
		}
		text = rest
	}
	return parts
}

// Text is [Result.Parts] in one piece.
func (r *Result) Text(i int, recorded, result *trace.Namer) string {
	return PartsText(r.Parts(i, recorded, result))
}

// Parts says remark i in words: what follows, and from what. recorded names the values of the
// recorded trace and result those of the result, as their listings do; so the words match
// what is on the screen.
func (r *Result) Parts(i int, recorded, result *trace.Namer) []Part {
	w := r.words(i, recorded, result)
	reason := &reasonTable[w.remark.Reason]
	w.fill(reason.text)
	if reason.because != "" && len(w.causes) > 0 {
		w.fill(reason.because)
	}
	return w.parts
}

// Short says what remark i rests on, in a few words: for the margin of a row.
func (r *Result) Short(i int, recorded, result *trace.Namer) []Part {
	w := r.words(i, recorded, result)
	reason := &reasonTable[w.remark.Reason]
	if reason.short != "" && len(w.causes) > 0 {
		w.fill(reason.short)
	} else {
		w.fill(reason.alone)
	}
	return w.parts
}

func (r *Result) words(i int, recorded, result *trace.Namer) *remarkWords {
	return &remarkWords{r: r, remark: &r.Remarks[i], causes: r.Causes(i), recorded: recorded, result: result}
}

// fill adds a text with its placeholders filled in.
func (w *remarkWords) fill(text string) {
	for {
		before, rest, found := strings.Cut(text, "{")
		w.parts = append(w.parts, ReadParts(before)...)
		if !found {
			return
		}
		placeholder, after, _ := strings.Cut(rest, "}")
		w.expand(placeholder)
		text = after
	}
}

// remarkWords knows what the placeholders of a reason's text stand for.
type remarkWords struct {
	r                *Result
	remark           *Remark
	causes           []Cause
	recorded, result *trace.Namer
	parts            []Part
}

// add adds a part to the words.
//
//go:noinline
func (w *remarkWords) add(kind PartKind, text string) {
	w.parts = append(w.parts, Part{Kind: kind, Text: text})
}

func (w *remarkWords) expand(placeholder string) {
	switch placeholder {
	case "in":
		w.operand()
	case "a":
		w.subject()
	case "b":
		w.fact(w.remark.Facts[1])
	case "known":
		w.known()
	case "field":
		w.field()
	case "class":
		w.add(PartCode, w.className())
	case "rule":
		w.add(PartCode, w.r.Rules.Rules[w.remark.detailsOf(w.r.details).rule-1].Name)
	case "asked":
		w.asked()
	case "nullness":
		w.nullness()
	default:
		w.expandCause(placeholder)
	}
}

// operand names the operation that the remark is about by its result, or by its
// text if it has none.
func (w *remarkWords) operand() {
	if w.remark.In == trace.None {
		w.ofResult(w.remark.Out)
		return
	}
	w.ofRecorded(w.remark.In, w.remark.Copy)
}

// subject names {a}. Where the reason is what made it a constant, that is its own name, as it was recorded: that 1 is 1 explains nothing.
func (w *remarkWords) subject() {
	v, n := w.remark.Facts[0], trace.Value(len(w.r.In.Ops))
	if restsOn[w.remark.Reason]&restsValue != 0 && w.r.Peeled && v >= n && v < 2*n && w.r.Invented[v-n].IsConst() {
		w.ofRecorded(v-n, 1)
		w.add(PartText, OfThePeeledLoop)
		return
	}
	w.fact(v)
}

// fact names a value: a recorded one as recorded, a constant or an invented one
// as in the result.
func (w *remarkWords) fact(v trace.Value) {
	n := trace.Value(len(w.r.In.Ops))
	switch {
	case v == trace.None:
		w.add(PartText, "a value")
	case v < n && v > 0:
		w.ofRecorded(v, 0)
	case v >= n:
		switch now := w.r.Invented[v-n]; {
		case now != trace.None:
			w.ofResult(now)
		case w.r.Peeled && v < 2*n:
			w.ofRecorded(v-n, 1)
			w.add(PartText, OfThePeeledLoop)
		default:
			w.add(PartText, "an operation that is no longer there")
		}
	default:
		w.ofResult(v)
	}
}

// ofResult names a value of the result.
func (w *remarkWords) ofResult(v trace.Value) {
	part := Part{Kind: PartCode, Text: w.result.Name(v)}
	if v.IsOp() {
		part.Kind, part.Out = PartValue, v
		if w.r.Out.Ops[v].Type == trace.Void {
			part.Kind, part.Text = PartOperation, w.r.Out.Ops[v].Code.String()
		}
		if op := &w.r.Out.Ops[v]; op.Src != 0 {
			part.In, part.Copy = trace.Value(op.Src), op.Copy
		}
	}
	w.parts = append(w.parts, part)
}

// ofRecorded names a recorded operation by its result, or by its text if it has
// none.
func (w *remarkWords) ofRecorded(v trace.Value, copied uint8) {
	part := Part{Kind: PartValue, In: v, Copy: copied}
	if w.r.In.Ops[v].Type == trace.Void {
		part.Kind, part.Text = PartOperation, w.r.In.Ops[v].Code.String()
	} else {
		part.Text = w.recorded.Name(v)
	}
	w.parts = append(w.parts, part)
}

func (w *remarkWords) field() {
	op := &w.r.In.Ops[w.remark.In]
	switch op.Code {
	case trace.OpGetItem, trace.OpSetItem:
		if w.remark.Descr < 0 {
			w.add(PartText, "item")
			return
		}
		w.add(PartText, "item "+strconv.Itoa(int(w.remark.Descr)))
		return
	case trace.OpStrSet:
		w.add(PartText, "character "+strconv.Itoa(int(w.remark.Descr)))
		return
	}
	w.add(PartText, "field ")
	w.add(PartCode, w.r.In.Tables.Schema.Fields[w.remark.Descr].Name)
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

// known says what was known of the operation's arguments, leaving out constants
// and those of which nothing was known. Where the operation asked about strings and became one on
// integers, those are not its arguments.
func (w *remarkWords) known() {
	if op := &w.r.In.Ops[w.remark.In]; op.Code == trace.OpStrLen || op.Code == trace.OpCall && w.r.In.Tables.Texts[op.Descr].Equates != trace.EquatesNoStrings {
		w.add(PartText, "what is known of the strings says it")
		return
	}
	any := false
	args, known := w.r.In.Args(w.remark.In), w.r.knownIn(w.remark)
	args = args[max(0, len(args)-len(known)):] // the first argument of a call that divides is the function
	for i, v := range args {
		b := known[i]
		if v.IsConst() || b.IsTop() || i > 0 && v == args[0] {
			continue
		}
		if any {
			w.add(PartText, " and ")
		}
		any = true
		w.ofRecorded(v, 0)
		w.add(PartText, " is ")
		w.add(PartFact, b.String())
		if v.IsOp() && w.r.fromWorld[v] {
			w.add(PartText, " (known from the world)")
		}
	}
	if !any {
		w.add(PartText, "of any integer")
	}
}

// asked says what a rule's condition knew of values, after a comma; it says nothing if
// the condition asked for nothing.
func (w *remarkWords) asked() {
	known := w.r.knownIn(w.remark)
	if known == nil {
		return
	}
	link := ", because "
	for i, v := range [2]trace.Value{w.remark.Facts[1], w.remark.detailsOf(w.r.details).third} {
		if v == trace.None {
			continue
		}
		w.add(PartText, link)
		w.fact(v)
		w.add(PartText, " is ")
		w.add(PartFact, known[i].String())
		link = " and "
	}
}

// nullness says what a guard on a reference asks for.
func (w *remarkWords) nullness() {
	if w.r.In.Ops[w.remark.In].Code == trace.OpGuardIsnull {
		w.add(PartText, "null")
		return
	}
	w.add(PartText, "not null")
}

// ImpossibleText is [Result.ImpossibleParts] in one piece.
func (r *Result) ImpossibleText(recorded *trace.Namer) string {
	return PartsText(r.ImpossibleParts(recorded))
}

// ImpossibleParts says in words why the trace is impossible, nothing if it is not.
func (r *Result) ImpossibleParts(recorded *trace.Namer) []Part {
	if r.Impossible == trace.None {
		return nil
	}
	w := remarkWords{r: r, recorded: recorded}
	w.parts = append(w.parts, Part{Kind: PartOperation, Text: r.In.Ops[r.Impossible].Code.String(), In: r.Impossible})
	w.add(PartText, " can never hold: ")
	w.whyImpossible()
	return w.parts
}

// whyImpossible says what makes the guard always fail.
func (w *remarkWords) whyImpossible() {
	in, guard := w.r.In, w.r.Impossible
	op := &in.Ops[guard]
	says := func(text string) {
		w.argument(in.Arg(guard, 0))
		w.add(PartText, text)
	}
	switch op.Code {
	case trace.OpGuardTrue:
		says(" is always 0 here")
	case trace.OpGuardFalse:
		says(" is never 0 here")
	case trace.OpGuardValue:
		says(" is never ")
		w.argument(in.Arg(guard, 1))
		w.add(PartText, " here")
	case trace.OpGuardIsnull:
		says(" is never null here")
	case trace.OpGuardNonnull:
		says(" is always null here")
	case trace.OpGuardClass, trace.OpGuardNonnullClass:
		says(" is never of class ")
		w.add(PartCode, in.Tables.Schema.Classes[op.Descr].Name)
		w.add(PartText, " here")
	case trace.OpGuardNoOverflow:
		w.add(PartText, "the operation before it always overflows")
	case trace.OpGuardOverflow:
		w.add(PartText, "the operation before it never overflows")
	case trace.OpGuardNoException, trace.OpGuardException:
		w.add(PartText, "the call before it never raises")
	default:
		w.add(PartText, "what it asks for is never so here")
	}
}

// argument names an argument of a recorded operation.
func (w *remarkWords) argument(v trace.Value) {
	if v.IsOp() {
		w.ofRecorded(v, 0)
		return
	}
	w.add(PartCode, w.recorded.Name(v))
}
