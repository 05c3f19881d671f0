//go:build linux && amd64

package native

import (
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/examples"
	"unbox/trace"
)

var update = flag.Bool("update", false, "write what was found into testdata")

// The code of the examples is what it was: a worse choice of registers, a comparison that is no longer
// part of its guard, a question that is asked although it is answered is as right as before, and
// nothing else would tell. Whoever changes the code on purpose writes the file anew with -update and
// looks at the sizes.
func TestCodeIsKept(t *testing.T) {
	var lines []string
	for _, e := range examples.All() {
		recorded, _ := trace.Parse(e.Text)
		p, err := backend.Plan(recorded, backend.Options{})
		if err != nil {
			continue
		}
		for features, set := range map[string]Features{"sse2": {}, "avx, bmi2": {AVX: true, BMI2: true}} {
			code, err := Compile(p, Options{Features: set})
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, fmt.Sprintf("%s, %s: %d bytes, %d of them in line, %d slots, checksum %08x",
				e.ID, features, code.Size(), code.StraightSize(), code.Slots(), crc32.ChecksumIEEE(code.Bytes())))
			code.Close()
		}
	}
	sort.Strings(lines)
	found := strings.Join(lines, "\n") + "\n"
	path := filepath.Join("testdata", "code.txt")
	if *update {
		if err := os.WriteFile(path, []byte(found), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if found == string(kept) {
		return
	}
	for k, line := range strings.Split(strings.TrimSuffix(string(kept), "\n"), "\n") {
		if k >= len(lines) || lines[k] != line {
			t.Fatalf("expected\n%s\nfound\n%s", line, strings.Join(lines[min(k, len(lines)):min(k+1, len(lines))], ""))
		}
	}
	t.Fatalf("expected %d lines in %s, found %d", strings.Count(string(kept), "\n"), path, len(lines))
}
