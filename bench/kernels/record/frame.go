package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.starlark.net/syntax"
)

// interpreter runs functions of a program on a machine.
type interpreter struct {
	machine
	program *Program
	frames  []*frame
	// boxes are the boxes of the program's constants.
	boxes map[string]Value
	// shapes are the classes whose instances were made when numbers are the
	// machine's: the kinds of their fields.
	shapes map[string]map[string]Kind
}

// frame is what a function works with.
type frame struct {
	def    *syntax.DefStmt
	locals map[string]Value
	// order lists the locals as they were first assigned.
	order []string
	stack []Value
	// at is the statement that runs.
	at syntax.Position
	// carried are locals that are alive as long as the frame is: the parameters of
	// the function whose loop is recorded.
	carried map[string]bool
	// lastRead is where a local is last read.
	lastRead map[string]syntax.Position
	result   Value
}

func newInterpreter(p *Program) *interpreter {
	in := &interpreter{program: p, boxes: make(map[string]Value), shapes: make(map[string]map[string]Kind)}
	in.snapshot = in.alive
	in.asked = make(map[string]bool)
	return in
}

// alive lists what a guard needs: of every frame the locals that can still be read,
// and its stack of operands.
func (in *interpreter) alive() []Value {
	var values []Value
	for _, f := range in.frames {
		for _, name := range f.order {
			last, read := f.lastRead[name]
			if f.carried[name] || read && !before(last, f.at) {
				values = append(values, f.locals[name])
			}
		}
		values = append(values, f.stack...)
	}
	return values
}

func before(a, b syntax.Position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
}

func (in *interpreter) frame() *frame { return in.frames[len(in.frames)-1] }

// enter makes a frame for a call.
func (in *interpreter) enter(function string, args []Value) (*frame, error) {
	params, err := in.program.Parameters(function)
	if err != nil {
		return nil, err
	}
	if len(params) != len(args) {
		return nil, fmt.Errorf("%s: expected %d arguments for `%s`, found %d", in.program.Name, len(params), function, len(args))
	}
	if len(in.frames) > 100 {
		return nil, errors.New("expected functions that are not recursive, found 100 frames")
	}
	f := &frame{def: in.program.functions[function], locals: make(map[string]Value), lastRead: make(map[string]syntax.Position)}
	for k, name := range params {
		f.assign(name, args[k])
	}
	for _, stmt := range f.def.Body {
		noteReads(stmt, f.lastRead)
	}
	in.frames = append(in.frames, f)
	return f, nil
}

func (in *interpreter) exit() { in.frames = in.frames[:len(in.frames)-1] }

func (f *frame) assign(name string, v Value) {
	if _, known := f.locals[name]; !known {
		f.order = append(f.order, name)
	}
	f.locals[name] = v
}

func (f *frame) push(v Value) { f.stack = append(f.stack, v) }
func (f *frame) pop(n int)    { f.stack = f.stack[:len(f.stack)-n] }

// noteReads finds the last place where each name is read.
func noteReads(root syntax.Node, last map[string]syntax.Position) {
	syntax.Walk(root, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.AssignStmt:
			if _, name := n.LHS.(*syntax.Ident); name && n.Op == syntax.EQ {
				noteReads(n.RHS, last)
				return false
			}
		case *syntax.DotExpr:
			noteReads(n.X, last)
			return false
		case *syntax.Ident:
			if at, _ := n.Span(); !before(at, last[n.Name]) {
				last[n.Name] = at
			}
		}
		return true
	})
}

// call runs a function to its end.
func (in *interpreter) call(function string, args []Value) (Value, error) {
	f, err := in.enter(function, args)
	if err != nil {
		return Value{}, err
	}
	defer in.exit()
	_, err = in.block(f.def.Body)
	return f.result, err
}

// boxInt makes an integer a value of the program.
func (in *interpreter) boxInt(v Value) Value { return in.box("W_IntObject", "intval", v) }

func (in *interpreter) boxFloat(v Value) Value { return in.box("W_FloatObject", "floatval", v) }

func (in *interpreter) box(class, field string, v Value) Value {
	if v.constant {
		return in.constantBox(class, field, v)
	}
	o := in.allocate(class)
	in.set(o, field, v)
	return o
}

// constantBox returns the one box for a constant of the program.
func (in *interpreter) constantBox(class, field string, v Value) Value {
	kind := map[string]string{"W_IntObject": "int_", "W_FloatObject": "float_", "W_BoolObject": "bool_"}[class]
	name := "ConstPtr(" + kind + strings.NewReplacer(".", "_", "-", "minus", "+", "").Replace(v.name) + ")"
	if box, ok := in.boxes[name]; ok {
		return box
	}
	box := fixed(&Object{Class: class, Constant: name, Fields: map[string]Value{field: v}})
	in.boxes[name] = box
	return box
}

// literal makes a value of a number in the program's text.
func (in *interpreter) literal(e *syntax.Literal) (Value, error) {
	switch n := e.Value.(type) {
	case int64:
		if in.program.machineNumbers {
			return intConstant(n), nil
		}
		return in.boxInt(intConstant(n)), nil
	case float64:
		if in.program.machineNumbers {
			return floatConstant(n), nil
		}
		return in.boxFloat(floatConstant(n)), nil
	}
	return Value{}, in.program.unexpected(e, "a number of 64 bits")
}

func placeOf(k int) string { return "value" + strconv.Itoa(k) }
