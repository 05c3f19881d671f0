package show

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"unbox/trace"
	"unbox/wasm/api"
)

// The measures of a picture, in its own units, pixels at its natural size. A character of the code
// has this width in every font: each line declares its length.
const (
	charWidth   = 7.8
	rowHeight   = 20.0
	codeLeft    = 72.0
	wordWidth   = 6.2
	widestLine  = 100
	widestWords = 60
	margin      = 18.0
)

// SVG returns a picture of the rows with their short reasons: in colours for light and dark, with a
// text for those who cannot see it.
func (d *Document) SVG() string {
	s := &svgWriter{theme: d.Theme}
	s.measure(d.groups())
	head := 62.0
	s.open(d, s.whyLeft+s.whyWidth+margin, head+float64(s.lines)*rowHeight+margin)
	s.y = head + 14
	for _, g := range d.groups() {
		s.group(g)
	}
	s.printf("</svg>\n")
	return printable(s.String())
}

// open begins the picture: its size, its description for those who cannot see it, and the title above
// it.
func (s *svgWriter) open(d *Document, width, height float64) {
	s.printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"img\" aria-labelledby=\"title desc\">\n", width, height, width, height)
	s.printf("<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n<style>\n%s</style>\n", html.EscapeString(d.Title), html.EscapeString(d.counts()), svgStyle(s.theme))
	s.printf("<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n<text class=\"head\" x=\"%.0f\" y=\"30\">%s</text>\n<text class=\"why\" x=\"%.0f\" y=\"49\">%s</text>\n",
		margin, html.EscapeString(clip(d.Title, int((width-2*margin)/10))), margin, html.EscapeString(d.counts()))
}

// svgWriter writes rows one below the other.
type svgWriter struct {
	strings.Builder
	theme             string
	y                 float64
	whyLeft, whyWidth float64
	lines             int
}

func (s *svgWriter) printf(format string, args ...any) { fmt.Fprintf(&s.Builder, format, args...) }

// measure counts lines and finds their widths.
func (s *svgWriter) measure(groups []group) {
	longest, words := 30, 20
	for _, g := range groups {
		if g.folded {
			s.lines++
			continue
		}
		for _, r := range g.rows {
			now, was := r.line()
			s.lines++
			longest = max(longest, shownLength(now))
			if was != nil {
				s.lines++
				longest = max(longest, shownLength(was))
			}
			words = max(words, min(widestWords, utf8.RuneCountInString(wordsOf(r))))
		}
	}
	s.whyLeft = codeLeft + float64(longest)*charWidth + 24
	s.whyWidth = float64(words) * wordWidth
}

func wordsOf(r *row) string { return words(r.short()) }

func shownLength(line *api.Line) int {
	return min(widestLine, utf8.RuneCountInString(plain(line, false)))
}

func (s *svgWriter) group(g group) {
	if g.folded {
		s.printf("<text class=\"fold\" x=\"%.0f\" y=\"%.1f\">⋯ %s, unchanged</text>\n", codeLeft, s.y, plural(len(g.rows), "row"))
		s.y += rowHeight
		return
	}
	for _, r := range g.rows {
		s.row(r)
	}
}

func (s *svgWriter) row(r *row) {
	now, was := r.line()
	sign, _ := r.sign()
	if n := r.number(); n > 0 {
		s.printf("<text class=\"number\" x=\"40\" y=\"%.1f\">%d</text>", s.y, n)
	}
	if sign != " " {
		s.printf("<text class=\"sign %s\" x=\"54\" y=\"%.1f\">%s</text>", r.class(), s.y, sign)
	}
	if was != nil {
		s.line(was, "was", codeLeft)
		s.y += rowHeight
	}
	s.line(now, r.class(), codeLeft)
	if why := wordsOf(r); why != "" {
		s.printf("<text class=\"why\" x=\"%.1f\" y=\"%.1f\">%s</text>", s.whyLeft, s.y, html.EscapeString(clip(why, widestWords)))
	}
	s.printf("\n")
	s.y += rowHeight
}

// line writes the spans of a line, from x onwards.
func (s *svgWriter) line(line *api.Line, class string, x float64) {
	length := shownLength(line)
	if length == 0 {
		return
	}
	s.printf("<text class=\"code %s\" x=\"%.1f\" y=\"%.1f\" textLength=\"%.1f\" xml:space=\"preserve\">", class, x, s.y, float64(length)*charWidth)
	left := widestLine
	for _, span := range line.Spans {
		if span.Kind == trace.SpanPath || left <= 0 {
			continue
		}
		text := span.Text
		if n := utf8.RuneCountInString(text); n > left {
			text = clip(text, left)
		}
		left -= utf8.RuneCountInString(text)
		if name := spanClass(&span); name != "" {
			s.printf("<tspan class=\"%s\">%s</tspan>", name, html.EscapeString(text))
		} else {
			s.WriteString(html.EscapeString(text))
		}
	}
	s.printf("</text>")
}

// clip cuts a text to some characters, the last of which is an ellipsis.
func clip(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:max(0, most-1)]) + "…"
}

// svgFill is a selector and the colour of what it selects.
type svgFill struct{ selector, color string }

// svgFills says which colour everything has.
var svgFills = []svgFill{
	{".paper", "paper"}, {".head", "ink"}, {".why", "ink-2"}, {".number", "ink-3"}, {".fold", "ink-3"}, {".code", "ink"}, {".number-text", "tok-number"},
	{".class-text", "tok-class"}, {".field-text", "tok-field"}, {".guard-text", "tok-guard"}, {".allocate-text", "tok-allocate"},
	{".control-text", "tok-control"}, {".visible-text", "tok-visible"}, {".descriptor-text", "tok-descriptor"}, {".comment-text", "tok-comment"},
	{".removed, .removed tspan", "removed"}, {".moved, .moved tspan", "moved"}, {".sign.replaced", "replaced"}, {".sign.args", "args"},
	{".added", "added"}, {".was, .was tspan", "ink-3"}, {".side", "ink"}, {".rule", "line-strong"}, {".loop", "tok-control"},
	{".removed-bg", "removed-bg"}, {".moved-bg", "moved-bg"}, {".replaced-bg", "replaced-bg"}, {".args-bg", "args-bg"}, {".added-bg", "added-bg"},
}

// svgStyle has colours as values, not as variables, since other programs than browsers read pictures, too. theme is "light",
// "dark", or anything else for the setting of the reader's system.
func svgStyle(theme string) string {
	var light, dark strings.Builder
	for _, f := range svgFills {
		for _, c := range colors {
			if c.name == f.color {
				light.WriteString(f.selector + " { " + f.property() + ": " + c.light + "; }\n")
				dark.WriteString("  " + f.selector + " { " + f.property() + ": " + c.dark + "; }\n")
			}
		}
	}
	style := "text { font: 12.5px system-ui, sans-serif; }\n.head { font: 20px Georgia, serif; }\n.side { font-weight: 600; }\n" +
		".code { font: 13px ui-monospace, Menlo, Consolas, monospace; }\n.number { text-anchor: end; font-size: 11px; }\n" +
		".sign { font-weight: 700; text-anchor: middle; }\n.loop { stroke-width: 2px; }\n"
	switch theme {
	case "light":
		return style + light.String()
	case "dark":
		return style + dark.String()
	}
	return style + light.String() + "@media (prefers-color-scheme: dark) {\n" + dark.String() + "}\n"
}

// property is the property with the colour: lines have no fill.
func (f *svgFill) property() string {
	if f.selector == ".loop" || f.selector == ".rule" {
		return "stroke"
	}
	return "fill"
}
