// Package golden compares test output with golden files: documents, wordings, outcomes, code.
// Such a file is correct because it was reviewed; a change shows in its diff.
//
// A test program that uses it has the flag -update, which writes the files again.
package golden

import (
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var (
	update = flag.Bool("update", false, "write what was found into the files that keep it")
	whole  = flag.Bool("whole", false, "compare every block of random inputs, with -short too")
)

// Update reports whether tests have to write their output instead of comparing
// it.
func Update() bool { return *update }

// Compare compares a file with the output, and reports the first line that differs, with the command that
// writes the file again. With -update it writes the file. file is a path relative to the folder of the
// test's package.
func Compare(t testing.TB, file, found string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(found), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("expected a file, found none; %s writes it: %v", command(t), err)
	}
	if d := difference(string(kept), found); d != "" {
		t.Errorf("%s %s\n`%s` writes it again; then look at the difference", file, d, command(t))
	}
}

// Lines is Compare for a list of lines. Lines of blocks that were left out stay unchanged.
func Lines(t testing.TB, file string, found []string) {
	t.Helper()
	if slices.Contains(found, leftOut) {
		if *update {
			t.Fatalf("expected all blocks for a file that is written again, found -short; add -whole")
		}
		kept, _ := os.ReadFile(file) // Compare says what is wrong with it
		lines := strings.Split(string(kept), "\n")
		for k, line := range found {
			if line == leftOut {
				found[k] = lineAt(lines, k)
			}
		}
	}
	Compare(t, file, strings.Join(found, "\n")+"\n")
}

// With -short, one of Part blocks of random inputs is compared: tests that run a second time, as WebAssembly, look
// for differences there, and all blocks are of the same kind.
const Part = 8

// leftOut stands for the line of a block that is not compared.
const leftOut = "\x00"

// Whole reports whether all blocks are compared.
func Whole() bool { return *whole || !testing.Short() }

// Block returns the line of block k, which it computes only if that block is compared.
func Block(k int, line func() string) string {
	if !Whole() && k%Part != 0 {
		return leftOut
	}
	return line()
}

// InWhole returns lines that are about all blocks together, if all are compared.
func InWhole(lines []string) []string {
	if Whole() {
		return lines
	}
	return slices.Repeat([]string{leftOut}, len(lines))
}

// difference says where two texts begin to differ, and in how many lines; "" if they are
// equal.
func difference(kept, found string) string {
	if kept == found {
		return ""
	}
	expected, got := strings.Split(kept, "\n"), strings.Split(found, "\n")
	first, others := -1, 0
	for k := range max(len(expected), len(got)) {
		if lineAt(expected, k) == lineAt(got, k) {
			continue
		}
		if first < 0 {
			first = k
		} else {
			others++
		}
	}
	text := fmt.Sprintf("line %d: expected\n  %s\nfound\n  %s", first+1, lineAt(expected, first), lineAt(got, first))
	if others > 0 {
		text += fmt.Sprintf("\nand %d later lines differ, too", others)
	}
	return text
}

// lineAt returns a line, or says that there is none.
func lineAt(lines []string, k int) string {
	if k < len(lines) {
		return lines[k]
	}
	return "(the end of the file)"
}

// command returns the command that writes the files of a test, to be run in the
// project's folder.
func command(t testing.TB) string {
	name, _, _ := strings.Cut(t.Name(), "/")
	return fmt.Sprintf("go test ./%s -run '^%s$' -update", folder(), name)
}

// folder returns the folder of the tested package, relative to the project's, "." if it is unknown.
func folder() string {
	here, err := os.Getwd()
	if err != nil {
		return "."
	}
	for within := "."; ; here = filepath.Dir(here) {
		if _, err := os.Stat(filepath.Join(here, "go.mod")); err == nil {
			return within
		}
		if here == filepath.Dir(here) {
			return "."
		}
		within = path.Join(filepath.Base(here), within)
	}
}
