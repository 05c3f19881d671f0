package render

import (
	"fmt"
	"html"
	"strings"

	"unbox/tutorials/lesson"
)

// Sizes of figures in the units of their viewBox, which are pixels at the
// text's normal size.
const (
	charWidth  = 8.2 // of the monospaced font in which figures write
	lineHeight = 22.0
	boxPadding = 10.0
	gapX, gapY = 56.0, 26.0
	margin     = 20.0
)

// narrowest is the maximum width of a drawing on a phone, where the text of a lesson is 328 pixels wide: a slightly wider drawing
// is scaled down. A figure that is wider than this is drawn a second time, for narrow pages, with everything one below the other;
// the style sheet chooses one of the two.
const narrowest = 345.0

// figure renders a drawing with its caption. n distinguishes the figures of a
// step.
func figure(f *lesson.FigureData, n int) string {
	wide := drawn(f, fmt.Sprintf("arrow-%d", n), false)
	pictures := wide.svg("", f.Alt)
	if wide.width > narrowest {
		wides, narrows := widthClasses(wide.width)
		pictures = wide.svg(wides, f.Alt) + drawn(f, fmt.Sprintf("arrow-%d-narrow", n), true).svg(narrows, f.Alt)
	}
	return fmt.Sprintf("<figure class=\"drawing container-drawing\"%s>%s<figcaption>%s</figcaption></figure>\n", called(f.Title), pictures, Inline(f.Title))
}

// called names a figure by its title, for readers who go from figure to figure: browsers do not take the name from the caption.
func called(title string) string {
	if title == "" {
		return ""
	}
	return ` aria-label="` + html.EscapeString(strings.ReplaceAll(title, "`", "")) + `"`
}

// widthClasses returns the classes of a wide drawing, and of the narrow one that takes its place where the text of the wide one would be
// too small to read.
func widthClasses(width float64) (wide, narrow string) {
	if width <= 620 {
		return "wide drawing-499px:gone", "narrow gone drawing-499px:inline"
	}
	return "wide drawing-699px:gone", "narrow gone drawing-699px:inline"
}

// looks are the modifiers of what a drawing consists of (static/src/style/modifiers.txt).
var looks = map[string]string{
	"box":                      "fill-raised stroke-line-strong stroke-width-1.4",
	"box virtual":              "hollow stroke-tok-allocate stroke-width-1.4 dashes-5-4",
	"box life":                 "fill-keep stroke-ink-2 stroke-width-1.4",
	"box value":                "fill-raised stroke-line-strong stroke-width-1.4",
	"box value constant":       "fill-moved-bg stroke-moved stroke-width-1.4",
	"box value representative": "fill-raised stroke-ink stroke-width-1.4",
	"name":                     "fill-ink strong",
	"field":                    "fill-ink",
	"note":                     "fill-ink-3",
	"rule":                     "stroke-line",
}

// drawn draws a figure, for a narrow page or in its natural width. arrow is the ID of its arrow heads.
func drawn(f *lesson.FigureData, arrow string, narrow bool) *drawing {
	d := &drawing{arrowHead: arrow, margin: margin}
	if narrow {
		d.margin = narrowMargin
	}
	switch {
	case len(f.Objects) > 0 && narrow:
		d.objectsBelow(f.Objects)
	case len(f.Objects) > 0:
		d.objects(f.Objects)
	case len(f.Sets) > 0 && narrow:
		d.setsBelow(f.Sets)
	case len(f.Sets) > 0:
		d.sets(f.Sets)
	case len(f.Lives) > 0 && narrow:
		d.livesBelow(f.Lines, f.Lives)
	case len(f.Lives) > 0:
		d.lives(f.Lines, f.Lives)
	case narrow:
		d.barsBelow(f.Bars)
	default:
		d.bars(f.Bars)
	}
	d.width, d.height = d.width+d.margin, d.height+d.margin
	return d
}

// svg writes the picture as an element of the page.
func (d *drawing) svg(class, alt string) string {
	if class != "" {
		class = ` class="` + class + `"`
	}
	return fmt.Sprintf(`<svg%s viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" aria-label="%s">`+
		`<defs><marker id="%s" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="fill-ink-2" d="M0 0 L8 4 L0 8 z"/></marker></defs>%s</svg>`,
		class, d.width, d.height, d.width, d.height, html.EscapeString(alt), d.arrowHead, d.b.String())
}

// drawing is an SVG picture that grows with what is drawn.
type drawing struct {
	b             strings.Builder
	width, height float64
	// margin is the empty space on all sides, arrowHead the ID of the arrow heads.
	margin    float64
	arrowHead string
}

// reach makes the picture large enough for a point.
func (d *drawing) reach(x, y float64) {
	d.width, d.height = max(d.width, x), max(d.height, y)
}

func (d *drawing) rect(class string, x, y, w, h float64) {
	fmt.Fprintf(&d.b, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="5"/>`, looks[class], x, y, w, h)
	d.reach(x+w, y+h)
}

func (d *drawing) text(class string, x, y float64, s string) {
	fmt.Fprintf(&d.b, `<text class="%s" x="%.1f" y="%.1f">%s</text>`, looks[class], x, y, html.EscapeString(s))
	d.reach(x+textWidth(s), y)
}

func (d *drawing) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(&d.b, `<path class="%s" d="M%.1f %.1f L%.1f %.1f"/>`, looks[class], x1, y1, x2, y2)
	d.reach(max(x1, x2), max(y1, y2))
}

// arrow leads from one point to another, as a curve that leaves and arrives
// level. An arrow back to the left runs below everything drawn so far.
func (d *drawing) arrow(x1, y1, x2, y2 float64) {
	if x2 < x1 {
		low := d.height + 12
		fmt.Fprintf(&d.b, `<path class="hollow stroke-ink-2 stroke-width-1.5" marker-end="url(#%s)" d="M%.1f %.1f H%.1f V%.1f H%.1f V%.1f H%.1f"/>`,
			d.arrowHead, x1, y1, x1+gapX/2, low, x2-boxPadding-4, y2, x2)
		d.reach(x1+gapX/2, low)
		return
	}
	bend := max(24, (x2-x1)/2)
	fmt.Fprintf(&d.b, `<path class="hollow stroke-ink-2 stroke-width-1.5" marker-end="url(#%s)" d="M%.1f %.1f C%.1f %.1f %.1f %.1f %.1f %.1f"/>`,
		d.arrowHead, x1, y1, x1+bend, y1, x2-bend, y2, x2, y2)
	d.reach(max(x1+bend*0.75, x2), max(y1, y2))
}

func textWidth(s string) float64 { return float64(len([]rune(s))) * charWidth }
