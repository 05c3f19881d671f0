//go:build !wasip1 && !js

package bounds

// Why lemmas are open.
const (
	products = "products and quotients: laws that would settle it are missing"
	looping  = "a loop over all bits, for which no invariant was found"
	patience = "not settled in the time a test may take"
)

// open are the lemmas that are not proved at 64 bits, and why. What rests on them is
// proved as far as they hold. They are tried instead: exhaustively at 2 to 4 bits, and
// with random members at 64 (package optimizer's own tests).
// Counterexamples that solvers found were replayed (Lemma.Replay): the source was right in
// each, and a contract of a function that it calls said too little.
var open = map[string]string{
	"law: products without a sign rise with a factor": products,
	"knownProduct":                      products,
	"exactRange int_mul":                products,
	"exactRange int_mul_ovf":            products,
	"width.wrapped":                     patience,
	"width.restrict int_add":            patience,
	"width.restrict int_sub":            patience,
	"width.restrict int_mul":            patience,
	"minXor":                            looping,
	"width.knownShift int_lshift":       patience,
	"width.knownShift int_rshift":       patience,
	"width.knownShift uint_rshift":      patience,
	"width.shiftBy int_rshift":          patience,
	"width.shiftBy uint_rshift":         patience,
	"width.shiftLeft":                   patience,
	"width.shiftZerosIn":                patience,
	"width.forwardShift int_lshift":     patience,
	"width.forwardShift int_rshift":     patience,
	"width.forwardShift uint_rshift":    patience,
	"width.forwardSignext":              patience,
	"width.forwardDivide int_py_div":    products,
	"width.forwardDivide int_py_mod":    products,
	"width.unsignext":                   patience,
	"width.unshift uint_rshift":         patience,
	"width.backwardProduct int_mul":     products,
	"width.backwardProduct int_mul_ovf": products,
	"width.backwardShift int_lshift":    patience,
	"width.backwardShift int_rshift":    patience,
	"width.backwardShift uint_rshift":   patience,
	"width.backwardSignext":             patience,
	"width.backwardMulHigh":             products,
	"width.backwardQuotient":            products,
	"width.backwardRemainder":           products,
	"backwardCompare int_le":            patience,
	"backwardCompare int_eq":            patience,
	"backwardCompare int_ne":            patience,
	"backwardCompare int_gt":            patience,
	"backwardCompare int_ge":            patience,
	"backwardCompare uint_lt":           patience,
	"backwardCompare uint_le":           patience,
	"backwardCompare uint_gt":           patience,
	"backwardCompare uint_ge":           patience,
}
