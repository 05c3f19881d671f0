package pypylog_test

import (
	"fmt"
	"testing"

	"unbox/trace/pypylog"
)

// manyBridges makes the texts of a log of n traces: a loop and bridges, each out of a guard of the trace before
// it, every second of which leads to the loop.
func manyBridges(n int) (optimized, recorded []string) {
	for k := range n {
		title, end := fmt.Sprintf("# bridge out of Guard 0x%x with 2 ops\n", k-1), "finish(p0)\n"
		if k == 0 {
			title = "# Loop 1 (f) : loop with 2 ops\n"
		} else if k%2 == 0 {
			end = "jump(p0, descr=<Loop1>)\n"
		}
		optimized = append(optimized, fmt.Sprintf("%s[p0]\nguard_nonnull(p0, descr=<Guard0x%x>) [p0]\nfinish(p0)\n", title, k))
		recorded = append(recorded, "[p0]\nguard_nonnull(p0)\n"+end)
	}
	return optimized, recorded
}

func BenchmarkSurroundings(b *testing.B) {
	for _, n := range []int{125, 250, 500, 1000, 16000} {
		optimized, recorded := manyBridges(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				around := pypylog.NeighboursAmong(optimized, recorded)
				for k := range n {
					around.Of(2 * k)
				}
			}
		})
	}
}
