//go:build !wasip1 && !js

package rules

import (
	"context"
	"errors"
	"flag"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"unbox/optimizer/rules"
	"unbox/prove"
	"unbox/prove/ledger"
	"unbox/prove/solve"
	"unbox/trace"
)

var (
	update = flag.Bool("update", false, "prove all rules anew and write "+cacheFile)
	anew   = flag.Bool("anew", false, "prove all rules anew")
)

// perRule is how long the proof of one rule may take, even on a busy machine.
const perRule = 3 * time.Minute

// narrower are the rules that are proved only for a smaller width, each with its
// reason. There may be at most three.
var narrower = map[string]string{}

// Every built-in rule is proved at 64 bits: it is in the file of what was proved,
// or is proved now, with as many proofs at a time as there are cores.
//
//	go test ./prove/rules -update            proves all and writes the file
//	go test ./prove/rules -anew              proves all, whatever the file says
//	UNBOX_SEED=7 go test ./prove/rules -v    proves other ones again
func TestBuiltinRulesAreProved(t *testing.T) {
	if len(narrower) > 3 {
		t.Errorf("expected at most 3 rules with a smaller width, found %d", len(narrower))
	}
	cache, err := ledger.Read(cacheFile)
	if err != nil {
		t.Fatal(err)
	}
	set := rules.BuiltinRules()
	entries := make([]ledger.Entry, len(set.Rules))
	var missing []*rules.Rule
	for i := range set.Rules {
		r := &set.Rules[i]
		entries[i] = cache[r.Name]
		delete(cache, r.Name)
		if *update || *anew || !stands(t, r, entries[i]) {
			entries[i] = ledger.Entry{Name: r.Name}
			missing = append(missing, r)
		}
	}
	start := time.Now()
	proved := proveAll(t, missing)
	for i, e := range entries {
		if e.Key == "" {
			entries[i] = proved[e.Name]
		}
	}
	checkEntries(t, entries)
	switch {
	case *update && !t.Failed():
		if err := ledger.Write(cacheFile, cacheComment, entries); err != nil {
			t.Fatal(err)
		}
		t.Logf("proved %d rules in %v", len(entries), time.Since(start))
	case len(missing) > 0 && !*anew:
		t.Errorf("%s: expected all rules, found %d missing or old; they were proved now, in %v, and `go test ./prove/rules -update` writes them down",
			cacheFile, len(missing), time.Since(start))
	}
	for name := range cache {
		if !*update {
			t.Errorf("%s: expected rules that exist, found `%s`; use `-update`", cacheFile, name)
		}
	}
}

// checkEntries checks the widths. A rule that could not be proved here, for lack of
// a solver, has an empty one.
func checkEntries(t *testing.T, entries []ledger.Entry) {
	t.Helper()
	for _, e := range entries {
		if e.Key == "" && *update {
			t.Errorf("expected proofs of all rules to write down, found a rule without; z3 is needed for those with floats")
		}
		if e.Width != "64" && e.Width != "" && narrower[e.Name] == "" {
			t.Errorf("%s: expected a proof at 64 bits, found one at %s", e.Name, e.Width)
		}
	}
}

// proveAll proves rules, several at a time.
func proveAll(t *testing.T, ruleList []*rules.Rule) map[string]ledger.Entry {
	t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	proved, next := map[string]ledger.Entry{}, make(chan *rules.Rule)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for r := range next {
				v, ok := proveBuiltin(t, r)
				if !ok {
					continue
				}
				entry := recordOf(t, r, &v)
				mu.Lock()
				proved[r.Name] = entry
				mu.Unlock()
			}
		})
	}
	for _, r := range ruleList {
		next <- r
	}
	close(next)
	wg.Wait()
	return proved
}

// proveBuiltin proves a rule with the embedded solver or, where arithmetic with
// floats is concerned, with one that has floats. Where none is installed, the rule
// is left to the tests that try it.
func proveBuiltin(t *testing.T, r *rules.Rule) (Verdict, bool) {
	t.Helper()
	tree := r.Tree()
	names := []string{"builtin"}
	if hasFloats(&tree) {
		names = append(names, "z3", "cvc5")
	}
	var last Verdict
	for _, name := range names {
		solver, err := solve.ByName(name)
		var missing *solve.NotInstalledError
		if errors.As(err, &missing) {
			t.Logf("%s: not proved: %v", r.Name, err)
			return last, false
		}
		if err != nil {
			t.Error(err)
			return last, false
		}
		v, err := Prove(context.Background(), r, Options{Solver: solver, Budget: solve.Budget{Time: perRule}})
		if err != nil {
			t.Errorf("%s: %v", r.Name, err)
			return last, false
		}
		if last = v; v.Status != prove.Unknown {
			break
		}
	}
	if last.Status != prove.Proved {
		t.Errorf("%s: %s\nexpected a proof, found %v %s %v", r.Name, r.Text, last.Status, last.Reason, last.Counterexample)
		return last, false
	}
	return last, true
}

// The file is not trusted blindly: some rules are proved again, different ones
// each day.
func TestSomeRulesAreProvedAgain(t *testing.T) {
	seed := os.Getenv("UNBOX_SEED")
	if seed == "" {
		seed = time.Now().UTC().Format("2006-01-02")
	}
	hash := fnv.New64a()
	hash.Write([]byte(seed))
	rng := rand.New(rand.NewPCG(hash.Sum64(), 1))
	rules := rules.BuiltinRules().Rules
	var names []string
	for range 8 {
		r := &rules[rng.IntN(len(rules))]
		tree := r.Tree()
		if usesFloatArithmetic(&tree.Pattern) {
			continue // for other solvers, which take seconds
		}
		names = append(names, r.Name)
		proveBuiltin(t, r)
	}
	t.Logf("UNBOX_SEED=%s: proved %s again", seed, strings.Join(names, ", "))
}

// hasFloats reports whether a name of a rule is a float.
func hasFloats(tree *rules.RuleTree) bool {
	for _, name := range tree.Names {
		if name.Type == trace.Float {
			return true
		}
	}
	return false
}

func usesFloatArithmetic(n *rules.RuleNode) bool {
	for i := range n.Args {
		if usesFloatArithmetic(&n.Args[i]) {
			return true
		}
	}
	return n.Kind == rules.RuleOperation && floatNames[n.Code] != ""
}

// BenchmarkBuiltinRules proves all rules on integers, from nothing.
//
//	go test ./prove/rules -run none -bench Builtin -benchtime 3x
func BenchmarkBuiltinRules(b *testing.B) {
	set := rules.BuiltinRules()
	for _, name := range []string{"builtin", "z3", "cvc5"} {
		solver, err := solve.ByName(name)
		if err != nil {
			continue
		}
		b.Run(name, func(b *testing.B) {
			proved, all := 0, 0
			for b.Loop() {
				for i := range set.Rules {
					r := &set.Rules[i]
					if tree := r.Tree(); hasFloats(&tree) {
						continue
					}
					v, err := Prove(context.Background(), r, Options{Solver: solver})
					if err != nil {
						b.Fatal(err)
					}
					if all++; v.Status == prove.Proved {
						proved++
					}
				}
			}
			b.ReportMetric(float64(proved)/float64(b.N), "proved/op")
			b.ReportMetric(float64(all)/float64(b.N), "rules/op")
		})
	}
}
