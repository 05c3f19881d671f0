//go:build !wasip1 && !js

package bounds

import (
	"context"
	"errors"
	"flag"
	"maps"
	"slices"
	"testing"
	"time"

	"unbox/optimizer"
	"unbox/prove/solve"
	"unbox/prove/term"
)

var slow = flag.Bool("slow", false, "prove with z3 and cvc5 as well what takes them up to a minute")

func load(t testing.TB) *Program {
	t.Helper()
	p, err := Load("../../optimizer/bounds.go", "../../optimizer/bounds_*.go", "../../optimizer/optable.go",
		"../../optimizer/opinfo.go", "../../optimizer/pass_fold.go")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// quick are proved by the embedded solver each time.
var quick = []string{
	"Bounds.meetBits", "Bounds.Join", "Bounds.invert", "Bounds.unsigned", "knownSum", "knownDifference", "minOr", "maxOr", "maxXor",
	"Forward int_invert", "Forward int_force_ge_zero", "Forward int_lt", "Forward int_le", "Forward int_eq", "Forward int_ne",
	"Forward int_gt", "Forward int_ge", "Forward uint_lt", "Forward uint_le", "Forward uint_gt", "Forward uint_ge",
	"Forward int_is_true", "Forward int_is_zero",
}

// patient are proved with -slow, by the solver that is quickest at it. Without
// "normal", the others are proved only as far as its contract is believed.
var patient = map[string]string{
	"normal": "z3", "Bounds.meetRange": "cvc5", "Bounds.meet": "cvc5", "Bounds.meetUnsigned": "cvc5",
	"Bounds.meetArc": "builtin", "Bounds.without": "builtin", "Forward int_add": "cvc5", "Forward int_neg": "cvc5",
	"Backward int_invert": "cvc5", "Backward int_force_ge_zero": "cvc5", "Backward int_lt": "cvc5", "Backward int_ge": "cvc5",
}

// lemmas builds what is asked for, and no more: the terms of some operations are many.
func lemmas(t *testing.T, names ...string) map[string]*Lemma {
	t.Helper()
	p := load(t)
	byName := map[string]*Lemma{}
	for _, l := range Basic(p) {
		byName[l.Name] = l
	}
	for code := optimizer.OpIntAdd; code <= optimizer.OpIntMulOvf; code++ {
		for way, build := range map[string]func(*Program, optimizer.Opcode) (*Lemma, error){"Forward ": Forward, "Backward ": Backward} {
			if !slices.Contains(names, way+code.String()) {
				continue
			}
			l, err := build(p, code)
			if err != nil {
				t.Fatal(err)
			}
			byName[l.Name] = l
		}
	}
	return byName
}

func TestLemmasAreProved(t *testing.T) {
	all := lemmas(t, slices.Concat(quick, slices.Collect(maps.Keys(patient)))...)
	for _, name := range quick {
		settle(t, all[name], name, "builtin", 20*time.Second)
	}
	if !*slow {
		return
	}
	for name, solver := range patient {
		settle(t, all[name], name, solver, 2*time.Minute)
	}
}

// settle proves each goal of a lemma, and that what it assumes is possible.
func settle(t *testing.T, l *Lemma, name, solver string, limit time.Duration) {
	t.Helper()
	if l == nil {
		t.Fatalf("%s: there is no such lemma", name)
	}
	s, err := solve.ByName(solver)
	var missing *solve.NotInstalledError
	if errors.As(err, &missing) {
		t.Logf("%s: not proved: %v", name, err)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	for k, goal := range l.Goals {
		r, err := s.Check(context.Background(), l.Bank, append([]term.Term{l.Bank.Not(goal)}, l.Assume...), solve.Budget{Time: limit})
		if err != nil || r.Status != solve.Unsat {
			t.Errorf("%s: expected goal %d of %d proved, found %v %s (%v)", name, k+1, len(l.Goals), r.Status, r.Reason, err)
			return
		}
	}
	t.Logf("%s: %s, %v", name, solver, time.Since(start).Round(time.Millisecond))
}

// What is wrong is not proved: a bit too many, an end too near.
func TestWrongLemmasAreRefuted(t *testing.T) {
	all := lemmas(t, "Forward int_lt")
	for _, name := range []string{"knownSum", "Bounds.Join", "Bounds.invert", "minOr", "Forward int_lt"} {
		l := all[name]
		// The assumptions contradict nothing: with them, not everything can be proved.
		r, err := solve.Embedded().Check(context.Background(), l.Bank, l.Assume, solve.Budget{Time: 20 * time.Second})
		if err != nil || r.Status != solve.Sat {
			t.Errorf("%s: expected assumptions that can be met, found %v (%v)", name, r.Status, err)
		}
	}
	p := load(t)
	l := newLemma(p, "a difference for a sum", true)
	x, y := l.variable("x"), l.variable("y")
	out := l.Call("knownDifference", l.bounds("a", x), l.bounds("b", y))
	wrong := l.done(l.b.Eq(l.b.BvAnd(l.b.BvXor(l.b.Add(x, y), out[0].(term.Term)), l.b.BvNot(out[1].(term.Term))), l.b.Const(64, 0)))
	r, err := solve.Embedded().Check(context.Background(), l.b, append([]term.Term{l.b.Not(wrong.Goals[0])}, wrong.Assume...), solve.Budget{Time: 20 * time.Second})
	if err != nil || r.Status != solve.Sat {
		t.Errorf("expected a counterexample, found %v (%v)", r.Status, err)
	}
}
