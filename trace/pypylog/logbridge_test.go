package pypylog_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"unbox/trace"
	"unbox/trace/pypylog"
	"unbox/world"
)

const parentTrace = `# Loop 1 (f;a.py:1~#0 LOAD_FAST) : loop with 9 ops
[p0, p1, i2]
+10: guard_nonnull_class(p1, ConstClass(W_ListObject), descr=<Guard0xa0>) [p0, p1, i2]
+20: i3 = getfield_gc_i(p0, descr=<FieldS x.inst_n 8>)
+30: label(p0, p1, i2, descr=TargetToken(7))
+40: p4 = new_with_vtable(descr=<SizeDescr 16>)
+50: guard_class(p0, 1234, descr=<Guard0xa1>) [p1, p0]
+60: guard_true(i2, descr=<Guard0xa2>) [p1, None, p0, i2]
+70: jump(p0, p1, i2, descr=TargetToken(7))
+80: --end of the loop--
`

// recordedTrace is what parentTrace was made from.
const recordedTrace = "[p0, p1, i2]\np3 = new_with_vtable(descr=<SizeDescr 16>)\nguard_true(i2)\njump(p0, p1, i2)\n"

// describe says what is known of inputs: classes by name, "object" for what is not null, and what fields hold.
func describe(t *trace.Trace, w *world.World) string {
	if w == nil {
		return "nothing"
	}
	var parts []string
	for _, f := range w.Inputs {
		part := "?"
		switch {
		case f.Known&world.KnowsClass != 0:
			part = t.Tables.Schema.Classes[f.Class].Name
		case f.Known&world.KnowsNonnull != 0:
			part = "object"
		}
		for _, held := range f.Fields {
			is := held.Value.Object
			switch {
			case held.Param != 0:
				is = fmt.Sprintf("input %d", held.Param)
			case held.Value.Type == trace.Int:
				is = fmt.Sprint(int64(held.Value.Bits))
			case is == "":
				is = "null"
			}
			name := t.Tables.Schema.Fields[held.Field].Name
			part += fmt.Sprintf("(%s=%s)", name[strings.LastIndexByte(name, '.')+1:], is)
		}
		parts = append(parts, part)
	}
	for _, r := range w.Results {
		parts = append(parts, fmt.Sprintf("%s%d=input %d", r.Function, r.Args, r.Param))
	}
	return strings.Join(parts, " ")
}

// checkKnown reads a bridge and compares what is known of it.
func checkKnown(t *testing.T, text, want string, path ...pypylog.Step) {
	t.Helper()
	r := pypylog.ParseRecorded(text, pypylog.Surroundings{Path: path})
	if r.Trace == nil {
		t.Fatal(r.Diagnostics)
	}
	if err := trace.Check(r.Trace); err != nil {
		t.Error(err)
	}
	if err := r.World.Check(r.Trace); err != nil {
		t.Error(err)
	}
	if got := describe(r.Trace, r.World); got != want {
		t.Errorf("expected %s, found %s", want, got)
	}
}

func TestClassesOfBridge(t *testing.T) {
	for _, test := range []struct{ name, guard, bridge, want string }{
		{"facts of both sides of the label, None is not handed over", "0xa2", "# Traced loop or bridge with 1 ops\n[p5, p6, i7]\nfinish(i7)\n",
			"W_ListObject 1234 ?"},
		{"the guard that failed says nothing", "0xa1", "[p5, p6]\nfinish(p5)\n", "W_ListObject object"},
		{"nothing is known at the first guard", "0xa0", "[p5, p6, i7]\nfinish(i7)\n", "nothing"},
		{"another number of inputs", "0xa2", "[p5, i7]\nfinish(i7)\n", "nothing"},
		{"inputs of other types", "0xa2", "[p5, i6, i7]\nfinish(i7)\n", "nothing"},
		{"no such guard", "0xa3", "[p5]\nfinish(p5)\n", "nothing"},
		{"no guard", "", "[p5]\nfinish(p5)\n", "nothing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			checkKnown(t, test.bridge, test.want, pypylog.Step{Optimized: parentTrace, Guard: test.guard})
		})
	}
	r := pypylog.ParseRecorded("[p5", pypylog.Surroundings{Path: []pypylog.Step{{Optimized: parentTrace, Guard: "0xa2"}}})
	if r.Trace != nil || r.World != nil || len(r.Diagnostics) == 0 {
		t.Errorf("expected an error, found %v and %v", r.Trace, r.Diagnostics)
	}
}

// TestFieldsOfBridge finds what fields hold where a guard fails. Each case is an optimized trace in which <G> is that
// guard.
func TestFieldsOfBridge(t *testing.T) {
	const n, next, other = "descr=<FieldS x.n 8>", "descr=<FieldP x.next 16>", "descr=<FieldP x.other 24>"
	for _, test := range []struct{ name, optimized, bridge, want string }{
		{"a constant", "[p0]\np1 = getfield_gc_r(p0, " + next + ")\nguard_value(p1, ConstPtr(ptr3), descr=<Guard0x1>) [p0]\n<G> [p0]\nfinish(p0)\n",
			"[p0]\nguard_value(p0, ConstPtr(ptr9))\nfinish(p0)\n", "object(next=ConstPtr(ptr10))"},
		{"0 and null, from comparisons too",
			"[p0]\ni1 = getfield_gc_i(p0, " + n + ")\ni2 = int_is_true(i1)\nguard_false(i2, descr=<Guard0x1>) [p0]\np3 = getfield_gc_r(p0, " + next + ")\nguard_isnull(p3, descr=<Guard0x2>) [p0]\n<G> [p0]\nfinish(p0)\n",
			"[p0]\nfinish(p0)\n", "object(n=0)(next=null)"},
		{"an integer that was compared", "[p0]\ni1 = getfield_gc_i(p0, " + n + ")\ni2 = int_eq(i1, 5)\nguard_true(i2, descr=<Guard0x1>) [p0]\n<G> [p0]\nfinish(p0)\n",
			"[p0]\nfinish(p0)\n", "object(n=5)"},
		{"another input", "[p0]\np1 = getfield_gc_r(p0, " + next + ")\n<G> [p1, p0]\nfinish(p0)\n", "[p0, p1]\nfinish(p0)\n", "? object(next=input 1)"},
		{"nothing about values that are not handed over", "[p0]\np1 = getfield_gc_r(p0, " + next + ")\n<G> [p0]\nfinish(p0)\n", "[p0]\nfinish(p0)\n", "object"},
		{"a field that is written, later",
			"[p0]\np1 = getfield_gc_r(p0, " + next + ")\n<G> [p0, p1]\nsetfield_gc(p0, ConstPtr(null), " + next + ")\nfinish(p0)\n", "[p0, p1]\nfinish(p0)\n", "object(next=input 2) ?"},
		{"a field that was written", "[p0, p1, i2]\nsetfield_gc(p0, p1, " + next + ")\nsetfield_gc(p0, 5, " + n + ")\nsetfield_gc(p0, 6, " + n + ")\n<G> [p1, p0]\nfinish(p0)\n",
			"[p0, p1]\nfinish(p0)\n", "? object(next=input 1)(n=6)"},
		{"a field of another object that may be the same was written", "[p0, p1]\np2 = getfield_gc_r(p0, " + next + ")\nsetfield_gc(p1, p0, " + next + ")\n<G> [p0, p1, p2]\nfinish(p0)\n",
			"[p0, p1, p2]\nfinish(p0)\n", "object object(next=input 1) ?"},
		{"a write in the loop, after the guard",
			"[p0]\np1 = getfield_gc_r(p0, " + next + ")\nguard_isnull(p1, descr=<Guard0x1>) [p0]\nlabel(p0, descr=TargetToken(7))\n<G> [p0]\nsetfield_gc(p0, p0, " + next + ")\njump(p0, descr=TargetToken(7))\n",
			"[p0]\nfinish(p0)\n", "object"},
		{"a call that may write", "[p0]\np1 = getfield_gc_r(p0, " + next + ")\ncall_n(ConstClass(f), p0, descr=<Callv 0 r EF=5>)\n<G> [p0, p1]\nfinish(p0)\n",
			"[p0, p1]\nfinish(p0)\n", "object ?"},
		{"a call that only computes", "[p0]\np1 = getfield_gc_r(p0, " + next + ")\ni2 = call_i(ConstClass(f), p0, descr=<Calli 8 r EF=4>)\n<G> [p0, p1]\nfinish(p0)\n",
			"[p0, p1]\nfinish(p0)\n", "object(next=input 2) ?"},
		{"the same throughout the loop", "[p0]\np1 = call_loopinvariant_r(ConstClass(f), 64, descr=<Callr 8 i EF=1 OS=5>)\n<G> [p0, p1]\nfinish(p0)\n",
			"[p0, p1]\np2 = call_loopinvariant_r(ConstClass(f), 64, descr=<Callr 8 i EF=1 OS=5>)\nfinish(p0)\n", "? ? ConstClass(f)[64]=input 2"},
		{"read before the loop and not in it",
			"[p0]\np1 = getfield_gc_r(p0, " + next + ")\nguard_isnull(p1, descr=<Guard0x1>) [p0]\nlabel(p0, descr=TargetToken(7))\n<G> [p0]\njump(p0, descr=TargetToken(7))\n",
			"[p0]\nfinish(p0)\n", "object(next=null)"},
		{"read again in the loop, after the guard",
			"[p0]\np1 = getfield_gc_r(p0, " + next + ")\nguard_isnull(p1, descr=<Guard0x1>) [p0]\nlabel(p0, descr=TargetToken(7))\n<G> [p0]\np2 = getfield_gc_r(p0, " + next + ")\njump(p0, descr=TargetToken(7))\n",
			"[p0]\nfinish(p0)\n", "object"},
		{"another object in the next iteration",
			"[p0, p5]\np1 = getfield_gc_r(p0, " + next + ")\nguard_isnull(p1, descr=<Guard0x1>) [p0]\nlabel(p0, p5, descr=TargetToken(7))\n<G> [p0]\njump(p5, p0, descr=TargetToken(7))\n",
			"[p0]\nfinish(p0)\n", "object"},
		{"a call in the loop may write, after the guard",
			"[p0]\np1 = getfield_gc_r(p0, " + next + ")\nguard_isnull(p1, descr=<Guard0x1>) [p0]\nlabel(p0, descr=TargetToken(7))\n<G> [p0]\ncall_n(ConstClass(f), p0, descr=<Callv 0 r EF=5>)\njump(p0, descr=TargetToken(7))\n",
			"[p0]\nfinish(p0)\n", "object"},
	} {
		t.Run(test.name, func(t *testing.T) {
			optimized := strings.ReplaceAll(test.optimized, "<G>", "guard_not_invalidated(descr=<Guard0xa>)")
			checkKnown(t, test.bridge, test.want, pypylog.Step{Optimized: optimized, Guard: "0xa"})
		})
	}
	t.Run("a bridge out of a bridge", func(t *testing.T) {
		first := "[p0]\np1 = getfield_gc_r(p0, " + next + ")\nguard_isnull(p1, descr=<Guard0x1>) [p0]\nguard_not_invalidated(descr=<Guard0xa>) [p0]\nfinish(p0)\n"
		second := "[p5]\np6 = getfield_gc_r(p5, " + other + ")\nguard_not_invalidated(descr=<Guard0xb>) [p6, p5]\nfinish(p5)\n"
		checkKnown(t, "[p0, p1]\nfinish(p0)\n", "? object(next=null)(other=input 1)",
			pypylog.Step{Optimized: first, Guard: "0xa"}, pypylog.Step{Optimized: second, Guard: "0xb"})
	})
}

// TestSurroundings finds what leads to a bridge, and where it leads, in a log and in single texts.
func TestSurroundings(t *testing.T) {
	recorded := []string{recordedTrace, "# Traced loop or bridge with 1 ops\n[p5, p6]\njump(p5, p6, 1, descr=<Loop1>)\n", "[p7]\nfinish(p7)\n"}
	optimized := []string{parentTrace, "# bridge out of Guard 0xa1 with 1 ops\n[p5, p6]\n+1: guard_true(1, descr=<Guard0xb0>) [p5]\n+9: finish(p5)\n",
		"# bridge out of Guard 0xb0 with 1 ops\n[p7]\n+1: finish(p7)\n"}
	kinds := []string{"loop", "bridge", "bridge"}
	log := ""
	for k := range recorded {
		log += "[1] {jit-log-noopt\n" + recorded[k] + "[1] jit-log-noopt}\n[1] {jit-log-opt-" + kinds[k] + "\n" + optimized[k] + "[1] jit-log-opt-" + kinds[k] + "}\n"
	}
	entries := split(t, log)
	if len(entries) != 6 {
		t.Fatalf("expected 6 entries, found %d", len(entries))
	}
	first := pypylog.Step{Optimized: parentTrace, Guard: "0xa1"}
	second := pypylog.Step{Optimized: optimized[1], Guard: "0xb0"}
	for k, want := range []pypylog.Surroundings{{}, {Path: []pypylog.Step{first}, Loop: recordedTrace}, {Path: []pypylog.Step{first, second}}} {
		for _, got := range []pypylog.Surroundings{pypylog.NewNeighbours(log, entries).Of(2 * k), pypylog.NeighboursAmong(optimized, recorded).Of(2 * k)} {
			if !reflect.DeepEqual(got, want) {
				t.Errorf("trace %d: expected\n%q\nfound\n%q", k, want, got)
			}
		}
	}
}

// TestVirtualRefsOfBridges reads a bridge that makes a virtual_ref, of which the log has the size, and another object of that size.
func TestVirtualRefsOfBridges(t *testing.T) {
	const fields = "setfield_gc(p2, p0, descr=<FieldP JitVirtualRef.virtual_token 8>)\nsetfield_gc(p2, ConstPtr(null), descr=<FieldP JitVirtualRef.forced 16>)\n"
	made := func(text string) (classes []string) {
		r := pypylog.ParseRecorded(text, pypylog.Surroundings{})
		if r.Trace == nil {
			t.Fatal(r.Diagnostics)
		}
		for v := range r.Trace.Ops {
			if op := &r.Trace.Ops[v]; op.Code == trace.OpNew {
				classes = append(classes, r.Trace.Tables.Schema.Classes[op.Descr].Name)
			}
		}
		return classes
	}
	const allocate = "[p0, p1]\np2 = new_with_vtable(descr=<SizeDescr 24>)\n" + fields + "p3 = new_with_vtable(descr=<SizeDescr 24>)\nsetfield_gc(p3, p0, descr=<FieldP Box.next 8>)\n"
	if got := made(allocate + "virtual_ref_finish(p2, p3)\nfinish(p3)\n"); !slices.Equal(got, []string{"JitVirtualRef", "<SizeDescr 24>"}) {
		t.Errorf("expected a virtual_ref and an object of a size, found %q", got)
	}
	if got := made(allocate + "finish(p2)\n"); !slices.Equal(got, []string{"<SizeDescr 24>", "<SizeDescr 24>"}) {
		t.Errorf("expected two objects of a size where nothing says what a virtual_ref is, found %q", got)
	}
}

// TestManySurroundings finds what leads to 3,000 bridges, each out of the one before it: looked up one by one in all others, that took
// over an hour.
func TestManySurroundings(t *testing.T) {
	const n = 3000
	optimized, recorded := manyBridges(n)
	around := pypylog.NeighboursAmong(optimized, recorded)
	for k := range n {
		found := around.Of(2 * k)
		if want := min(k, 16); len(found.Path) != want {
			t.Fatalf("trace %d: expected %d traces that lead to it, found %d", k, want, len(found.Path))
		}
		if k > 0 && found.Path[len(found.Path)-1].Optimized != optimized[k-1] {
			t.Fatalf("trace %d: expected that it begins in the trace before it, found %q", k, found.Path)
		}
		if leads := k > 0 && k%2 == 0; leads != (found.Loop == recorded[0]) {
			t.Fatalf("trace %d: expected the loop if it leads there (%t), found %q", k, leads, found.Loop)
		}
	}
}
