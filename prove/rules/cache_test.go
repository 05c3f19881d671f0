//go:build !wasip1 && !js

package rules

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"unbox/optimizer/rules"
	"unbox/prove"
	"unbox/prove/ledger"
	"unbox/prove/term"
	"unbox/trace"
)

// The file of what was proved. The key of a rule is a hash of the questions that its proof
// rests on, as text: they contain everything that matters about the rule, the meaning of its
// operations and their encoding, and nothing else.
const (
	cacheFile    = "testdata/proved.txt"
	cacheComment = "Which rules were proved: name, hash of the questions, width, time, solver, way. Written by `go test ./prove/rules -update`."
)

func recordOf(t *testing.T, r *rules.Rule, v *Verdict) ledger.Entry {
	t.Helper()
	c, err := Encode(r, v.Width)
	if err != nil {
		t.Fatal(err)
	}
	return ledger.Entry{
		Name: r.Name, Key: keyOf(t, c, v.By), Width: fmt.Sprint(v.Width), Took: v.Time.Round(100 * time.Microsecond).String(),
		Solver: v.Solver, By: v.By,
	}
}

// stands reports whether an entry is a proof of the rule as it is today. What is faster to do
// than to look up is done again: building terms, and reasoning about integers, which asks no
// solver a question that could be recorded.
func stands(t *testing.T, r *rules.Rule, e ledger.Entry) bool {
	t.Helper()
	if e.Width != "64" {
		return false
	}
	c, err := Encode(r, 64)
	if err != nil {
		t.Fatalf("%s: %v", r.Name, err)
	}
	switch {
	case e.By == byTerms && !c.evident():
		return false
	case e.By == byWholeNumbers:
		p := proof{ctx: context.Background(), claim: c}
		return p.wholeNumbers()
	}
	return e.Key == keyOf(t, c, e.By)
}

// keyOf returns the hash of the questions that a proof of a kind asks of a claim.
func keyOf(t *testing.T, c *Claim, by string) string {
	t.Helper()
	var texts []string
	for _, question := range questionsOf(c, by) {
		var text strings.Builder
		if err := term.WriteScript(&text, c.Bank, question, term.ScriptOptions{}); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text.String())
	}
	return ledger.Key(texts...)
}

func questionsOf(c *Claim, by string) (list [][]term.Term) {
	switch by {
	case byCases:
		elsewhere, each := c.byValue()
		list = elsewhere
		for question := range each {
			list = append(list, question)
		}
	case byNaN:
		for question := range c.byNaN() {
			list = append(list, question)
		}
	default:
		list = append(list, c.question())
		if more := c.multiplied(); more != nil {
			list = append(list, more)
		}
	}
	return list
}

// A key depends on its questions: if the meaning of an operation changes, exactly the
// rules that use it get a new key. What is true because of how terms are built, whatever
// the operation means, has no question that could change.
func TestKeysFollowTheMeaningOfOperations(t *testing.T) {
	set := rules.BuiltinRules()
	keys := make([]string, len(set.Rules))
	users := map[trace.Opcode]map[int]bool{}
	for i := range set.Rules {
		keys[i] = keyOf(t, claimOf(t, &set.Rules[i], nil), bySolver)
		for code := range operationsOf(&set.Rules[i]) {
			if users[code] == nil {
				users[code] = map[int]bool{}
			}
			users[code][i] = true
		}
	}
	for code, using := range users {
		changed := 0
		for i := range set.Rules {
			c := claimOf(t, &set.Rules[i], func(b *term.Bank, of trace.Opcode, m *prove.Meaning) {
				if of == code {
					m.Value = b.Apply("another", b.Sort(m.Value), m.Value)
					m.Fits = b.Apply("fits", term.Bool, m.Fits)
				}
			})
			switch same := keyOf(t, c, bySolver) == keys[i]; {
			case !same && !using[i]:
				t.Errorf("%s: expected the same key with another `%s`, which it does not use, found another one", set.Rules[i].Name, code)
			case same && using[i] && !c.evident():
				t.Errorf("%s: expected another key with another `%s`, found the same one", set.Rules[i].Name, code)
			case !same:
				changed++
			}
		}
		if changed == 0 {
			t.Errorf("expected a rule whose key follows `%s`, found none", code)
		}
	}
}

func claimOf(t *testing.T, r *rules.Rule, change func(b *term.Bank, code trace.Opcode, m *prove.Meaning)) *Claim {
	t.Helper()
	c, err := encode(r, 64, change)
	if err != nil {
		t.Fatalf("%s: %v", r.Name, err)
	}
	return c
}

// operationsOf returns the operations that a rule names, in its condition too.
func operationsOf(r *rules.Rule) map[trace.Opcode]bool {
	found := map[trace.Opcode]bool{}
	var visit func(n *rules.RuleNode)
	visit = func(n *rules.RuleNode) {
		if n.Kind == rules.RuleOperation || n.Kind == rules.RuleOperator {
			found[n.Code] = true
		}
		for i := range n.Args {
			visit(&n.Args[i])
		}
	}
	tree := r.Tree()
	visit(&tree.Pattern)
	visit(&tree.Target)
	if tree.Condition != nil {
		visit(tree.Condition)
	}
	return found
}
