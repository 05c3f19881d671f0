package arch

import (
	"go/ast"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unraced are packages that start goroutines and are tested without the race detector, each
// with the reason.
var unraced = map[string]string{
	"cmd/unbox":                            "its one goroutine looks whether a course has changed, which no test starts; what it changes is tested in playground",
	"classroom/journal/journaltest":        "the detector looks at it where implementations run it",
	"classroom/journal/jetstream/natstest": "the same, where tests start its servers",
	"bench/classroom":                      "measures",
	"bench/attack":                         "measures; its tests read its own tables",
	"bench/mutants":                        "runs the go command",
	"bench/screenshots":                    "takes pictures, some at once, in tabs of their own",
	"internal/lint":                        "reads the project with all that it imports; what its goroutines share is behind one lock",
	"prove":                                "its tests run proofs beside each other, which share nothing",
	"prove/bounds":                         "the same",
	"prove/rules":                          "the same",
	"fuzz":                                 "the detector looks at its tests that run workers; the others take minutes with it",
	"jit":                                  "the detector looks at its test that runs programs in lockstep; the others start none",
	"prove/solve":                          "the detector looks at its tests that cancel; searches would take minutes",
	"tutorials/check":                      "the detector looks at the test of several steps at once",
	"tutorials/run":                        "compiles a module of 12 MB, for which the detector takes minutes",
	"playground/acme":                      "what runs at the same time there is certmagic's, and in tests Pebble's",
	"playground/browsertest":               "the detector looks at the server it drives where that is tested, in playground and workers",
}

// TestRaceDetectorSeesGoroutines compares the packages that start goroutines with those that
// the Makefile tests with the race detector.
func TestRaceDetectorSeesGoroutines(t *testing.T) {
	raced := listed(t, "RACE")
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

// listed are the words of a list in the Makefile, folders without what stands before them.
func listed(t *testing.T, list string) (words []string) {
	t.Helper()
	line := regexp.MustCompile(`(?m)^` + list + `\s*:= (.*)$`).FindStringSubmatch(read(t, "Makefile"))
	if line == nil {
		t.Fatalf("expected `%s` in the Makefile, found none", list)
	}
	for _, word := range strings.Fields(line[1]) {
		words = append(words, strings.TrimPrefix(word, "./"))
	}
	return words
}

// TestRacedTestsExist looks for the single tests that run with the race detector: a pattern
// that fits nothing would pass.
func TestRacedTestsExist(t *testing.T) {
	folders, wanted := listed(t, "RACE_SOME"), listed(t, "RACE_TESTS")
	found := map[string]string{}
	for _, s := range sources(t) {
		for _, decl := range s.file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && slices.Contains(folders, s.dir) && slices.Contains(wanted, f.Name.Name) {
				found[f.Name.Name] = s.dir
			}
		}
	}
	for _, name := range wanted {
		if found[name] == "" {
			t.Errorf("`RACE_TESTS` of the Makefile: expected tests of %v, found `%s`, which is none", folders, name)
		}
	}
	for _, dir := range folders {
		tested := slices.Contains(slices.Collect(maps.Values(found)), dir)
		if !tested || unraced[dir] == "" {
			t.Errorf("`RACE_SOME` of the Makefile: expected packages of `unraced` with a test in `RACE_TESTS`, found `%s`", dir)
		}
	}
}

// startsGoroutines reports whether a file says `go`, by itself or by a group that does.
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
