package rules_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/optimizer/bounds"
	"unbox/optimizer/rules"
	"unbox/trace"
)

// Every rule is tried against Eval, the meaning of the operations, without the
// optimizer in between: wherever the pattern has a meaning and the condition
// holds, the target must have the same one. First with every combination of some
// edge values, where each value is known exactly; then with random Bounds and
// members of them.

func TestRulesAreSound(t *testing.T) {
	rounds := 1500
	if testing.Short() {
		rounds = 150
	}
	for i := range rules.BuiltinRules().Rules {
		r := &rules.BuiltinRules().Rules[i]
		trial := newRuleTrial(r, uint64(i))
		fault := trial.run(rounds)
		// Few rounds satisfy narrow conditions.
		for more := 0; fault == "" && trial.compared < 20 && more < 20; more++ {
			fault = trial.run(rounds)
		}
		if fault != "" {
			t.Errorf("%s: %s\n%s", r.Name, r.Text, fault)
		}
		if trial.compared < 20 {
			t.Errorf("%s: expected at least 20 cases in which the rule fires, found %d", r.Name, trial.compared)
		}
	}
}

// wrongRules are rules that look right. The first ones are the miscompilations of
// Finding JIT Optimizer Bugs using SMT Solvers and Fuzzing.
const wrongRules = `
less-after-add: int_lt(int_add(x, 10), 15) => int_lt(x, 5)
less-after-neg: int_lt(int_sub(0, x), 0) => int_gt(x, 0)
equal-after-mul: int_eq(int_mul(x, 12), 12) => int_eq(x, 1)
zero-after-lshift: int_is_zero(int_lshift(0x1000000000000000, x)) => 0
checked-after-unchecked: int_sub_ovf(int_add(x, y), y) => x

neg-is-positive: int_lt(int_neg(x), 0) => 1 if x > 0 or x < 0
lshift-too-far: int_lshift(int_lshift(x, C1), C2) => int_lshift(x, C1 + C2)
div-truncates: int_py_div(x, 2) => int_neg(int_rshift(int_neg(x), 1))
mod-sign: int_py_mod(x, 8) => int_and(x, 8)
ovf-unchecked: int_add_ovf(int_add(x, C1), C2) => int_add_ovf(x, C1 + C2) if no_overflow(C1 + C2)
back-too-far: int_add_ovf(int_add_ovf(x, C1), C2) => int_add(x, C1 + C2) if C1 >= 0 and C2 <= 0
ovf-lost: int_add_ovf(x, 1) => int_add(x, 1)
ovf-invented: int_mul_ovf(x, -1) => int_sub_ovf(-1, x)
truths-without-bounds: int_mul(x, y) => int_and(x, y)
bounds-off-by-one: uint_lt(x, y) => int_lt(x, y) if x >= -1 and y >= 0
bits-off: int_sub(int_or(x, y), y) => x if x & y >= 0
or-of-conditions: int_sub(1, x) => int_is_zero(x) if x >= 0 or x <= 1
unsigned: uint_rshift(x, y) => int_rshift(x, y)
signext-narrow: int_signext(int_and(x, 127), 1) => int_signext(x, 1)
nan-equal: float_eq(x, x) => 1
nan-less: int_is_zero(float_lt(x, y)) => float_ge(x, y)
minus-zero: float_add(x, 0.0) => x
minus-zero-sub: float_sub(x, -0.0) => x
zero-minus: float_sub(0.0, x) => float_neg(x)
difference-turned: float_neg(float_sub(x, y)) => float_sub(y, x)
reassociated: float_add(float_add(x, 1.0), 2.0) => float_add(x, 3.0)
infinite-difference: float_eq(float_sub(x, y), 0.0) => float_eq(x, y)
sqrt-of-minus-zero: float_abs(float_sqrt(x) as y) => y
rounded: cast_float_to_int(cast_int_to_float(x)) => x if x >= 0
`

// The test above must find what is wrong, in each of them.
func TestWrongRulesAreFound(t *testing.T) {
	set, errs := rules.ParseRules(wrongRules)
	for _, err := range errs {
		t.Errorf("%v: %q", err, wrongRules[err.From:err.To])
	}
	for i := range set.Rules {
		r := &set.Rules[i]
		if newRuleTrial(r, uint64(i)).run(1500) == "" {
			t.Errorf("%s: %s\nexpected a case in which it is wrong, found none", r.Name, r.Text)
		}
	}
}

// ruleTrial tries one rule.
type ruleTrial struct {
	rule     *rules.Rule
	rng      *rand.Rand
	env      rules.Env
	values   [rules.MaxSlots]uint64
	inner    map[int]bool // slots after `as`
	compared int
}

func newRuleTrial(r *rules.Rule, seed uint64) *ruleTrial {
	trial := &ruleTrial{rule: r, rng: rand.New(rand.NewPCG(seed, 7)), inner: map[int]bool{}}
	trial.findInner(r.Pattern)
	return trial
}

func (r *ruleTrial) findInner(node *rules.Node) {
	if node.Kind == rules.NodeOperation && node.Slot >= 0 {
		r.inner[node.Slot] = true
	}
	for _, arg := range node.Args {
		r.findInner(arg)
	}
}

// run returns a case in which the rule is wrong, "" if it found none.
func (r *ruleTrial) run(rounds int) string {
	if fault := r.grid(0); fault != "" {
		return fault
	}
	for found, tries := 0, 0; found < rounds && tries < 100*rounds; tries++ {
		r.chooseConstants()
		r.chooseBounds()
		if !r.env.Holds(r.rule) {
			continue
		}
		found++
		for range 4 {
			r.chooseMembers()
			if fault := r.compare(); fault != "" {
				return fault
			}
		}
	}
	return ""
}

// grid goes through all combinations of edges for the names from a slot on, with
// every value known exactly.
func (r *ruleTrial) grid(slot int) string {
	if slot == len(r.rule.Names) {
		if !r.env.Holds(r.rule) {
			return ""
		}
		return r.compare()
	}
	if r.inner[slot] {
		r.env.Bounds[slot] = bounds.Top()
		return r.grid(slot + 1)
	}
	for _, bits := range gridOf(r.rule.Names[slot].Typ, len(r.rule.Names)) {
		r.values[slot], r.env.Bits[slot] = bits, bits
		r.env.Bounds[slot] = bounds.Constant(int64(bits))
		if fault := r.grid(slot + 1); fault != "" {
			return fault
		}
	}
	return ""
}

// gridOf returns the edges of a type, fewer of them if they are combined in many
// ways.
func gridOf(typ trace.Type, names int) []uint64 {
	list := integerGrid
	if typ == trace.Float {
		list = floatGrid
	}
	if names > 2 {
		return list[:10]
	}
	return list
}

var integerGrid = words(0, 1, -1, math.MinInt64, math.MaxInt64, 2, 63, 8, -8, 3, 7, 5, 12, 32, 62, 64, 255, math.MinInt64+1, -2, 1<<32)

func words(list ...int64) (out []uint64) {
	for _, n := range list {
		out = append(out, uint64(n))
	}
	return out
}

var floatGrid = func() (out []uint64) {
	for _, x := range []float64{
		0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 0.5, 3, -2, 1e300, -1e-300,
		math.SmallestNonzeroFloat64, math.MaxFloat64, 0x1p1023, 0x1p-1022, -0x1p-1023, 0x1p-1074, 0.1, 1 << 53,
	} {
		out = append(out, math.Float64bits(x))
	}
	return append(out, 0xfff8000000000001)
}()

// chooseConstants prefers constants that are related to one another.
func (r *ruleTrial) chooseConstants() {
	var last uint64
	for slot, name := range r.rule.Names {
		if !name.Constant {
			continue
		}
		bits := r.number(name.Typ)
		if name.Typ == trace.Int && r.rng.IntN(2) == 0 {
			related := words(-int64(last), ^int64(last), int64(last), int64(last)-1, int64(last)*int64(bits%8))
			related = append(related, math.MaxUint64>>(last&63), math.MaxUint64<<(last&63), 1<<(last&63), 8*last)
			bits = related[r.rng.IntN(len(related))]
		}
		r.values[slot], r.env.Bits[slot] = bits, bits
		last = bits
	}
}

func (r *ruleTrial) number(typ trace.Type) uint64 {
	switch {
	case typ == trace.Float && r.rng.IntN(2) == 0:
		return floatGrid[r.rng.IntN(len(floatGrid))]
	case typ == trace.Float:
		return math.Float64bits(float64(bounds.RandomWord(r.rng)) / float64(int64(1)<<r.rng.IntN(40)))
	case r.rng.IntN(3) == 0:
		return uint64(r.rng.IntN(66))
	case r.rng.IntN(3) == 0:
		return 1<<r.rng.IntN(64) - uint64(r.rng.IntN(2))
	}
	return uint64(bounds.RandomWord(r.rng))
}

func (r *ruleTrial) chooseBounds() {
	for slot := range r.rule.Names {
		r.env.Bounds[slot] = bounds.Top()
		if !r.rule.Names[slot].Asked || r.inner[slot] {
			continue
		}
		switch r.rng.IntN(4) {
		case 0:
			r.env.Bounds[slot] = bounds.Random(r.rng)
		case 1:
			r.env.Bounds[slot] = bounds.Range(0, int64(r.rng.Uint64()>>(1+r.rng.IntN(63))))
		case 2:
			r.env.Bounds[slot] = bounds.Range(math.MinInt64>>r.rng.IntN(64), math.MaxInt64>>r.rng.IntN(64))
		case 3:
			r.env.Bounds[slot], _ = bounds.KnownBits(0, math.MaxUint64<<r.rng.IntN(64)>>r.rng.IntN(64))
		}
	}
}

func (r *ruleTrial) chooseMembers() {
	for slot, name := range r.rule.Names {
		if name.Constant {
			continue
		}
		bits := r.number(name.Typ)
		if other := r.rng.IntN(slot + 1); r.rng.IntN(4) == 0 && r.rule.Names[other].Typ == name.Typ {
			bits = r.values[other]
		}
		if name.Typ == trace.Int {
			bits = uint64(bounds.MemberNear(r.env.Bounds[slot], int64(bits)))
		}
		r.values[slot] = bits
	}
}

// compare computes both sides for the current values.
func (r *ruleTrial) compare() string {
	want, status := r.eval(r.rule.Pattern, true)
	if status != trace.EvalOK && (status != trace.EvalOverflow || !bounds.IsOverflow(r.rule.Pattern.Code)) {
		return ""
	}
	r.compared++
	got, gotStatus := r.eval(r.rule.Target, true)
	switch {
	case gotStatus != status:
		return r.show(fmt.Sprintf("the pattern has the status %d, the target %d", status, gotStatus))
	case status == trace.EvalOK && trace.SameNaN(r.rule.Pattern.Typ, got) != trace.SameNaN(r.rule.Pattern.Typ, want):
		return r.show(fmt.Sprintf("the pattern is %#x, the target %#x", want, got))
	}
	return ""
}

// eval computes a tree. Overflow is a status of the outermost operation only: one
// inside is followed by its guard.
func (r *ruleTrial) eval(node *rules.Node, outermost bool) (uint64, trace.EvalStatus) {
	switch node.Kind {
	case rules.NodeValue, rules.NodeConstant:
		return r.values[node.Slot], trace.EvalOK
	case rules.NodeOperation:
	default:
		bits, ok := r.env.Compute(node)
		if !ok {
			return 0, trace.EvalUndefined
		}
		return bits, trace.EvalOK
	}
	var operands [2]uint64
	for i, arg := range node.Args {
		bits, status := r.eval(arg, false)
		if status != trace.EvalOK {
			return 0, trace.EvalUndefined
		}
		operands[i] = bits
	}
	bits, status := evalAny(node.Code, operands[0], operands[1])
	if !outermost && node.Slot >= 0 {
		r.values[node.Slot] = bits
	}
	return bits, status
}

// evalAny computes comparisons of references too, whose bits are their identity.
func evalAny(code trace.Opcode, a, b uint64) (uint64, trace.EvalStatus) {
	switch code {
	case trace.OpPtrEq:
		code = trace.OpIntEq
	case trace.OpPtrNe:
		code = trace.OpIntNe
	}
	return trace.Eval(code, a, b)
}

func (r *ruleTrial) show(what string) string {
	var b strings.Builder
	for slot, name := range r.rule.Names {
		fmt.Fprintf(&b, "%s = %d (%#x)", name.Text, int64(r.values[slot]), r.values[slot])
		if name.Typ == trace.Float {
			fmt.Fprintf(&b, " %g", math.Float64frombits(r.values[slot]))
		}
		if name.Asked {
			fmt.Fprintf(&b, ", known: %s", r.env.Bounds[slot])
		}
		b.WriteString("\n")
	}
	return b.String() + what
}
