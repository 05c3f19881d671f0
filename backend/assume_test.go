package backend

import (
	"testing"

	"unbox/heap"
	"unbox/heap/arena"
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// What is assumed of a loop's parameter after another iteration is what is known in both
// cases, no more and no less.
func TestWeakenIsExact(t *testing.T) {
	questions := []struct {
		name string
		ask  func(*fact) bool
	}{
		{"an object", (*fact).isObject}, {"an array", (*fact).isArray}, {"not null", (*fact).isNonnull},
		{"of class 1", func(f *fact) bool { return f.shape == arena.ObjectShape(1) }},
		{"an array of type 1", func(f *fact) bool { return f.shape == arena.ArrayShape(1) }},
		{"3 items long", func(f *fact) bool { return f.minLen >= 3 }},
	}
	list := someFacts()
	for _, old := range list {
		for _, new := range list {
			weaker := weaken(old, new, false)
			for _, q := range questions {
				if have, want := q.ask(&weaker), q.ask(&old) && q.ask(&new); have != want {
					t.Fatalf("expected %t for %q of what holds in both\n%+v\n%+v\nfound %+v", want, q.name, old, new, weaker)
				}
			}
			if !old.bounds.Within(weaker.bounds) || !new.bounds.Within(weaker.bounds) || new.bounds.Within(old.bounds) && weaker.bounds != old.bounds {
				t.Fatalf("expected bounds that hold for %v and %v, found %v", old.bounds, new.bounds, weaker.bounds)
			}
			if weaken(weaker, new, false) != weaker {
				t.Fatalf("expected that nothing more is lost the second time, found %+v, then %+v", weaker, weaken(weaker, new, false))
			}
			if weaken(old, new, true) != nothing {
				t.Fatalf("expected that nothing is left of %+v", old)
			}
		}
	}
}

// Bounds that grow are given up in the direction in which they do.
func TestWeakenWidens(t *testing.T) {
	top := bounds.Top()
	for _, c := range []struct{ old, new, want bounds.Bounds }{
		{bounds.Range(0, 9), bounds.Range(0, 10), bounds.Range(0, top.Hi)},
		{bounds.Range(0, 9), bounds.Range(-1, 9), bounds.Range(top.Lo, 9)},
		{bounds.Range(0, 9), bounds.Range(-1, 10), top},
		{bounds.Range(0, 9), bounds.Range(3, 4), bounds.Range(0, 9)},
	} {
		old, new := nothing, nothing
		old.bounds, new.bounds = c.old, c.new
		if have := weaken(old, new, false).bounds; have != c.want {
			t.Errorf("expected %v after %v and %v, found %v", c.want, c.old, c.new, have)
		}
	}
}

// someFacts are all combinations of what can be known of a value. What is an object or an array
// is noted not to be null, too.
func someFacts() (list []fact) {
	for _, shape := range []arena.Shape{noShape, arena.ObjectShape(1), arena.ObjectShape(2), arena.ArrayShape(1), arena.ArrayShape(heap.ArrayID(2)), arena.ShapeUnknown} {
		for flags := range 8 {
			if flags&3 != 0 && flags&4 == 0 {
				continue
			}
			for k, b := range []bounds.Bounds{bounds.Top(), bounds.Range(-1, 9), bounds.Range(0, 9), bounds.Range(0, 10)} {
				list = append(list, fact{
					bounds: b, shape: shape, object: flags&1 != 0, array: flags&2 != 0, nonnull: flags&4 != 0,
					minLen: int64(k), shapeOf: trace.None,
				})
			}
		}
	}
	return list
}
