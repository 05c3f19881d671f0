package arch

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var long = flag.Bool("long", false, "compile the project with an operation more, as CONTRIBUTING.md says how to add one")

// insertion is what a file gets for a new operation: text before the only place that reads so.
type insertion struct{ file, before, text string }

// operationRecipe is an operation as CONTRIBUTING.md describes it: the four files that it
// touches beside its cases.
var operationRecipe = []insertion{
	{"trace/optable.go", "\tOpIntAdd\n", "\tOpIntClearLowest\n"},
	{"trace/optable.go", "\tOpIntAdd: {\n", `	OpIntClearLowest: {
		Spellings: []Spelling{{"int_clear_lowest", "i", 0, "pyt"}}, Result: 'i', Effect: EffectPure,
		Group: "integer", Doc: "The argument without its lowest bit that is 1.", Example: "i1 = int_clear_lowest(i0)",
		Eval: func(a, _ uint64) (uint64, EvalStatus) { return a & (a - 1), EvalOK },
	},
`},
	{"prove/words.go", "\tcase trace.OpIntAdd:\n", "\tcase trace.OpIntClearLowest:\n\t\treturn b.BvAnd(x, b.Sub(x, b.Const(e.w, 1))), true\n"},
	{"native/integers.go", "\tcase trace.OpIntAdd:\n", `	case trace.OpIntClearLowest:
		ra := g.in(in.A)
		t := g.temp(false)
		g.asm.RM(x64.LEA, t, x64.At(ra, -1))
		g.done(in.A)
		dst := g.out(in.Dst, ra)
		g.move(dst, ra)
		g.asm.RR(x64.AND, dst, t)
`},
	{"wasm/codegen/numbers.go", "\tcase trace.OpIntNeg:\n", `	case trace.OpIntClearLowest:
		g.push(in.A)
		g.push(in.A)
		g.i64(1)
		g.op(opI64Sub, opI64And)
`},
}

// operationCases are the operation's cases: its meaning a second time.
var operationCases = []insertion{
	{"trace/eval_test.go", "\t\"int_add\": ", "\t\"int_clear_lowest\": func(a, _ *big.Int) *big.Int { return newBig().And(a, newBig().Sub(a, big.NewInt(1))) },\n"},
}

// operationJudges are the tests that take all operations from the table, by package.
var operationJudges = [...][2]string{
	{"./trace", "^(TestEvalAgreesWithTheTable|TestOperationTable|TestEveryOperation.*)$"},
	{"./fuzz", "^(TestEveryOperationIsGenerated|TestOptimizerIsRight)$"},
	{"./interp", "^TestOperationsOnEdges$"},
	{"./optimizer/bounds", "^Test"},
	{"./prove", "^TestTermsAgreeWithEval$"},
	{"./native", "^(TestOperationsOnEdges|TestRandomTraces)$"},
	{"./wasm/codegen/run", "^(TestOperationsOnEdges|TestRandomTracesRunAsWebAssembly)$"},
}

// An operation that touches the four files of the recipe satisfies every test that takes
// operations from the table. Without its translation into terms, machine code or
// WebAssembly, or without its case, a test fails and names it.
func TestRecipeOfAnOperation(t *testing.T) {
	if !*long {
		t.Skip("compiles the project several times; run it with -long")
	}
	all := slices.Concat(operationCases, operationRecipe)
	whole := overlay(t, all)
	for _, judge := range operationJudges {
		if out, err := judged(whole, judge[0], judge[1]); err != nil {
			t.Errorf("%s: expected nothing else that an operation needs, found: %v\n%s", judge[0], err, out)
		}
	}
	for _, lost := range []struct{ file, judge, run string }{
		{"trace/eval_test.go", "./trace", "^TestEvalAgreesWithTheTable$"},
		{"prove/words.go", "./prove", "^TestTermsAgreeWithEval$"},
		{"native/integers.go", "./native", "^TestOperationsOnEdges$"},
		{"wasm/codegen/numbers.go", "./wasm/codegen/run", "^TestOperationsOnEdges$"},
	} {
		rest := slices.DeleteFunc(slices.Clone(all), func(i insertion) bool { return i.file == lost.file })
		if out, err := judged(overlay(t, rest), lost.judge, lost.run); err == nil || !strings.Contains(out, "int_clear_lowest") {
			t.Errorf("without %s: expected that a test fails and names the operation, found: %v\n%s", lost.file, err, out)
		}
	}
}

// overlay writes the files with insertions, and returns the file that tells the compiler to read
// those in place of the ones here.
func overlay(t *testing.T, insertions []insertion) string {
	t.Helper()
	dir, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	texts, replaced := map[string]string{}, map[string]string{}
	for _, i := range insertions {
		if texts[i.file] == "" {
			texts[i.file] = read(t, i.file)
		}
		if n := strings.Count(texts[i.file], i.before); n != 1 {
			t.Fatalf("%s: expected one place that reads %q, found %d", i.file, i.before, n)
		}
		texts[i.file] = strings.Replace(texts[i.file], i.before, i.text+i.before, 1)
	}
	to := t.TempDir()
	for file, text := range texts {
		name := filepath.Join(to, strings.ReplaceAll(file, "/", "-"))
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		replaced[filepath.Join(dir, file)] = name
	}
	list, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(to, "overlay.json")
	if err := os.WriteFile(name, list, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// judged runs tests of a package over the files of an overlay.
func judged(overlay, folder, run string) (string, error) {
	test := exec.Command("go", "test", "-vet=off", "-count=1", "-overlay", overlay, "-run", run, folder)
	test.Dir = root
	out, err := test.CombinedOutput()
	return string(out[:min(len(out), 2000)]), err
}
