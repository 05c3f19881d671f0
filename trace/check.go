package trace

import "fmt"

// Check reports whether t keeps the rules of the IR, which hold for parsed and for
// optimized traces alike: the result is nil or names the first rule broken. It
// looks at everything once, in time linear in the size of the trace.
//
// The rules: every index is within its list; operations have the arguments and
// the result that the operation table says, with the right types; values are
// defined before they are used, after the last label; a label is followed by
// its parameters and gets a value for each if something falls into it; jumps
// pass what their label takes; overflow operations are directly followed by
// their guards, and results that overflowed are not used; nothing but a label
// comes after a jump or finish; snapshots belong to guards and hold defined
// values; equal constants are stored once.
func Check(t *Trace) error {
	c := &checker{t: t}
	if err := c.tables(); err != nil {
		return err
	}
	if err := c.constants(); err != nil {
		return err
	}
	for c.at = 1; int(c.at) < len(t.Ops); c.at++ {
		if err := c.operation(&t.Ops[c.at]); err != nil {
			return fmt.Errorf("operation %d (%s, line %d): %w", c.at, t.Ops[c.at].Code, t.Ops[c.at].Line, err)
		}
	}
	if n := len(t.Ops); n > 1 && opTable[t.Ops[n-1].Code].Effect == EffectOverflow {
		return fmt.Errorf("operation %d (%s): no guard after it", n-1, t.Ops[n-1].Code)
	}
	return c.jumps()
}

// checker walks over a trace.
type checker struct {
	t  *Trace
	at Value
	// label is the last label, after which values are visible.
	label Value
	// params is the number of parameters of that label that were seen.
	params int
	// labelOps has the OpLabel of each label.
	labelOps []Value
	// overflowed are the results that guard_overflow made useless.
	overflowed map[Value]bool
	// seenAfter has for each virtual object the number of the label after which
	// it was checked, plus one: its contents stay usable up to the next label, and
	// snapshots share descriptions.
	seenAfter []Value
	work      []Value
}

func (c *checker) tables() error {
	t := c.t
	if t.Tables == nil || t.Tables.Program == nil || len(t.Tables.Syms) == 0 || t.Tables.Syms[0] != "" {
		return fmt.Errorf("expected tables of a program, with an empty first name")
	}
	if len(t.Ops) == 0 || t.Ops[0] != (Op{}) {
		return fmt.Errorf("expected a placeholder as first operation")
	}
	if len(t.Snaps) == 0 {
		return fmt.Errorf("expected a placeholder as first snapshot")
	}
	schema := &t.Tables.Schema
	if len(t.Tables.ClassSpelling) != len(schema.Classes) || len(t.Tables.FieldText) != len(schema.Fields) || len(t.Tables.ArrayText) != len(schema.Arrays) {
		return fmt.Errorf("expected the spellings of all classes, fields and arrays")
	}
	c.labelOps = make([]Value, len(t.Tables.Labels))
	c.seenAfter = make([]Value, len(t.Virtuals))
	return nil
}

func (c *checker) constants() error {
	seen := make(map[constantKey]bool, len(c.t.Consts))
	for k, constant := range c.t.Consts {
		if int(constant.Name) >= len(c.t.Tables.Syms) || constant.Name < 0 {
			return fmt.Errorf("constant %d: name %d of %d", k, constant.Name, len(c.t.Tables.Syms))
		}
		key := constantKey{constant.Kind, constant.Bits, constant.Name}
		switch constant.Kind {
		case ConstUnknown, ConstRounded:
			continue
		case ConstNull, ConstInt, ConstFloat:
			key.name = 0
		}
		if seen[key] {
			return fmt.Errorf("constant %d occurs twice", k)
		}
		seen[key] = true
	}
	return nil
}

func (c *checker) operation(op *Op) error {
	if op.Code == OpNone || int(op.Code) >= len(opTable) {
		return fmt.Errorf("no such operation")
	}
	if int(op.Spelling) >= len(opTable[op.Code].Spellings) || op.Copy > 1 || op.Src < 0 || op.Line < 0 ||
		op.Name < 0 || int(op.Name) >= len(c.t.Tables.Syms) || op.Type > Float {
		return fmt.Errorf("a field is out of its range: %+v", *op)
	}
	if uint64(op.First)+uint64(op.Len) > uint64(len(c.t.ArgList)) {
		return fmt.Errorf("arguments %d to %d of %d", op.First, op.First+op.Len, len(c.t.ArgList))
	}
	if err := c.place(op); err != nil {
		return err
	}
	if err := c.descr(op); err != nil {
		return err
	}
	for i, arg := range c.t.Args(c.at) {
		if err := c.usable(arg); err != nil {
			return fmt.Errorf("argument %d: %w", i, err)
		}
	}
	if err := c.types(op); err != nil {
		return err
	}
	if err := c.snapshot(op); err != nil {
		return err
	}
	c.enter(op)
	return nil
}

// place checks what comes before the operation.
func (c *checker) place(op *Op) error {
	before := c.t.Ops[c.at-1]
	overflow := opTable[before.Code].Effect == EffectOverflow
	isGuard := op.Code == OpGuardNoOverflow || op.Code == OpGuardOverflow
	switch {
	case overflow && !isGuard:
		return fmt.Errorf("expected a guard after %s", before.Code)
	case isGuard && !overflow:
		return fmt.Errorf("expected an overflow operation before it, found %s", before.Code)
	case (before.Code == OpJump || before.Code == OpFinish) && op.Code != OpLabel:
		return fmt.Errorf("expected nothing after %s", before.Code)
	case op.Code == OpParam && before.Code != OpLabel && before.Code != OpParam:
		return fmt.Errorf("expected a label before a parameter, found %s", before.Code)
	case op.Code != OpParam && c.label != None && c.params < int(c.t.Ops[c.label].Len):
		return fmt.Errorf("expected %d parameters of the label, found %d", c.t.Ops[c.label].Len, c.params)
	case op.Code == OpLabel && (c.at == 1 || before.Code == OpJump || before.Code == OpFinish) && op.Len > 0:
		return fmt.Errorf("expected no values for a label that no operation falls into, found %d", op.Len)
	}
	return nil
}

// enter notes what the operation means for those after it.
func (c *checker) enter(op *Op) {
	switch op.Code {
	case OpLabel:
		c.label, c.params = c.at, 0
		c.labelOps[op.Descr] = c.at
	case OpParam:
		c.params++
	case OpGuardOverflow:
		if c.overflowed == nil {
			c.overflowed = make(map[Value]bool)
		}
		c.overflowed[c.at-1] = true
	}
}

// descr checks Op.Descr.
func (c *checker) descr(op *Op) error {
	tables, limit, absent := c.t.Tables, 0, false
	switch opTable[op.Code].Descr {
	case DescrNone:
		absent = true
	case DescrClass:
		limit, absent = len(tables.Schema.Classes), op.Code == OpNew
	case DescrField:
		limit = len(tables.Schema.Fields)
	case DescrArray:
		limit = len(tables.Schema.Arrays)
	case DescrLabel:
		limit, absent = len(tables.Labels), op.Code == OpJump
	case DescrText:
		limit, absent = len(tables.Texts), true
	case DescrOpaque:
		limit = len(tables.Texts)
	}
	if op.Descr == -1 && absent {
		return nil
	}
	if op.Descr < 0 || int(op.Descr) >= limit {
		return fmt.Errorf("descriptor %d of %d", op.Descr, limit)
	}
	return nil
}

// usable reports whether a value can be an argument here.
func (c *checker) usable(v Value) error {
	switch {
	case v == None:
		return fmt.Errorf("no value")
	case v.IsVirtual():
		return fmt.Errorf("a virtual object outside a snapshot")
	case v.IsConst():
		if v.ConstIndex() >= len(c.t.Consts) {
			return fmt.Errorf("constant %d of %d", v.ConstIndex(), len(c.t.Consts))
		}
	case v >= c.at:
		return fmt.Errorf("value %d is not defined yet", v)
	case v <= c.label:
		return fmt.Errorf("value %d was not passed by the label", v)
	case c.t.Ops[v].Type == Void:
		return fmt.Errorf("operation %d (%s) has no result", v, c.t.Ops[v].Code)
	case c.overflowed[v]:
		return fmt.Errorf("value %d did overflow", v)
	}
	return nil
}

// types checks number and types of the arguments and the type of the result.
func (c *checker) types(op *Op) error {
	args := c.t.Args(c.at)
	s := &opTable[op.Code].Spellings[op.Spelling]
	if s.Layout == "infix" {
		s = &opTable[op.Code].Spellings[0]
	}
	if err := c.operands(op, s.Layout, args); err != nil {
		return err
	}
	want := opTable[op.Code].Result
	if s.Result != 0 {
		want = s.Result
	}
	if want != 'x' && TypeOfLetter(want) != op.Type {
		return fmt.Errorf("expected a result of type %s, found %s", TypeOfLetter(want), op.Type)
	}
	if opTable[op.Code].Result == 'x' {
		return c.dependent(op, args) // even where the name says a type, because the field has one, too
	}
	return c.stored(op, args)
}

func (c *checker) operands(op *Op, layout string, args []Value) error {
	next := 0
	for k := 0; k < len(layout) && layout[k] != ';'; k++ {
		switch letter := layout[k]; letter {
		case '*':
			return nil
		case 'i', 'r', 'f', 'a':
			if next >= len(args) {
				return fmt.Errorf("too few arguments: %d", len(args))
			}
			if have := c.t.TypeOf(args[next]); letter != 'a' && have != TypeOfLetter(letter) {
				return fmt.Errorf("argument %d: expected type %s, found %s", next, TypeOfLetter(letter), have)
			}
			next++
		}
	}
	if next != len(args) {
		return fmt.Errorf("too many arguments: %d", len(args))
	}
	return nil
}

// dependent checks results whose type depends on something else.
func (c *checker) dependent(op *Op, args []Value) error {
	schema := &c.t.Tables.Schema
	want := op.Type
	switch op.Code {
	case OpGet, OpGetInterior:
		want = schema.Fields[op.Descr].Type
	case OpGetItem:
		want = schema.Arrays[op.Descr].Elem
	case OpSameAs:
		want = c.t.TypeOf(args[0])
	case OpParam:
		if i := c.params; i < int(c.t.Ops[c.label].Len) {
			want = c.t.TypeOf(c.t.Args(c.label)[i])
		} else if c.t.Ops[c.label].Len > 0 {
			return fmt.Errorf("a parameter without a value that enters it")
		}
	case OpEscape, OpCall, OpOpaque, OpGuardOpaque:
		return nil
	case OpGuardException:
		if op.Type == Void {
			return nil
		}
		want = Ref
	}
	if op.Type == Void {
		return fmt.Errorf("expected a result")
	}
	if want != Any && want != op.Type {
		return fmt.Errorf("expected a result of type %s, found %s", want, op.Type)
	}
	return nil
}

// stored checks rules that concern several arguments together.
func (c *checker) stored(op *Op, args []Value) error {
	holds, v := Any, None
	switch op.Code {
	case OpSet:
		holds, v = c.t.Tables.Schema.Fields[op.Descr].Type, args[1]
	case OpSetInterior:
		holds, v = c.t.Tables.Schema.Fields[op.Descr].Type, args[2]
	case OpSetItem:
		holds, v = c.t.Tables.Schema.Arrays[op.Descr].Elem, args[2]
	case OpGuardValue:
		if !args[1].IsConst() {
			return fmt.Errorf("expected a constant to compare with")
		}
		holds, v = c.t.TypeOf(args[0]), args[1]
	}
	if holds != Any && c.t.TypeOf(v) != holds {
		return fmt.Errorf("expected a value of type %s, found %s", holds, c.t.TypeOf(v))
	}
	return nil
}
