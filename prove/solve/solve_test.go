package solve

import (
	"context"
	"testing"
	"time"

	"unbox/prove/term"
)

func TestFirst(t *testing.T) {
	for _, name := range Names() {
		s, err := ByName(name)
		if err != nil {
			t.Log(err)
			continue
		}
		b := term.NewBank()
		x, y := b.Var("x", term.BV(64)), b.Var("y", term.BV(64))
		ctx := context.Background()
		check := func(want Status, as ...term.Term) {
			t.Helper()
			r, err := s.Check(ctx, b, as, Budget{Time: 10 * time.Second})
			if err != nil || r.Status != want {
				t.Errorf("%s: expected %v, found %v %v %+v", name, want, r.Status, err, r)
			}
			t.Logf("%s: %v %+v", name, r.Status, r.Stats)
		}
		check(Unsat, b.Distinct(b.Add(x, y), b.Add(b.BvAnd(x, y), b.BvOr(x, y))))
		check(Sat, b.Eq(b.Mul(x, y), b.Const(64, 91)), b.Ult(b.Const(64, 1), x), b.Ult(b.Const(64, 1), y), b.Ult(x, b.Const(64, 20)))
		check(Sat, b.Eq(b.UDiv(x, y), b.Const(64, 91)), b.Ult(b.Const(64, 100), x), b.Ult(y, b.Const(64, 20)))
		a := b.Var("a", term.Array(64, 64))
		c := b.Var("c", term.Array(64, 64))
		s1 := b.Store(b.Store(a, x, y), y, x)
		s2 := b.Store(b.Store(a, y, x), x, y)
		check(Unsat, b.Distinct(s1, s2))
		check(Unsat, b.Distinct(s1, s2), b.Distinct(x, y))
		check(Sat, b.Eq(b.Store(c, x, y), s1), b.Distinct(b.Select(a, x), b.Select(c, x)))
		f := func(t term.Term) term.Term { return b.Apply("f", term.BV(64), t) }
		check(Unsat, b.Eq(f(f(f(x))), x), b.Eq(f(f(f(f(f(x))))), x), b.Distinct(f(x), x))
		check(Sat, b.Eq(f(f(f(x))), x), b.Distinct(f(x), x))
		fa := b.Apply("float_add", term.BV(64), x, y)
		check(Sat, b.Distinct(fa, x))
	}
}
