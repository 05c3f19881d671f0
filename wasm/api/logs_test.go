package api

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"unbox/trace/pypylog"
)

// smallLog is a log that PyPy 7.3.11 wrote.
func smallLog(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../trace/pypylog/testdata/small.log")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// callJSON calls a function of the table as the page does.
func callJSON(t *testing.T, name string, request, response any) {
	t.Helper()
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(Call(name, text), response); err != nil {
		t.Fatal(err)
	}
}

func TestImport(t *testing.T) {
	var r ImportResponse
	callJSON(t, "import", ImportRequest{Text: smallLog(t), Trace: 4}, &r)
	if len(r.Traces) != 5 || !strings.HasPrefix(r.Text, "# Traced loop or bridge with 49 ops\n") {
		t.Fatalf("expected 5 traces and the text of the fourth, found %d and %.60q", len(r.Traces), r.Text)
	}
	want := LogTrace{
		Number: 5, Kind: "bridge", Title: "bridge out of Guard 0x7f2d97f20218 with 30 ops", Place: "f;small.py:1-3~#10 POP_JUMP_IF_FALSE",
		Ops: 13, Partner: 4, Guard: "0x7f2d97f20218", Parent: 3,
	}
	if r.Traces[4] != want {
		t.Errorf("got\n%+v\nexpected\n%+v", r.Traces[4], want)
	}
}

func TestImportRefuses(t *testing.T) {
	for _, number := range []int{-1, 6} {
		var r ErrorResponse
		callJSON(t, "import", ImportRequest{Text: smallLog(t), Trace: number}, &r)
		if !strings.HasPrefix(r.Error, "expected the number of a trace from 1 to 5, or 0 for none, found ") {
			t.Errorf("number %d: got %q", number, r.Error)
		}
	}
}

func TestCompare(t *testing.T) {
	log := smallLog(t)
	var recorded, optimized ImportResponse
	callJSON(t, "import", ImportRequest{Text: log, Trace: 1}, &recorded)
	callJSON(t, "import", ImportRequest{Text: log, Trace: recorded.Traces[0].Partner}, &optimized)
	var r CompareResponse
	callJSON(t, "compare", CompareRequest{Recorded: recorded.Text, Optimized: optimized.Text}, &r)
	if r.Preset != "loop" || len(r.Tables) != 2 || r.Entry == 0 || r.Ours.Text == "" || len(r.Recorded.Marks) == 0 || strings.Contains(r.PyPys.Text, "\n+") {
		t.Fatalf("got %+v", r)
	}
	for _, table := range r.Tables {
		if n := len(table.Counts); n != 10 || table.Counts[n-1].Kind != "all" {
			t.Errorf("%s: got %+v", table.Part, table.Counts)
		}
	}
}

// TestCompareAsThePageAsks asks for each pair of a log as the page does, with what "import" answers, and as `unbox compare` does. The
// log has bridges of which more is left if nothing is known of what is around them.
func TestCompareAsThePageAsks(t *testing.T) {
	text, err := os.ReadFile("../../trace/pypylog/testdata/bridges.log")
	if err != nil {
		t.Fatal(err)
	}
	log := string(text)
	entries, err := pypylog.SplitLog(log)
	if err != nil {
		t.Fatal(err)
	}
	pairs, differ := 0, 0
	for i := range entries {
		if entries[i].Kind != pypylog.LogRecorded || entries[i].Partner < 0 {
			continue
		}
		pairs++
		var recorded, optimized ImportResponse
		callJSON(t, "import", ImportRequest{Text: log, Trace: i + 1}, &recorded)
		callJSON(t, "import", ImportRequest{Text: log, Trace: entries[i].Partner + 1}, &optimized)
		if len(optimized.Path) > 0 || optimized.Loop != "" {
			t.Errorf("trace %d: expected nothing around PyPy's own result, found %+v", i+1, optimized)
		}
		page := CompareRequest{Recorded: recorded.Text, Optimized: optimized.Text, Path: recorded.Path, Loop: recorded.Loop}
		alone := CompareRequest{Recorded: recorded.Text, Optimized: optimized.Text}
		command := CompareRequestFor(entries[i].Text(log), entries[entries[i].Partner].Text(log), pypylog.NewNeighbours(log, entries).Of(i))
		var ofPage, ofNone CompareResponse
		callJSON(t, "compare", page, &ofPage)
		callJSON(t, "compare", alone, &ofNone)
		want := New().CompareWithPyPy(command)
		if !reflect.DeepEqual(ofPage.Tables, want.Tables) {
			t.Errorf("trace %d: the page counts\n%+v\nand the command\n%+v", i+1, ofPage.Tables, want.Tables)
		}
		if !reflect.DeepEqual(ofNone.Tables, want.Tables) {
			differ++
		}
	}
	if pairs != 3 || differ != 2 {
		t.Errorf("expected 3 pairs, of which 2 differ without what is around them, found %d and %d", pairs, differ)
	}
}

func TestCompareReportsBothTexts(t *testing.T) {
	var r CompareResponse
	callJSON(t, "compare", CompareRequest{Recorded: "[i0]\nfinish(i0)\n", Optimized: "[i0]\nfinish(i1)\n"}, &r)
	if len(r.RecordedDiagnostics) != 0 || len(r.OptimizedDiagnostics) != 1 || len(r.Tables) != 0 {
		t.Errorf("got %+v", r)
	}
}
