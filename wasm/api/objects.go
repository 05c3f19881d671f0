//go:build !core

package api

import (
	"strings"

	"unbox/optimizer"
	"unbox/trace"
)

// objectsOf answers an ObjectsRequest.
func (e *Engine) objectsOf(request []byte) ([]byte, error) {
	var q ObjectsRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		return e.session.pictureOf(c).listObjects(&q), nil
	})
}

// listObjects finds objects. Only those in the window are described, so a request costs the same for a long
// trace.
func (p *picture) listObjects(q *ObjectsRequest) *ObjectsResponse {
	r := &ObjectsResponse{From: max(q.Window.From, 0), Rows: []ListedObject{}}
	search := strings.ToLower(q.Search)
	for i := range p.lives.Objects {
		o := &p.lives.Objects[i]
		if p.lanes.of[i] < 0 {
			continue
		}
		r.All++
		if !p.contains(o, search) {
			continue
		}
		fate := fateOf(o)
		*r.Fates.of(fate)++
		if q.Fate != "" && q.Fate != fate {
			continue
		}
		if r.Found >= r.From && r.Found < q.Window.To && len(r.Rows) < maxWindow {
			r.Rows = append(r.Rows, p.listed(i, o, fate))
		}
		r.Found++
	}
	return r
}

// contains reports whether a name of an object or the line of its first row contains a lower-case text.
func (p *picture) contains(o *optimizer.Life, search string) bool {
	if search == "" || strings.Contains(strings.ToLower(p.c.recorded.Name(o.Value)), search) {
		return true
	}
	line := p.leftLine[o.Value]
	if line < 0 {
		return false
	}
	text, _ := p.c.leftList.Spans(int(line))
	return strings.Contains(strings.ToLower(text), search)
}

// fateOf is what happens to an object: see ListedObject.
func fateOf(o *optimizer.Life) string {
	late := o.Exists != o.First()
	switch {
	case o.Exists == trace.None:
		return "never"
	case o.Before && !late:
		return "before"
	case late:
		return "late"
	}
	return "made"
}

// of is the count of a fate.
func (c *FateCounts) of(fate string) *int {
	return map[string]*int{"never": &c.Never, "late": &c.Late, "made": &c.Made, "before": &c.Before}[fate]
}

// listed is object i as it is listed.
func (p *picture) listed(i int, o *optimizer.Life, fate string) ListedObject {
	at := RowRef{Key: int(o.Value), Number: int(p.numbers[o.Value])}
	l := ListedObject{ID: i, Name: p.c.recorded.Name(o.Value), At: at, Text: p.spans(true, o.Value), Fate: fate}
	switch fate {
	case "never":
		l.Words = p.say("never made; ")
	case "late":
		l.Words = append(p.say("made later, for "), p.placePart(o.Exists), Part{Text: "; ", Row: -1})
	case "made":
		l.Words = p.say("made where it was recorded; ")
	default:
		l.Words = p.say("in memory before; ")
	}
	if o.Marks[0].Kind == optimizer.MarkComes {
		l.Words = append(p.say("comes in at the label; "), l.Words...)
	}
	l.Words = append(l.Words, p.wayOut(o)...)
	return l
}

// wayOut says how an object leaves: for good, to the next iteration, into another object, or through the exit of a guard. The first of
// these that applies counts, and if there are several of that kind, the first one.
func (p *picture) wayOut(o *optimizer.Life) []Part {
	var by [optimizer.MarkLeaves + 1]*optimizer.LifeMark
	for i := range o.Marks {
		if m := &o.Marks[i]; by[m.Kind] == nil {
			by[m.Kind] = m
		}
	}
	switch {
	case by[optimizer.MarkLeaves] != nil:
		return append(p.say("leaves in "), p.placePart(by[optimizer.MarkLeaves].At))
	case by[optimizer.MarkPassed] != nil && o.Exists == trace.None:
		return append(p.say("its contents are passed on in "), p.placePart(by[optimizer.MarkPassed].At))
	case by[optimizer.MarkPassed] != nil:
		return append(p.say("passed on in "), p.placePart(by[optimizer.MarkPassed].At))
	case by[optimizer.MarkStored] != nil:
		return append(p.say("put into "+p.intoWords(by[optimizer.MarkStored])+" in "), p.placePart(by[optimizer.MarkStored].At))
	case by[optimizer.MarkKeptForExit] != nil:
		return append(p.say("leaves only if the guard fails in "), p.placePart(by[optimizer.MarkKeptForExit].At))
	}
	return append(p.say("never leaves; last seen in "), p.placePart(o.Last()))
}

// intoWords name what an object is put into.
func (p *picture) intoWords(m *optimizer.LifeMark) string {
	if m.Into < 0 {
		return "another object"
	}
	return "`" + p.c.recorded.Name(p.lives.Objects[m.Into].Value) + "`"
}

// placePart leads to the row of an operation; for a parameter, to its label.
func (p *picture) placePart(v trace.Value) Part {
	row := rowOf(p.c.trace, v)
	if p.numbers[row] == 0 {
		return Part{Text: "the label", Row: -1}
	}
	return p.rowPart(row)
}
