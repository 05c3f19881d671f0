package render

import (
	"strconv"

	"unbox/tutorials/lesson"
)

// lives draws lines of code, and next to them a bar for each value, from the line that makes it to the last one that needs it. Its
// name is above the bar, and its place in the bar.
func (d *drawing) lives(lines []string, lives []lesson.FigureLife) {
	top, right := margin+lineHeight, margin
	for i, line := range lines {
		y := top + lineHeight*float64(i)
		d.text("note", margin, y+lineHeight*0.7, strconv.Itoa(i+1))
		d.text("field", margin+3*charWidth, y+lineHeight*0.7, line)
		right = max(right, margin+3*charWidth+textWidth(line))
	}
	x := d.lifeBars(lives, right+gapX/2, margin)
	d.reach(x, top+lineHeight*float64(len(lines)))
}

// lifeBars draws the bars of values next to each other from x onwards, with their names at y and the first line below that, and
// returns where they end.
func (d *drawing) lifeBars(lives []lesson.FigureLife, x, y float64) float64 {
	top := y + lineHeight
	for _, life := range lives {
		width := max(textWidth(life.Name), textWidth(life.Place)) + boxPadding
		class := "box life"
		if life.Away {
			class = "box virtual"
		}
		from, to := top+lineHeight*float64(life.From-1), top+lineHeight*float64(life.To)
		d.rect(class, x, from+2, width, to-from-4)
		d.text("note", x+boxPadding/2, from+lineHeight*0.7+1, life.Place)
		d.text("name", x+boxPadding/2, y+lineHeight*0.6, life.Name)
		x += width + boxPadding
	}
	return x
}

// barsWidth is the length of the longest bar: with its name and number it fits on a
// phone.
const barsWidth = 140.0

// bars draws numbers as bars, one below the other.
func (d *drawing) bars(bars []lesson.FigureBar) {
	names, most := 0.0, mostOf(bars)
	for _, b := range bars {
		names = max(names, textWidth(b.Name))
	}
	for i, b := range bars {
		y := margin + (lineHeight+8)*float64(i)
		d.text("name", margin, y+lineHeight*0.75, b.Name)
		d.bar(b, margin+names+boxPadding, y, most)
	}
}

// mostOf returns the largest number of all bars.
func mostOf(bars []lesson.FigureBar) float64 {
	most := 0.0
	for _, b := range bars {
		most = max(most, b.Value)
	}
	return most
}

// bar draws one bar from x onwards, with its number after it; most is the number of the longest
// one.
func (d *drawing) bar(b lesson.FigureBar, x, y, most float64) {
	width := 1.0
	if most > 0 {
		width = max(width, barsWidth*b.Value/most)
	}
	text := b.Text
	if text == "" {
		text = strconv.FormatFloat(b.Value, 'f', -1, 64)
	}
	d.rect("box life", x, y+2, width, lineHeight-4)
	d.text("field", x+width+boxPadding, y+lineHeight*0.75, text)
}
