package record

import (
	"fmt"
	"math"

	"unbox/interp"
	"unbox/trace"
)

// Inputs makes the inputs of this trace, which was parsed to t, of its function's
// arguments. The boxes of the program's constants that guards hand out are among
// its objects.
func (r *Trace) Inputs(t *trace.Trace, args []Value) (*interp.Inputs, error) {
	b := inputBuilder{trace: t, in: new(interp.Inputs), numbers: make(map[*Object]int)}
	for _, c := range t.Consts {
		if c.Kind == trace.ConstPtr {
			b.syms = append(b.syms, c.Name)
		}
	}
	for _, v := range args {
		b.in.Params = append(b.in.Params, b.datum(v))
	}
	for _, box := range r.boxes {
		if b.constant(box.Object) != 0 {
			b.datum(box)
		}
	}
	for k := 0; k < len(b.objects); k++ {
		if err := b.fill(k); err != nil {
			return nil, err
		}
	}
	return b.in, nil
}

// inputBuilder numbers the objects that are reachable from arguments.
type inputBuilder struct {
	trace   *trace.Trace
	in      *interp.Inputs
	objects []*Object
	numbers map[*Object]int
	// syms are the names of the trace's constant objects.
	syms []trace.Sym
}

func (b *inputBuilder) datum(v Value) interp.Datum {
	switch v.Kind {
	case Int:
		return interp.Datum{Type: trace.Int, Bits: uint64(v.Int)}
	case Float:
		return interp.Datum{Type: trace.Float, Bits: math.Float64bits(v.Float)}
	}
	if v.Object == nil {
		return interp.Datum{Type: trace.Ref}
	}
	number, known := b.numbers[v.Object]
	if !known {
		b.objects = append(b.objects, v.Object)
		number = len(b.objects)
		b.numbers[v.Object] = number
		b.in.Objects = append(b.in.Objects, interp.InputObject{Constant: b.constant(v.Object)})
	}
	return interp.Datum{Type: trace.Ref, Bits: uint64(number)}
}

// constant returns the constant of the trace that an object is, 0 if it is none.
func (b *inputBuilder) constant(o *Object) trace.Sym {
	for _, name := range b.syms {
		if o.Constant != "" && b.trace.Tables.Syms[name] == o.Constant {
			return name
		}
	}
	return 0
}

// fill gives object k its type and contents.
func (b *inputBuilder) fill(k int) error {
	o, schema := b.objects[k], &b.trace.Tables.Schema
	first := uint32(len(b.in.Slots))
	if o.Class == "" {
		array := -1
		for id, a := range schema.Arrays {
			if a.Name == arrayDescr(o.Elem) {
				array = id
			}
		}
		for place, v := range o.Items {
			b.in.Slots = append(b.in.Slots, interp.InputSlot{Place: int32(place), Value: b.datum(v)})
		}
		b.in.Objects[k].Array, b.in.Objects[k].Type, b.in.Objects[k].Length = true, int32(array), int32(len(o.Items))
	} else {
		b.in.Objects[k].Type = -1
		for id := range schema.Classes {
			if schema.Classes[id].Name == o.Class {
				b.in.Objects[k].Type = int32(id)
			}
		}
		for id, f := range schema.Fields {
			if v, has := o.Fields[f.Name]; has {
				b.in.Slots = append(b.in.Slots, interp.InputSlot{Place: int32(id), Value: b.datum(v)})
			}
		}
	}
	b.in.Objects[k].First, b.in.Objects[k].Len = first, uint32(len(b.in.Slots))-first
	known := o.Class == "Map" || b.in.Objects[k].Type >= 0
	if !known {
		return fmt.Errorf("expected an object that the trace speaks of, found one of class `%s`", o.Class)
	}
	return nil
}
