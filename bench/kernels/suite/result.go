package suite

import (
	"fmt"
	"math"
	"slices"

	"unbox/heap"
	"unbox/interp"
	"unbox/trace"
)

// Digest condenses the result of a run of the kernel's trace, recorded or optimized. The
// run must have left the loop where its condition no longer held.
func (l *Loaded) Digest(out *interp.Outcome) (Digest, error) {
	params := l.recorded.Parameters
	if out.Exit != interp.ExitGuard || len(out.Values) < len(params) {
		return 0, fmt.Errorf("expected `%s` to leave its loop through a guard, found: %s", l.Name, out.Exit)
	}
	if want := l.lastGuard(); out.Src != want {
		return 0, fmt.Errorf("expected `%s` to leave its loop at operation %d, where its condition is, found operation %d (line %d)",
			l.Name, want, out.Src, l.Trace.Ops[out.Src].Line)
	}
	v := out.Values[slices.Index(params, l.recorded.Result)]
	r := reader{out.Heap, &l.Trace.Tables.Schema}
	if l.recorded.Field != "" {
		v = r.field(v.Object(), l.recorded.Field)
	}
	return r.digest(v)
}

// lastGuard returns the operation that leaves the loop: the first guard_true, or the
// last one if the condition comes last.
func (l *Loaded) lastGuard() int32 {
	last := int32(0)
	for k := range l.Trace.Ops {
		if l.Trace.Ops[k].Code == trace.OpGuardTrue {
			last = int32(k)
			if !l.Rotated {
				break
			}
		}
	}
	return last
}

// reader reads the program's values in a heap.
type reader struct {
	heap   *heap.Heap
	schema *heap.Schema
}

func (r reader) field(o heap.Object, name string) interp.Datum {
	for id, f := range r.schema.Fields {
		if f.Name == name {
			typ, bits := r.heap.Find(o, heap.FieldID(id))
			return interp.Datum{Type: typ, Bits: bits}
		}
	}
	return interp.Datum{}
}

func (r reader) digest(v interp.Datum) (Digest, error) {
	switch v.Type {
	case trace.Int:
		return digestInt(int64(v.Bits)), nil
	case trace.Float:
		return digestFloat(math.Float64frombits(v.Bits)), nil
	case trace.Ref:
		if r.heap.Kind(v.Object()) == heap.KindObject {
			return r.digestObject(v.Object())
		}
	}
	return 0, fmt.Errorf("expected a number or a list as the result, found a value of type %s", v.Type)
}

func (r reader) digestObject(o heap.Object) (Digest, error) {
	switch class := r.schema.Classes[r.heap.Class(o)].Name; class {
	case "W_IntObject":
		return r.digest(r.field(o, "intval"))
	case "W_FloatObject":
		return r.digest(r.field(o, "floatval"))
	case "W_ListObject":
		storage := r.field(o, "storage").Object()
		var d Digest
		for k := range r.heap.Slots(storage) {
			_, _, bits := r.heap.Slot(storage, k)
			d.Float(math.Float64frombits(bits))
		}
		return d, nil
	default:
		return 0, fmt.Errorf("expected a number or a list as the result, found an object of class `%s`", class)
	}
}
