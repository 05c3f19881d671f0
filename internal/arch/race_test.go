package arch

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unraced are packages that start goroutines and are tested without the race detector, each
// with the reason.
var unraced = map[string]string{
	"bench/attack":           "measures; its tests read its own tables",
	"bench/mutants":          "runs the go command",
	"prove":                  "its tests run proofs beside each other, which share nothing",
	"prove/bounds":           "the same",
	"prove/rules":            "the same",
	"prove/solve":            "the detector looks at its tests that cancel; searches would take minutes",
	"tutorials/run":          "compiles a module of 12 MB, for which the detector takes minutes",
	"wasm/host":              "the same",
	"playground/browsertest": "the detector looks at the server it drives where that is tested, in playground and workers",
}

// TestRaceDetectorSeesGoroutines compares the packages that start goroutines with those that
// the Makefile tests with the race detector.
func TestRaceDetectorSeesGoroutines(t *testing.T) {
	line := regexp.MustCompile(`(?m)^RACE\s*:= (.*)$`).FindStringSubmatch(read(t, "Makefile"))
	if line == nil {
		t.Fatal("expected `RACE` in the Makefile, found none")
	}
	var raced []string
	for _, folder := range strings.Fields(line[1]) {
		raced = append(raced, strings.TrimPrefix(folder, "./"))
	}
	concurrent := map[string]bool{}
	for _, s := range sources(t) {
		if startsGoroutines(s.file) {
			concurrent[s.dir] = true
		}
	}
	for dir := range concurrent {
		if slices.Contains(raced, dir) == (unraced[dir] != "") {
			t.Errorf("%s: expected a package that starts goroutines either in `RACE` of the Makefile or in `unraced`, found it in both or neither", dir)
		}
	}
	for _, dir := range raced {
		if !concurrent[dir] {
			t.Errorf("Makefile: expected packages in `RACE` that start goroutines, found `%s`", dir)
		}
	}
	for dir := range unraced {
		if !concurrent[dir] {
			t.Errorf("`unraced`: expected packages that start goroutines, found `%s`", dir)
		}
	}
}

// startsGoroutines tells whether a file says `go`, by itself or by a group that does.
func startsGoroutines(file *ast.File) (found bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && (sel.Sel.Name == "Go" || sel.Sel.Name == "RunParallel") {
				found = true
			}
		}
		return !found
	})
	return found
}
