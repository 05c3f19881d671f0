package optimizer_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/optimizer"
	"unbox/trace"
)

const tableType = "descr=<ArrayU 2>"

func tableReads(t *trace.Trace) int {
	return strings.Count(t.String(), "getarrayitem_gc_pure_i(ConstPtr")
}

// TestTablesOfLogs: what kind of character it is, is looked up in three tables, one after the other, and then once more.
func TestTablesOfLogs(t *testing.T) {
	look := func(first, number int, in string) string {
		return fmt.Sprintf("i%d = getarrayitem_gc_pure_i(ConstPtr(ptr%d), %s, %s)\ni%d = int_lshift(i%d, 7)\n", first, number, in, tableType, first+1, first) +
			fmt.Sprintf("i%d = getarrayitem_gc_pure_i(ConstPtr(ptr%d), i%d, %s)\n", first+2, number+1, first+1, tableType)
	}
	const start = "[i0, i1]\nguard_true(i0) []\n"
	recorded := mustParse(t, start+look(2, 10, "i1")+look(5, 20, "i1")+"finish(i4, i7)\n")
	for _, test := range []struct {
		name, pypys string
		reads       int
	}{
		{"the same tables", start + look(2, 30, "i1") + "finish(i4, i4)\n", 2},
		{"other tables", start + look(2, 30, "i1") + look(5, 40, "i1") + "finish(i4, i7)\n", 4},
		{"tables that no numbers explain", start + look(2, 30, "i1") + "i7 = getarrayitem_gc_pure_i(ConstPtr(ptr40), i3, " + tableType + ")\nfinish(i4, i7)\n", 4},
	} {
		c := optimizer.CompareWithLog(recorded, mustParse(t, test.pypys), nil, nil)
		if n := tableReads(c.Result.Out); n != test.reads {
			t.Errorf("%s: expected %d reads, found %d in\n%s", test.name, test.reads, n, c.Result.Out)
		}
	}
	other := mustParse(t, start+look(2, 10, "i1")+look(5, 20, "i0")+"finish(i4, i7)\n")
	if c := optimizer.CompareWithLog(other, mustParse(t, start+look(2, 30, "i1")+"finish(i4, i4)\n"), nil, nil); tableReads(c.Result.Out) != 4 {
		t.Errorf("other items: expected 4 reads, found\n%s", c.Result.Out)
	}
}

// TestRandomTables makes recordings of which it is known which constants are one table, and in the place of PyPy's result what our
// optimizer makes of the same recording with true numbers, as TestRandomCells does.
func TestRandomTables(t *testing.T) {
	preset, err := optimizer.PresetByName("straight")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for seed := range uint64(*cellLogs) {
		rng := rand.New(rand.NewPCG(seed, 47))
		e := &cellLog{randomText: randomText{rng: rng}}
		text := e.buildTables(1+rng.IntN(3), 3+rng.IntN(9))
		var o optimizer.Optimizer
		o.TrustRecording(true)
		theirs := o.Run(mustParse(t, numbered(text, func(mention int) int { return 500 + e.of[mention] })), preset.Passes).Out
		recorded := mustParse(t, numbered(text, func(mention int) int { return 10 + mention }))
		alone, wanted := tableReads(o.Run(recorded, preset.Passes).Out), tableReads(theirs)
		ours := tableReads(optimizer.CompareWithLog(recorded, theirs, nil, nil).Result.Out)
		if ours != wanted && ours != alone {
			t.Fatalf("seed %d: expected %d reads as with true numbers, or all %d if no tables are united, found %d in\n%s", seed, wanted, alone, ours, recorded)
		}
		if ours == wanted && alone != wanted {
			found++
		}
	}
	if found < *cellLogs/5 {
		t.Errorf("expected tables to be united in a fifth of %d logs, found %d", *cellLogs, found)
	}
}

// buildTables makes a recording that looks into some tables; what is found says where to look next.
func (e *cellLog) buildTables(tables, steps int) string {
	e.line("[i0, i1]")
	e.line("guard_true(i0) []")
	used := []string{"i0", "i1"}
	for range steps {
		index := e.one(used)
		if e.rng.IntN(3) == 0 {
			index = e.define("i", "int_rshift(%s, %d)", index, 1+e.rng.IntN(2))
		}
		used = append(used, e.define("i", "getarrayitem_gc_pure_i(%s, %s, %s)", e.cell(e.rng.IntN(tables)), index, tableType))
	}
	e.line("finish(%s)", strings.Join(used, ", "))
	return e.text.String()
}
