package jit_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"unbox/jit"
	"unbox/lang/compile"
	"unbox/lang/judge"
	"unbox/lang/vm"
)

const counted = `def f(n):
    s = 0
    for i in range(n):
        if i % 10 == 0:
            s += 1
        elif i % 10 == 1:
            s += g(i)
        else:
            if i == 77:
                continue
            s -= 1
        try:
            if i % 25 == 3:
                raise ValueError(i)
            s += 2
        except ValueError:
            s += 3
    return s

def g(i):
    while True:
        i -= 1
        if i < 0:
            break
        if i % 50 == 0:
            return i
    return 4

print(f(100))
`

// linesOf runs a program with a profile. With traces it is the iterations of these that are not counted.
func linesOf(t *testing.T, program string, threshold uint64) []uint64 {
	t.Helper()
	compiled, err := compile.File("program.py", program)
	if err != nil {
		t.Fatal(err)
	}
	j := jit.New(jit.Options{Threshold: threshold})
	o := vm.Options{Out: io.Discard, Err: io.Discard, Profile: true}
	if threshold > 0 {
		o.Tracer = j
	}
	machine := vm.New(compiled, o)
	if threshold > 0 {
		j.Start(machine)
	}
	machine.Run()
	iterations := make(map[vm.LoopID]uint64)
	for _, l := range j.Loops() {
		iterations[l.ID] = l.Iterations
	}
	return machine.LineCounts(func(id vm.LoopID) uint64 { return iterations[id] })
}

// TestLineCounts counts the instructions of both branches of conditions.
func TestLineCounts(t *testing.T) {
	counts := linesOf(t, counted, 0)
	for line, want := range map[int]uint64{5: 2 * 10, 7: 5 * 10, 10: 1, 11: 79, 14: 4 * 4, 15: 2*95 + 4, 17: 2 * 4, 23: 210, 24: 0, 25: 2 * 210, 26: 10} {
		if counts[line] != want {
			t.Errorf("expected %d instructions in line %d, found %d", want, line, counts[line])
		}
	}
}

// TestLineCountsOfTraces compares what is interpreted beside traces with what is interpreted without: it is less, line
// by line, whatever random programs do.
func TestLineCountsOfTraces(t *testing.T) {
	programs := []string{counted}
	for seed := range uint64(30) {
		programs = append(programs, judge.Program(seed))
	}
	less := 0
	for k, program := range programs {
		plain, traced := linesOf(t, program, 0), linesOf(t, program, 2)
		for line, n := range traced {
			if n > plain[line] {
				t.Errorf("program %d, line %d, `%s`: expected at most %d instructions, found %d", k, line, strings.Split(program, "\n")[line-1], plain[line], n)
			}
		}
		if !slices.Equal(plain, traced) {
			less++
		}
	}
	if less < len(programs)/2 {
		t.Errorf("expected that traces run a part of most programs, found %d", less)
	}
}
