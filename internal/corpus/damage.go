package corpus

import (
	"math/rand/v2"
	"slices"

	"unbox/trace"
)

// Damaged returns a copy of a trace with one to three things changed.
func Damaged(tr *trace.Trace, rng *rand.Rand) *trace.Trace {
	wrong := *tr
	wrong.Ops, wrong.ArgList = slices.Clone(tr.Ops), slices.Clone(tr.ArgList)
	wrong.SnapList = slices.Clone(tr.SnapList)
	wrong.Virtuals, wrong.VirtualFields = slices.Clone(tr.Virtuals), slices.Clone(tr.VirtualFields)
	value := func() trace.Value {
		switch rng.IntN(8) {
		case 0:
			return trace.None
		case 1:
			return trace.ConstValue(rng.IntN(len(tr.Consts) + 2))
		case 2:
			return trace.VirtualValue(rng.IntN(len(tr.Virtuals) + 2))
		}
		return trace.Value(rng.IntN(len(tr.Ops) + 2))
	}
	for range 1 + rng.IntN(3) {
		op := &wrong.Ops[1+rng.IntN(len(wrong.Ops)-1)]
		switch rng.IntN(10) {
		case 0:
			op.Code = trace.Opcodes()[rng.IntN(len(trace.Opcodes()))]
		case 1:
			op.Type = trace.Type(rng.IntN(5))
		case 2:
			op.Descr = int32(rng.IntN(20) - 2)
		case 3:
			op.Len = uint32(rng.IntN(int(op.Len) + 1))
		case 4:
			op.Snap = int32(rng.IntN(len(tr.Snaps)))
		case 5:
			op.Src = int32(rng.IntN(len(tr.Ops)))
		case 6:
			change(wrong.SnapList, value(), rng)
		case 7:
			if k := len(wrong.VirtualFields); k > 0 {
				wrong.VirtualFields[rng.IntN(k)] = trace.VirtualField{Field: int32(rng.IntN(8) - 1), Value: value()}
			}
		default:
			change(wrong.ArgList[op.First:op.First+op.Len], value(), rng)
		}
	}
	return &wrong
}

func change(list []trace.Value, v trace.Value, rng *rand.Rand) {
	if len(list) > 0 {
		list[rng.IntN(len(list))] = v
	}
}
