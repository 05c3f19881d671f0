package solve

import (
	"context"
	"testing"

	"unbox/prove/term"
)

// floor divides as Python does: the remainder has the sign of the divisor.
func floor(b *term.Bank, x, y term.Term) (q, r term.Term) {
	w := b.Width(x)
	zero := b.Const(w, 0)
	r = b.SRem(x, y)
	adjust := b.And(b.Distinct(r, zero), b.Xor(b.Negative(r), b.Negative(y)))
	return b.Ite(adjust, b.Sub(b.SDiv(x, y), b.Const(w, 1)), b.SDiv(x, y)), b.Ite(adjust, b.Add(r, y), r)
}

func exactProduct(b *term.Bank, x, y term.Term) term.Term {
	w := b.Width(x)
	return b.Eq(b.SignExt(2*w, b.Mul(x, y)), b.Mul(b.SignExt(2*w, x), b.SignExt(2*w, y)))
}

func exactSum(b *term.Bank, x, y term.Term) term.Term {
	w := b.Width(x)
	return b.Eq(b.SignExt(w+1, b.Add(x, y)), b.Add(b.SignExt(w+1, x), b.SignExt(w+1, y)))
}

// divisions are rules about quotients and remainders of variables, each as
// something that must be impossible.
func divisions(b *term.Bank, w int) map[string][]term.Term {
	x, y, c, d := b.Var("x", term.BV(w)), b.Var("y", term.BV(w)), b.Var("c", term.BV(w)), b.Var("d", term.BV(w))
	zero := b.Const(w, 0)
	div := func(x, y term.Term) term.Term { q, _ := floor(b, x, y); return q }
	mod := func(x, y term.Term) term.Term { _, r := floor(b, x, y); return r }
	return map[string][]term.Term{
		"div-self":         {b.Distinct(x, zero), b.Distinct(div(x, x), b.Const(w, 1))},
		"mod-self":         {b.Distinct(x, zero), b.Distinct(mod(x, x), zero)},
		"div-div":          {b.Slt(zero, c), b.Slt(zero, d), exactProduct(b, c, d), b.Distinct(div(div(x, c), d), div(x, b.Mul(c, d)))},
		"div-mul":          {b.Distinct(y, zero), exactProduct(b, x, y), b.Distinct(div(b.Mul(x, y), y), x)},
		"mod-mul":          {b.Distinct(y, zero), exactProduct(b, x, y), b.Distinct(mod(b.Mul(x, y), y), zero)},
		"mod-small":        {b.Sle(zero, x), b.Slt(x, y), b.Distinct(mod(x, y), x)},
		"mod-mod":          {b.Distinct(c, zero), b.Distinct(d, zero), b.Eq(mod(c, d), zero), b.Distinct(mod(mod(x, c), d), mod(x, d))},
		"mod-add-constant": {b.Distinct(d, zero), b.Eq(mod(c, d), zero), exactSum(b, x, c), b.Distinct(mod(b.Add(x, c), d), mod(x, d))},
	}
}

// TestDivisionsOfWords proves rules with too many bits to search. The slower
// ones are in BenchmarkDivisions.
func TestDivisionsOfWords(t *testing.T) {
	for _, name := range []string{"div-self", "mod-self", "div-mul", "mod-mul", "mod-small"} {
		b := term.NewBank()
		r, err := Embedded().Check(context.Background(), b, divisions(b, 64)[name], Budget{Steps: 100_000})
		if err != nil || r.Status != Unsat {
			t.Errorf("%s: expected a proof, found %v (%s) %v", name, r.Status, r.Reason, err)
		}
	}
}

// TestIntegersRefuteNothingTrue leaves one assumption out of each rule: then
// there must be a counterexample, or at least no proof of the opposite. This is
// tried at a width whose bits can be searched.
func TestIntegersRefuteNothingTrue(t *testing.T) {
	b := term.NewBank()
	for name, parts := range divisions(b, 4) {
		if name == "div-div" || name == "mod-mod" {
			continue // the others take a tenth of the time
		}
		for i := range parts {
			some := append(append([]term.Term(nil), parts[:i]...), parts[i+1:]...)
			refuted := (&refuter{b: b, stop: func() bool { return false }}).refute(some)
			if refuted && satisfiable(b, some) {
				t.Errorf("%s without assumption %d: expected no proof, for there is a counterexample", name, i)
			}
		}
	}
}

// satisfiable tries all values of the four variables.
func satisfiable(b *term.Bank, parts []term.Term) bool {
	m := term.NewModel()
	for i := range uint64(1) << 16 {
		for j, name := range []string{"x", "y", "c", "d"} {
			m.Words[name] = term.Word(i >> (4 * j) & 15)
		}
		if holds(b, parts, m) {
			return true
		}
	}
	return false
}

// BenchmarkDivisions proves each of the rules at 64 bits.
func BenchmarkDivisions(b *testing.B) {
	for name := range divisions(term.NewBank(), 64) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				bank := term.NewBank()
				r, err := Embedded().Check(context.Background(), bank, divisions(bank, 64)[name], Budget{Steps: 100_000})
				if err != nil || r.Status != Unsat {
					b.Fatalf("expected a proof, found %v (%s) %v", r.Status, r.Reason, err)
				}
			}
		})
	}
}
