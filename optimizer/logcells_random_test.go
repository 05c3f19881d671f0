package optimizer_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/optimizer"
	"unbox/trace"
)

var cellLogs = flag.Int("cell-logs", 1500, "how many random logs with cells TestRandomCells makes")

// cellLog is a random recording that reads and writes a few cells. of says which cell each mention is of.
type cellLog struct {
	randomText
	of []int
}

const cellField = "descr=<FieldS typeobject.IntMutableCell.inst_intvalue 8>"

// cell is a mention of a cell, still without a number.
func (e *cellLog) cell(k int) string {
	e.of = append(e.of, k)
	return "ConstPtr(ptr?)"
}

// build makes a recording with some cells; most writes put a value into a cell that was computed from what it held.
func (e *cellLog) build(cells, steps int) string {
	e.line("[i0, i1]")
	e.line("guard_true(i0) []")
	held := make([]string, cells)
	used := []string{"i1"}
	for range steps {
		k := e.rng.IntN(cells)
		switch {
		case held[k] == "" || e.rng.IntN(3) == 0:
			held[k] = e.define("i", "getfield_gc_i(%s, %s)", e.cell(k), cellField)
			used = append(used, held[k])
		case e.rng.IntN(5) == 0:
			e.line("setfield_gc(%s, %s, %s)", e.cell(k), e.one(used), cellField)
		default:
			next := e.define("i", "%s(%s, %d)", e.one([]string{"int_add", "int_mul", "int_sub"}), held[k], 2+e.rng.IntN(5))
			e.line("setfield_gc(%s, %s, %s)", e.cell(k), next, cellField)
			held[k] = next
		}
		if e.rng.IntN(4) == 0 {
			e.line("escape_n(%s)", e.one(used))
		}
	}
	e.line("finish(%s)", strings.Join(used, ", "))
	return e.text.String()
}

// numbered gives each mention of a cell the number that a function says.
func numbered(text string, number func(mention int) int) string {
	var b strings.Builder
	for k, part := range strings.Split(text, "ptr?") {
		if k > 0 {
			fmt.Fprintf(&b, "ptr%d", number(k-1))
		}
		b.WriteString(part)
	}
	return b.String()
}

func cellReads(t *trace.Trace) int { return strings.Count(t.String(), "getfield_gc_i(ConstPtr") }

// TestRandomCells makes recordings of which it is known which constants are one cell, and in the place of PyPy's result what our
// optimizer makes of the same recording with true numbers. Then the mentions get fresh numbers, as in a log. The comparison must
// take over as many reads as there truly are, or nothing; and with one cell, all.
func TestRandomCells(t *testing.T) {
	preset, err := optimizer.PresetByName("straight")
	if err != nil {
		t.Fatal(err)
	}
	found, exact, apart := 0, 0, 0
	for seed := range uint64(*cellLogs) {
		rng := rand.New(rand.NewPCG(seed, 31))
		e := &cellLog{randomText: randomText{rng: rng}}
		cells := 1 + rng.IntN(3)
		text := e.build(cells, 3+rng.IntN(8))
		var o optimizer.Optimizer
		o.TrustRecording(true)
		theirs := o.Run(mustParse(t, numbered(text, func(mention int) int { return 500 + e.of[mention] })), preset.Passes).Out
		recorded := mustParse(t, numbered(text, func(mention int) int { return 10 + mention }))
		alone := cellReads(o.Run(recorded, preset.Passes).Out)
		c := optimizer.CompareWithLog(recorded, theirs, nil, nil)
		ours, wanted := cellReads(c.Result.Out), cellReads(theirs)
		if ours != wanted && (ours != alone || cells == 1) {
			t.Fatalf("seed %d: expected %d reads of cells as in the result with true numbers, or all %d if none are united and there are several cells, found %d in\n%s\nrecorded:\n%s\nwith true numbers:\n%s",
				seed, wanted, alone, ours, c.Result.Out, recorded, theirs)
		}
		if alone == wanted {
			apart++
			continue
		}
		if ours == wanted {
			found++
			if unitesOnly(c.Recorded, e.of) {
				exact++
			}
		}
	}
	t.Logf("of %d logs, %d need nothing, in %d the number of reads was found, and in %d of these no two cells were taken to be one", *cellLogs, apart, found, exact)
	if found < *cellLogs/5 {
		t.Errorf("expected cells to be united in a fifth of %d logs, found %d", *cellLogs, found)
	}
}

// unitesOnly reports whether mentions with the same number are of one cell.
func unitesOnly(united *trace.Trace, of []int) bool {
	cellOf := make(map[string]int)
	for k, part := range strings.Split(united.String(), "ConstPtr(ptr")[1:] {
		number, _, _ := strings.Cut(part, ")")
		if cell, seen := cellOf[number]; seen && cell != of[k] {
			return false
		}
		cellOf[number] = of[k]
	}
	return true
}
