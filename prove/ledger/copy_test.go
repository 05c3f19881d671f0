package ledger_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var long = flag.Bool("long", false, "compile the project with an operation more and its functions in another order, and look whether proofs still stand")

// Adding an operation that no rule uses, and changing the order of functions, leaves every
// proof of a rule and of a lemma valid. This is tried on a copy of the sources.
//
//	go test ./prove/ledger -long
func TestProofsOutliveOtherChanges(t *testing.T) {
	if !*long {
		t.Skip("compiles a copy of the project; run it with -long")
	}
	dir := t.TempDir()
	copySources(t, "../..", dir)
	change(t, filepath.Join(dir, "trace/optable.go"), func(text string) string {
		text = replaceOnce(t, text, "\tOpIntAdd\n", "\tOpIntAverage\n\tOpIntAdd\n")
		return replaceOnce(t, text, "\tOpIntAdd: {\n", `	OpIntAverage: {
		Spellings: []Spelling{{"int_average", "ii", 0, "pyt"}}, Result: 'i', Effect: EffectPure,
		Group: "integer", Doc: "The average, rounded down.", Example: "i2 = int_average(i0, i1)",
		Eval: func(a, b uint64) (uint64, EvalStatus) { return a&b + uint64(int64(a^b)>>1), EvalOK },
	},
	OpIntAdd: {
`)
	})
	for _, pattern := range []string{"trace/eval.go", "prove/words.go", "prove/rules/encode.go", "optimizer/bounds/bounds*.go"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("expected files like `%s`, found none (%v)", pattern, err)
		}
		for _, file := range files {
			change(t, file, func(text string) string { return reversed(t, text) })
		}
	}
	test := exec.Command("go", "test", "-trimpath", "-count=1", "-run", "^(TestBuiltinRulesAreProved|TestLemmasAreProved)$", "./prove/rules", "./prove/bounds")
	test.Dir = dir
	if out, err := test.CombinedOutput(); err != nil {
		t.Errorf("expected all proofs to stand, found: %v\n%s", err, out)
	}
}

// copySources copies what packages are made of, without the page.
func copySources(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains([]string{".git", ".build", "bin", "static", "playground", "tutorials", "bench", "cmd", "docs"}, name) {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, name), 0o777)
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), text, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func change(t *testing.T, file string, by func(text string) string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(by(string(text))), 0o666); err != nil {
		t.Fatal(err)
	}
}

func replaceOnce(t *testing.T, text, old, by string) string {
	t.Helper()
	if strings.Count(text, old) != 1 {
		t.Fatalf("expected one place that reads %q, found %d", old, strings.Count(text, old))
	}
	return strings.Replace(text, old, by, 1)
}

// reversed returns a file with its declarations in the opposite order, after its imports.
func reversed(t *testing.T, text string) string {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var head string
	var parts []string
	at := 0
	for _, decl := range file.Decls {
		end := set.Position(decl.End()).Offset
		part := text[at:end]
		at = end
		if general, ok := decl.(*ast.GenDecl); ok && general.Tok == token.IMPORT {
			head += part
			continue
		}
		if head == "" { // a file without imports
			name := set.Position(file.Name.End()).Offset
			head, part = part[:name], part[name:]
		}
		parts = append(parts, part)
	}
	slices.Reverse(parts)
	return head + strings.Join(parts, "\n") + text[at:]
}
