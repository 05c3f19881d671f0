//go:build !wasip1 && !js

package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"unbox/optimizer"
)

// The file of what was proved. A line is a rule's name, a hash of its text and of
// the sources that its proof rests on, the width, the time that the proof took, who
// was asked, and what settled it.
const cacheFile = "testdata/proved.txt"

// sources are the files that say what a claim is and when it counts as proved. Who
// changes one of them has everything proved anew.
var sources = []string{
	"../../optimizer/eval.go", "../words.go", "../floats.go", "../meaning.go",
	"encode.go", "condition.go", "floats.go", "prove.go", "cases.go", "whole.go",
	"../integers/system.go", "../integers/poly.go", "../integers/simplex.go",
}

// proofRecord is a line of the file.
type proofRecord struct {
	name, key, width, took, solver, by string
}

func (r proofRecord) String() string {
	return strings.Join([]string{r.name, r.key, r.width, r.took, r.solver, r.by}, "\t")
}

func recordOf(r *optimizer.Rule, key string, v *Verdict) proofRecord {
	return proofRecord{r.Name, key, fmt.Sprint(v.Width), v.Time.Round(100 * time.Microsecond).String(), v.Solver, v.By}
}

// readCache returns the lines by name; a file that does not exist has none.
func readCache(t *testing.T) map[string]proofRecord {
	t.Helper()
	text, err := os.ReadFile(cacheFile)
	if err != nil {
		t.Log(err)
	}
	records := map[string]proofRecord{}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(f) != 6 {
			t.Fatalf("%s: expected six columns, found %q", cacheFile, line)
		}
		records[f[0]] = proofRecord{f[0], f[1], f[2], f[3], f[4], f[5]}
	}
	return records
}

func writeCache(t *testing.T, records []proofRecord) {
	t.Helper()
	var b strings.Builder
	b.WriteString("# Which rules were proved: name, hash of rule and proof, width, time, solver, way. Written by `go test ./prove/rules -update`.\n")
	for _, r := range records {
		b.WriteString(r.String() + "\n")
	}
	if err := os.WriteFile(cacheFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// semantics is a hash of the sources that proofs rest on.
func semantics(t *testing.T) string {
	t.Helper()
	h := sha256.New()
	for _, name := range sources {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func keyOf(r *optimizer.Rule, semantics string) string {
	sum := sha256.Sum256([]byte(r.Text + "\n" + semantics))
	return hex.EncodeToString(sum[:8])
}
