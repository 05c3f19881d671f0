//go:build !wasip1 && !js

package bounds

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"unbox/prove/ledger"
	"unbox/prove/solve"
)

var (
	update = flag.Bool("update", false, "prove the lemmas that "+ProvedFile+" lacks, and write them down")
	anew   = flag.Bool("anew", false, "prove all lemmas anew")
	chosen = flag.String("lemma", "", "prove the lemmas whose names begin with `this`, and say how long each took")
)

const provedComment = "Which lemmas were proved: name, hash of the question, width, time, solver, way. Written by `go test ./prove/bounds -update`."

// The budgets for a goal whose proof is not recorded yet: first a small one for the
// embedded solver, then as much as the others need, which do not count steps.
var (
	soon    = solve.Budget{Steps: 2_000}
	perGoal = solve.Budget{Steps: 30_000, Time: 2 * time.Minute}
)

func load(t testing.TB) *Program {
	t.Helper()
	p, err := Load(SourceFiles("../..")...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Every lemma is proved: it is in the file of what was proved, or is proved
// now.
//
//	go test ./prove/bounds -update                       proves what the file lacks, and writes it
//	go test ./prove/bounds -anew -timeout 2h             proves everything, whatever the file says
//	go test ./prove/bounds -v -lemma width.forward       proves some of them again
func TestLemmasAreProved(t *testing.T) {
	proved, err := ledger.Read(ProvedFile)
	if err != nil {
		t.Fatal(err)
	}
	p := load(t)
	list := Questions(p)
	entries := make([]ledger.Entry, len(list))
	var old []int
	for i, q := range list {
		l := q.Make()
		key := keyOf(t, l)
		entries[i] = proved[q.Name]
		delete(proved, q.Name)
		again := *anew || *chosen != "" && strings.HasPrefix(q.Name, *chosen)
		if entries[i].Key != key || again {
			entries[i] = ledger.Entry{Name: q.Name, Key: key, Width: fmt.Sprint(q.Width), By: "goals"}
			old = append(old, i)
		}
	}
	start := time.Now()
	// What the embedded solver settles soon comes first; the other solvers get the
	// rest.
	var mu sync.Mutex
	attempt := func(i int, solvers []solve.Solver, budget solve.Budget, last bool) {
		if entries[i].Took != "" {
			return
		}
		took, by := settle(t, &list[i], solvers, budget, last)
		mu.Lock()
		defer mu.Unlock()
		entries[i].Took, entries[i].Solver = took, by
		if *update {
			write(t, entries)
		}
	}
	each(old, func(i int) { attempt(i, []solve.Solver{solve.Embedded()}, soon, false) })
	all := solvers(t)
	each(old, func(i int) { attempt(i, all, perGoal, true) })
	switch {
	case *update:
		write(t, entries)
		t.Logf("proved %d lemmas in %v", len(old), time.Since(start))
	case len(old) > 0 && *chosen == "" && !*anew:
		t.Errorf("%s: expected all lemmas, found %d missing or old; `go test ./prove/bounds -update` writes them down", ProvedFile, len(old))
	}
	if !*update {
		for name := range proved {
			t.Errorf("%s: expected lemmas that exist, found `%s`; use `-update`", ProvedFile, name)
		}
	}
}

// write records what was proved.
func write(t *testing.T, entries []ledger.Entry) {
	t.Helper()
	var done []ledger.Entry
	for _, e := range entries {
		if e.Took != "" {
			done = append(done, e)
		}
	}
	if err := ledger.Write(ProvedFile, provedComment, done); err != nil {
		t.Error(err)
	}
}

func keyOf(t *testing.T, parts []*Lemma) string {
	t.Helper()
	key, err := Key(parts)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// each does something for all numbers, several at a time.
func each(list []int, do func(int)) {
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for _, i := range list {
		next <- i
	}
	close(next)
	wg.Wait()
}

// solvers returns the embedded solver and those that are installed.
func solvers(t *testing.T) (list []solve.Solver) {
	t.Helper()
	for _, name := range []string{"builtin", "cvc5", "z3"} {
		s, err := solve.ByName(name)
		var missing *solve.NotInstalledError
		if errors.As(err, &missing) {
			t.Logf("without it: %v", err)
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		list = append(list, s)
	}
	return list
}

// settle proves a lemma and says how. Without a proof it fails if there is a
// counterexample, or if this was the last attempt.
func settle(t *testing.T, q *Question, solvers []solve.Solver, budget solve.Budget, last bool) (took, by string) {
	t.Helper()
	v, err := Prove(context.Background(), q.Make(), solvers, budget)
	if v.Proved {
		by = strings.Join(v.Solvers, "+")
		t.Logf("%s: %s, %v", q.Name, by, v.Time)
		return v.Time.Round(time.Millisecond).String(), by
	}
	if err != nil || v.Model != nil || last {
		t.Errorf("%s: expected a proof, found %s %v", q.Name, v.Reason, err)
	}
	return "", ""
}

// The file is not trusted blindly: some lemmas are proved again, different ones
// each day.
func TestSomeLemmasAreProvedAgain(t *testing.T) {
	seed := os.Getenv("UNBOX_SEED")
	if seed == "" {
		seed = time.Now().UTC().Format("2006-01-02")
	}
	hash := fnv.New64a()
	hash.Write([]byte(seed))
	rng := rand.New(rand.NewPCG(hash.Sum64(), 1))
	list := Questions(load(t))
	for range 4 {
		q := list[rng.IntN(len(list))]
		v, err := Prove(context.Background(), q.Make(), []solve.Solver{solve.Embedded()}, solve.Budget{Steps: 500})
		if err != nil || v.Model != nil {
			t.Errorf("UNBOX_SEED=%s: %s: expected no counterexample, found one: %s %v", seed, q.Name, v.Reason, err)
		}
		t.Logf("UNBOX_SEED=%s: %s: proved again: %v %s", seed, q.Name, v.Proved, v.Reason)
	}
}
