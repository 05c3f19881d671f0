package learn

import (
	"fmt"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"unbox/trace"
)

const optimizerToy = trace.Toy

// writer prints a block: numbered as in the posts' tests, or as a trace that can be
// parsed again.
type writer struct {
	bb *Block
	// prefix numbers every operation, "" keeps the names of the source.
	prefix string
	// lenient shows errors in place instead of failing.
	lenient bool
	names   map[*Operation]string
	taken   map[string]bool
	next    int
	err     error
	// virtuals are the virtual objects of the current snapshot, with their names
	// if they occur more than once.
	virtuals map[*Virtual]string
	seen     map[*Virtual]int
	depth    int
}

// numberedText prints a block as the posts do: `optvar0 = getarg(0)`.
func numberedText(bb *Block, prefix string) (string, error) {
	w := newWriter(bb, prefix)
	lines := w.lines()
	return strings.Join(lines, "\n"), w.err
}

// traceText prints a block so that it can be parsed again.
func traceText(bb *Block) (string, error) {
	w := newWriter(bb, "")
	lines := append(append([]string(nil), bb.declarations...), w.lines()...)
	if len(lines) == 0 {
		return "", w.err
	}
	return strings.Join(lines, "\n") + "\n", w.err
}

// lenientLines prints a block that may be wrong, for a comparison.
func lenientLines(bb *Block, prefix string) []string {
	w := newWriter(bb, prefix)
	w.lenient = true
	return w.lines()
}

func newWriter(bb *Block, prefix string) *writer {
	w := &writer{bb: bb, prefix: prefix, names: make(map[*Operation]string), taken: make(map[string]bool)}
	for _, op := range bb.ops {
		if op.result != "" {
			w.taken[op.result] = true
		}
	}
	return w
}

func (w *writer) lines() []string {
	lines := make([]string, 0, len(w.bb.ops))
	used := make(map[string]bool)
	number := 0
	for _, op := range w.bb.ops {
		if op.name == "label" {
			lines = append(lines, w.label(op, used))
			continue
		}
		var name string
		switch {
		case w.prefix != "":
			name = w.prefix + strconv.Itoa(number)
			number++
		case op.hasResult():
			name = w.pick(op, used)
		}
		text := w.operation(op)
		if _, twice := w.names[op]; twice {
			w.complain("expected every operation once, found `%s` twice in the block", op.name)
		}
		w.names[op] = name
		if name != "" {
			text = name + " = " + text
		}
		lines = append(lines, text)
	}
	return lines
}

// pick returns the name of a result in the source, or a fresh one.
func (w *writer) pick(op *Operation, used map[string]bool) string {
	if op.result != "" && !used[op.result] {
		used[op.result] = true
		return op.result
	}
	letter := "var"
	if w.bb.dialect != trace.Toy || w.bb.ops[0].name == "label" {
		letter = op.letter()
	}
	if letter == "v" && op.result != "" && strings.Contains("ipf", op.result[:1]) {
		letter = op.result[:1] // a copy is of the type of its original
	}
	for {
		name := letter + strconv.Itoa(w.next)
		w.next++
		if !w.taken[name] && !used[name] {
			used[name] = true
			return name
		}
	}
}

// letter returns the letter that begins the names of results of a type.
func (op *Operation) letter() string {
	ref, ok := trace.LookupSpelling(op.name)
	if !ok {
		return "v"
	}
	info := ref.Code.Info()
	result := info.Result
	if own := info.Spellings[ref.Spelling].Result; own != 0 {
		result = own
	}
	switch result {
	case 'i':
		return "i"
	case 'r':
		return "p"
	case 'f':
		return "f"
	}
	return "v"
}

func (w *writer) complain(format string, args ...any) {
	if w.err == nil && !w.lenient {
		w.err = fmt.Errorf(format, args...)
	}
}

func (w *writer) label(op *Operation, used map[string]bool) string {
	var params []string
	if op.params != nil {
		for i := range op.params.Len() {
			p, ok := op.params.Index(i).(*Operation)
			if !ok {
				w.complain("expected operations as the parameters of a label, found %s", kindOf(op.params.Index(i)))
				continue
			}
			// A parameter may have the name of the value that flows into it.
			name := p.result
			if name == "" {
				name = w.pick(p, used)
			}
			used[name] = true
			w.names[p] = name
			if i < op.args.Len() {
				if from := w.value(op.args.Index(i), op, i); from != name {
					name += "=" + from
				}
			}
			params = append(params, name)
		}
	}
	list := strings.Join(params, ", ")
	switch {
	case op.descr == "" && op == w.bb.ops[0]:
		return "[" + list + "]"
	case op.descr == "":
		return "label(" + list + ")"
	case list == "":
		return "label(descr=" + op.descr + ")"
	}
	return "label(" + list + ", descr=" + op.descr + ")"
}

func (w *writer) operation(op *Operation) string {
	parts := make([]string, 0, op.args.Len()+1)
	for i := range op.args.Len() {
		parts = append(parts, w.value(op.args.Index(i), op, i))
	}
	if op.descr != "" {
		parts = append(parts, "descr="+op.descr)
	}
	text := op.name + "(" + strings.Join(parts, ", ") + ")"
	w.virtuals, w.seen = nil, nil
	if op.snapshot != nil {
		text += " [" + w.list(op, op.snapshot) + "]"
	}
	if op.pending != nil && op.pending.Len() > 0 {
		text += " {" + w.list(op, op.pending) + "}"
	}
	return text
}

func (w *writer) list(op *Operation, list *starlark.List) string {
	parts := make([]string, 0, list.Len())
	if w.seen == nil {
		w.seen, w.virtuals = make(map[*Virtual]int), make(map[*Virtual]string)
		for _, l := range []*starlark.List{op.snapshot, op.pending} {
			if l != nil {
				for v := range starlark.Elements(l) {
					w.countVirtuals(v, 0)
				}
			}
		}
	}
	for i := range list.Len() {
		parts = append(parts, w.value(list.Index(i), op, i))
	}
	return strings.Join(parts, ", ")
}

// countVirtuals finds the virtual objects that occur more than once.
func (w *writer) countVirtuals(x starlark.Value, depth int) {
	value, ok := x.(Value)
	if !ok || depth > maxNesting {
		return
	}
	v, ok := value.find().(*Virtual)
	if !ok {
		return
	}
	if w.seen[v]++; w.seen[v] > 1 {
		return
	}
	for _, field := range v.values {
		w.countVirtuals(field, depth+1)
	}
}

// value prints an argument of an operation.
func (w *writer) value(x starlark.Value, op *Operation, i int) string {
	v, ok := x.(Value)
	if !ok {
		w.complain("expected a Value as argument %d of `%s`, found %s", i, op.name, kindOf(x))
		return x.Type()
	}
	switch v := v.find().(type) {
	case *Constant:
		return w.constant(v)
	case *Virtual:
		if w.seen == nil {
			w.complain("expected a value as argument %d of `%s`, found the description of a virtual object; those stand in snapshots only", i, op.name)
			return v.class
		}
		return w.virtual(v, op, i)
	case *Operation:
		if name, ok := w.names[v]; ok {
			if name == "" {
				w.complain("expected a value as argument %d of `%s`, found `%s`, which has no result", i, op.name, v.name)
			}
			return name
		}
		w.complain("expected a value that is defined above as argument %d of `%s`, found `%s`, which is on no line above it", i, op.name, brief(v, 1))
		return "?" + v.name
	}
	return "?"
}

func (w *writer) constant(c *Constant) string {
	switch v := c.value.(type) {
	case starlark.String:
		return string(v)
	case starlark.Float:
		return floatText(float64(v))
	case starlark.NoneType:
		return "null"
	}
	return c.value.String()
}

// floatText writes a double so that it is parsed as a double.
func floatText(f float64) string {
	text := strconv.FormatFloat(f, 'g', -1, 64)
	switch text {
	case "NaN":
		return "nan"
	case "+Inf":
		return "inf"
	case "-Inf":
		return "-inf"
	}
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

func (w *writer) virtual(v *Virtual, op *Operation, i int) string {
	if name := w.virtuals[v]; name != "" {
		return name
	}
	if w.depth++; w.depth > maxNesting {
		w.complain("expected virtual objects nested at most %d deep, found more", maxNesting)
		return "…"
	}
	defer func() { w.depth-- }()
	prefix := ""
	if w.seen[v] > 1 {
		name := v.name
		for name == "" || w.taken[name] {
			name = "v" + strconv.Itoa(w.next)
			w.next++
			if !w.taken[name] {
				break
			}
		}
		w.virtuals[v] = name
		prefix = name + "="
	}
	head := v.class
	if v.of != nil {
		head = w.value(v.of, op, i)
	}
	parts := make([]string, len(v.values))
	for k, field := range v.values {
		parts[k] = w.value(field, op, i)
		if !v.array {
			parts[k] = v.names[k] + "=" + parts[k]
		}
	}
	if v.array {
		return prefix + head + "[" + strings.Join(parts, ", ") + "]"
	}
	return prefix + head + "(" + strings.Join(parts, ", ") + ")"
}
