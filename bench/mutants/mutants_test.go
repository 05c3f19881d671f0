package main

import (
	"context"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sample is a package of one file, with types.
func sample(t *testing.T, text string) (*source, *file) {
	t.Helper()
	s := &source{path: "sample", fset: token.NewFileSet(), imports: importer.Default()}
	tree, err := parser.ParseFile(s.fset, "sample.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	f := &file{"sample.go", []byte(text), tree}
	s.files = []*file{f}
	s.info = types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	if err := s.check(&s.info, s.trees()); err != nil {
		t.Fatal(err)
	}
	return s, f
}

func TestChangesOfAFunction(t *testing.T) {
	s, f := sample(t, `package sample

import "errors"

func note(a, b int) {}

type bugs struct{ planted hooks }

type hooks struct{}

func (hooks) on(int) bool { return false }

var own bugs

func fits(n, limit int) bool {
	note(n, limit)
	if n < limit && limit != 8 {
		return true
	}
	n++
	if n == 0 {
		panic("BUG: a number")
	}
	if n > 7 {
		err := errors.New("BUG: a limit")
		return err != nil
	}
	if own.planted.on(1) {
		return true
	}
	if own.planted.on(2) && n > 3 {
		n--
	}
	return false
}

type row struct{ meaning func(a int) int }

var rows = [...]row{
	3: {meaning: func(a int) int { return a + 1 }},
}
`)
	var found []string
	for _, m := range mutants(s, f, &areas[0]) {
		if s.compiles(f, m.text()) {
			found = append(found, strings.TrimPrefix(m.name(), "sample.go: fits: "))
		}
	}
	want := []string{
		"sample.go: hooks.on: return false → return true",
		"note(n, limit) → nothing",
		"note(n, limit) → note(limit, n)",
		"n < limit && limit != 8 → !(n < limit && limit != 8)",
		"n < limit && limit != 8 → n < limit || limit != 8",
		"n < limit → n <= limit",
		"limit != 8 → limit == 8",
		"limit != 8 → limit != 9",
		"limit != 8 → limit != 7",
		"return true → nothing",
		"return true → return false",
		"n++ → n--",
		"n++ → nothing",
		"return false → return true",
		"sample.go: rows.meaning: a + 1 → a - 1",
		"sample.go: rows.meaning: a + 1 → a + 2",
		"sample.go: rows.meaning: a + 1 → a + 0",
	}
	if !slices.Equal(found, want) {
		t.Errorf("expected\n%s\nfound\n%s", strings.Join(want, "\n"), strings.Join(found, "\n"))
	}
}

// The sources as they are: the excuses and the fixed mutants are about places that exist,
// and each area has some.
func TestPlacesExist(t *testing.T) {
	sources, err := load("../..", folders)
	if err != nil {
		t.Fatal(err)
	}
	lists := all(sources)
	for k, list := range lists {
		if len(list) < 1000 {
			t.Errorf("%s: expected thousands of places, found %d", areas[k].name, len(list))
		}
	}
	excused, err := readExcuses(equivalentText)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range excused.stale(lists) {
		t.Errorf("equivalent.txt: expected a place in the sources, found none for `%s`", name)
	}
	if _, err := alone(lists); err != nil {
		t.Error(err)
	}
	names := func(seed uint64, n int) (list []string) {
		for _, m := range draw(lists, seed, n) {
			list = append(list, m.name())
		}
		return list
	}
	first := names(3, 6)
	if again := names(3, 4); !slices.Equal(first[:4], again) {
		t.Errorf("expected the same mutants of the same seed, found %q and %q", first, again)
	}
	if other := names(4, 4); slices.Equal(first[:4], other) {
		t.Errorf("expected other mutants of another seed, found %q", other)
	}
}

// The lemmas find the limit of sign extension that is one off, without building anything.
func TestLemmasFindAWrongLimit(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	sources, err := load(root, []string{"optimizer/bounds"})
	if err != nil {
		t.Fatal(err)
	}
	list, err := byName(all(sources), []string{fixed[0].name})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{trial: &trial{root: root}, mutant: list[0]}
	if found, err := b.askLemmas(context.Background(), &judge{name: "lemmas"}); err != nil || !found || b.result.test != "Bounds.fitsBytes" {
		t.Errorf("expected that the lemma of Bounds.fitsBytes finds it, found %v, %q, %v", found, b.result.test, err)
	}
}

func TestExcusesHaveReasons(t *testing.T) {
	good, err := readExcuses("# a comment\nfile: f: a → b\n  because it\n  is the same\n\nfile: g: c → d\n  so, too\n")
	if err != nil || len(good) != 2 || good["file: f: a → b"] != "because it is the same" {
		t.Errorf("expected two excuses with their reasons, found %q, %v", good, err)
	}
	for _, bad := range []string{"  a reason\n", "a → b\n", "a → b\n  why\na → b\n  why\n", "a → b\n\twhy\n"} {
		if _, err := readExcuses(bad); err == nil {
			t.Errorf("%q: expected an error, found none", bad)
		}
	}
}
