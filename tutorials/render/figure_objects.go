package render

import "unbox/tutorials/lesson"

// placed is an object with its position in the picture.
type placed struct {
	lesson.FigureObject
	x, y, w, h float64
}

// objects draws objects as boxes with a line for each field, in columns,
// beginning on the left with those that nothing refers to, with arrows for
// references.
func (d *drawing) objects(objects []lesson.FigureObject) {
	places := place(objects)
	byName := map[string]*placed{}
	for _, p := range places {
		byName[p.Name] = p
	}
	for _, p := range places {
		d.object(p)
	}
	for _, p := range places {
		for i, f := range p.Fields {
			to := byName[f.Value]
			if to == nil {
				continue
			}
			d.arrow(p.x+p.w-boxPadding, p.y+lineHeight*(float64(i)+1.5)+2, to.x-1, to.y+lineHeight/2+2)
		}
	}
}

// place gives each object a column, the longest way from an object that nothing
// refers to, and stacks the columns.
func place(objects []lesson.FigureObject) []*placed {
	columns := columnsOf(objects)
	var places []*placed
	x := margin
	for column := 0; ; column++ {
		y, widest, any := margin, 0.0, false
		for i, o := range objects {
			if columns[i] != column {
				continue
			}
			any = true
			p := &placed{FigureObject: o, x: x, y: y, w: widthOf(o), h: lineHeight*float64(1+len(o.Fields)) + 6}
			y += p.h + gapY
			if o.Note != "" {
				y += lineHeight
			}
			widest = max(widest, p.w)
			places = append(places, p)
		}
		if !any {
			return places
		}
		x += widest + gapX
	}
}

// columnsOf finds each object's column. It ends even with cycles, because no
// column is greater than the number of objects.
func columnsOf(objects []lesson.FigureObject) []int {
	index := map[string]int{}
	for i, o := range objects {
		index[o.Name] = i
	}
	columns := make([]int, len(objects))
	seen := make([]bool, len(objects))
	var visit func(i int, path []bool)
	visit = func(i int, path []bool) {
		seen[i], path[i] = true, true
		for _, f := range objects[i].Fields {
			to, ok := index[f.Value]
			if !ok || path[to] || columns[to] > columns[i] {
				continue
			}
			columns[to] = columns[i] + 1
			visit(to, path)
		}
		path[i] = false
	}
	for i, o := range objects {
		if !referredTo(objects, o.Name) {
			visit(i, make([]bool, len(objects)))
		}
	}
	for i := range objects {
		if !seen[i] { // part of a cycle without a beginning
			visit(i, make([]bool, len(objects)))
		}
	}
	return columns
}

func referredTo(objects []lesson.FigureObject, name string) bool {
	for _, o := range objects {
		for _, f := range o.Fields {
			if f.Value == name && o.Name != name {
				return true
			}
		}
	}
	return false
}

// heading returns the first line of an object's box.
func heading(o lesson.FigureObject) string {
	if o.Class == "" {
		return o.Name
	}
	return o.Name + ": " + o.Class
}

func widthOf(o lesson.FigureObject) float64 {
	w := max(textWidth(heading(o)), textWidth(o.Note))
	for _, f := range o.Fields {
		w = max(w, textWidth(f.Text())+boxPadding)
	}
	return w + 2*boxPadding
}

// object draws one box.
func (d *drawing) object(p *placed) {
	class := "box"
	if p.Virtual {
		class = "box virtual"
	}
	d.rect(class, p.x, p.y, p.w, p.h)
	d.text("name", p.x+boxPadding, p.y+lineHeight*0.75, heading(p.FigureObject))
	if len(p.Fields) > 0 {
		d.line("rule", p.x, p.y+lineHeight+2, p.x+p.w, p.y+lineHeight+2)
	}
	for i, f := range p.Fields {
		d.text("field", p.x+boxPadding, p.y+lineHeight*(float64(i)+1.75)+2, f.Text())
	}
	if p.Note != "" {
		d.text("note", p.x, p.y+p.h+lineHeight*0.8, p.Note)
	}
}
