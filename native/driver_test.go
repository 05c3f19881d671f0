//go:build linux && amd64

package native

import (
	"errors"
	"testing"

	"unbox/backend"
	"unbox/heap"
	"unbox/interp"
	"unbox/trace"
)

// A driver refuses what its code cannot do, before it enters the code, and lets measurements enter it.
func TestDriverRefuses(t *testing.T) {
	tr := mustParse(t, "[i0, p1]\ni2 = getarrayitem_gc_i(p1, 0, descr=<ArrayS 8>)\ni3 = int_add(i0, i2)\nfinish(i3)\n")
	p, err := backend.Plan(tr, backend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	code, err := NewEngine().Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	defer code.(*Code).Close()
	const untyped = "i0=3, p1=[4]"
	entered := 0
	run := func(inputs string, change func(o *backend.RunOptions)) (*interp.Outcome, error) {
		in, problems := interp.ParseInputs(tr, inputs)
		if in == nil {
			t.Fatal(problems)
		}
		if inputs == untyped {
			in.Objects[0].Type = int32(heap.NoArray)
		}
		o := backend.RunOptions{Enter: func(code func() error) error { entered++; return code() }}
		change(&o)
		return backend.NewDriver(p, code).Run(in, o)
	}
	nothing := func(*backend.RunOptions) {}
	if out, err := run("i0=3, p1=<ArrayS 8>[4]", nothing); err != nil || out.Exit != interp.ExitFinish || out.Values[0].Bits != 7 || entered != 1 {
		t.Errorf("expected 7 after the code was entered once, found %v, %v, entered %d times", out, err, entered)
	}
	failed := errors.New("it fails")
	if _, err := run("i0=3, p1=<ArrayS 8>[4]", func(o *backend.RunOptions) { o.Enter = func(func() error) error { return failed } }); err != failed {
		t.Errorf("expected the error of entering it, found %v", err)
	}
	if out, err := run(untyped, nothing); err != nil || out.Exit != interp.ExitUndefined || entered != 2 {
		t.Errorf("an array without a type: expected that the code, entered once more, leaves where it is read as one of some type, found %v, %v, entered %d times", out, err, entered)
	}
	if _, err := run("i0=3, p1=<ArrayS 8>[4]", func(o *backend.RunOptions) { o.LeaveAt = trace.Value(4) }); err == nil {
		t.Error("leaving at a guard of one's choice: expected an error, found none")
	}
	if out, err := run("i0=3, p1=<ArrayS 8>[4]", func(o *backend.RunOptions) { o.Heap.Slots = 1 }); err == nil && out.Exit == interp.ExitFinish && out.Values[0].Bits != 7 {
		t.Errorf("little memory: expected 7 or an end, found %v", out.Values)
	}
	if entered != 3 {
		t.Errorf("expected that no run that is refused enters the code, found that %d of all did", entered)
	}
}
