//go:build !wasip1 && !js

package rules

import (
	"context"
	"errors"
	"flag"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
)

var update = flag.Bool("update", false, "prove all rules anew and write "+cacheFile)

// perRule is how long the proof of one rule may take.
const perRule = 60 * time.Second

// narrower are the rules that are proved for a smaller width only, each with its
// reason. There are to be three of them at most.
var narrower = map[string]string{}

// Every built-in rule is proved at 64 bits: by the file of what was proved, or now.
//
//	go test ./prove/rules -update            proves all and writes the file
//	UNBOX_SEED=7 go test ./prove/rules -v    proves other ones again
func TestBuiltinRulesAreProved(t *testing.T) {
	if len(narrower) > 3 {
		t.Errorf("expected at most 3 rules with a smaller width, found %d", len(narrower))
	}
	cache, sources := readCache(t), semantics(t)
	var records []proofRecord
	var missing []string
	start := time.Now()
	set := optimizer.BuiltinRules()
	for i := range set.Rules {
		r := &set.Rules[i]
		key := keyOf(r, sources)
		if have := cache[r.Name]; have.key == key && !*update {
			records = append(records, have)
			continue
		}
		missing = append(missing, r.Name)
		if v, ok := proveBuiltin(t, r); ok {
			records = append(records, recordOf(r, key, &v))
		}
	}
	if *update {
		writeCache(t, records)
		t.Logf("proved %d rules in %v", len(records), time.Since(start))
	} else if len(missing) > 0 {
		t.Logf("proved in %v what %s lacks, `-update` writes it: %s", time.Since(start), cacheFile, strings.Join(missing, ", "))
	}
	for _, record := range records {
		if record.width != "64" && narrower[record.name] == "" {
			t.Errorf("%s: expected a proof at 64 bits, found one at %s", record.name, record.width)
		}
		delete(cache, record.name)
	}
	for name := range cache {
		t.Errorf("%s: expected rules that exist, found `%s`; use `-update`", cacheFile, name)
	}
}

// proveBuiltin proves a rule with the embedded solver or, where arithmetic with
// floats is concerned, with one that has floats. Where none is installed, the rule
// is left to the tests that try it.
func proveBuiltin(t *testing.T, r *optimizer.Rule) (Verdict, bool) {
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
			t.Fatal(err)
		}
		v, err := Prove(context.Background(), r, Options{Solver: solver, Budget: solve.Budget{Time: perRule}})
		if err != nil {
			t.Fatalf("%s: %v", r.Name, err)
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

// The file is not trusted blindly: some rules are proved again, others each day.
func TestSomeRulesAreProvedAgain(t *testing.T) {
	seed := os.Getenv("UNBOX_SEED")
	if seed == "" {
		seed = time.Now().UTC().Format("2006-01-02")
	}
	hash := fnv.New64a()
	hash.Write([]byte(seed))
	rng := rand.New(rand.NewPCG(hash.Sum64(), 1))
	rules := optimizer.BuiltinRules().Rules
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

func usesFloatArithmetic(n *optimizer.RuleNode) bool {
	for i := range n.Args {
		if usesFloatArithmetic(&n.Args[i]) {
			return true
		}
	}
	return n.Kind == optimizer.RuleOperation && floatNames[n.Code] != ""
}

// BenchmarkBuiltinRules proves all rules on integers, from nothing.
//
//	go test ./prove/rules -run none -bench Builtin -benchtime 3x
func BenchmarkBuiltinRules(b *testing.B) {
	set := optimizer.BuiltinRules()
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
