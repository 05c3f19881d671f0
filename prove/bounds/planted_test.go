//go:build !wasip1 && !js

package bounds

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"unbox/prove/solve"
	"unbox/prove/term"
)

// planted are mistakes in the source, each with the lemma that should find it.
var planted = []struct{ lemma, right, wrong string }{
	{"normal", "unknown &= differing(lo, hi)", "unknown &= differing(lo, hi) >> 1"},
	{"firstMember", "place = free & -free", "place = free"},
	{"knownSum", "most := fewest + a.Unknown + b.Unknown", "most := fewest + a.Unknown"},
	{"Bounds.meetArc", "lower, okLower := b.meetRange(b.Lo, hi)", "lower, okLower := b.meetRange(b.Lo, hi-1)"},
	{"maxXor", "return x.hi ^ y.hi | upTo(both)", "return x.hi ^ y.hi | upTo(both)>>1"},
	{"width.forward int_force_ge_zero", "positive, ok := a.meetRange(0, a.Hi)", "positive, ok := a.meetRange(1, a.Hi-1)"},
	{"width.shiftBy int_rshift", "normal(a.Lo>>n, a.Hi>>n,", "normal(a.Lo>>n, a.Hi>>n-1,"},
	{"width.forwardOr", "ones := a.Ones | b.Ones", "ones := a.Ones | b.Ones | 1"},
	{"inverse", "for range 5", "for range 4"},
	{"width.knownFactor", "int(w)) - factor.LowZeros()", "int(w))"},
	{"width.highFactor", "lo = quotient + min(rest, 1)", "lo = quotient + 1"},
	{"minXor", "return span{s.hi &^ (place - 1), s.hi}", "return span{s.hi, s.hi}"},
	{"width.knownShift int_rshift", "n := amounts.Lo; n <= amounts.Hi && always", "n := amounts.Lo + 1; n <= amounts.Hi && always"},
	{"fraction.ceil", "return quotient + 1", "return quotient + 2"},
	{"divisorFrom", "floorDivide(a.Lo, r.Hi+1)+1", "floorDivide(a.Lo, r.Hi+1)+2"},
	{"backwardCompare int_lt", "hi, lo = hi-1, lo+1", "hi, lo = hi-2, lo+1"},
	{"Bounds.fitsBytes", "b.Lo >= -limit && b.Hi < limit", "b.Lo >= -limit && b.Hi <= limit"},
	{"sameAs int_or", "whichHolds(b.mayHave()&^a.Ones == 0,", "whichHolds(a.mayHave()&^b.Ones == 0,"},
	{"sameAs int_signext", "b.IsConstant() && a.fitsBytes(b.Lo)", "a.fitsBytes(b.Lo)"},
	{"Bounds.passing guard_value", "return Constant(number), b.Contains(number)", "return Constant(number), b.Lo < number && number < b.Hi"},
	{"width.cannotOverflow int_mul_ovf", "return w.Fits(lo) && w.Fits(hi)", "return w.Fits(lo) || w.Fits(hi)"},
	{"width.backwardSum int_add", "minus := trace.OpIntSub + (code - trace.OpIntAdd)", "minus := trace.OpIntAdd + (code - trace.OpIntAdd)"},
}

// A mistake in a transfer function is found: its lemma then has a counterexample, and
// without the mistake it has none.
func TestPlantedMistakesAreFound(t *testing.T) {
	for _, m := range planted {
		start, changed := time.Now(), 0
		p, err := LoadChanged(func(text string) string {
			changed += strings.Count(text, m.right)
			return strings.ReplaceAll(text, m.right, m.wrong)
		}, SourceFiles("../..")...)
		if err != nil {
			t.Fatal(err)
		}
		if changed == 0 {
			t.Errorf("%s: expected the source to say `%s`, found no such place", m.lemma, m.right)
			continue
		}
		for _, q := range Questions(p) {
			if q.Name != m.lemma {
				continue
			}
			if !refuted(q.Make()) {
				t.Errorf("%s with `%s`: expected a counterexample, found none", m.lemma, m.wrong)
			}
			t.Logf("%s: %v", m.lemma, time.Since(start))
		}
	}
}

// refuted reports whether one of the goals has a counterexample. All are first tried with
// a small budget: a goal that holds may take long, and one that does not may be refuted
// soon.
func refuted(parts []*Lemma) bool {
	for _, steps := range []int{300, 3_000, 40_000} {
		for _, l := range parts {
			for k := len(l.Goals) - 1; k >= 0; k-- {
				one := &Lemma{Bank: l.Bank, Assume: l.Assume, Goals: l.Goals[k : k+1]}
				v, err := Prove(context.Background(), []*Lemma{one}, []solve.Solver{solve.Embedded()}, solve.Budget{Steps: steps})
				if err == nil && v.Model != nil {
					return true
				}
			}
		}
	}
	return false
}

// A counterexample that the source confirms is distinguished from one that is due to a
// contract: the first case has a mistake in the source, the second a contract that promises
// nothing.
func TestReplayTellsTheSourceFromContracts(t *testing.T) {
	wrong, err := LoadChanged(func(text string) string {
		return strings.ReplaceAll(text, "place = free & -free", "place = free")
	}, SourceFiles("../..")...)
	if err != nil {
		t.Fatal(err)
	}
	if r := replayed(t, wrong, "firstMember", Contracts()); !r.Meant || len(r.Broken) == 0 {
		t.Errorf("firstMember with a mistake: expected goals that the source breaks, found none with %s", r.Numbers)
	}
	silent := Contracts()
	for _, k := range silent {
		if k.Function == "firstMember" {
			k.facts, k.always = nil, nil
		}
	}
	if r := replayed(t, load(t), "normal", silent); !r.Meant || len(r.Broken) > 0 {
		t.Errorf("normal above a silent contract: expected a source that is right, found goals %v broken with %s", r.Broken, r.Numbers)
	}
}

// replayed returns the replay of the first counterexample to a lemma.
func replayed(t *testing.T, p *Program, name string, all []*Contract) Replay {
	t.Helper()
	for _, in := range Instances(all) {
		if in.Name() != name {
			continue
		}
		l := in.State(p, all, 64)[0]
		for _, goal := range l.Goals {
			question := append([]term.Term{l.Bank.Not(goal)}, l.Assume...)
			r, err := solve.Embedded().Check(context.Background(), l.Bank, question, solve.Budget{Steps: 20_000})
			if err == nil && r.Status == solve.Sat {
				return l.Replay(r.Model)
			}
		}
	}
	t.Fatalf("%s: expected a counterexample, found none", name)
	return Replay{}
}

// The assumptions of a lemma do not contradict each other: otherwise anything could
// be proved. Each run checks some of the lemmas.
func TestAssumptionsCanBeMet(t *testing.T) {
	p, all := load(t), Contracts()
	instances := Instances(all)
	for range 12 {
		in := instances[rand.IntN(len(instances))]
		l := in.State(p, all, 64)[0]
		r, err := solve.Embedded().Check(context.Background(), l.Bank, l.Assume, solve.Budget{Steps: 1_000})
		if err != nil || r.Status == solve.Unsat {
			t.Errorf("%s: expected assumptions that can be met, found %v (%v)", in.Name(), r.Status, err)
		}
		t.Logf("%s: %v %s", in.Name(), r.Status, r.Reason)
	}
}
