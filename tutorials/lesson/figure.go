package lesson

// FigureData is a drawing made of data. Exactly one of Objects and Sets is there.
type FigureData struct {
	// Title is the caption; Alt tells those who do not see the figure what it shows.
	Title string `yaml:"title"`
	Alt   string `yaml:"alt"`
	// Objects is a graph of objects that refer to each other.
	Objects []FigureObject `yaml:"objects"`
	// Sets is a union-find: each value and what it is forwarded to.
	Sets []FigureValue `yaml:"sets"`
}

// FigureObject is a box with fields.
type FigureObject struct {
	// Name is unique in the figure: p0.
	Name  string `yaml:"name"`
	Class string `yaml:"class"`
	// Virtual objects are drawn with a dashed line: they are not allocated.
	Virtual bool `yaml:"virtual"`
	// Note stands below the box.
	Note   string        `yaml:"note"`
	Fields []FigureField `yaml:"fields"`
}

// FigureField is a line in an object.
type FigureField struct {
	Name string `yaml:"name"`
	// Value is shown as it is, and an arrow leads from it if it is the name of
	// an object.
	Value string `yaml:"value"`
}

// FigureValue is a value in a union-find.
type FigureValue struct {
	Name string `yaml:"name"`
	// Text is shown beside the name: add(a, 1).
	Text string `yaml:"text"`
	// To is the name of the value that it is forwarded to; "" for the
	// representative of a set.
	To string `yaml:"to"`
	// Constant values are drawn differently.
	Constant bool `yaml:"constant"`
}

// most is how many objects or values a figure may have, so that it stays one.
const most = 24

// figure reads a figure and notes what is wrong with it.
func (l *loader) figure(c Code) *FigureData {
	f := &FigureData{}
	before := len(l.problems)
	decodeYAML(c.File, []byte(c.Text), c.Line, f, &l.problems)
	if len(l.problems) > before {
		return f
	}
	if f.Title == "" || f.Alt == "" {
		l.problems.add(c.File, c.Line, "expected `title:` and `alt:` of a figure, found one missing")
	}
	if (len(f.Objects) > 0) == (len(f.Sets) > 0) {
		l.problems.add(c.File, c.Line, "expected either `objects:` or `sets:` in a figure, found both or neither")
	}
	if n := len(f.Objects) + len(f.Sets); n > most {
		l.problems.add(c.File, c.Line, "expected at most %d objects or values in a figure, found %d", most, n)
	}
	l.figureNames(c, f)
	return f
}

// figureNames notes names that are missing, not unique, or lead nowhere.
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

// loopIn returns a value from which forwarding never ends; "" if there is none.
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
