package interp

import (
	"slices"
	"strconv"

	"unbox/heap"
	"unbox/trace"
)

// Input is one input of a trace: a parameter of its first label, or what getarg
// asks for.
type Input struct {
	// Name is what the input is called in texts: the parameter's name, or "arg0".
	Name string
	// Alias is another name for it, "" if there is none: the name of the result
	// of getarg.
	Alias string
	// Type is Int, Ref or Float.
	Type trace.Type
	// Op is the operation whose value the input is: an OpParam, or the first
	// OpGetarg with this number.
	Op trace.Value
	// Arg is the number that getarg asks for, -1 for parameters.
	Arg int
}

// maxArgs bounds the numbers that getarg can ask for.
const maxArgs = 1 << 12

// TraceInputs lists the inputs of a trace: the parameters of the label that it
// starts with, then the numbers that getarg asks for in ascending order.
func TraceInputs(t *trace.Trace) []Input {
	var list []Input
	params := t.FirstParams()
	for k := range params {
		op := trace.Value(k + 2)
		name := t.Tables.Syms[t.Ops[op].Name]
		if name == "" {
			name = "input" + strconv.Itoa(k)
		}
		list = append(list, Input{Name: name, Type: t.Ops[op].Type, Op: op, Arg: -1})
	}
	var asked [maxArgs]trace.Value
	count := 0
	for v := trace.Value(len(t.Ops) - 1); v > 0; v-- {
		if n, ok := getargNumber(t, v); ok {
			asked[n] = v
			count = max(count, n+1)
		}
	}
	for n, v := range asked[:count] {
		if v != trace.None {
			list = append(list, Input{Name: "arg" + strconv.Itoa(n), Alias: t.Tables.Syms[t.Ops[v].Name],
				Type: t.Ops[v].Type, Op: v, Arg: n})
		}
	}
	return list
}

// getargNumber returns the number that a getarg asks for, if it is one that an
// input can have.
func getargNumber(t *trace.Trace, v trace.Value) (n int, ok bool) {
	op := &t.Ops[v]
	if op.Code != trace.OpGetarg || op.Len != 1 || op.Type == trace.Void || op.Type == trace.Any {
		return 0, false
	}
	arg := t.Arg(v, 0)
	if !arg.IsConst() || arg.ConstIndex() >= len(t.Consts) {
		return 0, false
	}
	c := t.Const(arg)
	return int(c.Bits), c.Kind == trace.ConstInt && c.Bits < maxArgs
}

// Inputs are the values that a run starts with: numbers, and references to
// objects that may share and contain one another. Inputs made for a recorded
// trace fit every trace made from it.
type Inputs struct {
	// Params are the values for the parameters of the first label.
	Params []Datum
	// Args are the values that getarg asks for by number; those that are never
	// asked for have the type Void.
	Args []Datum
	// Objects are the objects and arrays of the heap at the start. A Datum of
	// type Ref is a number from 1 on in this list, or 0 for null.
	Objects []InputObject
	// Slots holds the contents of all Objects back to back.
	Slots []InputSlot
	// Bound are constants, known only by a number, that stand for an object of the
	// inputs. Only a run that is RunOptions.Imagined looks at them.
	Bound []BoundConstant
	// Outside is what the outside does in the run.
	Outside Outside
}

// BoundConstant makes a constant an object of the inputs.
type BoundConstant struct {
	Constant trace.Sym
	// Object is a number from 1 on in Inputs.Objects.
	Object int32
}

// InputObject is an object or array that exists when a run starts.
type InputObject struct {
	// Name is how the text of the inputs refers to it, "" if it need not.
	Name string
	// Constant is the name of the constant that this object is, 0 if it is none:
	// in the heap of a run, both are the same object.
	Constant trace.Sym
	// Array is true for an array, false for an object.
	Array bool
	// Type is a heap.ClassID, or a heap.ArrayID if Array is set.
	Type int32
	// Length is an array's length.
	Length int32
	// First and Len delimit the contents in Inputs.Slots.
	First, Len uint32
}

// InputSlot is what a field or item holds at the start. Places without one are 0
// or null.
type InputSlot struct {
	// Place is a heap.FieldID, or the index of an array's item.
	Place int32
	Value Datum
}

// Of returns the value of an input.
func (in *Inputs) Of(i Input) Datum {
	if i.Arg >= 0 {
		return in.Args[i.Arg]
	}
	return in.Params[i.Op-2]
}

// Clone returns a copy that shares nothing with in.
func (in *Inputs) Clone() *Inputs {
	return &Inputs{slices.Clone(in.Params), slices.Clone(in.Args), slices.Clone(in.Objects), slices.Clone(in.Slots),
		slices.Clone(in.Bound), Outside{in.Outside.Seed, slices.Clone(in.Outside.Events)}}
}

// set gives an input its value.
func (in *Inputs) set(i Input, d Datum) {
	if i.Arg >= 0 {
		in.Args[i.Arg] = d
		return
	}
	in.Params[i.Op-2] = d
}

// reset makes room for the inputs of a trace, all of them absent.
func (in *Inputs) reset(list []Input) {
	in.Params, in.Args = in.Params[:0], in.Args[:0]
	in.Objects, in.Slots = in.Objects[:0], in.Slots[:0]
	in.Bound = in.Bound[:0]
	in.Outside = Outside{Events: in.Outside.Events[:0]}
	for _, i := range list {
		if i.Arg < 0 {
			in.Params = append(in.Params, Datum{})
			continue
		}
		for len(in.Args) <= i.Arg {
			in.Args = append(in.Args, Datum{})
		}
	}
}

// ContentsOf returns what an object of the inputs holds.
func (in *Inputs) ContentsOf(o *InputObject) []InputSlot { return in.Slots[o.First : o.First+o.Len] }

// install puts the objects into an empty heap, so that Objects[k] is object
// k+1.
func (in *Inputs) install(h *heap.Heap) heap.Status {
	for k := range in.Objects {
		o := &in.Objects[k]
		var status heap.Status
		if o.Array {
			_, status = h.NewArray(heap.ArrayID(o.Type), int64(o.Length), true)
		} else {
			_, status = h.New(heap.ClassID(o.Type))
		}
		if status != heap.OK {
			return status
		}
	}
	for k := range in.Objects {
		if status := in.fill(h, k); status != heap.OK {
			return status
		}
	}
	return heap.OK
}

func (in *Inputs) fill(h *heap.Heap, k int) heap.Status {
	o, ref := &in.Objects[k], heap.Object(k+1)
	for _, slot := range in.ContentsOf(o) {
		var status heap.Status
		if o.Array {
			status = h.StoreItem(ref, heap.ArrayID(o.Type), int64(slot.Place), slot.Value.Bits, slot.Value.Type)
		} else {
			status = h.Store(ref, heap.FieldID(slot.Place), slot.Value.Bits, slot.Value.Type)
		}
		if status != heap.OK {
			return status
		}
	}
	return heap.OK
}
