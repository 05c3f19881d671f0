package vm_test

import (
	"testing"

	"unbox/lang/vm"
)

// TestClocks asks all clocks, before and after a program slept: who says what the process worked says it for `process_time` alone, and
// sleep is no work.
func TestClocks(t *testing.T) {
	const program = "import time\nfor k in range(2):\n    print(time.time(), time.perf_counter(), time.monotonic_ns(), time.process_time(), time.process_time_ns())\n    time.sleep(10)\n"
	clock := func() float64 { return 5.5 }
	for _, c := range []struct {
		about string
		o     vm.Options
		want  string
	}{
		{"no clock", vm.Options{}, "0.0 0.0 0 0.0 0\n10.0 10.0 10000000000 0.0 0\n"},
		{"a clock", vm.Options{Clock: clock}, "5.5 5.5 5500000000 5.5 5500000000\n15.5 15.5 15500000000 5.5 5500000000\n"},
		{"both", vm.Options{Clock: clock, Worked: func() float64 { return 0.25 }}, "5.5 5.5 5500000000 0.25 250000000\n15.5 15.5 15500000000 0.25 250000000\n"},
	} {
		if out, last, _ := run(t, program, c.o); out != c.want || last != "" {
			t.Errorf("%s: expected %q, found %q and %q", c.about, c.want, out, last)
		}
	}
}
