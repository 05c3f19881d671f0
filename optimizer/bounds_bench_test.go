package optimizer

import "testing"

var sinkBounds Bounds

func BenchmarkBounds(b *testing.B) {
	small, digit := Range(0, 1000), Range(-5, 77)
	for _, row := range []struct {
		name string
		code Opcode
		x, y Bounds
	}{
		{"int_add/small", OpIntAdd, small, digit},
		{"int_add/any", OpIntAdd, Top(), Constant(1)},
		{"int_add_ovf", OpIntAddOvf, small, digit},
		{"int_mul", OpIntMul, small, digit},
		{"int_and/mask", OpIntAnd, Top(), Constant(255)},
		{"int_xor", OpIntXor, small, digit},
		{"int_rshift", OpIntRshift, small, Constant(3)},
		{"int_lshift/unknown", OpIntLshift, Constant(1), Range(0, 63)},
		{"int_py_mod", OpIntPyMod, small, Constant(7)},
		{"int_lt", OpIntLt, small, digit},
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
