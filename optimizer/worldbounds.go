package optimizer

import (
	"unbox/optimizer/bounds"
	"unbox/trace"
	"unbox/world"
)

// worldBounds returns what a fact of the world says about an integer.
func worldBounds(f *world.Fact) bounds.Bounds {
	known := bounds.Top()
	if bits, ok := bounds.KnownBits(f.Ones, f.Zeros); ok {
		known = bits
	}
	if f.Known&world.KnowsRange != 0 {
		if both, ok := known.Intersect(bounds.Range(f.Lo, f.Hi)); ok {
			known = both
		}
	}
	return known
}

// worldlyIntegers are the recorded parameters for which the world knows what integers they
// can be, nil if there are none.
func (w *walk) worldlyIntegers() map[trace.Value]bool {
	var list map[trace.Value]bool
	for v, f := range w.fromWorld.facts {
		if int(v) < len(w.in.Ops) && (f.Known&world.KnowsRange != 0 || f.Ones|f.Zeros != 0) {
			if list == nil {
				list = make(map[trace.Value]bool)
			}
			list[v] = true
		}
	}
	return list
}
