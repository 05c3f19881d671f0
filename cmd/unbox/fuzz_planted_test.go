//go:build planted

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPlantedBugIsWritten plants a bug and looks at what is printed and written.
func TestPlantedBugIsWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "found")
	var stdout, stderr bytes.Buffer
	code := run([]string{"fuzz", "--bug", "alias-store", "--n", "20000", "--out", dir}, strings.NewReader(""), &stdout, &stderr)
	if code != exitNo {
		t.Fatalf("expected exit code %d, found %d: %s", exitNo, code, stderr.String())
	}
	// Which passes must run before heap for the bug to be seen depends on the trace in which chance finds it.
	passes := regexp.MustCompile("passes: (\\w+, )*heap\n")
	if !strings.Contains(stdout.String(), "1 finding") || !passes.MatchString(stdout.String()) {
		t.Errorf("expected a finding in the pass `heap`, found\n%s", stdout.String())
	}
	files, err := filepath.Glob(filepath.Join(dir, "seed-1-trace-*.trace"))
	if err != nil || len(files) != 1 {
		t.Fatalf("expected a file, found %d (%v)", len(files), err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if !passes.Match(text) {
		t.Errorf("expected a finding in the pass `heap`, found\n%s", text)
	}
	for _, part := range []string{"# The optimizer changed", "# passes: ", "# inputs: ", "--- optimized\n"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("expected %q in\n%s", part, text)
		}
	}
}
