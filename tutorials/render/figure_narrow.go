package render

import (
	"fmt"
	"strconv"

	"unbox/tutorials/lesson"
)

// This file draws figures for narrow pages: what is side by side in a wide drawing is one below the other here.

const (
	// narrowMargin is the empty space around a drawing for narrow pages.
	narrowMargin = 4.0
	// lane is the distance between the arrows on the right of objects, indent the indentation of a value below the one that
	// it is forwarded to.
	lane, indent = 12.0, 26.0
)

// objectsBelow draws objects one below the other, in order. Each arrow has its own lane on the right.
func (d *drawing) objectsBelow(objects []lesson.FigureObject) {
	var places []*placed
	byName, widest, y := map[string]*placed{}, 0.0, d.margin
	for _, o := range objects {
		p := &placed{FigureObject: o, x: d.margin, y: y, w: boxWidth(o), h: lineHeight*float64(1+len(o.Fields)) + 6}
		y += p.h + lineHeight
		if o.Note != "" {
			y += lineHeight / 2
		}
		places, byName[o.Name], widest = append(places, p), p, max(widest, p.w, textWidth(o.Note))
	}
	x := d.margin + widest
	for _, p := range places {
		d.object(p)
		for i, f := range p.Fields {
			if to := byName[f.Value]; to != nil {
				x += lane
				d.around(p.x+p.w-boxPadding, p.y+lineHeight*(float64(i)+1.5)+2, x, to.x+to.w+2, to.y+lineHeight/2+2)
			}
		}
	}
}

// around draws an arrow that leaves to the right, goes up or down at lane x, and comes back to the
// left.
func (d *drawing) around(x1, y1, x, x2, y2 float64) {
	fmt.Fprintf(&d.b, `<path class="hollow stroke-ink-2 stroke-width-1.5" marker-end="url(#%s)" d="M%.1f %.1f H%.1f V%.1f H%.1f"/>`, d.arrowHead, x1, y1, x, y2, x2)
	d.reach(x, max(y1, y2))
}

// boxWidth returns the width of an object's box; unlike in widthOf, its note may be longer, since nothing is next to
// it.
func boxWidth(o lesson.FigureObject) float64 {
	o.Note = ""
	return widthOf(o)
}

// setsBelow draws a union-find as a list: below each value, indented, those that are forwarded to
// it.
func (d *drawing) setsBelow(values []lesson.FigureValue) {
	y := d.margin
	var below func(name string, x float64)
	below = func(name string, x float64) {
		top := y - 8 // the lower edge of the value that they are forwarded to
		for _, v := range values {
			if v.To != name {
				continue
			}
			if name != "" {
				middle := y + lineHeight/2 + 3
				fmt.Fprintf(&d.b, `<path class="hollow stroke-ink-2 stroke-width-1.5" marker-end="url(#%s)" d="M%.1f %.1f H%.1f V%.1f"/>`, d.arrowHead, x, middle, x-indent/2, top)
			}
			d.value(v, x, y)
			y += lineHeight + 14
			below(v.Name, x+indent)
		}
	}
	below("", d.margin)
}

// livesBelow draws the lines of code first, and below them, with their numbers, a bar for each value.
func (d *drawing) livesBelow(lines []string, lives []lesson.FigureLife) {
	y := d.margin
	for i, line := range lines {
		d.text("note", d.margin, y+lineHeight*0.7, strconv.Itoa(i+1))
		d.text("field", d.margin+3*charWidth, y+lineHeight*0.7, line)
		y += lineHeight
	}
	y += lineHeight / 2
	for i := range lines {
		d.text("note", d.margin, y+lineHeight*(float64(i)+1.7), strconv.Itoa(i+1))
	}
	d.lifeBars(lives, d.margin+3*charWidth, y)
	d.reach(0, y+lineHeight*float64(len(lines)+1))
}

// barsBelow draws numbers as bars, each below its name.
func (d *drawing) barsBelow(bars []lesson.FigureBar) {
	most, y := mostOf(bars), d.margin
	for _, b := range bars {
		d.text("name", d.margin, y+lineHeight*0.75, b.Name)
		d.bar(b, d.margin, y+lineHeight, most)
		y += 2*lineHeight + 8
	}
}
