package main

import (
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"unbox/bench/kernels/suite"
)

// Every language that is installed computes what the Go reference does, in each
// kernel, for several sizes.
func TestLanguagesAgree(t *testing.T) {
	ctx := context.Background()
	tools, err := findTools(ctx, t.TempDir(), false)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.present {
		if testing.Short() && tool.flags != nil && tool.id != idScalar {
			continue
		}
		t.Run(tool.id, func(t *testing.T) {
			t.Parallel()
			for _, k := range suite.Kernels() {
				if tool.only != nil && !tool.only(k) {
					continue
				}
				agree(ctx, t, tools, tool, k)
			}
		})
	}
	for _, name := range tools.missing {
		t.Logf("not installed: %s", name)
	}
}

func agree(ctx context.Context, t *testing.T, tools *tools, tool tool, k suite.Kernel) {
	t.Helper()
	k.Size = 500
	p, err := tools.start(ctx, tool, k)
	if err != nil {
		t.Fatalf("%s: %v", k.Name, err)
	}
	for range 3 {
		s, err := p.sample()
		if err != nil {
			t.Fatalf("%s: %v", k.Name, err)
		}
		if want := k.Reference(500); s.digest != want || s.each <= 0 {
			t.Errorf("%s: expected the digest %d, found %d in %v ns", k.Name, want, s.digest, s.each)
		}
	}
	if err := p.close(); err != nil {
		t.Errorf("%s: %v", k.Name, err)
	}
}

// A whole run with the interpreter as the only engine.
func TestRunWithoutOtherLanguages(t *testing.T) {
	k := suite.Kernels()[0]
	k.Size = 400
	tools := &tools{engines: []engine{{name: "interpreter", load: newInterpreter}}, missing: []string{"gcc"}}
	o := options{rounds: 2}
	r := newReport(context.Background(), tools, o)
	row, err := measureKernel(context.Background(), k, tools, o)
	if err != nil {
		t.Fatal(err)
	}
	r.rows = append(r.rows, row)
	r.finish()
	var text strings.Builder
	if err := r.markdown(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"not installed, so not measured: gcc", "| sqrt(int) |", "**geometric mean**"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("expected %q in the report, found\n%s", want, text.String())
		}
	}
	if plot := r.plot(); strings.Count(plot, "<g>") != 3 || strings.Contains(plot, "NaN") {
		t.Errorf("expected three marks, found\n%s", plot)
	}
}

func madeUp() *report {
	tools := &tools{
		engines: []engine{{name: "native"}},
		present: []tool{{id: idScalar, title: "gcc"}, {id: idLuaJIT, title: "LuaJIT"}},
	}
	kernels := suite.Kernels()
	return &report{tools: tools, rows: []row{
		{kernel: kernels[0], columns: map[string]series{
			"native recorded": {80, 90, 100}, "native straight": {20}, "native peeled": {11, 10}, idScalar: {5}, idLuaJIT: {40},
		}},
		{kernel: kernels[1], columns: map[string]series{
			"native recorded": {20}, "native straight": {10}, "native peeled": {10}, idScalar: {20},
		}},
	}}
}

// Ratios are those of least times, means are geometric, and what is missing counts
// for nothing.
func TestTables(t *testing.T) {
	var text strings.Builder
	if err := madeUp().markdown(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| sqrt(int) | 80.0 (90.0) | 20.0 (20.0) | 10.0 (11.0) | 5.00 (5.00) | 40.0 (40.0) |",
		"| sqrt(float) | 20.0 (20.0) | 10.0 (10.0) | 10.0 (10.0) | 20.0 (20.0) | – |",
		"| sqrt(int) | 2.00 | 0.25 |", "| sqrt(float) | 0.50 | – |", "| **geometric mean** | **1.00** | **0.25** |",
		"| sqrt(int) | 4.00 | 2.00 | 1.22 |", "| **geometric mean** | **2.83** | **1.41** | **1.37** |",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("expected %q in the report, found\n%s", want, text.String())
		}
	}
}

func TestPlotPlacesMarksByTheirRatio(t *testing.T) {
	r := madeUp()
	s := r.scale()
	if s.low != -1 || s.high != 4 {
		t.Errorf("expected a scale from 1/2 to 16, found 2**%v to 2**%v", s.low, s.high)
	}
	if x := s.x(1); math.Abs(x-(plotLeft+plotWidth/5.0)) > 0.01 {
		t.Errorf("expected gcc's place a fifth from the left, found %v", x)
	}
	if plot := r.plot(); strings.Contains(plot, "NaN") || strings.Contains(plot, "Inf") {
		t.Errorf("expected numbers in the plot, found\n%s", plot)
	}
}

func TestUnknownKernel(t *testing.T) {
	err := run(context.Background(), io.Discard, io.Discard, options{only: "conv4", rounds: 1}, false)
	if err == nil || !strings.Contains(err.Error(), "found `conv4`") {
		t.Errorf("expected an error about `conv4`, found %v", err)
	}
}

// Of several loops of a function the last one counts, and only what stands after its
// label.
func TestLastLoopOfALog(t *testing.T) {
	const log = `[1] {jit-log-opt-loop
# Loop 1 (kernel;a.py:1-2~#0 LOAD_FAST) : loop with 4 ops
[i0]
label(i0, descr=TargetToken(1))
i1 = int_add(i0, 1)
label(i1, descr=TargetToken(2))
i2 = int_add(i1, 1)
i3 = int_lt(i2, 9)
guard_true(i3) [i2]
jump(i2, descr=TargetToken(2))
[2] jit-log-opt-loop}
[3] {jit-log-opt-loop
# Loop 2 (digest;a.py:1-2~#0 LOAD_FAST) : loop with 1 ops
[i0]
label(i0, descr=TargetToken(3))
jump(i0, descr=TargetToken(3))
[4] jit-log-opt-loop}
`
	if n, err := lastLoopOf(log, "(kernel;"); err != nil || n != 4 {
		t.Errorf("expected 4 operations in the loop, found %d", n)
	}
	if n, err := lastLoopOf(log, "(setup;"); err != nil || n != -1 {
		t.Errorf("expected no loop, found one of %d operations", n)
	}
}

// Every engine computes what the Go reference does, from each form of each kernel's
// trace, also when run again.
func TestEnginesAgree(t *testing.T) {
	list, err := engines(context.Background(), true)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range suite.Kernels() {
		t.Run(k.Name, func(t *testing.T) {
			k.Size = 300
			l, err := k.Load()
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range list {
				e.slow = 0
				for _, f := range forms() {
					r, err := newTraceRun(l, e, f)
					if err != nil {
						t.Errorf("%s: %v", column(e, f), err)
						continue
					}
					for range 2 {
						s, err := r.sample()
						if want := k.Reference(300); err != nil || s.digest != want || s.each <= 0 {
							t.Errorf("%s: expected the digest %d, found %d in %v ns (%v)", column(e, f), want, s.digest, s.each, err)
						}
					}
					if err := r.close(); err != nil {
						t.Errorf("%s: %v", column(e, f), err)
					}
				}
			}
		})
	}
}
