package api

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"unbox/optimizer"
	"unbox/trace"
)

// picture is a result drawn as one trace: rows of the recorded trace, and beside them the lifelines of
// objects.
type picture struct {
	// c compares the recorded trace with the point that is drawn.
	c     *comparedPoints
	lives *optimizer.Lives
	whole *Picture
	// optimizer is asked why rows stay.
	optimizer *optimizer.Optimizer
	// numbers are the rows' numbers by recorded operation, 0 for labels and everything else that
	// is no row.
	numbers []int32
	// leftLine and rightLine find the lines of operations.
	leftLine, rightLine []int32
	// notes are the comments before recorded operations.
	notes map[trace.Value]string
	// first are the operations of the result in the first iteration, by recorded operation; nil if there
	// is none. added are those that passes added after each recorded operation, addedFirst those that
	// they added in the first iteration.
	first             []trace.Value
	added, addedFirst map[trace.Value][]trace.Value
	// loop is the layout of both iterations side by side.
	loop loopLayout

	opened []int
	made   bool
	// fromRow and toRow are the rows that are shown, by their numbers; 0 leaves it to what changed.
	fromRow, toRow int
	items          []pictureItem
	// itemOf is the item that shows each recorded operation, or in which it is folded.
	itemOf []int32

	lanes laneLayout
	// objects finds objects by the operation that names them first.
	objects map[trace.Value]int
}

// pictureItem is an item; op is the recorded operation, or one of the result for PictureAdded.
type pictureItem struct {
	kind   PictureKind
	op     trace.Value
	first  bool
	folded int32
}

// Keys: operation v of the recorded trace is v, in the first iteration -v; operation v of the result is
// v + addedKey. firstIteration is the first iteration as a whole.
const (
	addedKey       = 1 << 28
	firstIteration = 1 << 29
)

func (i *pictureItem) key() int {
	switch {
	case i.kind == PictureFirst:
		return firstIteration
	case i.kind == PictureAdded:
		return int(i.op) + addedKey
	case i.first:
		return -int(i.op)
	}
	return int(i.op)
}

// longestCounted is the length in operations up to which the other ways to look at a loop are
// optimized as well, for their counts.
const longestCounted = 20_000

// pictureOf makes the picture of a result, unless it is there.
func (s *session) pictureOf(c *comparedPoints) *picture {
	if c.picture != nil {
		return c.picture
	}
	p := &picture{c: c}
	result, lives := s.optimizer.Lives(c.trace, c.passes.First(c.to))
	p.lives, p.objects, p.optimizer = lives, make(map[trace.Value]int), &s.optimizer
	for i := range lives.Objects {
		p.objects[lives.Objects[i].Value] = i
	}
	if c.from != 0 {
		p.c = &comparedPoints{trace: c.trace, passes: c.passes, to: c.to}
		p.c.compare(optimizer.Recorded(c.trace), result, c.numbered)
	}
	p.findLines()
	p.number()
	p.findNotes()
	p.findOthers()
	p.lanes.layOut(p.lives, p.c.trace)
	p.whole = p.sum(s)
	c.picture = p
	return p
}

// number finds the rows' numbers.
func (p *picture) number() {
	p.numbers = make([]int32, len(p.c.trace.Ops))
	for v := trace.Value(1); int(v) < len(p.numbers); v++ {
		if code := p.c.trace.Ops[v].Code; code != trace.OpLabel && code != trace.OpParam && !p.isNote(v) {
			p.numbers[v] = int32(p.c.trace.Row(v))
		}
	}
}

func (p *picture) findLines() {
	lines := func(list *trace.Listing, ops int) []int32 {
		of := slices.Repeat([]int32{-1}, ops)
		for line, op := range list.Ops {
			if op != trace.None {
				of[op] = int32(line)
			}
		}
		return of
	}
	p.leftLine = lines(p.c.leftList, len(p.c.left.Out.Ops))
	p.rightLine = lines(p.c.rightList, len(p.c.right.Out.Ops))
}

// findNotes collects comments on lines of their own, and the places in the source that the marks of
// a log give.
func (p *picture) findNotes() {
	p.notes = make(map[trace.Value]string)
	for _, c := range p.c.trace.Tables.Comments {
		if !c.Trailing && c.Op != trace.CommentAtEnd {
			at := trace.Value(c.Op)
			p.notes[at] = strings.TrimSpace(p.notes[at] + " " + strings.TrimSpace(c.Text))
		}
	}
	place := ""
	for v := trace.Value(1); int(v) < len(p.c.trace.Ops); v++ {
		if p.isNote(v) {
			place = p.place(v)
		} else if place != "" {
			p.notes[v], place = place, ""
		}
	}
}

// isNote reports whether a row is a mark that stays: it gets no row of its own, but is shown at the
// next one.
func (p *picture) isNote(v trace.Value) bool {
	return p.c.trace.Ops[v].Code == trace.OpMark && int(v) < len(p.c.trace.Ops)-1 && p.c.trace.Ops[v+1].Code != trace.OpLabel
}

// place is what a mark says about the source, "" if nothing.
func (p *picture) place(v trace.Value) string {
	if p.leftLine[v] < 0 {
		return ""
	}
	text, spans := p.c.leftList.Spans(int(p.leftLine[v]))
	for _, s := range spans {
		if s.Kind == trace.SpanString {
			return strings.Trim(text[s.From:s.To], "'\"")
		}
	}
	return ""
}

// findOthers finds what has no row of its own: the first iteration, and what passes added.
func (p *picture) findOthers() {
	out := p.c.right.Out
	p.added, p.addedFirst = make(map[trace.Value][]trace.Value), make(map[trace.Value][]trace.Value)
	if p.lives.Copy != 0 {
		p.first = make([]trace.Value, len(p.c.trace.Ops))
	}
	behind, inIteration := trace.Value(0), p.lives.Copy == 0
	for v := trace.Value(1); int(v) < len(out.Ops); v++ {
		op := &out.Ops[v]
		switch {
		case op.Code == trace.OpParam:
		case op.Code == trace.OpLabel && op.Src == 0:
			inIteration, behind = true, 0
		case op.Src != 0 && op.Copy == p.lives.Copy:
			behind = trace.Value(op.Src)
		case inIteration && op.Src != 0: // of an object of the previous iteration that is needed here
			p.added[behind] = append(p.added[behind], v)
		case op.Src != 0:
			p.first[op.Src], behind = v, trace.Value(op.Src)
		case inIteration:
			p.added[behind] = append(p.added[behind], v)
		default:
			p.addedFirst[behind] = append(p.addedFirst[behind], v)
		}
	}
}

// choose says which rows are not folded, by their numbers, both included; 0 leaves it to what changed.
func (p *picture) choose(from, to int) {
	if p.fromRow != from || p.toRow != to {
		p.fromRow, p.toRow, p.made = from, to, false
	}
}

// layOut makes the items for the folds that are opened.
func (p *picture) layOut(opened []int) {
	if p.made && slices.Equal(p.opened, opened) {
		return
	}
	p.made, p.opened = true, opened
	if opened == nil {
		p.opened = []int{}
	}
	p.items = p.items[:0]
	p.itemOf = make([]int32, len(p.c.trace.Ops))
	if p.first != nil {
		p.layOutFirst()
	}
	p.layOutRows(p.keptRows(), p.shortestFold())
}

// layOutRows adds the items of the iteration: those that are not kept are folded, if at least that many are together and
// the fold is not opened.
func (p *picture) layOutRows(kept []bool, least int) {
	p.addAdded(0)
	for v := trace.Value(1); int(v) < len(kept); {
		end := v
		for int(end) < len(kept) && !kept[end] {
			end++
		}
		if p.rowsIn(v, end) >= least && !slices.Contains(p.opened, int(v)) {
			p.fold(v, end)
			v = end
			continue
		}
		for end = max(end, v+1); v < end; v++ {
			p.showOp(v)
		}
	}
	for v := range p.itemOf {
		if v > 1 && p.c.trace.Ops[v].Code == trace.OpParam {
			p.itemOf[v] = p.itemOf[v-1]
		}
	}
}

// layOutFirst shows the first iteration in one item, and its rows if that is opened.
func (p *picture) layOutFirst() {
	p.items = append(p.items, pictureItem{kind: PictureFirst})
	if !slices.Contains(p.opened, firstIteration) {
		return
	}
	for v, out := range p.first {
		if out != trace.None {
			p.items = append(p.items, pictureItem{op: trace.Value(v), first: true})
		}
	}
}

func (p *picture) fold(from, to trace.Value) {
	for v := from; v < to; v++ {
		p.itemOf[v] = int32(len(p.items))
	}
	p.items = append(p.items, pictureItem{kind: PictureFold, op: from, folded: int32(to - from)})
}

// rowsIn returns the number of rows from one operation up to another.
func (p *picture) rowsIn(from, to trace.Value) int {
	n := 0
	for v := from; v < to; v++ {
		if !p.isNote(v) {
			n++
		}
	}
	return n
}

func (p *picture) showOp(v trace.Value) {
	kind := PictureRow
	switch p.c.trace.Ops[v].Code {
	case trace.OpParam:
		return
	case trace.OpLabel:
		kind = PictureLabel
	}
	if p.isNote(v) {
		p.itemOf[v] = int32(len(p.items)) // it is shown at the next row
		return
	}
	p.itemOf[v] = int32(len(p.items))
	p.items = append(p.items, pictureItem{kind: kind, op: v})
	p.addAdded(v)
}

func (p *picture) addAdded(behind trace.Value) {
	for _, v := range p.added[behind] {
		p.items = append(p.items, pictureItem{kind: PictureAdded, op: v})
	}
}

// around is the number of unchanged rows that stay visible next to a changed one.
const around = 2

// shortestFold is the minimum number of rows that are folded: if rows were chosen, the others are folded however few
// they are.
func (p *picture) shortestFold() int {
	if p.toRow > 0 {
		return 1
	}
	return minFold
}

// keptRows returns which operations are not folded: labels, the jump, what changed or touches an object
// that changed, and some rows around them. If nothing changed, nothing is folded.
func (p *picture) keptRows() []bool {
	kept := make([]bool, len(p.c.trace.Ops))
	if p.toRow > 0 {
		return p.chosenRows(kept)
	}
	changed := false
	for v := 1; v < len(kept); v++ {
		op := &p.c.trace.Ops[v]
		switch {
		case op.Code == trace.OpLabel, op.Code == trace.OpParam, v == len(kept)-1:
			kept[v] = true
		case p.lives.Fates[v].Kind != optimizer.FateKept, len(p.added[trace.Value(v)]) > 0:
			changed = true
			for k := max(1, v-around); k <= min(v+around, len(kept)-1); k++ {
				kept[k] = true
			}
		}
	}
	if !changed {
		for v := range kept {
			kept[v] = true
		}
	}
	return kept
}

// chosenRows are labels and the chosen rows.
func (p *picture) chosenRows(kept []bool) []bool {
	for v := 1; v < len(kept); v++ {
		code, n := p.c.trace.Ops[v].Code, int(p.numbers[v])
		kept[v] = code == trace.OpLabel || code == trace.OpParam || n >= p.fromRow && n > 0 && n <= p.toRow
		if p.isNote(trace.Value(v)) && v > 1 {
			kept[v] = kept[v-1]
		}
	}
	return kept
}

// sum fills in what is said about the whole.
func (p *picture) sum(s *session) *Picture {
	w := &Picture{
		Recorded: countIteration(p.c.trace), Peeled: p.c.right.Peeled, Shares: p.shares(), Lanes: p.lanes.count, Going: p.lanes.going,
		Objects: p.lanes.drawn, Params: p.labelParams(), Lead: p.lead(),
	}
	if len(p.c.trace.Ops) <= longestCounted {
		passes := p.c.passes
		count := func(passes optimizer.PassSet) (IterationCount, bool) {
			r := p.c.right
			if passes != p.c.passes.First(p.c.to) {
				r = s.optimizer.Run(p.c.trace, passes)
			}
			return countIteration(r.Out), r.Peeled
		}
		one, _ := count(passes.Without(optimizer.PassPeel))
		w.One = &one
		if c, peeled := count(passes.With(optimizer.PassPeel)); peeled {
			w.Around = &c
		}
	}
	return w
}

// countIteration counts the loop of a trace, or all of it if it has none.
func countIteration(t *trace.Trace) IterationCount {
	kinds := trace.CountKinds(t)
	return iterationCount(kinds.Iteration())
}

// countFirst counts the first iteration as [countIteration] does the loop.
func (p *picture) countFirst() IterationCount {
	kinds := trace.CountKinds(p.c.right.Out)
	return iterationCount(kinds.Preamble())
}

func iterationCount(c trace.Counts) IterationCount {
	return IterationCount{Boxes: c[trace.CountNew], Operations: c[trace.CountAll]}
}

// shares returns what each pass did to the rows.
func (p *picture) shares() []PassShare {
	shares, at := []PassShare{}, make(map[optimizer.PassID]int)
	for _, id := range p.c.passes.First(p.c.to).List() {
		at[id] = len(shares)
		shares = append(shares, PassShare{Pass: id.String()})
	}
	for v := range p.lives.Fates {
		f := &p.lives.Fates[v]
		if f.Remark < 0 || p.numbers[v] == 0 {
			continue
		}
		k, known := at[p.c.right.Remarks[f.Remark].Pass]
		if !known {
			continue
		}
		switch f.Kind {
		case optimizer.FateRemoved:
			shares[k].Removed++
		case optimizer.FateReplaced:
			shares[k].Replaced++
		case optimizer.FateMoved:
			shares[k].Moved++
		}
	}
	return shares
}

// lead is the key of what is worth reading first: of what becomes of objects the simplest. That is one that never leaves the
// iteration, then one that goes around the loop without its box, then one that is made late; otherwise the first row that changed;
// if nothing did, the last guard, or else the last row that reads or computes something: why it stays says more than why a write or the
// end does.
func (p *picture) lead() int {
	best, rank := trace.None, 0
	for i := range p.lives.Objects {
		o := &p.lives.Objects[i]
		r := 0
		switch {
		case !o.Allocated:
		case o.Exists == trace.None && o.Comes == trace.None:
			r = 3
		case o.Exists == trace.None:
			r = 2
		case o.Exists != o.Value:
			r = 1
		}
		if r > rank {
			best, rank = o.Value, r
		}
	}
	if best != trace.None {
		return int(best)
	}
	guard, answers := 0, 0
	for v := range p.lives.Fates {
		if p.numbers[v] != 0 && p.lives.Fates[v].Kind != optimizer.FateKept {
			return v
		}
		switch p.c.trace.Ops[v].Code.Effect() {
		case trace.EffectGuard:
			guard = v
		case trace.EffectPure, trace.EffectOverflow, trace.EffectReadField, trace.EffectReadArray, trace.EffectReadRaw:
			answers = v
		}
	}
	return cmp.Or(guard, answers)
}

// labelParams says what the parameters of the loop's label mean.
func (p *picture) labelParams() []LabelParam {
	params := []LabelParam{}
	for _, from := range p.lives.Params {
		param := LabelParam{Name: p.c.rightNames.Name(from.Param), Arg: from.Arg, Line: -1, Ref: p.c.right.Out.Ops[from.Param].Type == trace.Ref}
		param.First, param.Next = p.passed(len(params))
		switch {
		case len(from.Fields) > 0:
			if i, known := p.objects[from.Box]; known {
				param.Line = i
			}
			param.Text = []Part{
				{Text: "the ", Row: -1}, {Kind: PartCode, Text: strings.Join(from.Fields, "."), Row: -1},
				{Text: " of the object that was ", Row: -1}, p.recordedPart(p.c.trace.Arg(trace.Value(len(p.c.trace.Ops)-1), from.Arg)),
			}
		case from.Arg >= 0:
			param.Text = p.say("what the iteration calls %s", trace.Value(2+from.Arg))
		case param.Next == param.Name:
			param.Text = p.say("found in the first iteration, the same in every iteration")
		default:
			param.Text = p.say("found in the previous iteration, needed in this one")
		}
		if from.From != trace.None {
			param.Number = int(p.numbers[from.From])
		}
		params = append(params, param)
	}
	return params
}

// passed is what the first iteration and every other one pass for parameter k of the loop's label.
func (p *picture) passed(k int) (first, next string) {
	out := p.c.right.Out
	of := func(jump trace.Value) string {
		if args := out.Args(jump); jump != trace.None && k < len(args) {
			return p.c.rightNames.Name(args[k])
		}
		return ""
	}
	last := len(p.c.trace.Ops) - 1
	return of(p.first[last]), of(p.lives.Fates[last].Out)
}

// recordedPart names a recorded value.
func (p *picture) recordedPart(v trace.Value) Part {
	part := Part{Kind: PartCode, Text: p.c.recorded.Name(v), Row: -1}
	if v.IsOp() {
		part.Kind, part.Value = PartValue, p.c.differ.Identity(true, v)
	}
	return part
}

// around moves a window so that a row is in its middle, and opens the fold that it is in.
func (p *picture) around(key int, w Window) Window {
	if key <= 0 || key >= len(p.itemOf) || p.numbers[key] == 0 {
		return w
	}
	if at := p.items[p.itemOf[key]]; at.kind == PictureFold {
		p.layOut(append(slices.Clone(p.opened), int(at.op)))
	}
	size, item := max(w.To-w.From, 0), int(p.itemOf[key])
	from := max(0, item-size/2)
	return Window{From: from, To: from + size}
}

// window returns the picture's answer.
func (p *picture) window(w Window) *PictureResponse {
	from := min(max(w.From, 0), len(p.items))
	to := max(from, min(w.To, len(p.items), from+maxWindow))
	r := &PictureResponse{Items: len(p.items), Opened: p.opened, From: from, Rows: []PictureItem{}, Lines: []Lifeline{}, Lanes: p.lanes.count}
	for i := from; i < to; i++ {
		r.Rows = append(r.Rows, p.item(&p.items[i]))
	}
	for i := range p.lives.Objects {
		if line, inside := p.line(i, from, to); inside {
			r.Lines = append(r.Lines, line)
		}
	}
	return r
}

// item is an item for the response.
func (p *picture) item(i *pictureItem) PictureItem {
	item := PictureItem{Kind: i.kind, Key: i.key(), Left: []Span{}, Right: []Span{}, Short: []Part{}, Fate: "kept"}
	switch {
	case i.kind == PictureFold:
		item.Folded = p.rowsIn(i.op, i.op+trace.Value(i.folded))
		item.Short = p.foldWords(i.op, i.op+trace.Value(i.folded))
	case i.kind == PictureFirst:
		item.Folded = p.countFirst().Operations
	case i.kind == PictureAdded:
		item.Fate, item.Right = "added", p.spans(false, i.op)
		if ref := p.aboutAdded(i.op); ref.Index >= 0 {
			item.Short = p.short(ref)
		}
	case i.first:
		item.First, item.Number = true, int(p.numbers[i.op])
		item.Left, item.Right = p.spans(true, i.op), p.spans(false, p.first[i.op])
	default:
		p.fillRow(&item, i)
	}
	return item
}

// aboutAdded is what is said about an operation that is in the iteration without having been recorded
// there.
func (p *picture) aboutAdded(v trace.Value) optimizer.RemarkRef {
	op := &p.c.right.Out.Ops[v]
	if op.Src == 0 {
		return p.c.differ.AboutAdded(v)
	}
	of := optimizer.Cause{In: trace.Value(op.Src), Copy: op.Copy}
	return p.c.differ.About(false, p.c.differ.CauseIdentity(optimizer.RemarkRef{}, of))
}

// fillRow fills in a row of the recorded trace.
func (p *picture) fillRow(item *PictureItem, i *pictureItem) {
	f := &p.lives.Fates[i.op]
	item.Number, item.Note = p.c.trace.Row(i.op), p.notes[i.op]
	item.Left = p.spans(true, i.op)
	out := f.Out
	if i.kind == PictureLabel {
		if p.lives.Copy != 0 && i.op == 1 {
			out = p.lives.Label
		}
		item.Right = p.spans(false, out)
		return
	}
	item.Fate = fateNames[f.Kind]
	if out != trace.None {
		item.Right = p.spans(false, out)
		if !sameSpans(item.Left, item.Right) {
			markChanged(item.Left, item.Right)
			if f.Kind == optimizer.FateKept {
				item.Fate = "args"
			}
		}
	}
	item.Short = p.shortOfRow(i.op)
}

// shortOfRow is the reason in a few words; for the row that allocates an object, what happens to that
// object.
func (p *picture) shortOfRow(v trace.Value) []Part {
	o := p.objectOf(v)
	switch {
	case o != nil && o.Allocated && o.Exists == trace.None && o.Comes != trace.None:
		return append(p.say("only its contents go on: "), p.rowPart(o.Last()))
	case o != nil && o.Allocated && o.Exists != trace.None && o.Exists != o.Value:
		return append(p.say("waits for "), p.rowPart(o.Exists))
	case p.lives.Fates[v].Remark >= 0:
		return p.short(optimizer.RemarkRef{Index: p.lives.Fates[v].Remark})
	}
	return []Part{}
}

// objectOf is the object that an operation names first, nil if it names none.
func (p *picture) objectOf(v trace.Value) *optimizer.Life {
	if i, known := p.objects[v]; known {
		return &p.lives.Objects[i]
	}
	return nil
}

var fateNames = [...]string{
	optimizer.FateKept: "kept", optimizer.FateReplaced: "replaced", optimizer.FateMoved: "moved", optimizer.FateRemoved: "removed",
}

// sameSpans reports whether two lines name the same values.
func sameSpans(left, right []Span) bool {
	return slices.EqualFunc(left, right, func(a, b Span) bool { return a.sameAs(&b) })
}

// spans is the line of an operation, none if it has no line.
func (p *picture) spans(left bool, op trace.Value) []Span {
	of := p.rightLine
	if left {
		of = p.leftLine
	}
	if op <= 0 || int(op) >= len(of) || of[op] < 0 {
		return []Span{}
	}
	return p.c.line(left, int(of[op])).Spans
}

// short is a remark in a few words.
func (p *picture) short(ref optimizer.RemarkRef) []Part {
	return p.parts(ref, p.c.right.Short(int(ref.Index), p.c.recorded, p.c.rightNames))
}

// parts are the parts of a text for the response. Values have their recorded names, without mentioning
// the loop, in which all rows are; rows lead to their keys.
func (p *picture) parts(ref optimizer.RemarkRef, parts []optimizer.Part) []Part {
	parts = slices.DeleteFunc(slices.Clone(parts), func(part optimizer.Part) bool { return part.Text == optimizer.OfThePeeledLoop })
	for i := range parts {
		if v := parts[i].In; parts[i].Kind == optimizer.PartValue && v != trace.None && p.c.trace.Ops[v].Type != trace.Void {
			parts[i].Text = p.c.recorded.Name(v)
		}
	}
	out := p.c.parts(ref, parts)
	k := 0
	for i := range out {
		out[i].Row = -1
		if out[i].Kind != PartRow {
			continue
		}
		for parts[k].Kind != optimizer.PartRow {
			k++
		}
		if v := parts[k].In; v != trace.None && p.numbers[v] != 0 {
			out[i].Row = int(v)
		} else {
			out[i].Text = "the label"
		}
		k++
	}
	return out
}

// rowPart leads to a row.
func (p *picture) rowPart(v trace.Value) Part {
	return Part{Kind: PartRow, Text: "row " + strconv.Itoa(int(p.numbers[v])), Row: int(v)}
}

// foldWords says what is in a fold: "3 guards, 2 reads".
func (p *picture) foldWords(from, to trace.Value) []Part {
	var names []string
	counts := make(map[string]int)
	for v := from; v < to; v++ {
		name := p.c.trace.Ops[v].Code.Effect().String()
		if p.isNote(v) || p.c.trace.Ops[v].Code == trace.OpParam {
			continue
		}
		if counts[name]++; counts[name] == 1 {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return counts[b] - counts[a] })
	var words []string
	for _, name := range names[:min(3, len(names))] {
		words = append(words, strconv.Itoa(counts[name])+" "+foldNames[name][min(counts[name], 2)-1])
	}
	if len(names) > 3 {
		words = append(words, "…")
	}
	return []Part{{Text: strings.Join(words, ", "), Row: -1}}
}

// foldNames name operations by their effect, in singular and plural.
var foldNames = map[string][2]string{
	"pure": {"computation", "computations"}, "read": {"read", "reads"}, "write": {"write", "writes"},
	"allocate": {"allocation", "allocations"}, "guard": {"guard", "guards"}, "control": {"jump", "jumps"},
	"visible": {"effect", "effects"}, "bookkeeping": {"mark", "marks"}, "opaque": {"call", "calls"},
}
