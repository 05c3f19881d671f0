package show

import (
	"html"
	"unicode/utf8"

	"unbox/optimizer"
	"unbox/wasm/api"
)

// sides are the names of both columns.
func (d *Document) sides() (left, right string) {
	left, right = d.Left, d.Right
	if left == "" {
		left = "as recorded"
	}
	if right == "" {
		right = "optimized"
	}
	return left, right
}

// Columns returns a picture of both sides next to each other, like the page's columns: a row without a line on one side has
// its reason there.
func (d *Document) Columns() string {
	s := &columnsWriter{}
	s.theme = d.Theme
	s.measure(d.groups())
	head := 88.0
	width, height := s.whyLeft+s.whyWidth+margin, head+float64(s.lines)*rowHeight+margin
	s.open(d, width, height)
	left, right := d.sides()
	s.printf("<text class=\"side\" x=\"%.0f\" y=\"75\">%s</text><text class=\"side\" x=\"%.1f\" y=\"75\">%s</text>\n",
		codeLeft, html.EscapeString(left), s.rightLeft, html.EscapeString(right))
	s.printf("<path class=\"rule\" d=\"M%.0f 82H%.1f\"/>\n", margin, width-margin)
	s.y = head + 14
	for _, g := range d.groups() {
		s.group(g)
	}
	s.printf("</svg>\n")
	return printable(s.String())
}

// columnsWriter writes rows with two columns.
type columnsWriter struct {
	svgWriter
	// rightLeft is the x coordinate at which the code of the right column begins.
	rightLeft float64
}

// measure finds the widths of both columns, and where the reasons of rows with both sides
// go.
func (s *columnsWriter) measure(groups []group) {
	left, right, words := 30, 30, 0
	for _, g := range groups {
		if g.folded {
			s.lines++
			continue
		}
		for _, r := range g.rows {
			s.lines++
			why := min(widestWords, utf8.RuneCountInString(wordsOf(r)))
			switch {
			case r.Left == nil:
				left, right = max(left, wide(why)), max(right, shownLength(r.Right))
			case r.Right == nil:
				left, right = max(left, shownLength(r.Left)), max(right, wide(why))
			default:
				left, right, words = max(left, shownLength(r.Left)), max(right, shownLength(r.Right)), max(words, why)
			}
		}
	}
	s.rightLeft = codeLeft + float64(left)*charWidth + codeLeft
	s.whyLeft = s.rightLeft + float64(right)*charWidth
	if words > 0 {
		s.whyLeft, s.whyWidth = s.whyLeft+24, float64(words)*wordWidth
	}
}

// wide returns the number of characters of code that are as wide as some
// characters of a reason.
func wide(words int) int { return int(float64(words)*wordWidth/charWidth) + 1 }

func (s *columnsWriter) group(g group) {
	if g.folded {
		s.svgWriter.group(g)
		return
	}
	for _, r := range g.rows {
		s.row(r)
	}
}

func (s *columnsWriter) row(r *row) {
	why := html.EscapeString(clip(wordsOf(r), widestWords))
	if r.Right != nil && r.Right.InLoop {
		s.printf("<path class=\"loop\" d=\"M%.1f %.1fv%.0f\"/>", s.rightLeft-codeLeft+10, s.y-14, rowHeight)
	}
	if r.Left != nil {
		s.side(r, r.Left, codeLeft)
	}
	if r.Right != nil {
		s.side(r, r.Right, s.rightLeft)
	}
	switch {
	case why == "":
	case r.Left == nil:
		s.printf("<text class=\"why\" x=\"%.0f\" y=\"%.1f\">%s</text>", codeLeft, s.y, why)
	case r.Right == nil:
		s.printf("<text class=\"why\" x=\"%.1f\" y=\"%.1f\">%s</text>", s.rightLeft, s.y, why)
	default:
		s.printf("<text class=\"why\" x=\"%.1f\" y=\"%.1f\">%s</text>", s.whyLeft, s.y, why)
	}
	s.printf("\n")
	s.y += rowHeight
}

// side writes a line of a column whose code begins at x, with its number, its sign and its background if it
// changed.
func (s *columnsWriter) side(r *row, line *api.Line, x float64) {
	class := r.class()
	if r.Kind == optimizer.DiffComment {
		class = "same"
	}
	if class != "same" {
		s.printf("<rect class=\"%s-bg\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.0f\"/>", class, x-26, s.y-14, 26+float64(shownLength(line))*charWidth+6, rowHeight)
	}
	if line.Number > 0 {
		s.printf("<text class=\"number\" x=\"%.1f\" y=\"%.1f\">%d</text>", x-32, s.y, line.Number)
	}
	if sign, _ := r.sign(); sign != " " {
		s.printf("<text class=\"sign %s\" x=\"%.1f\" y=\"%.1f\">%s</text>", class, x-18, s.y, sign)
	}
	s.line(line, lineClass(class), x)
}

// lineClass is the class of the code in a column: removed and moved lines have one colour, in unchanged lines each word
// keeps its own.
func lineClass(class string) string {
	switch class {
	case "removed", "moved":
		return class
	}
	return "kept"
}
