package lesson

// FigureData is a drawing made from data. Exactly one of Objects, Sets, Lives and Bars is set.
type FigureData struct {
	// Title is the caption; Alt describes the figure for those who do not see it.
	Title string `yaml:"title"`
	Alt   string `yaml:"alt"`
	// Objects is a graph of objects with references.
	Objects []FigureObject `yaml:"objects"`
	// Sets is a union-find: each value and what it is forwarded to.
	Sets []FigureValue `yaml:"sets"`
	// Lives are the lifetimes of values, next to the Lines of code that they are about.
	Lives []FigureLife `yaml:"lives"`
	Lines []string     `yaml:"lines"`
	// Bars are numbers to compare.
	Bars []FigureBar `yaml:"bars"`
}

// FigureLife is a value that is needed from one line to another, counted from 1, both included.
type FigureLife struct {
	Name string `yaml:"name"`
	From int    `yaml:"from"`
	To   int    `yaml:"to"`
	// Place is where it lives: r0. Away means that it is in memory, which is drawn with a dashed line.
	Place string `yaml:"place"`
	Away  bool   `yaml:"away"`
}

// FigureBar is a bar for a non-negative number.
type FigureBar struct {
	Name  string  `yaml:"name"`
	Value float64 `yaml:"value"`
	// Text is shown in place of the number, if it is set.
	Text string `yaml:"text"`
}

// FigureObject is a box with fields.
type FigureObject struct {
	// Name is unique in the figure: p0.
	Name  string `yaml:"name"`
	Class string `yaml:"class"`
	// Virtual objects are drawn with a dashed line: they are not allocated.
	Virtual bool `yaml:"virtual"`
	// Note is shown below the box.
	Note   string        `yaml:"note"`
	Fields []FigureField `yaml:"fields"`
}

// FigureField is a line in an object's box.
type FigureField struct {
	Name string `yaml:"name"`
	// Value is shown as it is, and an arrow leads from it if it is the name of
	// an object.
	Value string `yaml:"value"`
	// To is the object that the line leads to, in place of a value: a way that is taken. It is the Value then, too.
	To string `yaml:"to"`
}

// Text returns the line as it is drawn.
func (f FigureField) Text() string {
	if f.To != "" {
		return f.Name + " → " + f.To
	}
	return f.Name + " = " + f.Value
}

// FigureValue is a value in a union-find.
type FigureValue struct {
	Name string `yaml:"name"`
	// Text is shown next to the name: add(a, 1).
	Text string `yaml:"text"`
	// To is the name of the value that it is forwarded to; "" for the
	// representative of a set.
	To string `yaml:"to"`
	// Constant values are drawn differently.
	Constant bool `yaml:"constant"`
}

// most is the maximum number of objects or values in a figure, so that it stays
// readable.
const most = 24

// figure reads a figure and reports what is wrong with it.
func (l *loader) figure(c Code) *FigureData {
	f := &FigureData{}
	if !decodeYAML(c.File, []byte(c.Text), c.Line, f, &l.problems) {
		return f
	}
	if f.Title == "" || f.Alt == "" {
		l.problems.add(c.File, c.Line, "expected `title:` and `alt:` of a figure, found one missing")
	}
	found := 0
	for _, n := range []int{len(f.Objects), len(f.Sets), len(f.Lives), len(f.Bars)} {
		if n > 0 {
			found++
		}
	}
	if found != 1 {
		l.problems.add(c.File, c.Line, "expected one of `objects:`, `sets:`, `lives:` and `bars:` in a figure, found %d of them", found)
	}
	if n := max(len(f.Objects)+len(f.Sets)+len(f.Lives)+len(f.Bars), len(f.Lines)); n > most {
		l.problems.add(c.File, c.Line, "expected at most %d things in a figure, found %d", most, n)
	}
	l.figureNames(c, f)
	l.figureNumbers(c, f)
	return f
}

// figureNumbers reports lines that a figure does not have, and bars that cannot be
// drawn.
func (l *loader) figureNumbers(c Code, f *FigureData) {
	if (len(f.Lives) > 0) != (len(f.Lines) > 0) {
		l.problems.add(c.File, c.Line, "expected `lines:` beside `lives:`, the code that they are about, found one without the other")
	}
	for _, life := range f.Lives {
		if life.From < 1 || life.To < life.From || life.To > len(f.Lines) {
			l.problems.add(c.File, c.Line, "expected `from:` and `to:` among the %d lines, found %d to %d for `%s`", len(f.Lines), life.From, life.To, life.Name)
		}
	}
	for _, bar := range f.Bars {
		if bar.Name == "" || !(bar.Value >= 0 && bar.Value < 1e15) {
			l.problems.add(c.File, c.Line, "expected `name:` and a `value:` from 0 on of each bar, found %s with %v", quoted(bar.Name), bar.Value)
		}
	}
}

// figureNames reports names that are missing, not unique, or not defined.
func (l *loader) figureNames(c Code, f *FigureData) {
	seen := map[string]bool{}
	name := func(n string) {
		if n == "" || seen[n] {
			l.problems.add(c.File, c.Line, "expected a name of its own for everything in a figure, found %s", quoted(n))
		}
		seen[n] = true
	}
	for _, o := range f.Objects {
		name(o.Name)
	}
	for _, o := range f.Objects {
		for i, field := range o.Fields {
			if field.To == "" {
				continue
			}
			if !seen[field.To] || field.Value != "" {
				l.problems.add(c.File, c.Line, "expected `to:` of a field to name an object of the figure, and no `value:` beside it, found `%s`", field.To)
			}
			o.Fields[i].Value = field.To
		}
	}
	for _, v := range f.Sets {
		name(v.Name)
	}
	for _, v := range f.Sets {
		if v.To != "" && !seen[v.To] {
			l.problems.add(c.File, c.Line, "expected `to:` to name a value of the figure, found `%s`", v.To)
		}
	}
	if looped := loopIn(f.Sets); looped != "" {
		l.problems.add(c.File, c.Line, "expected every value to lead to a representative, found a circle through `%s`", looped)
	}
}

// loopIn returns a value whose forwarding never ends; "" if there is none.
func loopIn(sets []FigureValue) string {
	to := map[string]string{}
	for _, v := range sets {
		to[v.Name] = v.To
	}
	for _, v := range sets {
		at := v.Name
		for range len(sets) {
			at = to[at]
		}
		if at != "" {
			return v.Name
		}
	}
	return ""
}
