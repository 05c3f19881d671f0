package render

import (
	"fmt"
	"html"
	"strings"

	"unbox/tutorials/lesson"
)

// Sizes of figures in the units of their viewBox, which are pixels at the
// text's own size.
const (
	charWidth  = 8.2 // of the monospaced font in which figures write
	lineHeight = 22.0
	boxPadding = 10.0
	gapX, gapY = 56.0, 26.0
	margin     = 20.0
)

// figure renders a drawing with its caption. n tells the figures of a step apart.
func figure(f *lesson.FigureData, n int) string {
	d := &drawing{}
	switch {
	case len(f.Objects) > 0:
		d.objects(f.Objects, n)
	case len(f.Sets) > 0:
		d.sets(f.Sets, n)
	case len(f.Lives) > 0:
		d.lives(f.Lines, f.Lives)
	default:
		d.bars(f.Bars)
	}
	return fmt.Sprintf(`<figure class="drawing"><svg viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" aria-label="%s">`+
		`<defs><marker id="arrow-%d" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="arrow-head" d="M0 0 L8 4 L0 8 z"/></marker></defs>%s</svg>`+
		"<figcaption>%s</figcaption></figure>\n",
		d.width+margin, d.height+margin, d.width+margin, d.height+margin, html.EscapeString(f.Alt), n, d.b.String(), inline(f.Title))
}

// drawing is an SVG picture that grows with what is drawn.
type drawing struct {
	b             strings.Builder
	width, height float64
}

// reach makes the picture large enough for a point.
func (d *drawing) reach(x, y float64) {
	d.width, d.height = max(d.width, x), max(d.height, y)
}

func (d *drawing) rect(class string, x, y, w, h float64) {
	fmt.Fprintf(&d.b, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="5"/>`, class, x, y, w, h)
	d.reach(x+w, y+h)
}

func (d *drawing) text(class string, x, y float64, s string) {
	fmt.Fprintf(&d.b, `<text class="%s" x="%.1f" y="%.1f">%s</text>`, class, x, y, html.EscapeString(s))
	d.reach(x+textWidth(s), y)
}

func (d *drawing) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(&d.b, `<path class="%s" d="M%.1f %.1f L%.1f %.1f"/>`, class, x1, y1, x2, y2)
	d.reach(max(x1, x2), max(y1, y2))
}

// arrow leads from one point to another, as a curve that leaves and arrives
// level. One that goes back to the left runs below everything drawn so far.
func (d *drawing) arrow(n int, x1, y1, x2, y2 float64) {
	if x2 < x1 {
		low := d.height + 12
		fmt.Fprintf(&d.b, `<path class="arrow" marker-end="url(#arrow-%d)" d="M%.1f %.1f H%.1f V%.1f H%.1f V%.1f H%.1f"/>`,
			n, x1, y1, x1+gapX/2, low, x2-boxPadding-4, y2, x2)
		d.reach(x1+gapX/2, low)
		return
	}
	bend := max(24, (x2-x1)/2)
	fmt.Fprintf(&d.b, `<path class="arrow" marker-end="url(#arrow-%d)" d="M%.1f %.1f C%.1f %.1f %.1f %.1f %.1f %.1f"/>`,
		n, x1, y1, x1+bend, y1, x2-bend, y2, x2, y2)
	d.reach(max(x1+bend*0.75, x2), max(y1, y2))
}

func textWidth(s string) float64 { return float64(len([]rune(s))) * charWidth }
