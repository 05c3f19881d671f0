package world

import (
	"fmt"
	"math"
	"slices"

	"unbox/heap"
	"unbox/trace"
)

// Check reports whether a world fits a trace and does not contradict itself: the result is nil, or
// says what is expected and what was found. It cannot check whether what the world says is true.
func (w *World) Check(t *trace.Trace) error {
	if w.IsZero() {
		return nil
	}
	c := &checker{w, t}
	for name, o := range w.Objects {
		if err := c.object(&o); err != nil {
			return fmt.Errorf("constant `%s`: %w", name, err)
		}
	}
	for name, effect := range w.Calls {
		if effect < Computes || effect > 7 {
			return fmt.Errorf("function `%s`: expected an effect from 0 to 7, found %d", name, effect)
		}
	}
	for k := range w.Results {
		if err := c.result(&w.Results[k]); err != nil {
			return fmt.Errorf("function `%s`: %w", w.Results[k].Function, err)
		}
	}
	for v := range t.Ops {
		if t.Ops[v].Code != trace.OpLabel {
			continue
		}
		if err := c.label(trace.Value(v)); err != nil {
			return err
		}
	}
	return nil
}

type checker struct {
	w *World
	t *trace.Trace
}

func (c *checker) label(label trace.Value) error {
	facts, params := c.w.FactsOf(c.t, label), c.t.ParamCount(label)
	if len(facts) > params {
		return fmt.Errorf("expected facts about %d parameters at most, found %d", params, len(facts))
	}
	for k := range facts {
		param := label + 1 + trace.Value(k)
		if err := c.fact(&facts[k], c.t.TypeOf(param)); err != nil {
			return fmt.Errorf("parameter `%s`: %w", c.t.Tables.Syms[c.t.Ops[param].Name], err)
		}
		for i := range facts[k].Fields {
			if err := c.held(&facts[k].Fields[i], label); err != nil {
				return fmt.Errorf("parameter `%s`: %w", c.t.Tables.Syms[c.t.Ops[param].Name], err)
			}
		}
	}
	return nil
}

// held checks what a field of a parameter holds.
func (c *checker) held(h *Held, label trace.Value) error {
	schema := &c.t.Tables.Schema
	if int(h.Field) < 0 || int(h.Field) >= len(schema.Fields) {
		return fmt.Errorf("expected a field of the program, found %d", h.Field)
	}
	of := schema.Fields[h.Field].Type
	if h.Param == 0 {
		return c.constant(&h.Value, of)
	}
	if of != trace.Int && of != trace.Ref {
		return fmt.Errorf("expected a field with an integer or a reference, found `%s`", schema.Fields[h.Field].Name)
	}
	return c.param(h.Param, label, of)
}

// param checks that the label has a parameter of a type.
func (c *checker) param(number int, label trace.Value, of trace.Type) error {
	if number < 1 || number > c.t.ParamCount(label) {
		return fmt.Errorf("expected the number of a parameter from 1 to %d, found %d", c.t.ParamCount(label), number)
	}
	if typ := c.t.TypeOf(label + trace.Value(number)); typ != of {
		return fmt.Errorf("expected a parameter of type %s, found one of type %s", of, typ)
	}
	return nil
}

func (c *checker) fact(f *Fact, of trace.Type) error {
	ofInt := f.Known&KnowsRange != 0 || f.Ones != 0 || f.Zeros != 0
	switch {
	case f.Known&^(KnowsNonnull|KnowsClass|KnowsRange|KnowsValue) != 0:
		return fmt.Errorf("expected a fact about a value, found one about an array's length")
	case ofInt && of != trace.Int:
		return fmt.Errorf("expected a fact about %s, found a range or bits of an integer", of)
	case f.Known&(KnowsNonnull|KnowsClass) != 0 && of != trace.Ref:
		return fmt.Errorf("expected a fact about %s, found a class", of)
	case f.Known&KnowsClass != 0 && !c.isClass(f.Class):
		return fmt.Errorf("expected a class that can be compared, found %d", f.Class)
	case f.Known&KnowsRange != 0 && f.Lo > f.Hi:
		return fmt.Errorf("expected a minimum that is not greater than the maximum, found %d and %d", f.Lo, f.Hi)
	case f.Ones&f.Zeros != 0:
		return fmt.Errorf("expected bits that are 1 or 0, found %#x as both", f.Ones&f.Zeros)
	case f.Known&KnowsValue != 0:
		return c.valueOf(f, of)
	}
	return nil
}

// valueOf checks the value of a fact against the rest of it.
func (c *checker) valueOf(f *Fact, of trace.Type) error {
	n := int64(f.Value.Bits)
	o, isKnown := c.w.Objects[f.Value.Object]
	switch {
	case f.Value.Type == trace.Int && (f.Known&KnowsRange != 0 && (n < f.Lo || n > f.Hi) || f.Ones&^uint64(n) != 0 || f.Zeros&uint64(n) != 0):
		return fmt.Errorf("expected a value that its range and bits allow, found %d", n)
	case f.Value.Type == trace.Ref && f.Value.Object == "" && f.Known&(KnowsNonnull|KnowsClass) != 0:
		return fmt.Errorf("expected an object, found null")
	case f.Known&KnowsClass != 0 && isKnown && (o.Known&KnowsLength != 0 || o.Known&KnowsClass != 0 && o.Class != f.Class):
		return fmt.Errorf("expected an object of the class that it is known to have, found `%s`", f.Value.Object)
	}
	return c.value(&f.Value, of)
}

// result checks that a known result is that of calls of the trace.
func (c *checker) result(r *Result) error {
	for v := range c.t.Ops {
		if op := &c.t.Ops[v]; r.IsCalledBy(c.t, op, c.t.Args(trace.Value(v))) {
			if op.Type != trace.Int && op.Type != trace.Ref {
				return fmt.Errorf("expected a result that is an integer or a reference, found one of type %s", op.Type)
			}
			if err := c.param(r.Param, 1, op.Type); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *checker) value(v *Value, of trace.Type) error {
	if err := c.constant(v, of); err != nil {
		return err
	}
	if v.Type == trace.Ref && v.Object != "" {
		if _, known := c.w.Objects[v.Object]; !known {
			return fmt.Errorf("expected an object of the world, found `%s`", v.Object)
		}
	}
	return nil
}

// constant checks a value that the trace can name.
func (c *checker) constant(v *Value, of trace.Type) error {
	switch {
	case v.Type != of && of != trace.Any || v.Type == trace.Void || v.Type == trace.Any:
		return fmt.Errorf("expected a value of type %s, found one of type %s", of, v.Type)
	case v.isNaN():
		return fmt.Errorf("expected a float, found NaN, whose bits are not specified")
	case v.Type == trace.Ref && v.Object != "" && !isPointer(v.Object) && !slices.Contains(c.t.Tables.Syms, v.Object):
		return fmt.Errorf("expected a constant of the trace, or a name like `ConstPtr(map)`, found `%s`", v.Object)
	}
	return nil
}

func (c *checker) object(o *Object) error {
	schema := &c.t.Tables.Schema
	switch {
	case o.Known&^(KnowsClass|KnowsLength) != 0 || o.Known == KnowsClass|KnowsLength:
		return fmt.Errorf("expected facts about an object or an array, found something else")
	case o.Known&KnowsClass != 0 && !c.isClass(o.Class):
		return fmt.Errorf("expected a class that can be compared, found %d", o.Class)
	case o.Known&KnowsLength != 0 && (o.Array < 0 || int(o.Array) >= len(schema.Arrays) || o.Length < 0 || o.Length > math.MaxInt32):
		return fmt.Errorf("expected an array type and a length of at least 0, found %d and %d", o.Array, o.Length)
	case o.Known&KnowsLength != 0 && len(o.Fields) > 0:
		return fmt.Errorf("expected an array without fields, found %d", len(o.Fields))
	}
	for k := range o.Fields {
		if err := c.field(o, &o.Fields[k]); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) field(o *Object, f *Field) error {
	schema := &c.t.Tables.Schema
	if f.Field < 0 || int(f.Field) >= len(schema.Fields) {
		return fmt.Errorf("expected a field, found %d", f.Field)
	}
	field := &schema.Fields[f.Field]
	class := heap.NoClass
	if o.Known&KnowsClass != 0 {
		class = o.Class
	}
	switch {
	case !field.Pure:
		return fmt.Errorf("expected an immutable field, found `%s`", field.Name)
	case !schema.HasField(class, f.Field):
		return fmt.Errorf("expected a field of the class, found `%s`", field.Name)
	}
	if err := c.value(&f.Value, field.Type); err != nil {
		return fmt.Errorf("field `%s`: %w", field.Name, err)
	}
	return nil
}

// isClass reports whether a number is that of a known class.
func (c *checker) isClass(class heap.ClassID) bool {
	return class >= 0 && int(class) < len(c.t.Tables.Schema.Classes) && c.t.Tables.ClassKnown(class)
}
