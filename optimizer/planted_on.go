//go:build planted

package optimizer

import (
	"fmt"
	"slices"
	"strings"

	"unbox/optimizer/bounds"
	"unbox/optimizer/rules"
	"unbox/trace"
)

// plantedBugs are the switches that are on.
type plantedBugs uint32

func (p plantedBugs) on(bug plantedBug) bool { return p&(1<<bug) != 0 }

// The bugs for which the ordinary build does not even have a hook. Those with a hook
// count from 0 on.
const (
	// bugAddWrap, backward bounds: a sum that is small has a small addend, as if
	// additions did not wrap around.
	bugAddWrap plantedBug = 24 + iota
	// bugMulWrap, backward bounds: a factor is the product divided by the other one.
	bugMulWrap
	// bugNegMin, backward bounds: a number whose negation is negative is positive.
	bugNegMin
	// bugShiftBits, bounds: int_rshift brings zeros in.
	bugShiftBits
	// bugDeadEffect, dce: an effect is removed if nothing uses its result.
	bugDeadEffect
)

// PlantedBug describes a bug that [Optimizer.Plant] can plant.
type PlantedBug struct {
	// Name is the name for [Optimizer.Plant]: "alias-store".
	Name string
	// Pass is the pass that is wrong.
	Pass PassID
	// Doc says what is wrong, in one sentence.
	Doc string
	// rules are wrong rewrite rules; without any, bug is the switch in a pass.
	rules string
	bug   plantedBug
}

// plantedTable has the bugs that the post describes first, then those of the
// passes in their order.
var plantedTable = [...]PlantedBug{
	{Name: "add-wrap", Pass: PassBounds, bug: bugAddWrap,
		Doc: "From `x + 10 < 15` it concludes that x is less than 5, as if the sum could not wrap around."},
	{Name: "neg-min", Pass: PassBounds, bug: bugNegMin,
		Doc: "From `-x < 0` it concludes that x is positive, and forgets the smallest integer."},
	{Name: "mul-wrap", Pass: PassBounds, bug: bugMulWrap,
		Doc: "From `12 == x * 12` it concludes that x is 1, as if the product could not wrap around."},
	{Name: "shift-zero", Pass: PassRules, rules: "planted-shift-zero: int_is_zero(int_lshift(x, n)) => int_is_zero(x)\n" +
		"planted-shift-eq: int_eq(int_lshift(x, n), 0) => int_eq(x, 0)",
		Doc: "A shifted number that is 0 was 0 before, as if no bit could be lost."},
	{Name: "chained-add", Pass: PassRules, bug: bugChainedAdd,
		Doc: "A constant added to a difference with a constant stops the optimizer with an internal error."},
	{Name: "sub-after-add", Pass: PassRules, rules: "planted-sub-after-add: int_sub_ovf(int_add(x, y), y) => x",
		Doc: "A checked subtraction undoes an addition, although that one may have wrapped around."},
	{Name: "float-nan", Pass: PassRules, rules: "planted-float-nan: int_is_zero(float_lt(x, y)) => float_ge(x, y)",
		Doc: "What is not less is at least as large, also for NaN."},
	{Name: "peel-label", Pass: PassPeel, bug: bugPeelLabel,
		Doc: "The label of a peeled loop takes only one of the values that the loop needs from the iteration before."},
	{Name: "fold-sign", Pass: PassFold, bug: bugFoldSign,
		Doc: "Folding gives a remainder the sign of the dividend."},
	{Name: "cse-unchecked", Pass: PassCSE, bug: bugUnchecked,
		Doc: "A sum that nobody has checked stands in for a checked one."},
	{Name: "shift-bits", Pass: PassBounds, bug: bugShiftBits,
		Doc: "The known bits of a right shift have zeros at the top, also for negative numbers."},
	{Name: "guard-truth", Pass: PassGuards, bug: bugGuardTruth,
		Doc: "After guard_true any integer is taken to be 1."},
	{Name: "guard-early", Pass: PassGuards, bug: bugGuardEarly,
		Doc: "A guard asks for the class of an object before the guard that it is not null."},
	{Name: "invalidated", Pass: PassGuards, bug: bugInvalidated,
		Doc: "A second `guard_not_invalidated` goes, although a call in between may have invalidated something."},
	{Name: "no-exception", Pass: PassCSE, bug: bugNoException,
		Doc: "The `guard_no_exception` of a call that only computes goes, as if such a call could not raise."},
	{Name: "virtual-twice", Pass: PassVirtual, bug: bugVirtualTwice,
		Doc: "An object that escaped is still taken for virtual, and is allocated once more when it escapes again."},
	{Name: "cycle", Pass: PassVirtual, bug: bugCycle,
		Doc: "Objects that refer to one another lose the reference back when they are allocated."},
	{Name: "alias-store", Pass: PassHeap, bug: bugAliasStore,
		Doc: "A write to an object leaves what is known of another name for the same object."},
	{Name: "stale-call", Pass: PassHeap, bug: bugStaleCall,
		Doc: "What was read before a call is used after it, although the call may have changed it."},
	{Name: "seen-store", Pass: PassHeap, bug: bugSeenStore,
		Doc: "A write that is overwritten goes, although a guard in between could show it."},
	{Name: "dead-effect", Pass: PassDCE, bug: bugDeadEffect,
		Doc: "An effect whose result nobody uses is taken for dead code."},
}

// PlantedBugs returns the bugs that can be planted.
func PlantedBugs() []PlantedBug { return slices.Clone(plantedTable[:]) }

// Plant makes the optimizer wrong, in all runs from now on, in the way that the
// name says; "" makes it right again. It replaces rules of the user's own
// ([Optimizer.UseRules]).
func (o *Optimizer) Plant(name string) error {
	o.walk.planted = 0
	o.UseRules(nil)
	if name == "" {
		return nil
	}
	for _, b := range plantedTable {
		if b.Name != name {
			continue
		}
		if b.rules == "" {
			o.walk.planted = 1 << b.bug
			return nil
		}
		own, errs := rules.ParseRules(b.rules)
		if len(errs) > 0 {
			panic("BUG: a planted rule: " + errs[0].Error())
		}
		// Before the correct rules, so that none of them matches first.
		o.rules = own.With(rules.BuiltinRules())
		return nil
	}
	var names []string
	for _, b := range plantedTable {
		names = append(names, "`"+b.Name+"`")
	}
	return fmt.Errorf("expected a planted bug (%s), found `%s`", strings.Join(names, ", "), name)
}

// forward is Forward, or a wrong version of it.
func (w *walk) forward(code trace.Opcode, a, b bounds.Bounds) bounds.Bounds {
	if w.planted.on(bugShiftBits) && code == trace.OpIntRshift && b.Lo > 0 {
		code = trace.OpUintRshift
	}
	return bounds.Forward(code, a, b)
}

// backward is Backward, or a wrong version of it: as if nothing had wrapped
// around.
func (w *walk) backward(code trace.Opcode, r, a, b bounds.Bounds) (newA, newB bounds.Bounds, ok bool) {
	switch {
	case w.planted.on(bugAddWrap) && code == trace.OpIntAdd:
		code = trace.OpIntAddOvf
	case w.planted.on(bugMulWrap) && code == trace.OpIntMul:
		code = trace.OpIntMulOvf
	case w.planted.on(bugNegMin) && code == trace.OpIntNeg:
		_, newA, ok = bounds.Backward(trace.OpIntSubOvf, r, bounds.Constant(0), a)
		return newA, b, ok
	}
	return bounds.Backward(code, r, a, b)
}

// onTheWay reports whether v is an object whose fields are being written.
func (p *virtualPass) onTheWay(v trace.Value) bool {
	for _, frame := range p.stack {
		if p.objects[frame.object].self == v {
			return true
		}
	}
	return false
}

func (w *walk) truncatedRemainder(c *cur) uint64 {
	a, _ := w.constInt(c.args[0])
	b, _ := w.constInt(c.args[1])
	if b == -1 {
		return 0
	}
	return uint64(a % b)
}

// assertShortChain is an assertion that does not hold.
func (w *walk) assertShortChain(c *cur) {
	if c.op.Code != trace.OpIntAdd || len(c.args) != 2 || !c.args[1].IsConst() {
		return
	}
	if def := w.definition(c.args[0]); def.Code == trace.OpIntSub {
		panic("BUG: planted: expected a sum without differences in it")
	}
}

// deadEffect reports whether operation i of the output is an effect with a result.
func (w *walk) deadEffect(i int) bool {
	return w.planted.on(bugDeadEffect) && w.out.ops[i].Code == trace.OpEscapeValue
}
