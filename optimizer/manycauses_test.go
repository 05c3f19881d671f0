package optimizer_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/optimizer"
	"unbox/trace"
)

// TestManyUses: what a removed object is used by is told in time and memory that grow with the uses. The text of each use was made from all of
// them, which took a minute for 500 guards.
func TestManyUses(t *testing.T) {
	straight, err := optimizer.PresetByName("straight")
	if err != nil {
		t.Fatal(err)
	}
	work := map[int]float64{}
	for _, n := range []int{10, 4000} {
		r := optimizer.Optimize(mustParse(t, usedByGuards(n)), straight.Passes)
		names, after := trace.NewNamer(r.In, ""), trace.NewNamer(r.Out, "")
		for i := range r.Remarks {
			if r.Remarks[i].Reason != optimizer.ReasonVirtualNew {
				continue
			}
			causes := r.Causes(i)
			if len(causes) != n {
				t.Fatalf("expected %d uses, found %d", n, len(causes))
			}
			seen := map[trace.Value]bool{}
			for _, c := range causes {
				seen[c.In] = true
			}
			if len(seen) != n {
				t.Errorf("expected each of %d uses once, found %d", n, len(seen))
			}
			work[n] = testing.AllocsPerRun(5, func() { r.CauseText(i, causes[5], names, after) })
		}
	}
	if work[10] == 0 || work[10] != work[4000] {
		t.Errorf("expected as many allocations for the text of one use of 4,000 as of 10, found %v", work)
	}
}

// usedByGuards is a trace with a new object that n guards need.
func usedByGuards(n int) string {
	var text strings.Builder
	text.WriteString("[i0]\np0 = new(Box)\n")
	for k := range n {
		fmt.Fprintf(&text, "i%d = int_add(i%d, 1)\nguard_true(i%d) [p0]\n", k+1, k, k+1)
	}
	fmt.Fprintf(&text, "jump(i%d)\n", n)
	return text.String()
}
