//go:build planted

package main

import (
	"bytes"
	"os"
	"path/filepath"
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
	if !strings.Contains(stdout.String(), "1 finding") || !strings.Contains(stdout.String(), "passes: heap\n") {
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
	for _, part := range []string{"# The optimizer changed", "# passes: heap\n", "# inputs: ", "--- optimized\n"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("expected %q in\n%s", part, text)
		}
	}
}
