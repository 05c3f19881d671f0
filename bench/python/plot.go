package main

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// The picture: a row for each program, and on a logarithmic scale how many times PyPy's time it takes: discs at the
// scale long, rings at the scale short. Older records are small and pale. The colours are readable on
// white and on black.

const (
	plotLeft   = 130
	plotWidth  = 600
	plotTop    = 60
	plotRow    = 24
	plotMargin = 24
)

// picture draws a history, of which the last record is the newest.
func picture(history []*record) string {
	newest := history[len(history)-1]
	low, high := -1.0, 1.0 // powers of 2
	for _, r := range history {
		for k := range r.Rows {
			for _, s := range []scale{short, long} {
				if ratio, ok := r.Rows[k].ratio(nameUnbox, namePyPy, s); ok {
					low, high = min(low, math.Floor(math.Log2(ratio))), max(high, math.Ceil(math.Log2(ratio)))
				}
			}
		}
	}
	x := func(ratio float64) float64 { return plotLeft + plotWidth*(math.Log2(ratio)-low)/(high-low) }
	bottom := float64(plotTop + plotRow*len(newest.Rows))
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %.0f" font-family="sans-serif" font-size="13" role="img">`+"\n", plotLeft+plotWidth+plotMargin, bottom+plotMargin)
	fmt.Fprintf(&b, "<title>How many times PyPy's time each program takes: %s</title>\n", html.EscapeString(newest.Name))
	fmt.Fprintf(&b, `<circle cx="%d" cy="16" r="5" fill="#0090d8"/><text x="%d" y="20" fill="#808080">one second of PyPy's time</text>`+"\n", plotLeft, plotLeft+12)
	fmt.Fprintf(&b, `<circle cx="%d" cy="16" r="4.5" fill="none" stroke="#d55e00" stroke-width="2"/><text x="%d" y="20" fill="#808080">a tenth of a second, with warm-up</text>`+"\n", plotLeft+220, plotLeft+232)
	for e := low; e <= high; e++ {
		width := 0.5
		if e == 0 {
			width = 2
		}
		fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="%d" y2="%.0f" stroke="#808080" stroke-width="%.1f"/><text x="%.1f" y="%d" text-anchor="middle" fill="#808080">%s</text>`+"\n",
			x(math.Exp2(e)), x(math.Exp2(e)), plotTop-8, bottom, width, x(math.Exp2(e)), plotTop-14, times(e))
	}
	for k := range newest.Rows {
		name := newest.Rows[k].Program
		y := float64(plotTop + plotRow*k + plotRow/2)
		fmt.Fprintf(&b, `<text x="%d" y="%.0f" text-anchor="end" fill="#808080">%s</text>`+"\n", plotLeft-14, y+4, html.EscapeString(name))
		for _, r := range history {
			r.marks(&b, name, y, x, r == newest)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// times writes a power of 2 as a multiple.
func times(e float64) string {
	if e < 0 {
		return fmt.Sprintf("1/%.0f", math.Exp2(-e))
	}
	return fmt.Sprintf("%.0f", math.Exp2(e))
}

// marks draws what a record has of a program.
func (r *record) marks(b *strings.Builder, name string, y float64, x func(float64) float64, newest bool) {
	size, opacity := 5.0, 1.0
	if !newest {
		size, opacity = 3, 0.45
	}
	for k := range r.Rows {
		if r.Rows[k].Program != name {
			continue
		}
		if ratio, ok := r.Rows[k].ratio(nameUnbox, namePyPy, long); ok {
			fmt.Fprintf(b, `<circle cx="%.1f" cy="%.0f" r="%.1f" fill="#0090d8" opacity="%.2f"/>`+"\n", x(ratio), y, size, opacity)
		}
		if ratio, ok := r.Rows[k].ratio(nameUnbox, namePyPy, short); ok {
			fmt.Fprintf(b, `<circle cx="%.1f" cy="%.0f" r="%.1f" fill="none" stroke="#d55e00" stroke-width="2" opacity="%.2f"/>`+"\n", x(ratio), y, size-0.5, opacity)
		}
	}
}
