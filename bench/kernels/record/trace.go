package record

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/syntax"
)

// Trace is what was recorded.
type Trace struct {
	// Text is the trace, with the declarations of its classes.
	Text string
	// Parameters are the names of the loop's arguments in the program.
	Parameters []string
	// Result says what the function returns after the loop: a parameter, and one
	// of the places of the instance that it is ("" for the parameter itself).
	Result, Field string
	// boxes are those of the program's constants.
	boxes []Value
}

// Options say how a loop is recorded.
type Options struct {
	// Warm is the number of iterations before the recorded one.
	Warm int
	// Rotated starts the trace after the loop's condition, which then comes last.
	Rotated bool
}

// Call runs a function of the program to its end and returns its result.
func (p *Program) Call(function string, args []Value) (Value, error) {
	return newInterpreter(p).call(function, args)
}

// Setup runs the function `setup` on a size. It returns the arguments of the kernel: the
// items of the list display that the function returns.
func (p *Program) Setup(n int64) ([]Value, error) {
	in := newInterpreter(p)
	size := BoxInt(n)
	if p.machineNumbers {
		size = concreteInt(n)
	}
	f, err := in.enter("setup", []Value{size})
	if err != nil {
		return nil, err
	}
	last := len(f.def.Body) - 1
	if _, err := in.block(f.def.Body[:last]); err != nil {
		return nil, err
	}
	result, ok := f.def.Body[last].(*syntax.ReturnStmt)
	if ok {
		if list, ok := result.Result.(*syntax.ListExpr); ok {
			args, err := in.arguments(list.List)
			return args, err
		}
	}
	return nil, p.unexpected(f.def.Body[last], "`return [argument, …]`")
}

// Record runs the loop with which a function begins, and records one iteration.
func (p *Program) Record(function string, args []Value, o Options) (*Trace, error) {
	in := newInterpreter(p)
	f, err := in.enter(function, args)
	if err != nil {
		return nil, err
	}
	loop, ok := f.def.Body[0].(*syntax.WhileStmt)
	if !ok {
		return nil, p.unexpected(f.def.Body[0], "a function that begins with its loop")
	}
	f.carried = make(map[string]bool)
	for _, name := range f.order {
		f.carried[name] = true
	}
	t := &Trace{Parameters: append([]string{}, f.order...)}
	if err := t.result(p, f); err != nil {
		return nil, err
	}
	if err := in.recordLoop(f, loop, o); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(in.boxes)) {
		t.boxes = append(t.boxes, in.boxes[name])
	}
	body := strings.Join(in.lines, "\n") + "\n"
	t.Text = in.declarations(body) + body
	return t, nil
}

func (in *interpreter) recordLoop(f *frame, loop *syntax.WhileStmt, o Options) error {
	for range o.Warm {
		if err := in.iteration(loop, false); err != nil {
			return err
		}
	}
	if o.Rotated {
		if err := in.hold(loop); err != nil {
			return err
		}
	}
	params := make([]Value, 0, len(f.order))
	in.recording = true
	for k, name := range f.order {
		if !f.carried[name] {
			delete(f.locals, name) // lives within an iteration only
			continue
		}
		v := f.locals[name]
		v.name, v.constant = fmt.Sprintf("%c%d", v.Kind, k), false
		f.locals[name] = v
		params = append(params, v)
	}
	f.order = f.order[:len(params)]
	in.count = len(params) - 1
	in.lines = append(in.lines, "["+names(params)+"]")
	if err := in.iteration(loop, o.Rotated); err != nil {
		return err
	}
	in.note = ""
	for k, name := range f.order[:len(params)] {
		params[k] = f.locals[name]
	}
	in.emit("jump(%s)", names(params))
	return nil
}

// hold evaluates the loop's condition, which has to hold.
func (in *interpreter) hold(loop *syntax.WhileStmt) error {
	in.begin(loop)
	holds, err := in.condition(loop.Cond)
	if err == nil && !holds {
		err = in.program.unexpected(loop, "a loop of more iterations")
	}
	return err
}

func (in *interpreter) iteration(loop *syntax.WhileStmt, conditionLast bool) error {
	if !conditionLast {
		if err := in.hold(loop); err != nil {
			return err
		}
	}
	if returned, err := in.block(loop.Body); err != nil || returned {
		if err == nil {
			err = in.program.unexpected(loop, "a loop that does not return")
		}
		return err
	}
	if conditionLast {
		return in.hold(loop)
	}
	return nil
}

// declarations lists the classes that a trace speaks of.
func (in *interpreter) declarations(body string) string {
	var text strings.Builder
	for _, line := range strings.SplitAfter(classText, "\n") {
		if words := strings.Fields(line); len(words) > 1 && strings.Contains(body, words[1]) {
			text.WriteString(line)
		}
	}
	for _, c := range in.program.classesInOrder() {
		kinds, used := in.shapes[c.name]
		if !used {
			continue
		}
		var fields []string
		for _, name := range c.fields {
			fields = append(fields, name+": "+map[Kind]string{Int: "int", Float: "float", Ref: "ref"}[kinds[name]])
		}
		text.WriteString("class " + c.name + " { " + strings.Join(fields, ", ") + " }\n")
	}
	return text.String()
}

// result finds out what the function returns after its loop.
func (t *Trace) result(p *Program, f *frame) error {
	if len(f.def.Body) == 2 {
		if stmt, ok := f.def.Body[1].(*syntax.ReturnStmt); ok {
			switch e := stmt.Result.(type) {
			case *syntax.Ident:
				t.Result = e.Name
				return nil
			case *syntax.DotExpr:
				if x, ok := e.X.(*syntax.Ident); ok {
					t.Result, t.Field = x.Name, p.place(e.Name.Name)
					return nil
				}
			}
		}
	}
	return p.unexpected(f.def, "a loop and `return name` or `return name.attribute`")
}

// place returns where an attribute is in an instance.
func (p *Program) place(attribute string) string {
	if p.machineNumbers {
		return attribute
	}
	for _, c := range p.classesInOrder() {
		for k, name := range c.fields {
			if name == attribute {
				return placeOf(k)
			}
		}
	}
	return ""
}
