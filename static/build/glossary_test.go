package build

import (
	"regexp"
	"strings"
	"testing"

	"unbox/terms"
	"unbox/wasm/api"
)

// TestGlossaryHasEverything finds each term, operation, pass, rule and reason at its address, once.
func TestGlossaryHasEverything(t *testing.T) {
	text := glossary()
	ids := map[string]int{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		ids[m[1]]++
	}
	d := api.Describe()
	var want []string
	for _, term := range terms.All() {
		want = append(want, "term-"+term.ID)
	}
	for _, p := range d.Passes {
		want = append(want, "pass-"+p.Name)
	}
	for _, op := range d.Operations {
		want = append(want, "operation-"+op.Name)
	}
	for _, r := range d.Rules {
		want = append(want, "rule-"+r.Name)
	}
	for _, r := range d.Reasons {
		want = append(want, "reason-"+r.ID)
	}
	for _, id := range want {
		if ids[id] != 1 {
			t.Errorf("expected one entry `%s`, found %d", id, ids[id])
		}
	}
	if strings.Contains(text, " style=") || strings.Contains(text, "`") {
		t.Error("expected HTML without styles and backticks")
	}
}
