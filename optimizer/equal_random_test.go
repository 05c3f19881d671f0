package optimizer_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/optimizer"
)

var equalTraces = flag.Int("equal-traces", 400, "how many traces full of equalities TestRandomEqualities takes through the optimizer")

// equalTrace makes traces in which guards ask again and again whether two of a few values
// are equal. The values are small and the objects few, so that they often are.
type equalTrace struct {
	randomText
	ints, refs []string
	isLoop     bool
}

// snapshot are some values for a guard's snapshot.
func (e *equalTrace) snapshot() string {
	return "[" + strings.Join([]string{e.one(e.ints), e.one(e.refs), e.one(e.ints)}, ", ") + "]"
}

func (e *equalTrace) integer() string {
	if e.rng.IntN(6) == 0 {
		return fmt.Sprint(e.rng.IntN(3))
	}
	return e.one(e.ints)
}

var equalSteps = []func(e *equalTrace){
	func(e *equalTrace) { // what two comparisons and a guard say
		comparison := e.one([]string{"int_eq", "int_ne", "int_le", "int_ge", "int_lt", "uint_le", "uint_gt", "int_sub", "int_xor"})
		guard := e.one([]string{"guard_true", "guard_false", "guard_false", "guard_value"})
		v := e.define("i", "%s(%s, %s)", comparison, e.integer(), e.integer())
		if guard == "guard_value" {
			v += ", " + fmt.Sprint(e.rng.IntN(2))
		}
		e.line("%s(%s) %s", guard, v, e.snapshot())
	},
	func(e *equalTrace) {
		v := e.define("i", "%s(%s, %s)", e.one([]string{"ptr_eq", "ptr_ne"}), e.one(e.refs), e.one(append(e.refs, "null")))
		e.line("%s(%s) %s", e.one([]string{"guard_true", "guard_false"}), v, e.snapshot())
	},
	func(e *equalTrace) {
		operation := e.one([]string{"int_add", "int_sub", "int_and", "int_or", "int_eq", "int_lt", "uint_ge", "int_mul"})
		e.ints = append(e.ints, e.define("i", "%s(%s, %s)", operation, e.integer(), e.integer()))
	},
	func(e *equalTrace) { e.ints = append(e.ints, e.define("i", "int_and(%s, 3)", e.integer())) },
	func(e *equalTrace) { e.ints = append(e.ints, e.define("i", "get(%s, n)", e.one(e.refs))) },
	func(e *equalTrace) { e.refs = append(e.refs, e.define("p", "get(%s, link)", e.one(e.refs))) },
	func(e *equalTrace) { e.line("set(%s, n, %s)", e.one(e.refs), e.integer()) },
	func(e *equalTrace) { e.line("set(%s, link, %s)", e.one(e.refs), e.one(e.refs)) },
	func(e *equalTrace) {
		v := e.define("p", "new(Node)")
		e.line("set(%s, n, %s)", v, e.integer())
		e.line("set(%s, link, %s)", v, e.one(e.refs))
		e.refs = append(e.refs, v)
	},
	func(e *equalTrace) { e.line("print(%s)", e.one(append(e.ints, e.refs...))) },
	func(e *equalTrace) {
		e.line("%s(%s) %s", e.one([]string{"guard_true", "guard_false"}), e.one(e.ints), e.snapshot())
	},
	func(e *equalTrace) {
		v := e.define("i", "int_add_ovf(%s, %s)", e.integer(), e.integer())
		e.line("guard_no_overflow() %s", e.snapshot())
		e.ints = append(e.ints, v)
	},
}

// build makes a trace of some steps.
func (e *equalTrace) build(steps int) string {
	e.ints, e.refs = []string{"i0", "i1", "i2"}, []string{"p3", "p4", "p5"}
	e.line("class Node { n: int, link: Node }\n[i0, i1, i2, p3, p4, p5]")
	for range steps {
		equalSteps[e.rng.IntN(len(equalSteps))](e)
	}
	if e.isLoop {
		e.line("jump(%s, %s, %s, %s, %s, %s)", e.one(e.ints), e.one(e.ints), e.one([]string{"i2", e.one(e.ints)}), e.one(e.refs), e.one(e.refs), e.one([]string{"p5", e.one(e.refs)}))
	} else {
		e.line("finish(%s, %s, %s, %s)", e.one(e.ints), e.one(e.ints), e.one(e.refs), e.one(e.refs))
	}
	return e.text.String()
}

// inputs are small numbers and few objects, with some of them the same, or null.
func (e *equalTrace) inputs() string {
	object := func() string { return e.one([]string{"x", "y", "x", "z", "x", "y", "null"}) }
	n := func() int { return e.rng.IntN(3) }
	return fmt.Sprintf("i0=%d, i1=%d, i2=%d, p3=%s, p4=%s, p5=%s, x=Node(n=%d, link=%s), y=Node(n=%d, link=%s), z=Node(n=%d, link=%s)",
		n(), n(), n(), object(), object(), object(), n(), object(), n(), object(), n(), object())
}

// Merging what guards found equal changes nothing that can be seen from
// outside.
func TestRandomEqualities(t *testing.T) {
	for seed := range uint64(*equalTraces) {
		rng := rand.New(rand.NewPCG(seed, 23))
		e := &equalTrace{randomText: randomText{rng: rng}, isLoop: seed%2 == 0}
		e.judge(t, seed, e.build(6+rng.IntN(24)), 12, e.inputs, equalityFault)
	}
}

// equalityFault returns what is wrong with optimizing a text; nil if nothing is, or if it
// is no trace.
func equalityFault(text string, inputs []string, passes optimizer.PassSet) error {
	r, a, err := optimizedText(text, inputs, passes, false)
	if r == nil || err != nil {
		return err
	}
	return a.compare(r.Out)
}
