package optimizer_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/optimizer"
	"unbox/trace"
)

// start begins a trace with something other than a read: reads at the very beginning of PyPy's results are not counted.
const start = "[p0]\nguard_nonnull(p0)\n"

// TestCellsOfLogs compares recordings that read and write cells of several numbers with what PyPy's optimizer makes of them: its reads
// say which of the cells are one.
func TestCellsOfLogs(t *testing.T) {
	const cell = "descr=<FieldS typeobject.IntMutableCell.inst_intvalue 8>"
	read := func(i, number int) string {
		return fmt.Sprintf("i%d = getfield_gc_i(ConstPtr(ptr%d), %s)\n", i, number, cell)
	}
	write := func(number int, value string) string {
		return fmt.Sprintf("setfield_gc(ConstPtr(ptr%d), %s, %s)\n", number, value, cell)
	}
	const add, sub = "i3 = int_add(i2, 1)\n", "i6 = int_sub(i5, 1)\n"
	twice := func(second string) string {
		return start + read(2, 10) + add + write(11, "i3") + "guard_true(i3)\n" + second + sub + write(13, "i6") + "finish(i6)\n"
	}
	for _, test := range []struct {
		name, recorded, pypys string
		reads, larger         int
	}{
		{"one cell", twice(read(5, 12)), start + read(2, 20) + add + write(21, "i3") + "guard_true(i3)\n" + write(22, "i2") + "finish(i2)\n", 1, 0},
		{"two cells, each written after it was read", twice(read(5, 12)), twice(read(5, 22)), 2, 0},
		{"reads that no single cell explains", start + read(2, 10) + write(11, "7") + read(3, 12) + write(13, "8") + read(4, 14) + "finish(i2, i3, i4)\n",
			start + read(2, 20) + write(21, "7") + read(3, 22) + write(23, "8") + "finish(i2, i3, 7)\n", 3, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := optimizer.CompareWithLog(mustParse(t, test.recorded), mustParse(t, test.pypys), nil, nil)
			checkRoundTrip(t, c.Recorded, trace.PrintOptions{})
			ours := strings.Join(trace.Print(c.Result.Out, trace.PrintOptions{}).Lines(), "\n")
			if n := strings.Count(ours, "getfield"); n != test.reads || c.Tables[0].Larger(trace.CountGet) != (test.larger > 0) {
				t.Errorf("expected %d reads, found %d in\n%s", test.reads, n, ours)
			}
		})
	}
	t.Run("in a loop", func(t *testing.T) {
		recorded := start + read(2, 10) + add + write(11, "i3") + "guard_true(i3)\njump(p0, descr=<Loop-1>)\n"
		pypys := "[p0]\nlabel(p0, descr=TargetToken(1))\nguard_nonnull(p0)\n" + read(2, 20) + add + write(21, "i3") + "guard_true(i3)\nlabel(p0, i3, descr=TargetToken(2))\n" +
			"i7 = int_add(i3, 1)\n" + write(22, "i7") + "guard_true(i7)\njump(p0, i7, descr=TargetToken(2))\n"
		if c := optimizer.CompareWithLog(mustParse(t, recorded), mustParse(t, pypys), nil, nil); c.Larger() {
			t.Errorf("expected no larger number, found %+v in\n%s", c.Tables, c.Result.Out)
		}
	})
}

// TestFixedOfLogs counts on neither side what is computed from constants alone, and what asks whether that raised.
func TestFixedOfLogs(t *testing.T) {
	const fixed = "p1 = getfield_gc_r(ConstPtr(ptr4), descr=<FieldP W_UnicodeObject.inst__utf8 24 pure>)\n" +
		"p2 = call_pure_r(ConstClass(f), p1, ConstPtr(ptr5), descr=<Callr 8 rr EF=3>)\nguard_no_exception()\n"
	const runs = "i3 = getfield_gc_i(ConstPtr(ptr6), descr=<FieldS Cell.value 8>)\ni4 = call_pure_i(ConstClass(g), p0, descr=<Calli 8 r EF=3>)\nguard_no_exception()\n"
	made := func(text string) *trace.Trace { return mustParse(t, start+text+"finish(i3, i4)\n") }
	for _, pair := range [][2]*trace.Trace{{made(fixed + runs), made(runs)}, {made(runs), made(fixed + runs)}, {made(fixed + runs), made(fixed + runs)}} {
		c := optimizer.CompareWithLog(pair[0], pair[1], nil, nil)
		if table := c.Tables[0]; table.Ours != table.PyPys || table.Ours[trace.CountAll] != 5 {
			t.Errorf("expected a read, a call, two guards and the end on both sides, found %v and %v", table.Ours, table.PyPys)
		}
	}
}
