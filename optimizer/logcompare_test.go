package optimizer_test

import (
	"os"
	"testing"

	"unbox/optimizer"
	"unbox/trace"
	"unbox/trace/pypylog"
)

func TestCompareWithLog(t *testing.T) {
	raw, err := os.ReadFile("../trace/pypylog/testdata/small.log")
	if err != nil {
		t.Fatal(err)
	}
	log := string(raw)
	entries, err := pypylog.SplitLog(log)
	if err != nil {
		t.Fatal(err)
	}
	pair := func(k int) *optimizer.LogComparison {
		recorded := pypylog.ParseRecorded(entries[k].Text(log), pypylog.NewNeighbours(log, entries).Of(k))
		optimized, _ := trace.Parse(entries[entries[k].Partner].Text(log))
		return optimizer.CompareWithLog(recorded.Trace, optimized, recorded.World, recorded.Loop)
	}
	loop, bridge := pair(0), pair(3)
	if loop.Preset != "loop" || len(loop.Tables) != 2 || loop.Entry != 10 || !loop.Result.Peeled {
		t.Errorf("expected a peeled loop of two parts, found %s with %d, %d reads at the entry", loop.Preset, len(loop.Tables), loop.Entry)
	}
	if bridge.Preset != "straight" || len(bridge.Tables) != 1 {
		t.Errorf("expected a straight trace of one part, found %s with %d", bridge.Preset, len(bridge.Tables))
	}
}
