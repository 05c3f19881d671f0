//go:build !wasip1 && !js

package bounds

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// A proof in which an open contract stands for a function holds as far as that contract
// does, and so does one that uses such a proof. How many there are is what the
// documentation says.
func TestWhatProofsRestOn(t *testing.T) {
	p := load(t)
	uses := map[string]map[string]bool{}
	for _, q := range questions(p) {
		uses[q.name] = map[string]bool{}
		for _, l := range q.make() {
			for name := range l.Uses {
				uses[q.name][name] = true
			}
		}
	}
	outright, rest := 0, 0
	for name := range uses {
		if on := restsOn(name, uses, map[string]bool{}); on != "" {
			rest++
			t.Logf("%s rests on %s", name, on)
			continue
		}
		outright++
		t.Logf("%s is proved outright", name)
	}
	want := fmt.Sprintf("| %d | %d | %d |", outright, rest, len(open))
	text, err := os.ReadFile("../../docs/correctness.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), want) {
		t.Errorf("docs/correctness.md: expected lemmas proved outright, proved on open ones, and open as `%s`, found no such row", want)
	}
	t.Logf("%d proved outright, %d proved on open ones, %d open", outright, rest, len(open))
}

// restsOn returns an open lemma on which a proof rests, "" if there is none. What a
// function that calls itself says of itself is no reason.
func restsOn(name string, uses map[string]map[string]bool, seen map[string]bool) string {
	if open[name] != "" {
		return name
	}
	seen[name] = true
	for other := range uses[name] {
		if seen[other] {
			continue
		}
		if on := restsOn(other, uses, seen); on != "" {
			return on
		}
	}
	return ""
}
