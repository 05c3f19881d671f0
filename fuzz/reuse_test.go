package fuzz

import (
	"reflect"
	"testing"

	"unbox/optimizer"
)

// What an optimizer makes from a trace does not depend on earlier traces: each pass alone,
// all together, and all but peeling, on 1,000 traces, with one optimizer that is reused and
// with a fresh one each time. It makes the same trace when nobody asks for reasons.
func TestOptimizersForget(t *testing.T) {
	all := optimizer.PassSet(0)
	for _, p := range optimizer.Passes() {
		all = all.With(p)
	}
	sets := []optimizer.PassSet{all, all &^ (1 << optimizer.PassPeel)}
	for _, p := range optimizer.Passes() {
		sets = append(sets, optimizer.PassSet(0).With(p))
	}
	used := make([]optimizer.Optimizer, len(sets))
	var mixed optimizer.Optimizer // runs with other passes each time
	var g Generator
	for n := range uint64(1000) {
		in := g.Trace(11, n, 0).Trace
		for k, set := range sets {
			fresh := optimizer.Optimize(in, set)
			for _, o := range []*optimizer.Optimizer{&used[k], &mixed} {
				if again := o.Run(in, set); !reflect.DeepEqual(fresh, again) {
					t.Fatalf("trace %d, passes %v: expected\n%s\nfound with an optimizer that had met others\n%s", n, set.List(), fresh.Out, again.Out)
				}
				if out, impossible := o.Trace(in, set); impossible != fresh.Impossible || !reflect.DeepEqual(fresh.Out, out) {
					t.Fatalf("trace %d, passes %v: expected\n%s\nfound without remarks\n%s", n, set.List(), fresh.Out, out)
				}
			}
		}
	}
}
