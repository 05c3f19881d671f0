package trace_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/optimizer"
	"unbox/trace"
)

// Texts with numbered operations are read back with the types that they had, whatever
// type the prefix suggests, recorded and optimized.
func TestNumberedTextsKeepTypes(t *testing.T) {
	texts := []string{
		"[p0]\np1 = get(p0, L)\nf2 = get(p0, M)\ni3 = get(p0, N)\np4 = escape(p1)\nescape(p4)\njump(p1)",
		"[p0, f5_optvar]\nf1 = mystery(p0)\nprint(f1)\nf2 = same_as(f1)\njump(p0, f5_optvar)",
		"class E { n: int }\n[p0]\ncall_n(p0, descr=<Callv 8 r EF=5>)\nguard_exception(E) []\nf1 = call_f(p0, descr=<Callf 8 r EF=5>)\njump(p0)",
		"f0 = getarg(0)\np1 = getarg(1)\nstore(p1, 0, f0)\np2 = load(p1, 1)\nf3 = load(p1, 0)\nprint(f3)\nprint(p2)",
		"f0 = getarg(0)\nobj1 = getarg(1)\nf3 = load(obj1, 0)\nprint(f3)\nvar1 = load(obj1, 1)\nvar2 = load(var1, 0)\nprint(var2)\njump()",
	}
	for _, e := range examples.All() {
		texts = append(texts, e.Text)
	}
	own, _ := filepath.Glob("testdata/*/*.trace")
	files, _ := filepath.Glob("../optimizer/testdata/*/*.trace")
	for _, name := range append(own, files...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "\n===\n") {
			part, _, _ = strings.Cut(part, "--- ")
			texts = append(texts, part)
		}
	}
	tried := 0
	for _, text := range texts {
		tr, _ := trace.Parse(text)
		if tr == nil {
			continue
		}
		for _, one := range []*trace.Trace{tr, optimizer.Optimize(tr, optimizer.Presets()[0].Passes).Out} {
			for _, prefix := range []string{"", "optvar", "p", "i"} {
				keepsTypes(t, one, prefix)
				tried++
			}
		}
	}
	t.Log(tried, "texts")
}

func keepsTypes(t *testing.T, tr *trace.Trace, prefix string) {
	t.Helper()
	text := strings.Join(trace.Print(tr, trace.PrintOptions{Numbered: prefix}).Lines(), "\n")
	again, list := trace.Parse(text)
	if again == nil {
		t.Errorf("the numbered trace is none: %v\n%s", list, text)
		return
	}
	for v := range tr.Ops {
		if v >= len(again.Ops) || again.Ops[v].Type != tr.Ops[v].Type || again.Ops[v].Code != tr.Ops[v].Code {
			t.Errorf("expected operation %d as it was, found another one or another type in\n%s", v, text)
			return
		}
	}
}
