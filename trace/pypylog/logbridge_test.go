package pypylog_test

import (
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

// describe says what is known of inputs: classes by name, "object" for what is not null.
func describe(t *trace.Trace, w *world.World) string {
	if w == nil {
		return "nothing"
	}
	var parts []string
	for _, f := range w.Inputs {
		switch {
		case f.Known&world.KnowsClass != 0:
			parts = append(parts, t.Tables.Schema.Classes[f.Class].Name)
		case f.Known&world.KnowsNonnull != 0:
			parts = append(parts, "object")
		default:
			parts = append(parts, "?")
		}
	}
	return strings.Join(parts, " ")
}

func TestParseBridge(t *testing.T) {
	for _, test := range []struct{ name, guard, bridge, want string }{
		{"facts of both sides of the label, None is not handed over", "0xa2", "# Traced loop or bridge with 1 ops\n[p5, p6, i7]\nfinish(i7)\n",
			"W_ListObject 1234 ?"},
		{"the guard that failed says nothing", "0xa1", "[p5, p6]\nfinish(p5)\n", "W_ListObject object"},
		{"nothing is known at the first guard", "0xa0", "[p5, p6, i7]\nfinish(i7)\n", "nothing"},
		{"another number of inputs", "0xa2", "[p5, i7]\nfinish(i7)\n", "nothing"},
		{"inputs of other types", "0xa2", "[p5, i6, i7]\nfinish(i7)\n", "nothing"},
		{"no such guard", "0xa3", "[p5]\nfinish(p5)\n", "nothing"},
		{"no parent", "", "[p5]\nfinish(p5)\n", "nothing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			bridge, list, w := pypylog.ParseBridge(test.bridge, parentTrace, test.guard)
			if bridge == nil {
				t.Fatal(list)
			}
			if err := w.Check(bridge); err != nil {
				t.Error(err)
			}
			if got := describe(bridge, w); got != test.want {
				t.Errorf("expected %s, found %s", test.want, got)
			}
		})
	}
	if bridge, list, w := pypylog.ParseBridge("[p5", parentTrace, "0xa2"); bridge != nil || w != nil || len(list) == 0 {
		t.Errorf("expected an error, found %v and %v", bridge, list)
	}
}

func TestFindParent(t *testing.T) {
	bridge := "# bridge out of Guard 0xa1 with 1 ops\n[p0, p1]\nfinish(p0)\n"
	other := "# bridge out of Guard 0xb1 with 1 ops\n[p0, p1]\nfinish(p0)\n"
	texts := []string{other, parentTrace, bridge}
	for k, want := range []int{-1, -1, 1} {
		if parent, _ := pypylog.FindParent(texts, k); parent != want {
			t.Errorf("parent of %d: expected %d, found %d", k, want, parent)
		}
	}
}

// TestParentOf takes a bridge out of a log with what its parent knows.
func TestParentOf(t *testing.T) {
	log := "[1] {jit-log-noopt\n# Traced loop or bridge with 1 ops\n[p0, p1, i2]\njump(p0, p1, i2)\n[1] jit-log-noopt}\n" +
		"[1] {jit-log-opt-loop\n" + parentTrace + "[1] jit-log-opt-loop}\n" +
		"[1] {jit-log-noopt\n# Traced loop or bridge with 1 ops\n[p5, p6]\nfinish(p5)\n[1] jit-log-noopt}\n" +
		"[1] {jit-log-opt-bridge\n# bridge out of Guard 0xa1 with 1 ops\n[p5, p6]\n+1: finish(p5)\n[1] jit-log-opt-bridge}\n"
	entries := pypylog.SplitLog(log)
	if len(entries) != 4 {
		t.Fatalf("expected 4 entries, found %d", len(entries))
	}
	if parent, guard := pypylog.ParentOf(log, entries, 0); parent != "" || guard != "" {
		t.Errorf("a loop has no parent, found %s\n%s", guard, parent)
	}
	parent, guard := pypylog.ParentOf(log, entries, 2)
	if bridge, _, w := pypylog.ParseBridge(entries[2].Text(log), parent, guard); bridge == nil || describe(bridge, w) != "W_ListObject object" {
		t.Errorf("expected what the parent knows at %s, found\n%s", guard, parent)
	}
}
