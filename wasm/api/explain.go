package api

import (
	"slices"
	"strconv"
	"strings"

	"unbox/optimizer"
	"unbox/optimizer/rules"
	"unbox/trace"
)

// Why is a row as it is? For an object the answer is the story of its lifeline, for any other
// row the optimizer's reason with what it rests on.

// sentence collects the parts of a text.
type sentence struct {
	parts []Part
}

// say adds words; %s is replaced by the next of values, recorded operations or
// constants.
func (p *picture) say(words string, values ...trace.Value) []Part {
	var s sentence
	for {
		before, rest, found := strings.Cut(words, "%s")
		for _, part := range optimizer.ReadParts(before) {
			s.parts = append(s.parts, Part{Kind: PartKind(part.Kind), Text: part.Text, Row: -1})
		}
		if !found {
			return s.parts
		}
		s.parts = append(s.parts, p.recordedPart(values[0]))
		words, values = rest, values[1:]
	}
}

// refTo leads to a row, nil for what has none.
func (p *picture) refTo(v trace.Value) *RowRef {
	if v == trace.None || p.numbers[v] == 0 {
		return nil
	}
	return &RowRef{Key: int(v), Number: int(p.numbers[v])}
}

// explain answers the question that belongs to a key; a key that is no row has an empty
// answer.
func (p *picture) explain(key int) *ExplainResponse {
	r := &ExplainResponse{Key: key, Text: []Span{}, Question: []Part{}, Answer: []Part{}, Causes: []ExplainStep{}, Conclusion: []Part{}, Line: -1}
	switch {
	case key > addedKey && key < firstIteration && key-addedKey < len(p.c.right.Out.Ops):
		p.explainAdded(r, trace.Value(key-addedKey))
	case key <= 0 || key >= len(p.c.trace.Ops):
	default:
		p.explainOperation(r, trace.Value(key))
	}
	return r
}

// explainAdded is for an operation that a pass added.
func (p *picture) explainAdded(r *ExplainResponse, v trace.Value) {
	r.Text = p.spans(false, v)
	r.Question = p.say("Why is there a row that was not recorded?")
	if ref := p.aboutAdded(v); ref.Index >= 0 {
		p.reasons(r, ref)
	}
}

func (p *picture) explainOperation(r *ExplainResponse, v trace.Value) {
	f := &p.lives.Fates[v]
	if p.lives.Copy != 0 && f.Remark < 0 && p.numbers[v] == 0 {
		return
	}
	r.Number, r.Text = int(p.numbers[v]), p.spans(true, v)
	if f.Remark >= 0 {
		p.reasons(r, optimizer.RemarkRef{Index: f.Remark})
	}
	if i, known := p.objects[v]; known {
		r.Line, r.Causes = i, []ExplainStep{}
		p.explainObject(r, &p.lives.Objects[i])
		return
	}
	p.askAboutRow(r, v, f)
}

// reasons gives the optimizer's own words, and what they rest on beyond the rows that the words lead to.
func (p *picture) reasons(r *ExplainResponse, ref optimizer.RemarkRef) {
	r.Answer, r.Causes = p.reasonIn(p.c.right, p.c.rightNames, int(ref.Index), ref)
	if at := p.c.right.Rule(int(ref.Index)); at >= 0 {
		r.Conclusion = p.sayRule(&p.c.right.Rules.Rules[at])
	}
}

// sayRule says what a rule does: its name alone explains nothing.
func (p *picture) sayRule(rule *rules.Rule) []Part {
	said := []Part{{Text: "The rule: ", Row: -1}, {Kind: PartCode, Text: rule.Text, Row: -1}, {Text: ".", Row: -1}}
	if rule.Doc != "" {
		said = append(said, Part{Text: " " + rule.Doc, Row: -1})
	}
	return said
}

// reasonIn returns what remark i of a result says, and what it rests on beyond the rows that it names. names are those of
// the result's values; ref is the remark if the result is the picture's own.
func (p *picture) reasonIn(of *optimizer.Result, names *trace.Namer, i int, ref optimizer.RemarkRef) (said []Part, causes []ExplainStep) {
	parts := func(list []optimizer.Part) []Part {
		for k := range list {
			if of != p.c.right {
				list[k].Out = trace.None // an operation that is in another result only
			}
		}
		return p.parts(ref, list)
	}
	said, causes = asSentence(parts(of.Parts(i, p.c.recorded, names))), []ExplainStep{}
	told := func(key int) bool {
		return slices.ContainsFunc(said, func(part Part) bool { return part.Kind == PartRow && part.Row == key })
	}
	for _, cause := range of.Causes(i) {
		if at := p.refTo(cause.In); at != nil && !told(at.Key) {
			at.Next = cause.Kind == optimizer.CauseJump
			causes = append(causes, ExplainStep{At: at, Text: parts(of.CauseText(i, cause, p.c.recorded, names))})
		}
	}
	return said, causes
}

// asSentence begins and ends a text like a sentence.
func asSentence(parts []Part) []Part {
	if len(parts) == 0 {
		return parts
	}
	if parts[0].Kind == PartText {
		parts[0].Text = strings.ToUpper(parts[0].Text[:1]) + parts[0].Text[1:]
	}
	return append(parts, Part{Text: ".", Row: -1})
}

// askAboutRow asks the question that the reason answers.
func (p *picture) askAboutRow(r *ExplainResponse, v trace.Value, f *optimizer.Fate) {
	if p.numbers[v] == 0 {
		return // a label
	}
	words := map[optimizer.FateKind]string{
		optimizer.FateRemoved: "Why does row %n go?", optimizer.FateMoved: "Why does row %n wait?",
		optimizer.FateReplaced: "Why is row %n another operation?", optimizer.FateKept: "Why does row %n stay?",
	}[f.Kind]
	r.Question = p.say(strings.ReplaceAll(words, "%n", strconv.Itoa(int(p.numbers[v]))))
	if f.Kind == optimizer.FateKept && (f.Remark < 0 || p.c.right.Remarks[f.Remark].Reason == optimizer.ReasonPeelCopy) {
		r.Answer, r.Causes = []Part{}, []ExplainStep{}
		p.whyItStays(r, v)
	}
}

// whyItStays says what a row is needed for, what is known of what it uses and from where, and what would have to be known for it to
// go. That takes some walks, so for a very long trace there is only one sentence.
func (p *picture) whyItStays(r *ExplainResponse, v trace.Value) {
	switch {
	case p.c.to == 0:
		r.Answer = p.say(asRecorded)
		return
	case len(p.c.trace.Ops) > longestCounted:
		r.Answer = p.say("No pass that is on found a reason to remove it.")
		return
	}
	for _, line := range p.optimizer.Why(p.c.trace, p.c.passes.First(p.c.to), v, p.lives.Copy, p.c.recorded).Lines {
		said := asSentence(p.parts(optimizer.RemarkRef{Index: -1}, line.Parts))
		switch line.Kind {
		case optimizer.WhyKnown, optimizer.WhyLost:
			r.Causes = append(r.Causes, ExplainStep{At: p.firstRow(said), Text: said})
		case optimizer.WhyNeeded:
			r.Conclusion = goOn(r.Conclusion, said)
		default:
			r.Answer = goOn(r.Answer, said)
		}
	}
}

// goOn appends a sentence.
func goOn(before, said []Part) []Part {
	if len(before) > 0 {
		before = append(before, Part{Text: " ", Row: -1})
	}
	return append(before, said...)
}

// firstRow is the first row that a text leads to, nil if it leads to none.
func (p *picture) firstRow(said []Part) *RowRef {
	for _, part := range said {
		if part.Kind == PartRow && part.Row > 0 {
			return p.refTo(trace.Value(part.Row))
		}
	}
	return nil
}

// asRecorded answers for every row of the point before the first pass.
const asRecorded = "This is the trace as it was recorded: no pass has seen it yet."

// explainObject tells the story of an object.
func (p *picture) explainObject(r *ExplainResponse, o *optimizer.Life) {
	last := o.Marks[len(o.Marks)-1]
	switch {
	case !o.Allocated && o.Known && o.Exists == trace.None:
		r.Question = p.say("Is there a %s in the loop?", o.Value)
		r.Answer = p.say("No. It is an object of the previous iteration, which was not made either.")
	case !o.Allocated && o.Known:
		r.Question = p.say("Is there a %s in the loop?", o.Value)
		r.Answer = p.say("Not at first: the previous iteration did not make it.")
	case !o.Allocated:
		r.Question = p.say("What is %s?", o.Value)
		r.Answer = p.say("An object that existed before " + p.stretch() + ".")
	case o.Exists == trace.None && o.Comes != trace.None:
		r.Question = p.say("Why is %s not made?", o.Value)
		r.Answer = p.say("It leaves the iteration, but only into the next one.")
	case o.Exists == trace.None:
		r.Question = p.say("Why does %s vanish?", o.Value)
		r.Answer = p.say("Nobody outside " + p.stretch() + " ever sees it.")
	case o.Exists != o.Value:
		r.Question = p.say("Why is %s made after all?", o.Value)
		r.Answer = p.say("Row " + strconv.Itoa(int(p.numbers[o.Exists])) + " passes it on, so from then on it has to exist.")
	default:
		r.Question = p.say("Why does %s stay?", o.Value)
		r.Answer = p.whyMadeAtOnce(o)
	}
	p.tellMarks(r, o, false)
	if line, known := p.lanes.comingAs[o.Comes]; known && o.Comes != trace.None && o.Exists == trace.None {
		p.tellMarks(r, &p.lives.Objects[line], true)
	}
	r.Conclusion = p.conclude(o, last)
}

// stretch is what the rows are: an iteration of a loop, or a trace that goes on somewhere else.
func (p *picture) stretch() string {
	if p.whole.Around != nil {
		return "the iteration"
	}
	return "the trace"
}

// whyMadeAtOnce answers for an object that is allocated where it was recorded.
func (p *picture) whyMadeAtOnce(o *optimizer.Life) []Part {
	if p.c.to == 0 {
		return p.say(asRecorded)
	}
	if !p.c.passes.First(p.c.to).Has(optimizer.PassVirtual) {
		return p.say("The pass `virtual`, which leaves out objects that nothing else sees, is off.")
	}
	for _, m := range o.Marks {
		if m.Kind == optimizer.MarkLeaves || m.Kind == optimizer.MarkPassed || m.Kind == optimizer.MarkStored {
			return p.say("Row " + strconv.Itoa(int(p.numbers[m.At])) + " passes it on, and nothing comes in between.")
		}
	}
	return p.say("It is needed at once.")
}

// maxSteps is the maximum number of causes that are listed.
const maxSteps = 7

// tellMarks tells what happens to an object, row by row.
func (p *picture) tellMarks(r *ExplainResponse, o *optimizer.Life, next bool) {
	told := 0
	for k, m := range o.Marks {
		at := p.refTo(m.At)
		if at == nil {
			continue
		}
		if told++; told > maxSteps && k < len(o.Marks)-1 {
			continue
		}
		at.Next = next
		r.Causes = append(r.Causes, ExplainStep{At: at, Text: p.markWords(o, &m)})
	}
	if told > maxSteps+1 {
		words := strconv.Itoa(told-maxSteps-1) + " more rows touch it."
		if told == maxSteps+2 {
			words = "One more row touches it."
		}
		skipped := ExplainStep{Text: p.say(words)}
		at := len(r.Causes) - 1
		r.Causes = append(r.Causes[:at], skipped, r.Causes[at])
	}
}

// markWords say what an operation does with an object.
func (p *picture) markWords(o *optimizer.Life, m *optimizer.LifeMark) []Part {
	switch m.Kind {
	case optimizer.MarkMade:
		if o.Exists == o.Value {
			return p.say("%s is made.", o.Value)
		}
		return p.say("The program asks for %s.", o.Value)
	case optimizer.MarkWritten:
		if field := p.fieldName(m.At); field != "" {
			return p.say("Its `"+field+"` becomes %s.", m.Value)
		}
		return p.say("%s is written into it.", m.Value)
	case optimizer.MarkRead:
		switch field := p.fieldName(m.At); {
		case m.Value == trace.None:
			return p.say("`"+p.c.trace.Ops[m.At].Code.String()+"` asks it for %s.", m.At)
		case field != "":
			return p.say("Its `"+field+"` is read, as %s.", m.Value)
		}
		return p.say("%s is read from it.", m.Value)
	case optimizer.MarkChecked:
		return p.say("`" + p.c.trace.Ops[m.At].Code.String() + "` checks what it is.")
	case optimizer.MarkCompared:
		return p.say("`" + p.c.trace.Ops[m.At].Code.String() + "` only compares the reference.")
	case optimizer.MarkStored:
		into := &p.lives.Objects[m.Into]
		if into.Exists == trace.None {
			return p.say("It is put into %s, which is never made either.", into.Value)
		}
		return p.say("It is put into %s.", into.Value)
	case optimizer.MarkKeptForExit:
		return p.say("If this guard failed, it would be made there.")
	case optimizer.MarkPassed:
		if o.Comes != trace.None {
			return p.say("The jump passes it on. The next iteration calls it %s.", o.Comes)
		}
		return p.say("The jump passes it on.")
	case optimizer.MarkLeaves:
		return p.say("`" + p.c.trace.Ops[m.At].Code.String() + "` passes it outside, where anything may be done with it.")
	}
	if m.Value != trace.None && m.Value != o.Value {
		return p.say("%s is another name for it.", m.Value)
	}
	return p.say("It comes from outside.")
}

// fieldName is the name of the field that an operation accesses, without the class that has it, "" for
// other operations.
func (p *picture) fieldName(v trace.Value) string {
	op := &p.c.trace.Ops[v]
	if op.Code.Info().Descr != trace.DescrField || op.Descr < 0 {
		return ""
	}
	name := p.c.trace.Tables.Schema.Fields[op.Descr].Name
	return name[strings.LastIndexByte(name, '.')+1:]
}

// conclude says what follows.
func (p *picture) conclude(o *optimizer.Life, last optimizer.LifeMark) []Part {
	switch {
	case !o.Allocated:
	case o.Exists == trace.None && o.Comes != trace.None:
		for _, param := range p.lives.Params {
			if param.Box == o.Value && len(param.Fields) == 1 && param.From != trace.None {
				return p.say("Nobody else sees it. So the loop passes on only what is in it, %s, and the box is left out.", param.From)
			}
		}
		return p.say("Nobody else sees it. So the loop passes on only what is in it, and the box is left out.")
	case o.Exists == trace.None && last.Kind == optimizer.MarkKeptForExit:
		return p.say("As long as the guards hold, it need not exist: they describe what would be in it.")
	case o.Exists == trace.None:
		return p.say("After row " + strconv.Itoa(int(p.numbers[last.At])) + " nothing uses it. So it need not exist.")
	case o.Exists != o.Value:
		return p.say("Until then it is only known, and costs nothing.")
	}
	return []Part{}
}
