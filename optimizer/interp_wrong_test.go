package optimizer_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"unbox/examples"
	"unbox/heap"
	"unbox/optimizer"
)

// The interpreter judges traces that may be wrong in any way: it and the judge
// must say so instead of falling over. Traces are damaged at random here.
func TestWrongTracesAreSurvived(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	var before, after optimizer.Interp
	var judge optimizer.Judge
	verdicts := make(map[optimizer.VerdictKind]int)
	for _, e := range examples.All() {
		trace := parsed(t, e.Text)
		result := optimizer.Optimize(trace, optimizer.Presets()[0].Passes)
		g := optimizer.NewInputGenerator(trace, optimizer.RunOptions{Imagined: true})
		for range 60 {
			wrong := damaged(result.Out, rng)
			in := g.Next(rng)
			o := optimizer.RunOptions{Jumps: 5, Imagined: rng.IntN(2) == 0, HostileCalls: rng.IntN(2) == 0, Heap: heap.Limits{Objects: 1000, Slots: 4000}}
			x, y := before.Run(trace, in, o), after.Run(wrong, in, o)
			v := judge.Compare(x, y)
			verdicts[v.Kind]++
			if v.Reason() == "" {
				t.Error("expected a reason, found none")
			}
			if v.Kind == optimizer.VerdictDiffer {
				y.Report(optimizer.NewNamer(y.Trace, ""), 10)
			}
			optimizer.CompareValues(result.ValueOf, x, y)
		}
	}
	if verdicts[optimizer.VerdictDiffer] < 100 {
		t.Errorf("expected that many damaged traces are noticed, found %v", verdicts)
	}
}

// damaged returns a copy of a trace with one to three things changed.
func damaged(trace *optimizer.Trace, rng *rand.Rand) *optimizer.Trace {
	wrong := *trace
	wrong.Ops, wrong.ArgList = slices.Clone(trace.Ops), slices.Clone(trace.ArgList)
	wrong.SnapList = slices.Clone(trace.SnapList)
	wrong.Virtuals, wrong.VirtualFields = slices.Clone(trace.Virtuals), slices.Clone(trace.VirtualFields)
	value := func() optimizer.Value {
		switch rng.IntN(8) {
		case 0:
			return optimizer.None
		case 1:
			return optimizer.ConstValue(rng.IntN(len(trace.Consts) + 2))
		case 2:
			return optimizer.VirtualValue(rng.IntN(len(trace.Virtuals) + 2))
		}
		return optimizer.Value(rng.IntN(len(trace.Ops) + 2))
	}
	for range 1 + rng.IntN(3) {
		op := &wrong.Ops[1+rng.IntN(len(wrong.Ops)-1)]
		switch rng.IntN(10) {
		case 0:
			op.Code = optimizer.Opcodes()[rng.IntN(len(optimizer.Opcodes()))]
		case 1:
			op.Type = optimizer.Type(rng.IntN(5))
		case 2:
			op.Descr = int32(rng.IntN(20) - 2)
		case 3:
			op.Len = uint32(rng.IntN(int(op.Len) + 1))
		case 4:
			op.Snap = int32(rng.IntN(len(trace.Snaps)))
		case 5:
			op.Src = int32(rng.IntN(len(trace.Ops)))
		case 6:
			change(wrong.SnapList, value(), rng)
		case 7:
			if k := len(wrong.VirtualFields); k > 0 {
				wrong.VirtualFields[rng.IntN(k)] = optimizer.VirtualField{Field: int32(rng.IntN(8) - 1), Value: value()}
			}
		default:
			change(wrong.ArgList[op.First:op.First+op.Len], value(), rng)
		}
	}
	return &wrong
}

func change(list []optimizer.Value, v optimizer.Value, rng *rand.Rand) {
	if len(list) > 0 {
		list[rng.IntN(len(list))] = v
	}
}
