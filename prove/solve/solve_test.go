package solve

import (
	"context"
	"errors"
	"os/exec"
	"testing"
	"time"

	"unbox/prove/term"
)

// patience ends a program that keeps no limit of its own. It is long, so that no
// answer depends on it.
const patience = 3 * time.Minute

// installed returns the solvers that are installed on this machine.
func installed(t *testing.T) []Solver {
	var all []Solver
	for _, name := range Names() {
		s, err := ByName(name)
		var missing *NotInstalledError
		if errors.As(err, &missing) {
			t.Log(err)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// TestAnswers asks each solver questions of each theory whose answers are known.
func TestAnswers(t *testing.T) {
	b := term.NewBank()
	x, y := b.Var("x", term.BV(64)), b.Var("y", term.BV(64))
	a, c := b.Var("a", term.Array(64, 64)), b.Var("c", term.Array(64, 64))
	one, small := b.Const(64, 1), b.Const(64, 20)
	xy, yx := b.Store(b.Store(a, x, y), y, x), b.Store(b.Store(a, y, x), x, y)
	f := func(t term.Term) term.Term { return b.Apply("f", term.BV(64), t) }
	sum := b.Apply("float_add", term.BV(64), x, y)
	for _, q := range []struct {
		name  string
		want  Status
		parts []term.Term
	}{
		{"bits of both count twice", Unsat, []term.Term{b.Distinct(b.Add(x, y), b.Add(b.BvAnd(x, y), b.BvOr(x, y)))}},
		{"factors of 91", Sat, []term.Term{b.Eq(b.Mul(x, y), b.Const(64, 91)), b.Ult(one, x), b.Ult(one, y), b.Ult(x, small)}},
		{"a quotient", Sat, []term.Term{b.Eq(b.UDiv(x, y), b.Const(64, 91)), b.Ult(b.Const(64, 100), x), b.Ult(y, small)}},
		{"stores in both orders", Unsat, []term.Term{b.Distinct(xy, yx)}},
		{"equal arrays, other elements", Sat, []term.Term{b.Eq(b.Store(c, x, y), b.Store(a, x, y)), b.Distinct(b.Select(a, x), b.Select(c, x))}},
		{"equal arrays, other elements elsewhere", Unsat, []term.Term{b.Eq(b.Store(c, x, y), b.Store(a, x, y)), b.Distinct(x, y), b.Distinct(b.Select(a, y), b.Select(c, y))}},
		{"a function of orders 3 and 5", Unsat, []term.Term{b.Eq(f(f(f(x))), x), b.Eq(f(f(f(f(f(x))))), x), b.Distinct(f(x), x)}},
		{"a function of order 3", Sat, []term.Term{b.Eq(f(f(f(x))), x), b.Distinct(f(x), x)}},
		{"a sum of floats", Sat, []term.Term{b.Distinct(sum, x)}},
		{"equal floats, equal sums", Unsat, []term.Term{b.Eq(x, y), b.Distinct(sum, b.Apply("float_add", term.BV(64), y, y))}},
	} {
		for _, s := range installed(t) {
			r, err := s.Check(context.Background(), b, q.parts, Budget{Steps: 20_000, Time: patience, Memory: 4 << 30})
			if err != nil || r.Status != q.want {
				t.Errorf("%s, %s: expected %v, found %v (%s) %v", s.Name(), q.name, q.want, r.Status, r.Reason, err)
			}
		}
	}
}

// hard is a question that no solver settles in a short time: two ways to
// multiply, of words of 64 bits.
func hard(b *term.Bank) []term.Term {
	x, y, z := b.Var("x", term.BV(64)), b.Var("y", term.BV(64)), b.Var("z", term.BV(64))
	mixed := b.BvXor(x, b.Mul(y, z))
	return []term.Term{b.Eq(b.URem(b.Mul(mixed, z), b.BvOr(y, x)), b.Const(64, 0x123456789abcdef)), b.Eq(b.UDiv(b.Mul(y, x), b.BvXor(x, z)), b.Const(64, 0xdeadbeef1)), b.Ult(z, b.Mul(x, mixed))}
}

// Without an end, this test would run into the time limit of all tests.
func TestTimeIsKept(t *testing.T) {
	for _, s := range installed(t) {
		b := term.NewBank()
		r, err := s.Check(context.Background(), b, hard(b), Budget{Time: 300 * time.Millisecond})
		if err != nil || r.Status == Unknown && r.Reason != "not settled within 300ms" {
			t.Errorf("%s: expected the time as the reason, found `%s` %v", s.Name(), r.Reason, err)
		}
	}
}

// looked is a context that is cancelled after it was checked n times, in the middle of the
// work.
type looked struct {
	context.Context
	cancel context.CancelFunc
	left   int
}

func (l *looked) Err() error {
	if l.left--; l.left == 0 {
		l.cancel()
	}
	return l.Context.Err()
}

// TestCancel cancels the embedded solver while it searches, and a program while it runs.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, s := range installed(t) {
		b := term.NewBank()
		in := context.Context(&looked{Context: ctx, cancel: cancel, left: 50})
		if s.Name() != Embedded().Name() {
			var end context.CancelFunc
			in, end = context.WithCancel(context.Background())
			time.AfterFunc(200*time.Millisecond, end)
		}
		r, err := s.Check(in, b, hard(b), Budget{})
		if err != nil || r.Status == Unknown && r.Reason != "cancelled" {
			t.Errorf("%s: expected `cancelled`, found `%s` %v", s.Name(), r.Reason, err)
		}
	}
}

func TestMemoryIsKept(t *testing.T) {
	b := term.NewBank()
	r, err := Embedded().Check(context.Background(), b, hard(b), Budget{Memory: 1 << 20})
	if err != nil || r.Status != Unknown || r.Reason != "more gates than fit into memory" {
		t.Errorf("expected the memory as the reason, found %v `%s` %v", r.Status, r.Reason, err)
	}
}

func TestUnknownSolver(t *testing.T) {
	_, err := ByName("yices")
	want := "expected one of the solvers `builtin`, `z3`, `cvc5`, `bitwuzla`, found `yices`"
	if err == nil || err.Error() != want {
		t.Errorf("expected `%s`, found `%v`", want, err)
	}
	t.Setenv("PATH", "")
	if _, found := exec.LookPath("z3"); found != nil {
		_, err = ByName("z3")
		var missing *NotInstalledError
		if !errors.As(err, &missing) {
			t.Errorf("expected an error about the missing program, found %v", err)
		}
	}
}

func TestMinimize(t *testing.T) {
	b := term.NewBank()
	x, y := b.Var("x", term.BV(64)), b.Var("y", term.BV(64))
	// x + 10 < 15 holds, and x < 5 does not: the sum wraps around.
	wraps := []term.Term{b.Slt(b.Add(x, b.Const(64, 10)), b.Const(64, 15)), b.Not(b.Slt(x, b.Const(64, 5))), b.Distinct(y, b.Const(64, 0))}
	product := []term.Term{b.Eq(b.Mul(x, y), b.Const(64, 84)), b.Ult(b.Const(64, 3), x), b.Ult(x, y), b.Ult(y, b.Const(64, 1<<20))}
	for _, c := range []struct {
		parts []term.Term
		x, y  uint64
	}{{wraps, 1<<63 - 10, 1}, {product, 4, 21}} {
		r, err := Embedded().Check(context.Background(), b, c.parts, Budget{Steps: 10_000})
		if err != nil || r.Status != Sat {
			t.Fatalf("expected sat, found %v %v", r.Status, err)
		}
		m := Minimize(context.Background(), Embedded(), b, c.parts, r.Model, []term.Term{x, y}, Budget{Steps: 10_000})
		if !holds(b, c.parts, m) {
			t.Errorf("expected a model, found %v", m.Words)
		}
		if gx, gy := m.Words["x"], m.Words["y"]; gx != term.Word(c.x) || gy != term.Word(c.y) {
			t.Errorf("expected x and y as small as %#x and %#x, found %v and %v", c.x, c.y, gx, gy)
		}
	}
}
