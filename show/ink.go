package show

import (
	"strconv"
	"strings"

	"unbox/optimizer"
	"unbox/trace"
	"unbox/wasm/api"
)

// Ink is an escape sequence for a terminal before a text, "" for none. It uses the reader's
// own palette of eight colours, bold and faint.
type Ink string

// The inks and their uses.
const (
	InkPlain    Ink = ""
	InkStrong   Ink = "1"
	InkFaint    Ink = "2"
	InkRemoved  Ink = "31"
	InkAdded    Ink = "34"
	InkReplaced Ink = "35"
	InkMoved    Ink = "32"
	InkError    Ink = "1;31"
	InkWarning  Ink = "1;33"
	inkArgs     Ink = "33"
	inkGuard    Ink = "33"
	inkAllocate Ink = "31"
	inkControl  Ink = "35"
	inkVisible  Ink = "32"
	inkNumber   Ink = "36"
	inkClass    Ink = "34"
)

// Painter writes texts for a terminal, with colours or without.
type Painter struct{ On bool }

// Paint returns a text in a colour. The colour ends before each line's end, so that a pager
// that shows single lines shows the right ones.
func (c Painter) Paint(with Ink, text string) string {
	if !c.On || with == InkPlain || text == "" {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "\x1b[" + string(with) + "m" + line + "\x1b[0m"
		}
	}
	return strings.Join(lines, "\n")
}

// Line returns a line of a listing.
func (c Painter) Line(list *trace.Listing, at int) string {
	if !c.On {
		return list.Line(at)
	}
	var b strings.Builder
	text, spans := list.Spans(at)
	for _, s := range spans {
		b.WriteString(c.Paint(spanInk(s.Kind, text[s.From:s.To]), text[s.From:s.To]))
	}
	return b.String()
}

// spans returns the spans of a line, without the names of packages.
func (c Painter) spans(spans []api.Span) string {
	var b strings.Builder
	for _, s := range spans {
		if s.Kind != trace.SpanPath {
			b.WriteString(c.Paint(spanInk(s.Kind, s.Text), printable(s.Text)))
		}
	}
	return b.String()
}

// spanInk is the colour of a span.
func spanInk(kind trace.SpanKind, text string) Ink {
	switch kind {
	case trace.SpanOperation:
		return effectInks[effectOf(text)]
	case trace.SpanNumber, trace.SpanString:
		return inkNumber
	case trace.SpanConstant, trace.SpanClass:
		return inkClass
	case trace.SpanLabel, trace.SpanKeyword:
		return inkControl
	case trace.SpanComment, trace.SpanDescriptor, trace.SpanPath:
		return InkFaint
	}
	return InkPlain
}

// effectInks are the colours of operations by their effects.
var effectInks = map[trace.Effect]Ink{
	trace.EffectGuard: inkGuard, trace.EffectAllocate: inkAllocate, trace.EffectControl: inkControl, trace.EffectVisible: inkVisible,
}

// effectOf returns the effect of the operation with a name, that of a pure one for an unknown
// name.
func effectOf(name string) trace.Effect {
	spelling, ok := trace.LookupSpelling(name)
	if !ok {
		return trace.EffectPure
	}
	return spelling.Code.Info().Effect
}

// ANSI returns the document for a terminal.
func (d *Document) ANSI(with Painter) string {
	var b strings.Builder
	b.WriteString(with.Paint(InkStrong, printable(d.Title)) + "\n" + with.Paint(InkFaint, d.counts()) + "\n\n")
	for _, g := range d.groups() {
		if g.folded {
			b.WriteString(with.Paint(InkFaint, "       ... "+plural(len(g.rows), "row")+", unchanged") + "\n")
			continue
		}
		for _, r := range g.rows {
			r.ansi(&b, with)
		}
	}
	return b.String()
}

// whyColumn is the column of the short reasons, in characters.
const whyColumn = 48

// rowInks are the colours of what happened to a row.
var rowInks = map[string]Ink{
	"removed": InkRemoved, "replaced": InkReplaced, "args": inkArgs, "added": InkAdded, "moved": InkMoved,
}

func (r *row) ansi(b *strings.Builder, with Painter) {
	sign, _ := r.sign()
	now, was := r.line()
	head := strings.Repeat(" ", 4)
	if n := r.number(); n > 0 {
		head = padLeft(n, 4)
	}
	ink := rowInks[r.class()]
	if was != nil {
		b.WriteString(with.Paint(InkFaint, head) + " " + with.Paint(ink, sign) + " " + with.Paint(InkFaint, plain(was, false)) + "\n")
		head = "    "
		sign = "="
	}
	text := with.spans(now.Spans)
	if ink != InkPlain && (r.Right == nil || r.Kind == optimizer.DiffMovedTo) {
		text = with.Paint(ink, plain(now, false))
	}
	b.WriteString(with.Paint(InkFaint, head) + " " + with.Paint(ink, sign) + " " + text)
	if why := words(r.short()); why != "" {
		b.WriteString(strings.Repeat(" ", max(2, whyColumn-len([]rune(plain(now, false))))) + with.Paint(InkFaint, why))
	}
	b.WriteString("\n")
}

func padLeft(n, width int) string {
	text := strings.Repeat(" ", width) + strconv.Itoa(n)
	return text[len(text)-max(width, len(strconv.Itoa(n))):]
}
