package optimizer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"unbox/optimizer"
)

//go:generate go test -run ^TestPyPyComparison$ -update

const comparisonPath = "../docs/pypy-comparison.md"

// TestPyPyComparison compares our results with PyPy's on the pairs of
// testdata/pypy and with what the document says. With -update it writes the
// document.
func TestPyPyComparison(t *testing.T) {
	want := comparisonDocument(t)
	if *update {
		if err := os.WriteFile(comparisonPath, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(comparisonPath)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff.Diff("docs/pypy-comparison.md", got, "the results", []byte(want)); d != nil {
		t.Errorf("expected docs/pypy-comparison.md to show the results; `go generate ./optimizer` writes it\n%s", d)
	}
}

const comparisonHead = `# Our results and PyPy's

<!-- Written by "go generate ./optimizer" from optimizer/testdata/pypy. Do not edit. -->

PyPy 7.3.11 logged what it recorded of three programs and what its optimizer made of each trace. Here are the operations
that are left, by kind, in the form *ours / PyPy's*; where ours are more, they are **bold**. Of loops the peeled loop
is counted once more by itself: it is what runs. ` + "`unbox compare FOLDER`" + ` prints such tables for any logs.

## How it is counted

- Not counted is what computes nothing and decides nothing: labels, inputs, the jump or finish at the end,
  ` + "`debug_merge_point`" + ` and its like, ` + "`quasiimmut_field`" + ` and promises. Which operation is of which kind is said at the constants in
  [count.go](../optimizer/count.go).
- PyPy's results begin with reading the fields of the interpreter's frame; the recorded traces have these values as inputs. Those
  reads are left out of PyPy's numbers.
- Loops are optimized with the preset ` + "`loop`" + `, everything else with ` + "`straight`" + `.

## What a log lacks

- **Which objects the constants are.** Each mention of one gets a fresh number. PyPy knows that two are the same, or of which class
  one is, and decides comparisons and guards with that: ` + "`instance_ptr_eq(ConstPtr(ptr21), p7)`" + ` and the guard behind it, or in a peeled
  loop the guard that a name still leads to the same code.
- **What a guard needs to leave the trace.** The recorded traces have no lists of values behind their guards, so that no virtual object
  is described in them.
- **What a call may write.** PyPy has the list of fields; the log has one number that says whether it may write at all.
- **Where a jump to another trace leads.** PyPy knows what that loop expects; we pass on what was recorded.

## The tables

`

func comparisonDocument(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(comparisonHead)
	paths, err := filepath.Glob("testdata/pypy/*.noopt.txt")
	if err != nil {
		t.Fatal(err)
	}
	writeRow(&b, "trace", func(k optimizer.CountKind) string { return k.String() })
	writeRow(&b, "---", func(optimizer.CountKind) string { return "---" })
	pairs, better := 0, 0
	for _, path := range paths {
		base := strings.TrimSuffix(path, ".noopt.txt")
		if _, err := os.Stat(base + ".opt.txt"); err != nil {
			continue
		}
		c := optimizer.CompareWithLog(readTrace(t, path), readTrace(t, base+".opt.txt"))
		pairs++
		if !c.Larger() {
			better++
		}
		for i := range c.Tables {
			table := &c.Tables[i]
			name := filepath.Base(base)
			if table.Part != "whole" {
				name = "— the " + table.Part
			}
			writeRow(&b, name, func(k optimizer.CountKind) string { return cell(table, k) })
		}
	}
	if pairs < 15 {
		t.Fatalf("testdata/pypy: expected at least 15 pairs, found %d", pairs)
	}
	fmt.Fprintf(&b, "\nIn %d of %d traces ours is nowhere larger.\n", better, pairs)
	return b.String()
}

func writeRow(b *strings.Builder, name string, cell func(k optimizer.CountKind) string) {
	fmt.Fprintf(b, "| %s |", name)
	for _, k := range optimizer.AllCountKinds() {
		fmt.Fprintf(b, " %s |", cell(k))
	}
	b.WriteString("\n")
}

// cell shows two counts; what neither has is left empty.
func cell(t *optimizer.CountTable, k optimizer.CountKind) string {
	switch {
	case t.Ours[k] == 0 && t.PyPys[k] == 0:
		return ""
	case t.Larger(k):
		return fmt.Sprintf("**%d** / %d", t.Ours[k], t.PyPys[k])
	}
	return fmt.Sprintf("%d / %d", t.Ours[k], t.PyPys[k])
}

func readTrace(t *testing.T, path string) *optimizer.Trace {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	trace, diagnostics := optimizer.Parse(string(text))
	if trace == nil {
		t.Fatalf("%s: %v", path, diagnostics)
	}
	return trace
}
