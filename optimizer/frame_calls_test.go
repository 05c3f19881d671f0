package optimizer_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// TestFrameCallsAgree optimizes random traces that write new objects into fields of frames and into others, with
// calls that may ask for frames, that ask for none, and that take one back from another trace. It judges the results
// with an outside that leaves objects alone and with one that changes them.
func TestFrameCallsAgree(t *testing.T) {
	n := 4000
	if testing.Short() {
		n = 400
	}
	waited := 0
	for seed := range n {
		text := frameCalls(rand.New(rand.NewPCG(uint64(seed), 7)))
		in, list := trace.Parse(text)
		if in == nil {
			t.Fatal(list, text)
		}
		r := optimizer.Optimize(in, allPasses)
		if err := trace.Check(r.Out); err != nil {
			t.Fatal(err)
		}
		for _, fault := range remarkFaults(r) {
			t.Error(fault)
		}
		if strings.Contains(r.Out.String(), "{p") {
			waited++
		}
		inputs := interp.SuggestedInputs(in)
		for _, hostile := range []bool{false, true} {
			o := interp.RunOptions{Imagined: true, HostileCalls: hostile}
			if v := interp.Compare(interp.Run(in, inputs, o), interp.Run(r.Out, inputs, o)); v.Kind != interp.VerdictAgree {
				t.Fatalf("seed %d, outside changes objects: %v: %s\n%s\n%s", seed, hostile, v.Reason(), in, r.Out)
			}
		}
	}
	if waited < n/10 {
		t.Errorf("expected writes that wait in a tenth of %d traces, found them in %d", n, waited)
	}
}

// frameCalls writes such a trace.
func frameCalls(random *rand.Rand) string {
	fields := []string{
		"<FieldP pypy.interpreter.executioncontext.ExecutionContext.inst_topframeref 8>", "<FieldP pypy.interpreter.pyframe.PyFrame.inst_f_backref 16>",
		"<FieldP Object.inst_next 24>", "<FieldP Object.inst_other 32>",
	}
	calls := []string{
		"call_n(ConstClass(f), %s, descr=<Callv 0 r EF=5>)", "call_n(ConstClass(f), %s, descr=<Callv 0 r EF=2>)", "call_n(ConstClass(f), %s, descr=<Callv 0 r EF=7>)",
		"call_n(ConstClass(f), %s, descr=<Callv 0 r>)", "cond_call(1, 4711, %s, descr=<Callv 0 r EF=2 OS=121>)",
		"call_n(ConstClass(_ll_list_resize_le__listPtr_Signed), %s, descr=<Callv 0 r EF=5>)",
	}
	values := []string{"p0", "p1", "p2"}
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	var b strings.Builder
	b.WriteString("[p0, p1, p2, i3]\nguard_nonnull(p0) []\nguard_nonnull(p1) []\nguard_nonnull(p2) []\n")
	for k := range 6 + random.IntN(12) {
		switch name := fmt.Sprintf("p%d", 10+k); random.IntN(8) {
		case 0, 1:
			fmt.Fprintf(&b, "%s = new_with_vtable(descr=<SizeDescr 48>)\nsetfield_gc(%s, %d, descr=<FieldS Object.inst_n 40>)\n", name, name, k)
			values = append(values, name)
		case 2, 3, 4:
			fmt.Fprintf(&b, "setfield_gc(%s, %s, descr=%s)\n", pick(values), pick(values), pick(fields))
		case 5:
			fmt.Fprintf(&b, "%s = getfield_gc_r(%s, descr=%s)\nguard_nonnull(%s) [%s]\n", name, pick(values), pick(fields), name, pick(values))
			values = append(values, name)
		case 6:
			fmt.Fprintf(&b, "guard_true(i3) [%s, %s]\n", pick(values), pick(values))
		case 7:
			fmt.Fprintf(&b, pick(calls)+"\n", pick(values))
		}
	}
	fmt.Fprintf(&b, "finish(%s, %s, %s)\n", pick(values), pick(values), pick(values))
	return b.String()
}
