package fuzz

import (
	"unbox/interp"
	"unbox/trace"
)

// presentable returns inputs that can be written next to the text of a trace: a
// text without `class` lines knows only the fields and array types that it
// mentions, so what else the objects hold is left out, and references to arrays of
// other types become null. Nothing in the trace can access either.
func presentable(t *trace.Trace, in *interp.Inputs) *interp.Inputs {
	out := in.Clone()
	fields, arrays := mentioned(t)
	hidden := make([]bool, len(out.Objects)+1)
	for k := range out.Objects {
		o := &out.Objects[k]
		hidden[k+1] = o.Array && !arrays[o.Type]
	}
	show := func(d *interp.Datum) {
		if d.Type == trace.Ref && d.Bits < uint64(len(hidden)) && hidden[d.Bits] {
			d.Bits = 0
		}
	}
	for k := range out.Params {
		show(&out.Params[k])
	}
	for k := range out.Args {
		show(&out.Args[k])
	}
	for k := range out.Slots {
		show(&out.Slots[k].Value)
	}
	for k := range out.Objects {
		if o := &out.Objects[k]; !o.Array && !declared(t, o.Type) {
			keepSlots(out, o, fields)
		}
	}
	return out
}

// mentioned returns the fields and array types that a trace mentions.
func mentioned(t *trace.Trace) (fields, arrays map[int32]bool) {
	fields, arrays = make(map[int32]bool), make(map[int32]bool)
	for k := range t.Ops {
		switch op := &t.Ops[k]; op.Code.Info().Descr {
		case trace.DescrField:
			fields[op.Descr] = true
		case trace.DescrArray:
			arrays[op.Descr] = true
		}
	}
	return fields, arrays
}

func declared(t *trace.Trace, class int32) bool {
	return class >= 0 && t.Tables.Schema.Classes[class].Declared
}

// keepSlots leaves out the fields of an object that are not in the set.
func keepSlots(in *interp.Inputs, o *interp.InputObject, fields map[int32]bool) {
	var kept []interp.InputSlot
	for _, slot := range in.ContentsOf(o) {
		if fields[slot.Place] {
			kept = append(kept, slot)
		}
	}
	o.First, o.Len = uint32(len(in.Slots)), uint32(len(kept))
	in.Slots = append(in.Slots, kept...)
}
