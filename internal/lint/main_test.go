package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFaulty: each kind of mistake is found, and nothing else. Of a package that its tests extend, everything is found once;
// what only a test calls is called; a method that marks a type need not be.
func TestFaulty(t *testing.T) {
	found, err := check("testdata/faulty", []string{"./..."})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range found {
		f.at.Filename = filepath.Base(f.at.Filename)
		lines = append(lines, f.String())
	}
	for k, want := range []string{
		"main.go:19:17: strings.Title has been deprecated", // known of a package of others
		"main.go:20:13: Printf format %d has arg #1 of wrong type string (SA5009)",
		`main.go:20:14: fmt.Printf format %d has arg "x" of wrong type string (printf)`,
		"main.go:22:3: ToUpper doesn't have side effects and its return value is ignored (SA4017)",
		"main.go:26:6: func neither is unused (U1000)",
		"main.go:26:6: function neither is never called (deadcode)",
		"main.go:28:6: type unheard is unused (U1000)",
		"only_wasip1.go:5:27: Printf format %d has arg #1 of wrong type string (SA5009)",
		`only_wasip1.go:5:28: fmt.Printf format %d has arg "x" of wrong type string (printf)`,
		"part.go:13:6: function Silent is never called (deadcode)",
		"part_test.go:10:2: this value of list is never used (SA4006)",
		"part_test.go:10:9: this result of append is never used, except maybe in other appends (SA4010)",
	} {
		if k >= len(lines) || !strings.HasPrefix(lines[k], want) {
			t.Fatalf("expected finding %d to be `%s`, found all of these:\n%s", k, want, strings.Join(lines, "\n"))
		}
	}
	if len(lines) != 12 {
		t.Errorf("expected 12 findings, found\n%s", strings.Join(lines, "\n"))
	}
}

// TestWholeList: the analyzers are those of vet and those that the staticcheck command runs by itself.
func TestWholeList(t *testing.T) {
	var names []string
	for _, a := range analyzers() {
		names = append(names, a.Name)
	}
	for _, name := range []string{"copylocks", "SA1019", "S1000", "ST1005", "U1000"} {
		if !slices.Contains(names, name) {
			t.Errorf("expected %s among the analyzers, found %v", name, names)
		}
	}
	for _, name := range []string{"SA9003", "ST1000"} {
		if slices.Contains(names, name) {
			t.Errorf("expected no %s, which one has to ask for", name)
		}
	}
}

// TestBroken: packages that do not compile are an error, not a project without mistakes.
func TestBroken(t *testing.T) {
	if _, err := check("testdata/broken", []string{"."}); err == nil || !strings.Contains(err.Error(), "expected packages that compile") {
		t.Errorf("expected an error about packages that do not compile, found %v", err)
	}
}
