package main

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"unbox/jit"
	"unbox/lang/judge"
	"unbox/lang/vm"
	"unbox/native"
)

// TestPrograms runs each program with as little work as possible, interpreted and with traces.
func TestPrograms(t *testing.T) {
	t.Chdir("../..")
	programs, err := readPrograms()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range programs {
		p.rounds[tiny] = 1
		text := p.at(tiny)
		if !strings.Contains(text, "\nROUNDS = 1\n") {
			t.Errorf("%s: expected a size that can be set, found none", p.name)
		}
		want := judge.Run(text, false)
		if want == "" || strings.Contains(want, "Error") || strings.Contains(want, "not in the subset") {
			t.Errorf("%s: expected a result, found %q", p.name, want)
		}
		j := jit.New(jit.Options{Threshold: 40})
		if got := judge.RunWith(text, vm.Options{Tracer: j}, j.Start); got != want {
			t.Errorf("%s with traces: expected %q, found %q", p.name, want, got)
		}
	}
	for name := range worse {
		if !slices.ContainsFunc(programs, func(p program) bool { return p.name == name }) {
			t.Errorf("a reason is given for `%s`, which is no program", name)
		}
	}
}

// TestFigures holds the page against what was measured, and the reasons against the programs.
func TestFigures(t *testing.T) {
	t.Chdir("../..")
	r, err := readRecordFile(figuresFile, "figures")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(figuresPage)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := figuresOf(string(page), r); err != nil || got != string(page) {
		t.Errorf("%s is not what %s says: run `go run ./bench/python -write` (%v)", figuresPage, figuresFile, err)
	}
	image, err := os.ReadFile("docs/figures.svg")
	if err != nil || figuresPicture(r) != string(image) {
		t.Errorf("docs/figures.svg is not what %s says: run `go run ./bench/python -write` (%v)", figuresFile, err)
	}
	known := func(name string) bool {
		return slices.ContainsFunc(r.Rows, func(x row) bool { return x.Program == name })
	}
	for name := range removals {
		if !known(name) {
			t.Errorf("figures of the paper are given for `%s`, which was not measured", name)
		}
	}
	for name := range peelings {
		if !known(name) {
			t.Errorf("figures of the paper are given for `%s`, which was not measured", name)
		}
	}
	for name := range peelingLess {
		if !known(name) {
			t.Errorf("a reason is given for `%s`, which was not measured", name)
		}
	}
	for name := range removedLess {
		if program, kind, _ := strings.Cut(name, " "); !known(program) || !slices.Contains(removedNames[:], kind) {
			t.Errorf("a reason is given for `%s`, which was not measured", name)
		}
	}
}

// TestCounts counts operations as recorded and with each variant.
func TestCounts(t *testing.T) {
	if !native.Available() {
		t.Skip("there is no machine code here")
	}
	p := program{name: "sum", text: "ROUNDS = 1  # tiny 1, short 1, long 1\n\n\ndef f(n):\n    s = 0\n    for i in range(n):\n        s += i\n    return s\n\n\nprint(f(5000))\n", rounds: map[scale]int{part: 1}}
	var r row
	if err := count(p, &r); err != nil {
		t.Fatal(err)
	}
	recorded, once, all := r.Operations[variantRecorded], r.Operations[variantOnce], r.Operations[variantAll]
	if r.Traces != 1 || len(r.Operations) != len(variants()) {
		t.Errorf("expected one trace with %d variants, found %d with %d", len(variants()), r.Traces, len(r.Operations))
	}
	if recorded[kindNew] == 0 || all[kindNew] != 0 || all.all() >= once.all() || once.all() >= recorded.all() {
		t.Errorf("expected fewer operations with more passes, and no allocation in the loop, found %v, %v and %v", recorded, once, all)
	}
}

// TestMean compares engines at a scale at which both were measured.
func TestMean(t *testing.T) {
	r := &record{Rows: []row{
		{Program: "a", Seconds: map[string]map[scale]float64{nameUnbox: {long: 1, short: 5}, namePyPy: {long: 2}}},
		{Program: "b", Seconds: map[string]map[scale]float64{nameUnbox: {long: 8}, namePyPy: {long: 2, short: 1}}},
		{Program: "c", Seconds: map[string]map[scale]float64{nameUnbox: {long: 8}}},
	}}
	if mean, n := r.mean(nameUnbox, namePyPy, long, false); n != 2 || math.Abs(mean-math.Sqrt2) > 1e-9 {
		t.Errorf("expected the geometric mean of 1/2 and 4, found %v of %d", mean, n)
	}
	if _, n := r.mean(nameUnbox, namePyPy, short, false); n != 0 {
		t.Errorf("expected nothing to compare, found %d programs", n)
	}
}

// TestPage holds the page against the records that it was made of.
func TestPage(t *testing.T) {
	t.Chdir("../..")
	want := make(map[string]string)
	for _, name := range []string{"docs/speed.md", "docs/speed.svg"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want[name] = string(text)
	}
	history, err := readHistory()
	if err != nil {
		t.Fatal(err)
	}
	memory, err := readMemory()
	if err != nil {
		t.Fatal(err)
	}
	if got := pageOf(history, memory); got != want["docs/speed.md"] {
		t.Error("docs/speed.md is not what the records say: run `go run ./bench/python -write`")
	}
	if got := picture(history); got != want["docs/speed.svg"] {
		t.Error("docs/speed.svg is not what the records say: run `go run ./bench/python -write`")
	}
}
