//go:build !wasip1 && !js

package bounds

import (
	"math/rand/v2"
	"testing"

	"unbox/optimizer/bounds"
	"unbox/prove/term"
	"unbox/trace"
)

// Executed with numbers, the source gives the same results as the compiled program:
// Forward and Backward of every operation, for random Bounds.
func TestExecutionAgreesWithTheCompiledSource(t *testing.T) {
	p := load(t)
	rounds := 12
	if testing.Short() {
		rounds = 2
	}
	rng := rand.New(rand.NewPCG(8, 8))
	for code := trace.OpIntAdd; code <= trace.OpIntMulOvf; code++ {
		for range rounds {
			b := term.NewBank()
			d := &domain{Executor: NewExecutor(p, b), width: 64}
			one, other, result := randomBounds(rng), randomBounds(rng), randomBounds(rng)
			forward := d.Call("width.forward", b.Const(8, 64), d.Opcode(code), d.record(one), d.record(other))
			if want := bounds.Forward(code, one, other); d.number(t, forward[0]) != want {
				t.Fatalf("%s forward of %v and %v: expected %v, found %v", code, one, other, want, d.number(t, forward[0]))
			}
			backward := d.Call("width.backward", b.Const(8, 64), d.Opcode(code), d.record(result), d.record(one), d.record(other))
			x, y, ok := bounds.Backward(code, result, one, other)
			found := b.True() == backward[2].(term.Term)
			if found != ok || ok && (d.number(t, backward[0]) != x || d.number(t, backward[1]) != y) {
				t.Fatalf("%s backward from %v of %v and %v: expected %v, %v, %v, found %v", code, result, one, other, x, y, ok, found)
			}
			for _, never := range d.Obligations {
				if never != b.False() {
					t.Fatalf("%s of %v and %v: execution went on where it was to end", code, one, other)
				}
			}
		}
	}
}

func (d *domain) record(b bounds.Bounds) Value {
	return &Record{[]Value{d.b.ConstSigned(64, b.Lo), d.b.ConstSigned(64, b.Hi), d.b.Const(64, b.Ones), d.b.Const(64, b.Unknown)}}
}

func (d *domain) number(t *testing.T, v Value) bounds.Bounds {
	t.Helper()
	var n [4]uint64
	for k := range n {
		value, ok := d.b.Value(part(v, k))
		if !ok {
			t.Fatalf("expected a number, found %s", d.b.Format(part(v, k)))
		}
		n[k] = value.Lo
	}
	return bounds.Bounds{Lo: int64(n[0]), Hi: int64(n[1]), Ones: n[2], Unknown: n[3]}
}

func randomBounds(rng *rand.Rand) bounds.Bounds {
	word := func() int64 { return int64(rng.Uint64()) >> rng.IntN(64) }
	lo, hi := word(), word()
	switch rng.IntN(5) {
	case 0:
		return bounds.Constant(int64(rng.IntN(66)))
	case 1:
		return bounds.Range(0, int64(rng.IntN(12)))
	}
	b := bounds.Range(min(lo, hi), max(lo, hi))
	known, _ := bounds.KnownBits(uint64(lo)&uint64(hi)&3, ^uint64(lo|hi)&3)
	if both, ok := b.Intersect(known); ok {
		return both
	}
	return b
}
