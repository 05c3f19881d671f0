package main

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

// The picture: a row for each way to optimize. On the left the operations that are left in an iteration of all programs, by kind; on the right,
// on a logarithmic scale, how many times as long each program takes as with all passes: a disc for each. The colours are readable on white and on
// black, and differ in brightness as well.

const (
	figureLeft  = 130
	figureBars  = 330 // wide
	figureGap   = 40
	figureTimes = 330
	figureRow   = 34
	figureTop   = 92
)

var kindColours = [len(kinds)]string{"#d55e00", "#0090d8", "#00a07a", "#8fd14f", "#c879b2", "#e0a800", "#808080"}

// figuresPicture draws a record.
func figuresPicture(r *record) string {
	list := variants()
	bottom := figureTop + figureRow*len(list)
	width := figureLeft + figureBars + figureGap + figureTimes + plotMargin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13" role="img">`+"\n", width, bottom+plotMargin)
	b.WriteString("<title>What each pass is worth: operations that are left, and times</title>\n")
	r.figureLegend(&b)
	high := r.slowest()
	x := func(factor float64) float64 {
		return figureLeft + figureBars + figureGap + figureTimes*(math.Log2(factor)+0.5)/(high+0.5)
	}
	for e := 0.0; e <= high; e++ {
		thick := 0.5
		if e == 0 {
			thick = 2
		}
		fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="#808080" stroke-width="%.1f"/><text x="%.1f" y="%d" text-anchor="middle" fill="#808080">%s</text>`+"\n",
			x(math.Exp2(e)), x(math.Exp2(e)), figureTop-6, bottom, thick, x(math.Exp2(e)), figureTop-12, times(e))
	}
	most := 1
	for _, v := range list {
		sum := r.sum(v.name)
		most = max(most, sum.all())
	}
	for k, v := range list {
		y := figureTop + figureRow*k
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end" fill="#808080">%s</text>`+"\n", figureLeft-10, y+figureRow/2+4, html.EscapeString(v.name))
		r.figureBar(&b, v.name, y, most)
		if k > 0 {
			r.figureDiscs(&b, v.name, y, x)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// slowest is the scale's end: the power of 2 above all factors.
func (r *record) slowest() float64 {
	high := 1.0
	for k := range r.Rows {
		for _, v := range variants() {
			if f, ok := r.Rows[k].ratio(v.name, variantAll, part); ok {
				high = max(high, math.Ceil(math.Log2(f)))
			}
		}
	}
	return high
}

// figureLegend names the colours.
func (r *record) figureLegend(b *strings.Builder) {
	n := 0
	for k := range kinds {
		if all := r.sum(variantRecorded); all[k] == 0 {
			continue
		}
		x, y := figureLeft+n%4*88, 8+n/4*18
		n++
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="10" height="10" fill="%s"/><text x="%d" y="%d" fill="#808080">%s</text>`+"\n", x, y, kindColours[k], x+14, y+10, kinds[k].name)
	}
	fmt.Fprintf(b, `<text x="%d" y="62" fill="#808080">operations left in an iteration</text>`+"\n", figureLeft)
	right := figureLeft + figureBars + figureGap
	fmt.Fprintf(b, `<circle cx="%d" cy="13" r="4" fill="#0090d8"/><text x="%d" y="18" fill="#808080">a program</text>`+"\n", right+5, right+14)
	fmt.Fprintf(b, `<line x1="%d" x2="%d" y1="4" y2="22" stroke="#d55e00" stroke-width="3"/><text x="%d" y="18" fill="#808080">their geometric mean</text>`+"\n", right+105, right+105, right+114)
	fmt.Fprintf(b, `<text x="%d" y="62" fill="#808080">times as long as with all passes</text>`+"\n", right)
}

// figureBar draws the operations of a variant.
func (r *record) figureBar(b *strings.Builder, variant string, y, most int) {
	at := float64(figureLeft)
	sum := r.sum(variant)
	room := float64(figureBars - 44) // for the number
	for k, n := range sum {
		w := room * float64(n) / float64(most)
		fmt.Fprintf(b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"><title>%s: %d</title></rect>`+"\n", at, y+8, w, figureRow-16, kindColours[k], kinds[k].name, n)
		at += w
	}
	fmt.Fprintf(b, `<text x="%.1f" y="%d" fill="#808080">%d</text>`+"\n", at+6, y+figureRow/2+4, sum.all())
}

// figureDiscs draws a disc for each program, and a line at their geometric mean; the slowest one is named.
func (r *record) figureDiscs(b *strings.Builder, variant string, y int, x func(float64) float64) {
	type disc struct {
		name   string
		factor float64
	}
	var discs []disc
	sum := 0.0
	for k := range r.Rows {
		if f, ok := r.Rows[k].ratio(variant, variantAll, part); ok {
			discs = append(discs, disc{r.Rows[k].Program, f})
			sum += math.Log(f)
		}
	}
	if len(discs) == 0 {
		return
	}
	middle := float64(y) + figureRow/2
	for _, d := range discs {
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.0f" r="4" fill="#0090d8" opacity="0.55"><title>%s: %.2f</title></circle>`+"\n", x(max(d.factor, math.Sqrt2/2)), middle, html.EscapeString(d.name), d.factor)
	}
	mean := x(math.Exp(sum / float64(len(discs))))
	fmt.Fprintf(b, `<line x1="%.1f" x2="%.1f" y1="%.0f" y2="%.0f" stroke="#d55e00" stroke-width="3"/>`+"\n", mean, mean, middle-9, middle+9)
	most := slices.MaxFunc(discs, func(a, b disc) int {
		if a.factor < b.factor {
			return -1
		}
		return 1
	})
	if most.factor < 1.25 {
		return
	}
	at, anchor := x(most.factor)+8, "start"
	if at > figureLeft+figureBars+figureGap+figureTimes-70 {
		at, anchor = at-16, "end"
	}
	fmt.Fprintf(b, `<text x="%.1f" y="%.0f" font-size="11" text-anchor="%s" fill="#808080">%s</text>`+"\n", at, middle+4, anchor, html.EscapeString(most.name))
}
