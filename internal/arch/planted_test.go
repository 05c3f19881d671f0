package arch

import (
	"go/build/constraint"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"unbox/optimizer"
)

// plantedTag is the build tag with which the passes have bugs that can be planted,
// see optimizer/planted.go.
const plantedTag = "planted"

// planters are the folders that may have code under the tag, beside tests.
var planters = []string{"optimizer", "fuzz"}

// plantingBuilders are the files that may build something with the tag, or say how to:
// the whole WebAssembly module, benchmarks and tests.
var plantingBuilders = []string{"static/build/wasm.go", "Makefile", "bench/fuzz/main.go", "fuzz/planted.go", "cmd/unbox/fuzz.go"}

// TestBugsCannotBePlanted is about the build under test, which is an ordinary one: the
// function that plants a bug does not exist, so that no setting and no request can
// reach it.
func TestBugsCannotBePlanted(t *testing.T) {
	if method, found := reflect.TypeFor[*optimizer.Optimizer]().MethodByName("Plant"); found {
		t.Errorf("expected no way to plant a bug in an ordinary build, found `%s`", method.Name)
	}
}

// TestPlantedBugsStayInTheSearch looks at every file: code under the tag is in the
// optimizer's switches and in the search only, nothing else calls the function that plants
// one, and no program is built with the tag.
func TestPlantedBugsStayInTheSearch(t *testing.T) {
	for _, s := range sources(t) {
		if needsTag(t, s) && !s.test && !slices.Contains(planters, s.dir) {
			t.Errorf("%s: expected code under the tag `%s` in %q only, found some", s.name, plantedTag, planters)
		}
	}
	walk(t, func(name string) {
		text := read(t, name)
		if strings.Contains(text, ".Plant(") && isProgram(name) && name != "fuzz/planted_on.go" {
			t.Errorf("%s: expected that only the search plants bugs, found `.Plant(`", name)
		}
		if strings.Contains(text, "-tags "+plantedTag) && isProgram(name) && !slices.Contains(plantingBuilders, name) {
			t.Errorf("%s: expected builds with the tag `%s` in %q only, found one", name, plantedTag, plantingBuilders)
		}
		for _, folder := range [...]string{"cmd/serve", "playground", "tutorials/run"} {
			if within(path.Dir(name), "playground/browsertest") {
				continue // the browser's side: it opens the lab
			}
			if within(path.Dir(name), folder) && isProgram(name) && strings.Contains(text, plantedTag) {
				t.Errorf("%s: expected that what serves does not know of planted bugs, found that it does", name)
			}
		}
	})
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// isProgram reports whether a file is one that runs or builds, and no test.
func isProgram(name string) bool {
	ext := path.Ext(name)
	return (ext == ".go" || ext == "" || ext == ".sh" || ext == ".yml" || ext == ".yaml") &&
		!strings.HasSuffix(name, "_test.go") && !strings.Contains(name, "testdata/")
}

// needsTag reports whether a file is compiled only with the tag.
func needsTag(t *testing.T, s source) bool {
	t.Helper()
	for _, group := range s.file.Comments {
		for _, line := range group.List {
			if !constraint.IsGoBuild(line.Text) {
				continue
			}
			expr, err := constraint.Parse(line.Text)
			if err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
			all := func(string) bool { return true }
			without := func(tag string) bool { return tag != plantedTag }
			if expr.Eval(all) && !expr.Eval(without) {
				return true
			}
		}
	}
	return false
}
