package optimizer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/internal/golden"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/trace/pypylog"
	"unbox/world"
)

//go:generate go test -run ^TestPyPyComparison$ -update

const comparisonPath = "../docs/pypy-comparison.md"

// TestPyPyComparison compares our results with PyPy's on the pairs of
// trace/testdata/pypy and with what the document says. With -update it writes the
// document.
func TestPyPyComparison(t *testing.T) {
	golden.Compare(t, comparisonPath, comparisonDocument(t))
}

const comparisonHead = `# Our results and PyPy's

<!-- Written by "go generate ./optimizer" from trace/testdata/pypy. Do not edit. -->

PyPy 7.3.11 logged the traces of three programs, as recorded and as optimized. The tables have the remaining operations,
by kind, in the form *ours / PyPy's*. Where ours are more, they are **bold**. For loops, the peeled loop, which is the part that runs again and again,
is also counted alone. ` + "`unbox compare FOLDER`" + ` prints such tables for any logs.

## How it is counted

- Operations that do nothing when the trace runs are not counted: labels, inputs,
  ` + "`debug_merge_point`" + ` and its like, ` + "`quasiimmut_field`" + ` and promises. The kind of each operation is given at the constants in
  [count.go](../trace/count.go).
- PyPy's results begin with reading the fields of the interpreter's frame; the recorded traces have these values as inputs. Those
  reads are not counted in PyPy's numbers.
- Loops are optimized with the preset ` + "`loop`" + `, everything else with ` + "`straight`" + `.
- A bridge starts with what the optimized trace in which it begins knows about its inputs: their classes. The files of one program
  are one log, and [logbridge.go](../trace/pypylog/logbridge.go) finds the guard in it. PyPy does so as well, less often.
- What is compared with PyPy's result is a recording, so a guard that compares two constants held once and always holds
  (` + "`" + `Optimizer.TrustRecording` + "`" + `), and so does one on the class of a constant or of a new object, or on anything that is computed from constants alone,
  such as a character of a constant string. In the peeled loop it holds as well if
  PyPy made one (` + "`" + `Optimizer.TrustLoop` + "`" + `): PyPy knows the constants, and gives a loop up in which such a guard fails.

## What a log lacks

Every guard, allocation and write that we have and PyPy does not was traced to one of these:

- **Which objects the constants are.** Each mention of one gets a fresh number. PyPy knows its class:
  ` + "`" + `instance_ptr_eq(ConstPtr(ptr21), p7)` + "`" + `, where p7 has another class, is 0, and the guard after it is removed. That explains every extra guard in
  boxint-01 and in the first iteration of boxint-02, and three of the four in boxint-03.
- **Where a jump to another trace leads.** PyPy knows that the loop takes the fields of the objects, not the objects. boxint-03 jumps to
  such a loop. The recording passes the objects themselves, so four allocations and six writes are left; PyPy's result needs none of them.
- **What the fields hold where a bridge begins.** PyPy knows that a field of an input holds a constant; the log has the constant under another number.
  That is the fourth guard in boxint-03, on the map of an object.
- **Values for leaving the trace.** The recorded traces have no lists of values after their guards, so no virtual object
  is described in them.
- **What a call may write.** PyPy has the list of fields; the log has one number that says whether it may write at all. Functions of PyPy's
  runtime library (lists, dictionaries, string builders) and those that copy items are known by their names ([callwrites.go](../trace/callwrites.go)); of PyPy's own functions
  only that they do not get at the data of frames (` + "`FrameDebugData`" + `) unless their effect number says so.
- **Strings that need not exist.** PyPy keeps strings virtual like objects: those of one character, concatenations, slices. Here they are made.

## Logs that were not used for development

Fifteen programs were written without looking at our sources (strings, dictionaries, classes, generators, exceptions, bytes, floats, big integers, lists, closures,
sorting, sets, slices, recursion, text) and logged with PyPy 7.3.11: 362 pairs, all of which can be read. Before functions of the runtime library were known and peeled loops trusted, 220
pairs had a larger number of ours somewhere; now 204 have, and 158 have none. The 102 short preambles, which are no pairs, can be read as well: the jump at their end, for which PyPy writes no label, gets that of the loop. The table adds up, over all pairs, the operations that we have and PyPy does not:

| | new | get | set | guard | call | int | all |
| --- | --- | --- | --- | --- | --- | --- | --- |
| whole traces, before | 184 | 522 | 328 | 915 | 114 | 147 | 1468 |
| whole traces, now | 184 | 216 | 310 | 569 | 114 | 136 | 834 |
| loops alone, before | 20 | 211 | 49 | 231 | 28 | 35 | 442 |
| loops alone, now | 20 | 53 | 40 | 70 | 28 | 26 | 125 |

In all pairs together, we have fewer operations than PyPy: 24,559 to 25,640, and 4,426 to 4,807 in the loops. The remaining differences, the largest first:

- comparisons with constants whose class the log does not have (` + "`" + `instance_ptr_eq` + "`" + ` and the guard after it, about 250 pairs of operations);
- bridges: PyPy also hands over what fields hold, and the result of ` + "`" + `call_loopinvariant` + "`" + ` (the thread's execution context), so its bridges need not read these again;
- calls before which we do every delayed write, and PyPy only those that the function reads: the frames' virtual_refs (` + "`" + `topframeref` + "`" + `) are then allocated;
- jumps to other loops, which take the fields of objects.

Later, twenty-five more programs were written in the same way (integers, floats, strings, lists, matrices, objects, dictionaries, inheritance with ` + "`super()`" + `, closures, generators, exceptions,
recursion, comprehensions, big integers, slices, ` + "`struct`" + `, regular expressions, sorting with keys, operators of classes, nested loops, ` + "`itertools`" + `, an interpreter of bytecode, linked
structures, text, context managers) and logged: 300 pairs, all of which can be read. Five causes were mended: ` + "`guard_value`" + ` takes over a guard on the class of the same
reference; the data of frames is kept over calls that ask for no frame; asking a virtual_ref for its frame (` + "`OS=120`" + `, in ` + "`super()`" + `) only reads it once its use has ended; calls that only compute do not see the heap; and
guards on what is computed from constants alone hold. Four further programs (49 pairs: chains of ` + "`super()`" + `, ` + "`json`" + ` and formats, caches and graphs, matrices and a parser) were logged afterwards; the fourth cause was found in them.

| | new | get | set | guard | call | int | all |
| --- | --- | --- | --- | --- | --- | --- | --- |
| whole traces, before | 89 | 373 | 243 | 667 | 80 | 114 | 1072 |
| whole traces, now | 71 | 173 | 163 | 241 | 73 | 75 | 396 |
| loops alone, before | 19 | 156 | 80 | 187 | 23 | 33 | 389 |
| loops alone, now | 10 | 71 | 40 | 71 | 19 | 30 | 139 |

In all pairs of the twenty-five together, we have 17,185 operations to PyPy's 18,392, and 5,260 guards to 5,352; before it was 18,124 and 5,775. In 129 of 300 pairs a number of ours is larger somewhere, in 46 the sum. Of the four further programs, what we have and PyPy does not
fell from 2,105 operations to 863, in the loops from 616 to 102; all their loops together have 1,443 operations (PyPy: 1,461; before: 2,023). The largest differences that are left are constants whose identity the log does not have, strings, calls of PyPy's own functions, and
what a bridge knows.

## The tables

`

func comparisonDocument(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(comparisonHead)
	paths, err := filepath.Glob("../trace/testdata/pypy/*.noopt.txt")
	if err != nil {
		t.Fatal(err)
	}
	parents := parentTexts(t)
	writeRow(&b, "trace", func(k trace.CountKind) string { return k.String() })
	writeRow(&b, "---", func(trace.CountKind) string { return "---" })
	pairs, better := 0, 0
	for _, path := range paths {
		base := strings.TrimSuffix(path, ".noopt.txt")
		if _, err := os.Stat(base + ".opt.txt"); err != nil {
			continue
		}
		recorded, known := readBridge(t, path, parents[base])
		c := optimizer.CompareWithLog(recorded, readTrace(t, base+".opt.txt"), known)
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
			writeRow(&b, name, func(k trace.CountKind) string { return cell(table, k) })
		}
	}
	if pairs < 15 {
		t.Fatalf("trace/testdata/pypy: expected at least 15 pairs, found %d", pairs)
	}
	fmt.Fprintf(&b, "\nIn %d of %d traces, no number of ours is larger.\n", better, pairs)
	return b.String()
}

// parentOf is the optimized trace in which a bridge begins, and at which guard.
type parentOf struct{ text, guard string }

// parentTexts finds the parents of the bridges in trace/testdata/pypy, whose files are named
// after the program that was logged: nbody-04.
func parentTexts(t *testing.T) map[string]parentOf {
	t.Helper()
	paths, err := filepath.Glob("../trace/testdata/pypy/*.opt.txt")
	if err != nil {
		t.Fatal(err)
	}
	ofProgram := make(map[string][]string)
	for _, path := range paths {
		program, _, _ := strings.Cut(filepath.Base(path), "-")
		ofProgram[program] = append(ofProgram[program], path)
	}
	parents := make(map[string]parentOf)
	for _, paths := range ofProgram {
		var texts []string
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
		for k, path := range paths {
			if parent, guard := pypylog.FindParent(texts, k); parent >= 0 {
				parents[strings.TrimSuffix(path, ".opt.txt")] = parentOf{texts[parent], guard}
			}
		}
	}
	return parents
}

// readBridge reads a recorded trace, with what its parent knows if it is a bridge.
func readBridge(t *testing.T, path string, parent parentOf) (*trace.Trace, *world.World) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	trace, diagnostics, known := pypylog.ParseBridge(string(text), parent.text, parent.guard)
	if trace == nil {
		t.Fatalf("%s: %v", path, diagnostics)
	}
	return trace, known
}

func writeRow(b *strings.Builder, name string, cell func(k trace.CountKind) string) {
	fmt.Fprintf(b, "| %s |", name)
	for _, k := range trace.AllCountKinds() {
		fmt.Fprintf(b, " %s |", cell(k))
	}
	b.WriteString("\n")
}

// cell shows two counts; it is empty if both are 0.
func cell(t *optimizer.CountTable, k trace.CountKind) string {
	switch {
	case t.Ours[k] == 0 && t.PyPys[k] == 0:
		return ""
	case t.Larger(k):
		return fmt.Sprintf("**%d** / %d", t.Ours[k], t.PyPys[k])
	}
	return fmt.Sprintf("%d / %d", t.Ours[k], t.PyPys[k])
}

func readTrace(t *testing.T, path string) *trace.Trace {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	trace, diagnostics := trace.Parse(string(text))
	if trace == nil {
		t.Fatalf("%s: %v", path, diagnostics)
	}
	return trace
}
