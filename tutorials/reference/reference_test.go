package reference

import (
	"slices"
	"strings"
	"testing"

	"unbox/tutorials/learn"
	"unbox/wasm/api"
)

// run runs a program and returns what it prints.
func run(t *testing.T, code string) string {
	t.Helper()
	r := learn.Run(&learn.Suite{Code: learn.File{Name: "example", Text: code}}, api.LessonEnvironment())
	if len(r.Problems) > 0 {
		t.Errorf("expected an example that runs, found this: %s\n%s", r.Message, code)
	}
	return strings.TrimRight(r.Output, "\n")
}

// TestExamples runs each example, and has it print what stands below it.
func TestExamples(t *testing.T) {
	for _, g := range Groups() {
		for _, e := range g.Entries {
			if found := run(t, e.Example); found != e.Prints {
				t.Errorf("%s: expected that the example prints\n%s\nfound\n%s", e.ID(), e.Prints, found)
			}
			if !strings.Contains(e.Example, e.Name) {
				t.Errorf("%s: expected an example that uses it, found\n%s", e.ID(), e.Example)
			}
		}
	}
}

// TestEntries holds each entry to its form: a sentence, and a meaning for each argument of the call and for no other.
func TestEntries(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range Groups() {
		if g.ID == "" || g.Title == "" || !strings.HasSuffix(g.Doc, ".") || len(g.Entries) == 0 {
			t.Errorf("group %q: expected an ID, a title, a sentence and entries", g.ID)
		}
		for _, e := range g.Entries {
			if seen[e.ID()] || !strings.HasSuffix(e.Doc, ".") {
				t.Errorf("%s: expected a name that no other entry has, and a sentence, found %q", e.ID(), e.Doc)
			}
			seen[e.ID()] = true
			if e.Of != "" && receivers[e.Of] == "" {
				t.Errorf("%s: expected a name for values of the type, found none", e.ID())
			}
			var named []string
			for _, a := range e.Args {
				named = append(named, a.Name)
			}
			if want := parameters(e.Call); !slices.Equal(named, want) {
				t.Errorf("%s: expected the arguments %v to be explained, found %v", e.ID(), want, named)
			}
		}
	}
}

// parameters are the names in "f(a, *b, c=1)".
func parameters(call string) []string {
	_, list, ok := strings.Cut(strings.TrimSuffix(call, ")"), "(")
	if !ok || list == "" {
		return nil
	}
	var names []string
	for part := range strings.SplitSeq(list, ", ") {
		name, _, _ := strings.Cut(part, "=")
		names = append(names, strings.TrimLeft(name, "*"))
	}
	return names
}

// TestEverythingIsThere compares the table with what the language itself knows.
func TestEverythingIsThere(t *testing.T) {
	described := map[string][]string{}
	for _, g := range Groups() {
		for _, e := range g.Entries {
			described[e.Of] = append(described[e.Of], e.Name)
		}
	}
	compare := func(of string, want []string) {
		t.Helper()
		found := described[of]
		slices.Sort(found)
		slices.Sort(want)
		if !slices.Equal(found, want) {
			t.Errorf("expected the names of %q to be described:\n%v\nfound\n%v", of, want, found)
		}
	}
	compare("", api.LessonEnvironment().Names())
	const guard = "bb = parse(\"[i0]\\nfinish(i0)\")\n"
	for of, value := range map[string]string{
		"Operation": "bb[1]", "Constant": "Constant(1)", "Virtual": "Virtual(\"A\")", "Outcome": "interpret(bb, 1)", "Verdict": "prove(bb, bb)",
		"str": "\"\"", "list": "[]", "dict": "{}", "set": "set()", "bytes": "b\"\"",
	} {
		names := strings.Fields(run(t, guard+"print(\" \".join(dir("+value+")))"))
		if of == "Operation" {
			names = append(names, "info") // which is None until it is set
		}
		compare(of, names)
	}
	all := strings.Fields(run(t, "print(\" \".join(dir(Block())))"))
	all = slices.DeleteFunc(all, func(name string) bool { return name == "input" }) // what a parameter is called, which nobody appends
	for _, op := range Operations() {
		all = slices.DeleteFunc(all, func(name string) bool { return name == op.Name })
	}
	compare("Block", all)
}

// TestOperations: each method that appends an operation is one that a block has.
func TestOperations(t *testing.T) {
	list := Operations()
	if len(list) < 150 {
		t.Errorf("expected the operations of the table, found %d", len(list))
	}
	for _, op := range list {
		if !strings.HasPrefix(op.Call, op.Name+"(") || op.Doc == "" || op.Canonical == "" {
			t.Errorf("%s: expected how it is called, and what it means, found %+v", op.Name, op)
		}
	}
}
