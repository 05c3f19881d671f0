package rules

import (
	"testing"

	"unbox/optimizer/bounds"
	"unbox/trace"
)

// An operation in the condition of a rule has a meaning exactly where [trace.Eval] has a value
// for it, for every operation on integers and for numbers around all limits.
func TestMeaningAgreesWithEval(t *testing.T) {
	numbers := []int64{-1 << 63, -129, -8, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 62, 63, 64, 65, 1 << 62, 1<<63 - 1}
	for k := range 1000 {
		code := bounds.IntegerOperation(k)
		for _, a := range numbers {
			for _, b := range numbers {
				_, status := trace.Eval(code, uint64(a), uint64(b))
				if got := hasMeaning(code, bounds.Constant(a), bounds.Constant(b)); got != (status == trace.EvalOK) {
					t.Fatalf("%s(%d, %d): expected %v, found %v", code, a, b, status == trace.EvalOK, got)
				}
			}
		}
	}
}
