package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"unbox/lang/compile"
	"unbox/lang/vm"
)

// runBounded runs an endless program that an interrupt and a limit bound.
func runBounded(t *testing.T, i *interrupt, fuel int64) (out, errs string, work int64) {
	t.Helper()
	compiled, err := compile.File("endless.py", "print('printed')\nwhile True:\n    pass\n")
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	options := vm.Options{Out: &stdout, Err: &stderr}
	i.bound(&options, fuel)
	machine := vm.New(compiled, options)
	if outcome := machine.Run(); outcome.Code != 1 {
		t.Errorf("expected the exit code 1, found %d", outcome.Code)
	}
	return stdout.String(), stderr.String(), machine.Stats().Work
}

// TestInterruptedProgram: what it has printed is not lost, and it says where it was.
func TestInterruptedProgram(t *testing.T) {
	var by os.Signal = os.Interrupt
	i := new(interrupt)
	i.by.Store(&by)
	out, errs, _ := runBounded(t, i, 0)
	if out != "printed\n" || !strings.HasPrefix(errs, "  File \"endless.py\", line 2, in <module>\n") || !strings.HasSuffix(errs, "expected that the program may go on, found an interrupt\n") {
		t.Errorf("expected `printed`, and a place with the interrupt, found %q and %q", out, errs)
	}
}

// TestLimitOfWorkInParts: looking for interrupts leaves the limit of work as it is.
func TestLimitOfWorkInParts(t *testing.T) {
	for _, fuel := range []int64{1000, slice + 1000} {
		out, errs, work := runBounded(t, new(interrupt), fuel)
		if out != "printed\n" || !strings.Contains(errs, "expected a program that ends within its limit of work") || work < fuel || work > fuel+1000 {
			t.Errorf("expected the limit of work after %d, found %q and %q after %d", fuel, out, errs, work)
		}
	}
}

// TestInterruptOfReading: a program that waits for input ends at once.
func TestInterruptOfReading(t *testing.T) {
	var ended os.Signal
	i := &interrupt{signals: make(chan os.Signal, 1), end: func(by os.Signal) { ended = by }}
	i.reading.Store(true)
	i.signals <- os.Interrupt
	i.wait()
	if ended != os.Interrupt {
		t.Errorf("expected the end by an interrupt, found %v", ended)
	}
}

// TestNoInterrupt: a program that ends by itself is not ended by a signal.
func TestNoInterrupt(t *testing.T) {
	i := &interrupt{signals: make(chan os.Signal), end: func(os.Signal) { t.Error("expected no end by a signal, found one") }}
	i.drop()
	i.wait()
}
