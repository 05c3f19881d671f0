package jit_test

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/jit"
	"unbox/lang/compile"
	"unbox/lang/judge"
	"unbox/lang/vm"
)

var programs = flag.Int("programs", 100, "how many random programs run with and without traces")

// run runs a program with traces of its loops from the second round on.
func run(program string, stress bool, o jit.Options) (string, *jit.JIT) {
	j := jit.New(o)
	text := judge.RunWith(program, vm.Options{Stress: stress, Tracer: j}, j.Start)
	return text, j
}

// TestRandomPrograms compares random programs that run as traces with what the interpreter
// prints, which other tests compare with CPython.
func TestRandomPrograms(t *testing.T) {
	made, failed := 0, 0
	reasons := map[string]int{}
	for seed := range *programs {
		program := judge.Program(uint64(seed))
		want := judge.Run(program, false)
		for _, stress := range []bool{false, true} {
			got, j := run(program, stress, jit.Options{Threshold: 2})
			if got != want {
				t.Errorf("program %d, collecting all the time: %v: expected\n%s\nfound\n%s", seed, stress, want, got)
			}
			for _, l := range j.Loops() {
				if l.Entered > 0 {
					made++
				} else {
					failed++
				}
				for _, why := range l.Failures {
					reasons[why]++
				}
			}
		}
	}
	t.Logf("%d loops ran as traces, %d did not: %v", made, failed, reasons)
	if made == 0 {
		t.Error("expected loops that run as traces, found none")
	}
}

// TestPrograms runs the programs of lang/judge, one for each area of the language, as traces.
func TestPrograms(t *testing.T) {
	names, err := filepath.Glob("../lang/judge/testdata/*.py")
	if err != nil || len(names) == 0 {
		t.Fatalf("expected programs, found none: %v", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(strings.TrimSuffix(name, ".py") + ".want")
		if err != nil {
			t.Fatal(err)
		}
		for _, stress := range []bool{false, true} {
			if got, _ := run(string(text), stress, jit.Options{Threshold: 2}); got != string(want) {
				t.Errorf("%s, collecting all the time: %v: expected\n%s\nfound\n%s", name, stress, want, got)
			}
		}
	}
}

// TestLockstep runs random programs beside the interpreter, and compares all objects at each back edge.
func TestLockstep(t *testing.T) {
	rounds, entered := 0, 0
	for seed := range *programs {
		program := judge.Program(uint64(seed))
		compiled, err := compile.File("program.py", program)
		if err != nil {
			t.Fatal(err)
		}
		for _, stress := range []bool{false, true} {
			l := jit.RunLockstep(compiled, vm.Options{Out: io.Discard, Err: io.Discard, Fuel: 2_000_000, Memory: 256 << 20, Stress: stress}, jit.Options{Threshold: 2})
			if l.Difference != "" {
				t.Errorf("program %d, collecting all the time: %v: %s\n%s", seed, stress, l.Difference, program)
			}
			rounds += l.Rounds
			for _, loop := range l.Traced.Loops() {
				entered += int(loop.Entered)
			}
		}
	}
	t.Logf("%d rounds were compared; traces were entered %d times", rounds, entered)
	if entered == 0 {
		t.Error("expected traces to be entered, found none")
	}
}
