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

// TestMean compares engines at a scale at which both were measured.
func TestMean(t *testing.T) {
	r := &record{Rows: []row{
		{Program: "a", Seconds: map[string]map[scale]float64{nameUnbox: {long: 1, short: 5}, namePyPy: {long: 2}}},
		{Program: "b", Seconds: map[string]map[scale]float64{nameUnbox: {long: 8}, namePyPy: {long: 2, short: 1}}},
		{Program: "c", Seconds: map[string]map[scale]float64{nameUnbox: {long: 8}}},
	}}
	if mean, n := r.mean(nameUnbox, namePyPy, long); n != 2 || math.Abs(mean-math.Sqrt2) > 1e-9 {
		t.Errorf("expected the geometric mean of 1/2 and 4, found %v of %d", mean, n)
	}
	if _, n := r.mean(nameUnbox, namePyPy, short); n != 0 {
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
	if got := pageOf(history); got != want["docs/speed.md"] {
		t.Error("docs/speed.md is not what the records say: run `go run ./bench/python -write`")
	}
	if got := picture(history); got != want["docs/speed.svg"] {
		t.Error("docs/speed.svg is not what the records say: run `go run ./bench/python -write`")
	}
}
