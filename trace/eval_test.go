package trace_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/trace"
)

// A second definition of the integer operations, in unbounded integers. A nil
// result means that the operation is undefined.
var integerMeaning = map[string]func(a, b *big.Int) *big.Int{
	"int_add":           func(a, b *big.Int) *big.Int { return newBig().Add(a, b) },
	"int_sub":           func(a, b *big.Int) *big.Int { return newBig().Sub(a, b) },
	"int_mul":           func(a, b *big.Int) *big.Int { return newBig().Mul(a, b) },
	"int_add_ovf":       func(a, b *big.Int) *big.Int { return newBig().Add(a, b) },
	"int_sub_ovf":       func(a, b *big.Int) *big.Int { return newBig().Sub(a, b) },
	"int_mul_ovf":       func(a, b *big.Int) *big.Int { return newBig().Mul(a, b) },
	"int_and":           func(a, b *big.Int) *big.Int { return newBig().And(a, b) },
	"int_or":            func(a, b *big.Int) *big.Int { return newBig().Or(a, b) },
	"int_xor":           func(a, b *big.Int) *big.Int { return newBig().Xor(a, b) },
	"int_neg":           func(a, _ *big.Int) *big.Int { return newBig().Neg(a) },
	"int_invert":        func(a, _ *big.Int) *big.Int { return newBig().Not(a) },
	"int_lshift":        shifted(func(a *big.Int, n uint) *big.Int { return newBig().Lsh(a, n) }),
	"int_rshift":        shifted(func(a *big.Int, n uint) *big.Int { return newBig().Rsh(a, n) }),
	"uint_rshift":       shifted(func(a *big.Int, n uint) *big.Int { return newBig().Rsh(unsigned(a), n) }),
	"uint_mul_high":     func(a, b *big.Int) *big.Int { return newBig().Rsh(newBig().Mul(unsigned(a), unsigned(b)), 64) },
	"int_force_ge_zero": func(a, _ *big.Int) *big.Int { return clampBelow(a, 0) },
	"int_py_div":        divided(func(q, _ *big.Int) *big.Int { return q }),
	"int_py_mod":        divided(func(_, r *big.Int) *big.Int { return r }),
	"int_signext":       signExtended,
	"int_lt":            compared(func(c int) bool { return c < 0 }),
	"int_le":            compared(func(c int) bool { return c <= 0 }),
	"int_eq":            compared(func(c int) bool { return c == 0 }),
	"int_ne":            compared(func(c int) bool { return c != 0 }),
	"int_gt":            compared(func(c int) bool { return c > 0 }),
	"int_ge":            compared(func(c int) bool { return c >= 0 }),
	"uint_lt":           comparedUnsigned(func(c int) bool { return c < 0 }),
	"uint_le":           comparedUnsigned(func(c int) bool { return c <= 0 }),
	"uint_gt":           comparedUnsigned(func(c int) bool { return c > 0 }),
	"uint_ge":           comparedUnsigned(func(c int) bool { return c >= 0 }),
	"int_is_true":       func(a, _ *big.Int) *big.Int { return truth(a.Sign() != 0) },
	"int_is_zero":       func(a, _ *big.Int) *big.Int { return truth(a.Sign() == 0) },
}

func newBig() *big.Int { return new(big.Int) }

func unsigned(a *big.Int) *big.Int {
	if a.Sign() >= 0 {
		return a
	}
	return newBig().Add(a, newBig().Lsh(big.NewInt(1), 64))
}

func truth(condition bool) *big.Int {
	if condition {
		return big.NewInt(1)
	}
	return big.NewInt(0)
}

func clampBelow(a *big.Int, least int64) *big.Int {
	if a.Cmp(big.NewInt(least)) < 0 {
		return big.NewInt(least)
	}
	return a
}

func shifted(shift func(a *big.Int, n uint) *big.Int) func(a, b *big.Int) *big.Int {
	return func(a, b *big.Int) *big.Int {
		if b.Sign() < 0 || b.Cmp(big.NewInt(63)) > 0 {
			return nil
		}
		return shift(a, uint(b.Uint64()))
	}
}

// divided rounds down: Euclidean division rounds so that the remainder is not
// negative, which differs for negative divisors.
func divided(choose func(q, r *big.Int) *big.Int) func(a, b *big.Int) *big.Int {
	return func(a, b *big.Int) *big.Int {
		if b.Sign() == 0 {
			return nil
		}
		quotient, remainder := newBig().DivMod(a, b, newBig())
		if b.Sign() < 0 && remainder.Sign() != 0 {
			quotient.Sub(quotient, big.NewInt(1))
			remainder.Add(remainder, b)
		}
		return choose(quotient, remainder)
	}
}

func signExtended(a, b *big.Int) *big.Int {
	if !b.IsUint64() || b.Uint64() > 8 || strings.Count("\x01\x02\x04\x08", string(rune(b.Uint64()))) != 1 {
		return nil
	}
	width := uint(b.Uint64()) * 8
	modulus := newBig().Lsh(big.NewInt(1), width)
	low := newBig().Mod(a, modulus)
	if low.Bit(int(width)-1) == 1 {
		low.Sub(low, modulus)
	}
	return low
}

func compared(holds func(int) bool) func(a, b *big.Int) *big.Int {
	return func(a, b *big.Int) *big.Int { return truth(holds(a.Cmp(b))) }
}

func comparedUnsigned(holds func(int) bool) func(a, b *big.Int) *big.Int {
	return func(a, b *big.Int) *big.Int { return truth(holds(unsigned(a).Cmp(unsigned(b)))) }
}

// A second definition of the float operations, by Go's.
var floatMeaning = map[string]func(x, y float64) any{
	"float_add":     func(x, y float64) any { return x + y },
	"float_sub":     func(x, y float64) any { return x - y },
	"float_mul":     func(x, y float64) any { return x * y },
	"float_truediv": func(x, y float64) any { return x / y },
	"float_neg":     func(x, _ float64) any { return math.Copysign(x, map[bool]float64{true: 1, false: -1}[math.Signbit(x)]) },
	"float_abs":     func(x, _ float64) any { return math.Abs(x) },
	"float_sqrt":    func(x, _ float64) any { return math.Sqrt(x) },
	"float_lt":      func(x, y float64) any { return x < y },
	"float_le":      func(x, y float64) any { return x <= y },
	"float_eq":      func(x, y float64) any { return x == y },
	"float_ne":      func(x, y float64) any { return x != y },
	"float_gt":      func(x, y float64) any { return x > y },
	"float_ge":      func(x, y float64) any { return x >= y },
	"cast_float_to_int": func(x, _ float64) any {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
		n, _ := big.NewFloat(x).Int(nil)
		if !n.IsInt64() {
			return nil
		}
		return n.Int64()
	},
	"convert_float_bytes_to_longlong": func(x, _ float64) any {
		if x != x {
			return nil
		}
		return int64(math.Float64bits(x))
	},
}

var fromInteger = map[string]func(a int64) any{
	"cast_int_to_float": func(a int64) any {
		x, _ := new(big.Float).SetInt64(a).Float64()
		return x
	},
	"convert_longlong_bytes_to_float": func(a int64) any { return math.Float64frombits(uint64(a)) },
}

// notNumeric are the pure operations whose result depends on more than numbers.
var notNumeric = map[string]bool{"ptr_eq": true, "ptr_ne": true, "same_as": true, "arraylen_gc": true,
	"force_token": true, "strlen": true, "strgetitem": true}

func edgeIntegers() []int64 {
	list := []int64{0, 3, -3, 5, 7, -7, 10, 63, 64, 65, 100, math.MinInt64, math.MaxInt64, math.MinInt64 + 1, math.MaxInt64 - 1}
	for k := 1; k < 64; k += 5 {
		p := int64(1) << k
		list = append(list, p, p-1, p+1, -p, -p-1, -p+1)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		list = append(list, int64(rng.Uint64())>>rng.IntN(64))
	}
	return list
}

func edgeFloats() []float64 {
	list := []float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 2, 3, -7.25, 1e300, -1e300, 1e-300,
		math.Inf(1), math.Inf(-1), math.NaN(), math.Float64frombits(0xfff8000000000001),
		math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 52, 1<<53 + 2, 1 << 62, 1 << 63, -1 << 63,
		math.Nextafter(1<<63, 0), math.Nextafter(-1<<63, math.Inf(-1)),
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 30 {
		list = append(list, math.Float64frombits(rng.Uint64()), float64(rng.IntN(2000)-1000)/8)
	}
	return list
}

func TestEvalAgreesWithTheTable(t *testing.T) {
	for _, code := range trace.Opcodes() {
		name, info := code.String(), code.Info()
		meanings := 0
		if f := integerMeaning[name]; f != nil {
			meanings++
			testIntegers(t, code, f)
		}
		if f := floatMeaning[name]; f != nil {
			meanings++
			for _, x := range edgeFloats() {
				for _, y := range edgeFloats() {
					checkEval(t, code, math.Float64bits(x), math.Float64bits(y), f(x, y))
				}
			}
		}
		if f := fromInteger[name]; f != nil {
			meanings++
			for _, a := range edgeIntegers() {
				checkEval(t, code, uint64(a), 99, f(a))
			}
		}
		wanted := 0
		if (info.Effect == trace.EffectPure || info.Effect == trace.EffectOverflow) && !notNumeric[name] {
			wanted = 1
		}
		if meanings != wanted {
			t.Errorf("%s: the test knows %d meanings, expected %d", name, meanings, wanted)
		}
		if _, status := trace.Eval(code, 1, 1); wanted == 0 && status != trace.EvalNotNumeric {
			t.Errorf("%s: Eval gives status %d, expected EvalNotNumeric", name, status)
		}
	}
}

func testIntegers(t *testing.T, code trace.Opcode, meaning func(a, b *big.Int) *big.Int) {
	t.Helper()
	list := edgeIntegers()
	for _, a := range list {
		for _, b := range list {
			want := meaning(big.NewInt(a), big.NewInt(b))
			if want == nil {
				checkEval(t, code, uint64(a), uint64(b), nil)
				continue
			}
			checkEval(t, code, uint64(a), uint64(b), want)
		}
	}
}

// checkEval compares Eval with a *big.Int, an int64, a float64, a bool, or nil
// for undefined.
func checkEval(t *testing.T, code trace.Opcode, a, b uint64, want any) {
	t.Helper()
	bits, status := trace.Eval(code, a, b)
	expected := trace.EvalOK
	var wantBits uint64
	switch want := want.(type) {
	case nil:
		expected = trace.EvalUndefined // and 0, whatever the operands are
	case *big.Int:
		wantBits = wrapped(want)
		if code.Info().Effect == trace.EffectOverflow && !want.IsInt64() {
			expected = trace.EvalOverflow
		}
	case int64:
		wantBits = uint64(want)
	case bool:
		wantBits = truth(want).Uint64()
	case float64:
		wantBits = math.Float64bits(want)
		if want != want && math.Float64frombits(bits) != math.Float64frombits(bits) {
			wantBits = bits
		}
	}
	if met := meets(code.Needs(), a, b); met != (expected != trace.EvalUndefined) {
		t.Fatalf("%s(%#x, %#x): its row says that it needs %d of its operands, so that they mean something is %v, expected %v", code, a, b, code.Needs(), met, !met)
	}
	if status != expected || bits != wantBits {
		t.Fatalf("%s(%#x, %#x) = %#x, status %d; expected %#x, status %d", code, a, b, bits, status, wantBits, expected)
	}
}

// meets reports whether operands are what an operation needs.
func meets(need trace.Need, a, b uint64) bool {
	x := math.Float64frombits(a)
	switch need {
	case trace.NeedAmount:
		return b < 64
	case trace.NeedDivisor:
		return b != 0
	case trace.NeedWidth:
		return b == 1 || b == 2 || b == 4 || b == 8
	case trace.NeedInRange:
		return x >= -1<<63 && x < 1<<63
	case trace.NeedNumber:
		return x == x
	}
	return true
}

func wrapped(a *big.Int) uint64 {
	return newBig().And(a, newBig().SetUint64(math.MaxUint64)).Uint64()
}

// All NaNs that arithmetic makes have the same bits, on every machine.
func TestEvalMakesOneNaN(t *testing.T) {
	odd := uint64(0xfff0000000000abc)
	for _, name := range []string{"float_add", "float_sub", "float_mul", "float_truediv", "float_sqrt"} {
		ref, _ := trace.LookupSpelling(name)
		if bits, _ := trace.Eval(ref.Code, odd, odd); bits != 0x7ff8000000000000 {
			t.Errorf("%s of NaN has the bits %#x, expected 0x7ff8000000000000", name, bits)
		}
	}
}

func BenchmarkEval(b *testing.B) {
	var sum uint64
	for k := range b.N {
		bits, _ := trace.Eval(trace.OpIntAdd, uint64(k), sum)
		sum = bits
	}
	sink = sum
}

var sink uint64
