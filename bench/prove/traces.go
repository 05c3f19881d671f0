package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"unbox/trace"
)

// integerTrace returns the text of a random trace of about n operations on integers.
// Each value has an example, so that guards hold for one input at least; shift
// amounts are masked, and operations that can overflow are followed by the guard that
// holds: the generator of the post, "Generating Random Traces".
func integerTrace(rng *rand.Rand, n int) string {
	g := &integers{rng: rng}
	var inputs []string
	for range 6 {
		inputs = append(inputs, g.add("", g.constant()))
	}
	for len(g.lines) < n {
		g.operation()
	}
	return "[" + strings.Join(inputs, ", ") + "]\n" + strings.Join(g.lines, "\n") +
		"\nfinish(" + strings.Join(g.last(4), ", ") + ")\n"
}

type integers struct {
	rng    *rand.Rand
	lines  []string
	values []int64
}

// add gives a new value its example, and a line unless what is "".
func (g *integers) add(what string, example int64) string {
	name := fmt.Sprintf("i%d", len(g.values))
	g.values = append(g.values, example)
	if what != "" {
		g.lines = append(g.lines, name+" = "+what)
	}
	return name
}

// constant is an integer at which arithmetic goes wrong, or a small one.
func (g *integers) constant() int64 {
	edges := []int64{0, 1, -1, 2, 63, 64, 1 << 31, 1<<31 - 1, 1 << 62, math.MaxInt64, math.MinInt64, -1 << 31}
	if g.rng.IntN(2) == 0 {
		return edges[g.rng.IntN(len(edges))]
	}
	return g.rng.Int64N(200) - 100
}

// operand returns a value or a constant.
func (g *integers) operand() (string, int64) {
	if g.rng.IntN(4) == 0 {
		c := g.constant()
		return fmt.Sprint(c), c
	}
	k := g.rng.IntN(len(g.values))
	return fmt.Sprintf("i%d", k), g.values[k]
}

func (g *integers) last(n int) []string {
	var names []string
	for k := max(0, len(g.values)-n); k < len(g.values); k++ {
		names = append(names, fmt.Sprintf("i%d", k))
	}
	return names
}

var (
	plain = []string{"int_add", "int_sub", "int_mul", "int_and", "int_or", "int_xor", "int_lt", "int_le", "int_eq", "int_ne",
		"int_gt", "int_ge", "uint_lt", "uint_le", "uint_gt", "uint_ge"}
	unary   = []string{"int_neg", "int_invert", "int_is_true", "int_is_zero", "int_force_ge_zero"}
	checked = []string{"int_add_ovf", "int_sub_ovf", "int_mul_ovf"}
	shifts  = []string{"int_lshift", "int_rshift", "uint_rshift"}
)

func (g *integers) operation() {
	x, vx := g.operand()
	y, vy := g.operand()
	switch k := g.rng.IntN(20); {
	case k < 10:
		g.compute(plain[g.rng.IntN(len(plain))], x, y, vx, vy)
	case k < 12:
		name := unary[g.rng.IntN(len(unary))]
		g.add(name+"("+x+")", eval(name, vx, 0))
	case k < 14:
		amount := g.add("int_and("+y+", 63)", vy&63)
		g.compute(shifts[g.rng.IntN(len(shifts))], x, amount, vx, vy&63)
	case k < 16:
		g.compute(checked[g.rng.IntN(len(checked))], x, y, vx, vy)
	default:
		g.guard()
	}
}

func (g *integers) compute(name, x, y string, vx, vy int64) {
	ref, _ := trace.LookupSpelling(name)
	bits, status := trace.Eval(ref.Code, uint64(vx), uint64(vy))
	result := g.add(name+"("+x+", "+y+")", int64(bits))
	switch {
	case ref.Code.Info().Effect != trace.EffectOverflow:
	case status == trace.EvalOverflow:
		// The result must not be used: it never had a name.
		g.values = g.values[:len(g.values)-1]
		g.lines[len(g.lines)-1] = strings.Replace(g.lines[len(g.lines)-1], result+" = ", "x"+fmt.Sprint(len(g.lines))+" = ", 1)
		g.lines = append(g.lines, "guard_overflow() []")
	default:
		g.lines = append(g.lines, "guard_no_overflow() ["+strings.Join(g.last(3)[:2], ", ")+"]")
	}
}

func eval(name string, x, y int64) int64 {
	ref, _ := trace.LookupSpelling(name)
	bits, _ := trace.Eval(ref.Code, uint64(x), uint64(y))
	return int64(bits)
}

// guard is one that holds for the example.
func (g *integers) guard() {
	k := g.rng.IntN(len(g.values))
	exit := " [" + strings.Join(g.last(3), ", ") + "]"
	switch v := g.values[k]; {
	case g.rng.IntN(5) == 0:
		g.lines = append(g.lines, fmt.Sprintf("guard_value(i%d, %d)%s", k, v, exit))
	case v != 0:
		g.lines = append(g.lines, fmt.Sprintf("guard_true(i%d)%s", k, exit))
	default:
		g.lines = append(g.lines, fmt.Sprintf("guard_false(i%d)%s", k, exit))
	}
}
