package codegen_test

import (
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/examples"
	"unbox/trace"
	"unbox/wasm/codegen"
)

var update = flag.Bool("update", false, "write what was found into testdata")

// The modules of the examples are what they were, as machine code is: what makes them
// larger or slower, and as right as before, nothing else would tell.
func TestModulesAreKept(t *testing.T) {
	var lines []string
	for _, e := range examples.All() {
		recorded, _ := trace.Parse(e.Text)
		p, err := backend.Plan(recorded, backend.Options{})
		if err != nil {
			continue
		}
		m, err := codegen.Generate(p)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%s: %d bytes, %d locals, checksum %08x", e.ID, len(m.Bytes), m.Locals, crc32.ChecksumIEEE(m.Bytes)))
	}
	path := filepath.Join("testdata", "modules.txt")
	if *update {
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	kept := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(kept) != len(lines) {
		t.Fatalf("expected %d modules, found %d", len(kept), len(lines))
	}
	for k := range kept {
		if kept[k] != lines[k] {
			t.Errorf("expected\n%s\nfound\n%s", kept[k], lines[k])
		}
	}
}
