//go:build linux && amd64

package native

import (
	"fmt"
	"testing"

	"unbox/backend"
	"unbox/interp"
)

// neighbours carries the indexes of two columns around the loop, and computes
// the third.
const neighbours = `
[i0, i9, p0, i8]
i1 = int_add(i9, i0)
i2 = int_sub(i1, 1)
i3 = getarrayitem_gc_i(p0, i2, descr=<ArrayS 8>)
i4 = getarrayitem_gc_i(p0, i1, descr=<ArrayS 8>)
i5 = arraylen_gc(p0, descr=<ArrayS 8>)
jump(L1, i0, i1, i2, i9, p0, i5, i8)
L1(i10, i11, i12, i19, p10, i15, i18):
i20 = getarrayitem_gc_i(p10, i12, descr=<ArrayS 8>)
i21 = getarrayitem_gc_i(p10, i11, descr=<ArrayS 8>)
i22 = int_add(i10, 1)
i23 = int_add_ovf(i19, i22)
guard_no_overflow() [i10, i18]
i24 = uint_ge(i23, i15)
guard_false(i24) [i10, i18, i11, i12, i23]
i25 = getarrayitem_gc_i(p10, i23, descr=<ArrayS 8>)
i26 = int_sub(i20, i25)
i27 = int_xor(i18, i26)
i28 = int_add(i27, i21)
i29 = int_eq(i28, 77777)
guard_false(i29) [i10, i18, i28]
jump(L1, i22, i23, i11, i19, p10, i15, i28)
`

// TestNeighbours leaves the loop after any number of iterations, by its guards and at its
// head, where a parameter that is in no register is handed over.
func TestNeighbours(t *testing.T) {
	for name, set := range featureSets() {
		m := build(t, mustParse(t, neighbours), Options{Features: set})
		defer m.close()
		if _, params := new(backend.LoopFinder).Shifts(m.code.program); len(params) != 2 {
			t.Errorf("expected two indexes that differ by a constant, found %v", params)
		}
		for _, length := range []int{3, 40} {
			for jumps := 1; jumps < 45; jumps++ {
				for _, slice := range []int{0, 1, 3} {
					in, list := interp.ParseInputs(m.trace, fmt.Sprintf("i0=0, i9=%d, p0=%s, i8=5", 1+jumps%2, ints(length)))
					if len(list) > 0 {
						t.Fatal(list)
					}
					o := backend.RunOptions{Slice: slice}
					o.Jumps = jumps
					if diff := m.check(in, o); diff != "" {
						t.Errorf("%s: length %d, %d jumps, slices of %d: %s", name, length, jumps, slice, diff)
					}
				}
			}
		}
	}
}
