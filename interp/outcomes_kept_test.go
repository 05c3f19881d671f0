package interp_test

import (
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/interp"
)

// The examples' outcomes are what they were, on random inputs and with outsides of random seeds. Judges compare two
// runs; where the interpreter itself says something else than before of both, in the same way, nothing
// else would tell. -update writes the file anew.
func TestOutcomesAreKept(t *testing.T) {
	var text strings.Builder
	for _, e := range examples.All() {
		tr := parsed(t, e.Text)
		rng := rand.New(rand.NewPCG(11, 12))
		for k := range 12 {
			in := interp.RandomInputs(tr, rng)
			if k > 2 {
				in.Outside.Seed = uint64(k)
			}
			out := interp.Run(tr, in, interp.RunOptions{Jumps: 20, HostileCalls: k%2 == 1, Imagined: k%4 < 2})
			all := strings.Join(describeOutcome(out), "\n")
			last := all[strings.LastIndex(all, "\n")+1:]
			fmt.Fprintf(&text, "%s %d: %s, %s, all of it %08x\n", e.ID, k, out.Exit, last, crc32.ChecksumIEEE([]byte(all)))
		}
	}
	path := filepath.Join("testdata", "outcomes.txt")
	if *update {
		if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found, expected := strings.Split(text.String(), "\n"), strings.Split(string(kept), "\n")
	for k := range max(len(found), len(expected)) {
		if a, b := lineAt(expected, k), lineAt(found, k); a != b {
			t.Fatalf("expected\n%s\nfound\n%s", a, b)
		}
	}
}

func lineAt(lines []string, k int) string {
	if k < len(lines) {
		return lines[k]
	}
	return ""
}
