package bounds

import (
	"testing"

	"unbox/trace"
)

var sinkBounds Bounds

func BenchmarkBounds(b *testing.B) {
	small, digit := Range(0, 1000), Range(-5, 77)
	for _, row := range []struct {
		name string
		code trace.Opcode
		x, y Bounds
	}{
		{"int_add/small", trace.OpIntAdd, small, digit},
		{"int_add/any", trace.OpIntAdd, Top(), Constant(1)},
		{"int_add_ovf", trace.OpIntAddOvf, small, digit},
		{"int_mul", trace.OpIntMul, small, digit},
		{"int_and/mask", trace.OpIntAnd, Top(), Constant(255)},
		{"int_xor", trace.OpIntXor, small, digit},
		{"int_rshift", trace.OpIntRshift, small, Constant(3)},
		{"int_lshift/unknown", trace.OpIntLshift, Constant(1), Range(0, 63)},
		{"int_py_mod", trace.OpIntPyMod, small, Constant(7)},
		{"int_lt", trace.OpIntLt, small, digit},
	} {
		b.Run("forward/"+row.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sinkBounds = Forward(row.code, row.x, row.y)
			}
		})
		r, _ := Forward(row.code, row.x, row.y).without(0)
		b.Run("backward/"+row.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sinkBounds, _, _ = Backward(row.code, r, row.x, row.y)
			}
		})
	}
}
