package show

import (
	_ "embed"
	"fmt"
	"html"
	"strconv"
	"strings"

	"unbox/optimizer"
	"unbox/trace"
	"unbox/wasm/api"
)

// style is for everything inside an element with the class "unbox".
//
//go:embed show.css
var style string

// Style is the style sheet of [Document.Fragment].
func Style() string { return colorStyle() + style }

// HTML returns a self-contained file: no network, no script. theme is "light", "dark", or "auto" for
// the setting of the reader's system.
func (d *Document) HTML(theme string) string {
	root := ""
	if theme != "auto" {
		root = ` data-theme="` + theme + `"`
	}
	var b strings.Builder
	b.WriteString("<!doctype html>\n<html lang=\"en\"" + root + ">\n<head>\n<meta charset=\"utf-8\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n" +
		"<meta name=\"generator\" content=\"unbox show\">\n<title>" + html.EscapeString(d.Title) + "</title>\n<style>\n" +
		Style() + "body { margin: 0; background: var(--paper); }\n</style>\n</head>\n<body class=\"unbox-colors\">\n<main>\n")
	b.WriteString(d.Fragment())
	b.WriteString("</main>\n</body>\n</html>\n")
	return printable(b.String())
}

// Fragment returns the document without a page around it: one element with the class
// "unbox".
func (d *Document) Fragment() string {
	groups := d.groups()
	w := &htmlWriter{here: make(map[int]bool)}
	for _, g := range groups {
		for _, r := range g.rows {
			w.here[r.index] = true
		}
	}
	w.printf("<article class=\"unbox unbox-colors\">\n<header>\n<h1>%s</h1>\n<p class=\"counts fades\">%s</p>\n</header>\n<ol class=\"rows\">\n",
		html.EscapeString(d.Title), html.EscapeString(d.counts()))
	for _, g := range groups {
		w.group(g)
	}
	w.printf("</ol>\n")
	w.legend()
	w.notes(groups)
	w.printf("</article>\n")
	return printable(w.String())
}

// htmlWriter writes elements.
type htmlWriter struct {
	strings.Builder
	// here are the shown rows, to which there can be links.
	here map[int]bool
}

func (w *htmlWriter) printf(format string, args ...any) { fmt.Fprintf(&w.Builder, format, args...) }

// text writes text.
func (w *htmlWriter) text(text string) { w.WriteString(html.EscapeString(text)) }

func (w *htmlWriter) group(g group) {
	if g.folded {
		w.printf("<li class=\"fold\"><details><summary>%s, unchanged</summary>\n<ol class=\"rows\">\n", plural(len(g.rows), "row"))
		defer w.printf("</ol></details></li>\n")
	}
	for _, r := range g.rows {
		w.row(r)
	}
}

// row writes a row, which can be opened if there are reasons.
func (w *htmlWriter) row(r *row) {
	inLoop := ""
	if r.Right != nil && r.Right.InLoop {
		inLoop = " in-loop"
	}
	w.printf("<li id=\"row-%d\" class=\"row is-%s%s\"", r.index, r.class(), inLoop)
	if n := r.number(); n > 0 {
		w.printf(" data-line=\"%d\"", n)
	}
	w.printf(">")
	if len(r.Reasons) == 0 {
		w.printf("<div class=\"head\">")
		w.head(r)
		w.printf("</div></li>\n")
		return
	}
	w.printf("<details><summary class=\"head\">")
	w.head(r)
	w.printf("</summary>\n<div class=\"open\">")
	w.whole(r)
	w.reasons(r)
	w.printf("</div></details></li>\n")
}

// head writes the row itself: number, sign, line, and why in a few words.
func (w *htmlWriter) head(r *row) {
	number := ""
	if n := r.number(); n > 0 {
		number = strconv.Itoa(n)
	}
	sign, word := r.sign()
	now, was := r.line()
	w.printf("<span class=\"number\">%s</span><span class=\"sign\"><span aria-hidden=\"true\">%s</span>", number, sign)
	if word != "" {
		w.printf("<span class=\"said\">%s: </span>", word)
	}
	w.printf("</span><span class=\"lines\">")
	if was != nil {
		w.printf("<code class=\"was\">")
		w.line(was)
		w.printf("</code><span class=\"said\"> is now </span>")
	}
	w.printf("<code>")
	w.line(now)
	w.printf("</code></span><span class=\"why\">")
	if short := r.short(); len(short) > 0 {
		w.printf("<span class=\"said\">: </span>")
		w.parts(short, false)
	}
	if r.note > 0 {
		w.printf("<sup class=\"mark\">%d</sup>", r.note)
	}
	w.printf("</span>")
}

// whole writes a shortened line in full.
func (w *htmlWriter) whole(r *row) {
	now, _ := r.line()
	if full := plain(now, true); full != plain(now, false) {
		w.printf("<p class=\"whole\"><code>%s</code></p>", html.EscapeString(full))
	}
}

// line is a line with colours, without the names of packages.
func (w *htmlWriter) line(line *api.Line) {
	for _, s := range line.Spans {
		class := spanClass(&s)
		switch {
		case s.Kind == trace.SpanPath:
		case class == "":
			w.text(s.Text)
		default:
			w.printf("<span class=\"%s\">%s</span>", class, html.EscapeString(s.Text))
		}
	}
}

// spanNames are the classes of spans.
var spanNames = map[trace.SpanKind]string{
	trace.SpanNumber: "number-text", trace.SpanString: "number-text", trace.SpanConstant: "class-text", trace.SpanClass: "class-text",
	trace.SpanLabel: "control-text", trace.SpanKeyword: "control-text", trace.SpanField: "field-text", trace.SpanDescriptor: "descriptor-text",
	trace.SpanComment: "comment-text",
}

// effectNames are the classes of operations' names.
var effectNames = map[trace.Effect]string{
	trace.EffectGuard: "guard-text", trace.EffectAllocate: "allocate-text", trace.EffectControl: "control-text", trace.EffectVisible: "visible-text",
}

func spanClass(s *api.Span) string {
	class := spanNames[s.Kind]
	if s.Kind == trace.SpanOperation {
		class = effectNames[effectOf(s.Text)]
	}
	if s.Mark == api.SpanChanged || s.Mark == api.SpanDefinesChanged {
		class = strings.TrimSpace(class + " changed")
	}
	return class
}

// parts writes a text: names are code, and references to other rows are links if linked is
// set.
func (w *htmlWriter) parts(parts []api.Part, linked bool) {
	for _, p := range parts {
		text := html.EscapeString(p.Text)
		switch {
		case p.Kind == api.PartPath:
			continue
		case p.Kind == api.PartRow, p.Kind == api.PartText:
		default:
			text = "<code>" + text + "</code>"
		}
		if linked && w.here[p.Row] && p.Kind != api.PartText {
			text = fmt.Sprintf("<a href=\"#row-%d\">%s</a>", p.Row, text)
		}
		w.WriteString(text)
	}
}

// reasons writes everything that the optimizer says about a row, with the causes that are not
// named in the reason itself.
func (w *htmlWriter) reasons(r *row) {
	for _, reason := range r.Reasons {
		w.printf("<p class=\"reason\">")
		w.parts(reason.Text, true)
		w.printf(" <span class=\"pass\">%s by %s</span></p>", html.EscapeString(reason.Kind), html.EscapeString(reason.Pass))
		more := unnamed(&reason)
		if len(more) == 0 {
			continue
		}
		w.printf("<ul class=\"causes\">")
		for _, cause := range more {
			w.printf("<li>")
			w.parts(cause.Text, true)
			w.printf("</li>")
		}
		w.printf("</ul>")
	}
}

// unnamed returns the causes whose rows the text of a reason does not name.
func unnamed(reason *api.Reason) []api.Cause {
	named := make(map[int]bool)
	for _, p := range reason.Text {
		if p.Kind == api.PartRow {
			named[p.Row] = true
		}
	}
	var more []api.Cause
	for _, cause := range reason.Because {
		if cause.At == nil || !named[cause.At.Row] {
			more = append(more, cause)
		}
	}
	return more
}

// legend explains the signs.
func (w *htmlWriter) legend() {
	w.printf("<p class=\"legend\" aria-hidden=\"true\">")
	for _, kind := range []api.DiffKind{optimizer.DiffRemoved, optimizer.DiffReplaced, optimizer.DiffArgs, optimizer.DiffAdded, optimizer.DiffMovedTo} {
		r := &row{DiffRow: &api.DiffRow{Kind: kind}}
		sign, word := r.sign()
		w.printf("<span class=\"is-%s\"><span class=\"sign\">%s</span> %s</span> ", r.class(), sign, word)
	}
	w.printf("</p>\n")
}

// notes repeats all reasons for paper, on which nothing can be opened.
func (w *htmlWriter) notes(groups []group) {
	w.printf("<section class=\"notes\" aria-hidden=\"true\">\n<h2>Reasons</h2>\n<ol>\n")
	for _, g := range groups {
		for _, r := range g.rows {
			if r.note > 0 {
				w.printf("<li value=\"%d\">", r.note)
				w.reasons(r)
				w.printf("</li>\n")
			}
		}
	}
	w.printf("</ol>\n</section>\n")
}
