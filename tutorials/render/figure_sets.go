package render

import "unbox/tutorials/lesson"

// sets draws a union-find: values in rows, the representatives on the right, and
// an arrow from each value to the one it is forwarded to.
func (d *drawing) sets(values []lesson.FigureValue) {
	to := map[string]string{}
	for _, v := range values {
		to[v.Name] = v.To
	}
	deepest, widest := 0, make([]float64, len(values)+1)
	depth := make([]int, len(values))
	for i, v := range values {
		depth[i] = depthOf(to, v.Name)
		deepest = max(deepest, depth[i])
		widest[depth[i]] = max(widest[depth[i]], valueWidth(v))
	}
	x := make([]float64, deepest+1)
	x[deepest] = margin
	for k := deepest - 1; k >= 0; k-- {
		x[k] = x[k+1] + widest[k+1] + gapX
	}
	at := map[string][2]float64{}
	for i, v := range values {
		y := margin + float64(i)*(lineHeight+14)
		at[v.Name] = [2]float64{x[depth[i]], y}
		d.value(v, x[depth[i]], y)
	}
	for _, v := range values {
		if v.To == "" {
			continue
		}
		from, to := at[v.Name], at[v.To]
		d.arrow(from[0]+valueWidth(v), from[1]+lineHeight/2+3, to[0]-1, to[1]+lineHeight/2+3)
	}
}

// depthOf counts the steps to the representative.
func depthOf(to map[string]string, name string) int {
	depth := 0
	for to[name] != "" {
		name = to[name]
		depth++
	}
	return depth
}

func valueText(v lesson.FigureValue) string {
	if v.Text == "" {
		return v.Name
	}
	return v.Name + " = " + v.Text
}

func valueWidth(v lesson.FigureValue) float64 { return textWidth(valueText(v)) + 2*boxPadding }

func (d *drawing) value(v lesson.FigureValue, x, y float64) {
	class := "box value"
	switch {
	case v.Constant:
		class = "box value constant"
	case v.To == "":
		class = "box value representative"
	}
	d.rect(class, x, y, valueWidth(v), lineHeight+6)
	d.text("name", x+boxPadding, y+lineHeight*0.8+1, valueText(v))
}
