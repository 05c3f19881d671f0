package main

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// The plot: a row for each kernel, a mark for each contender, its place on a
// logarithmic scale of the time as a multiple of gcc's without vectors (of the fastest
// contender where gcc is missing). Marks differ in form as well as in colour, and the
// colours are readable on white and on black.

const (
	plotLeft   = 120
	plotWidth  = 640
	plotTop    = 64
	plotRow    = 26
	plotMargin = 24
)

// mark is how a contender is drawn.
type mark struct {
	column, title, colour, shape string
}

func (r *report) marks() []mark {
	list := []mark{
		{r.ours(idRecorded), "recorded", "#8a8a8a", "square"},
		{r.ours(idNoPeeling), "no peeling", "#d55e00", "triangle"},
		{r.ours(idPeeled), "peeled", "#0090d8", "disc"},
	}
	looks := map[string]mark{
		idScalar: {shape: "line", colour: "#8a8a8a"}, idVector: {shape: "plus", colour: "#8a8a8a"}, idLuaJIT: {shape: "diamond", colour: "#009e73"},
		idPyPy: {shape: "ring", colour: "#cc5fa0"}, idCPython: {shape: "cross", colour: "#b8860b"},
	}
	for _, t := range r.tools.present {
		if m, ok := looks[t.id]; ok {
			m.column, m.title = t.id, t.title
			list = append(list, m)
		}
	}
	return list
}

// scale maps ratios to places.
type scale struct{ low, high float64 }

func (s scale) x(ratio float64) float64 {
	return plotLeft + plotWidth*(math.Log2(ratio)-s.low)/(s.high-s.low)
}

// unit is the time that a row's times are multiples of.
func (r *report) unit(row row) float64 {
	if t := row.columns[idScalar].least(); !math.IsNaN(t) {
		return t
	}
	least := math.Inf(1)
	for _, s := range row.columns {
		least = min(least, s.least())
	}
	return least
}

func (r *report) scale() scale {
	s := scale{0, 1}
	for _, row := range r.rows {
		for _, m := range r.marks() {
			if x := math.Log2(row.columns[m.column].least() / r.unit(row)); !math.IsNaN(x) {
				s.low, s.high = min(s.low, math.Floor(x)), max(s.high, math.Ceil(x))
			}
		}
	}
	return s
}

// plot draws the times as SVG.
func (r *report) plot() string {
	var b strings.Builder
	height := plotTop + plotRow*len(r.rows) + 2*plotMargin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>Time of each kernel as a multiple of gcc -O3 without vectors, on a logarithmic scale</title>
<style>text { fill: #333 } .grid { stroke: #d0d0d0 } .one { stroke: #777 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .grid { stroke: #444 } .one { stroke: #999 } }</style>
`, plotLeft+plotWidth+plotMargin, height)
	s := r.scale()
	r.drawLegend(&b)
	r.drawGrid(&b, s)
	for k, row := range r.rows {
		y := float64(plotTop + plotRow*k + plotRow/2)
		fmt.Fprintf(&b, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n", plotLeft-10, y+4, html.EscapeString(row.kernel.Title))
		for _, m := range r.marks() {
			t := row.columns[m.column].least()
			if math.IsNaN(t) {
				continue
			}
			fmt.Fprintf(&b, `<g><title>%s, %s: %s ns</title>`, html.EscapeString(row.kernel.Title), html.EscapeString(m.title), number(t))
			m.draw(&b, s.x(t/r.unit(row)), y)
			b.WriteString("</g>\n")
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func (r *report) drawLegend(b *strings.Builder) {
	x := 16.0
	for _, m := range r.marks() {
		m.draw(b, x, 20)
		fmt.Fprintf(b, `<text x="%.1f" y="24">%s</text>`+"\n", x+11, html.EscapeString(m.title))
		x += 26 + 7.2*float64(len(m.title))
	}
}

func (r *report) drawGrid(b *strings.Builder, s scale) {
	bottom := plotTop + plotRow*len(r.rows)
	for e := s.low; e <= s.high; e++ {
		x, class := s.x(math.Exp2(e)), "grid"
		if e == 0 {
			class = "one"
		}
		fmt.Fprintf(b, `<line class="%s" x1="%.1f" x2="%.1f" y1="%d" y2="%d"/>`, class, x, x, plotTop, bottom)
		fmt.Fprintf(b, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", x, bottom+18, power(e))
	}
}

// power writes 2 to the e as 1/4 or 8.
func power(e float64) string {
	if e < 0 {
		return fmt.Sprintf("1/%.0f", math.Exp2(-e))
	}
	return fmt.Sprintf("%.0f", math.Exp2(e))
}

func (m mark) draw(b *strings.Builder, x, y float64) {
	switch m.shape {
	case "square":
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="9" height="9" fill="%s"/>`, x-4.5, y-4.5, m.colour)
	case "disc":
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="5.5" fill="%s"/>`, x, y, m.colour)
	case "ring":
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="4.5" fill="none" stroke="%s" stroke-width="2"/>`, x, y, m.colour)
	default:
		fmt.Fprintf(b, `<path transform="translate(%.1f %.1f)" d="%s" %s/>`, x, y, m.path(), m.paint())
	}
}

func (m mark) path() string {
	switch m.shape {
	case "triangle":
		return "M0 -5.5L5.5 4.5H-5.5Z"
	case "diamond":
		return "M0 -6L6 0L0 6L-6 0Z"
	case "plus":
		return "M-5 0H5M0 -5V5"
	case "cross":
		return "M-4.5 -4.5L4.5 4.5M4.5 -4.5L-4.5 4.5"
	}
	return "M0 -9V9"
}

func (m mark) paint() string {
	if m.shape == "triangle" || m.shape == "diamond" {
		return fmt.Sprintf(`fill="%s"`, m.colour)
	}
	return fmt.Sprintf(`fill="none" stroke="%s" stroke-width="2"`, m.colour)
}
