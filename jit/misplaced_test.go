package jit_test

import (
	"os"
	"path/filepath"
	"testing"

	"unbox/jit"
	"unbox/lang/judge"
	"unbox/lang/vm"
	"unbox/trace"
)

// recordingsOf are those of all loops and bridges that are left of a program's run.
func recordingsOf(t *testing.T, program string) (list []*vm.Recording) {
	_, j := runTraced(t, program, way{engine: "executor"})
	keep := func(in *jit.Installed) {
		if in.Recording != nil {
			list = append(list, in.Recording)
		}
	}
	for _, l := range j.Loops() {
		keep(&l.Installed)
		for _, b := range l.Bridges {
			keep(&b.Installed)
		}
	}
	return list
}

// TestGuardsResumeBeforeTheBranch checks what the optimizer takes for granted when it makes a guard ask more: in all
// recordings of programs, guards about objects resume at their own instruction.
func TestGuardsResumeBeforeTheBranch(t *testing.T) {
	names, err := filepath.Glob("../lang/judge/testdata/*.py")
	if err != nil || len(names) == 0 {
		t.Fatalf("expected programs, found none: %v", err)
	}
	var sources []string
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, string(text))
	}
	for seed := range 10 {
		sources = append(sources, judge.Program(uint64(seed)))
	}
	recordings, broken := 0, 0
	for _, source := range sources {
		for _, rec := range recordingsOf(t, source) {
			recordings++
			if guard, found := rec.Misplaced(); found {
				t.Errorf("%v: expected guards about objects to resume at their own instruction, found that %v does not", rec.At, rec.Trace.Ops[guard].Code)
			} else if breaks(rec) {
				broken++
				if _, found := rec.Misplaced(); !found {
					t.Errorf("%v: expected that a guard with the snapshot of a branch is found", rec.At)
				}
			}
		}
	}
	if recordings < 100 || broken < 20 {
		t.Errorf("expected at least 100 recordings and 20 with a guard after a branch, found %d and %d", recordings, broken)
	}
}

// breaks makes a guard that resumes at a way of a branch ask for an object, as the mistake did that ended loops too
// early; false if the recording has none.
func breaks(rec *vm.Recording) bool {
	step := -1
	for k := range rec.Trace.Ops {
		for step+1 < len(rec.Steps) && rec.Steps[step+1].Mark <= trace.Value(k) {
			step++
		}
		op := &rec.Trace.Ops[k]
		if step < 0 || op.Code != trace.OpGuardTrue && op.Code != trace.OpGuardFalse {
			continue
		}
		was := op.Code
		if op.Code = trace.OpGuardNonnull; misplaced(rec, trace.Value(k)) {
			return true
		}
		op.Code = was
	}
	return false
}

func misplaced(rec *vm.Recording, guard trace.Value) bool {
	found, ok := rec.Misplaced()
	return ok && found == guard
}
