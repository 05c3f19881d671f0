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

// loops are the loops of recorded programs that machine code is made of, too.
func loops(t *testing.T) (list []examples.Example) {
	t.Helper()
	files, err := filepath.Glob("../../native/testdata/loops/*.trace")
	if err != nil || len(files) == 0 {
		t.Fatalf("expected traces in native/testdata/loops, found none (%v)", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, examples.Example{ID: "loop " + strings.TrimSuffix(filepath.Base(file), ".trace"), Text: string(text)})
	}
	return list
}

// The modules of the examples and of loops are what they were, as machine code is: what makes them
// larger or slower, and as right as before, nothing else would tell.
func TestModulesAreKept(t *testing.T) {
	var lines []string
	for _, e := range append(examples.All(), loops(t)...) {
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
