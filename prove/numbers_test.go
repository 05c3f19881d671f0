package prove

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/internal/edges"
	"unbox/prove/term"
	"unbox/trace"
)

// operands returns pairs of values for an operation.
func operands(code trace.Opcode, rng *rand.Rand) (pairs [][2]uint64) {
	layout := strings.Map(func(c rune) rune {
		if c == 'i' || c == 'f' {
			return c
		}
		return -1
	}, code.Info().Spellings[0].Layout)
	pick := func(k int) []uint64 {
		if k >= len(layout) {
			return []uint64{0}
		}
		list := edges.Bits(layout[k])
		if layout[k] == 'f' {
			for n, bits := range list {
				list[n] = canonicalNumber(bits)
			}
			return append(list, math.Float64bits(rng.NormFloat64()), math.Float64bits(rng.Float64()*1e19))
		}
		return append(list, rng.Uint64(), rng.Uint64(), rng.Uint64N(100))
	}
	for _, x := range pick(0) {
		for _, y := range pick(1) {
			pairs = append(pairs, [2]uint64{x, y})
		}
	}
	return pairs
}

// numericCodes are the operations on numbers alone.
func numericCodes() []trace.Opcode {
	var codes []trace.Opcode
	for _, code := range trace.Opcodes() {
		if _, status := trace.Eval(code, 1, 1); status != trace.EvalNotNumeric {
			codes = append(codes, code)
		}
	}
	return codes
}

// The terms of every operation on numbers have the meaning that Eval gives it, for
// variables and for constants, and the facts about them hold.
func TestTermsAgreeWithEval(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	codes := numericCodes()
	if len(codes) < 40 {
		t.Fatalf("expected at least 40 operations on numbers, found %d", len(codes))
	}
	for _, code := range codes {
		pairs := operands(code, rng)
		e := newEncoder(&trace.Tables{Program: new(trace.Program)}, 64, 8)
		x, y := e.b.Var("x", term.BV(64)), e.b.Var("y", term.BV(64))
		var n numeric
		if code != trace.OpIntSignext { // the width is a constant in all traces
			n = e.numeric(code, x, y, code.String())
		}
		for _, pair := range pairs {
			e.agrees(t, code, pair, func() numeric {
				return e.numeric(code, e.b.Const(64, pair[0]), e.b.Const(64, pair[1]), code.String())
			})
			if code == trace.OpIntSignext {
				e.agrees(t, code, pair, func() numeric { return e.numeric(code, x, e.b.Const(64, pair[1]), code.String()) })
				continue
			}
			e.agrees(t, code, pair, func() numeric { return n })
		}
	}
}

// agrees compares a term with Eval under a model in which x and y are the operands
// and unknown functions have the results of Eval.
func (e *encoder) agrees(t *testing.T, code trace.Opcode, pair [2]uint64, made func() numeric) {
	t.Helper()
	n := made()
	m := term.NewModel()
	m.Words["x"], m.Words["y"] = term.Word(pair[0]), term.Word(pair[1])
	bits, status := trace.Eval(code, pair[0], pair[1])
	if code == trace.OpCastIntToFloat || code == trace.OpCastFloatToInt {
		m.Funcs[code.String()] = term.FuncValue{Default: term.Word(bits)}
	}
	eval := term.NewEvaluator(e.b, m)
	if defined := eval.Bool(n.defined); defined != (status != trace.EvalUndefined) {
		t.Errorf("%v(%#x, %#x): expected defined to be %v, found %v", code, pair[0], pair[1], !defined, defined)
		return
	}
	if status == trace.EvalUndefined {
		return
	}
	if fits := eval.Bool(n.fits); fits != (status == trace.EvalOK) {
		t.Errorf("%v(%#x, %#x): expected that it fits: %v, found %v", code, pair[0], pair[1], !fits, fits)
	}
	if found := eval.Word(n.value).Lo; found != canonicalBits(code, bits) {
		t.Errorf("%v(%#x, %#x): expected %#x, found %#x", code, pair[0], pair[1], bits, found)
	}
	for _, fact := range e.withFacts([]term.Term{e.b.Eq(n.value, n.value), e.b.And(n.defined, e.b.Eq(n.value, e.b.Const(e.b.Width(n.value), 3)))})[2:] {
		if !eval.Bool(fact) {
			t.Errorf("%v(%#x, %#x): what is said of its result does not hold: %s", code, pair[0], pair[1], e.b.Format(fact))
		}
	}
}

// canonicalBits returns the bits of a result with the one NaN.
func canonicalBits(code trace.Opcode, bits uint64) uint64 {
	if code.Info().Result == 'f' {
		return canonicalNumber(bits)
	}
	return bits
}

func canonicalNumber(bits uint64) uint64 {
	if math.IsNaN(math.Float64frombits(bits)) {
		return canonicalNaN
	}
	return bits
}

// In narrow words, the operations give the same results as in wide ones on
// sign-extended operands, wherever the result fits.
func TestNarrowTermsAgreeWithEval(t *testing.T) {
	for _, width := range []int{8, 16, 32} {
		e := newEncoder(&trace.Tables{Program: new(trace.Program)}, width, 8)
		for _, code := range []trace.Opcode{
			trace.OpIntAdd, trace.OpIntSub, trace.OpIntMul, trace.OpIntAnd, trace.OpIntOr, trace.OpIntXor,
			trace.OpIntLt, trace.OpIntLe, trace.OpIntEq, trace.OpUintLt, trace.OpUintGe, trace.OpIntPyDiv, trace.OpIntPyMod,
			trace.OpIntRshift, trace.OpIntAddOvf, trace.OpIntMulOvf, trace.OpIntForceGeZero, trace.OpIntNeg, trace.OpIntInvert,
		} {
			for x := int64(-12); x <= 12; x++ {
				for y := int64(-5); y <= 5; y++ {
					bits, status := trace.Eval(code, uint64(x), uint64(y))
					if status == trace.EvalUndefined || int64(bits)<<(64-width)>>(64-width) != int64(bits) {
						continue
					}
					n := e.numeric(code, e.b.ConstSigned(width, x), e.b.ConstSigned(width, y), code.String())
					if v, ok := e.b.Value(n.value); !ok || v.Signed(width) != int64(bits) {
						t.Errorf("%v(%d, %d) in %d bits: expected %d, found %v", code, x, y, width, int64(bits), v)
					}
				}
			}
		}
	}
}
