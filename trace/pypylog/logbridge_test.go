package pypylog_test

import (
	"strings"
	"testing"

	"unbox/trace/pypylog"
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

func TestWithParentFacts(t *testing.T) {
	for _, test := range []struct{ name, guard, bridge, want string }{
		{"facts of both sides of the label, None is not handed over", "0xa2", "# Traced loop or bridge with 1 ops\n[p5, p6, i7]\nfinish(i7)\n",
			"# Traced loop or bridge with 1 ops\n[p5, p6, i7]\nrecord_exact_class(p5, ConstClass(W_ListObject))\nrecord_exact_class(p6, 1234)\nfinish(i7)\n"},
		{"the guard that failed says nothing", "0xa1", "[p5, p6]\nfinish(p5)\n",
			"[p5, p6]\nrecord_exact_class(p5, ConstClass(W_ListObject))\nassert_not_none(p6)\nfinish(p5)\n"},
		{"nothing is known at the first guard", "0xa0", "[p5, p6, i7]\nfinish(i7)\n", "[p5, p6, i7]\nfinish(i7)\n"},
		{"another number of inputs", "0xa2", "[p5, i7]\nfinish(i7)\n", "[p5, i7]\nfinish(i7)\n"},
		{"inputs of other types", "0xa2", "[p5, i6, i7]\nfinish(i7)\n", "[p5, i6, i7]\nfinish(i7)\n"},
		{"no such guard", "0xa3", "[p5]\nfinish(p5)\n", "[p5]\nfinish(p5)\n"},
		{"no trace", "0xa2", "[p5", "[p5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := pypylog.WithParentFacts(test.bridge, parentTrace, test.guard); got != test.want {
				t.Errorf("expected\n%s\nfound\n%s", test.want, got)
			}
		})
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

// TestRecordedText takes a bridge out of a log with what its parent knows.
func TestRecordedText(t *testing.T) {
	log := "[1] {jit-log-noopt\n# Traced loop or bridge with 1 ops\n[p0, p1, i2]\njump(p0, p1, i2)\n[1] jit-log-noopt}\n" +
		"[1] {jit-log-opt-loop\n" + parentTrace + "[1] jit-log-opt-loop}\n" +
		"[1] {jit-log-noopt\n# Traced loop or bridge with 1 ops\n[p5, p6]\nfinish(p5)\n[1] jit-log-noopt}\n" +
		"[1] {jit-log-opt-bridge\n# bridge out of Guard 0xa1 with 1 ops\n[p5, p6]\n+1: finish(p5)\n[1] jit-log-opt-bridge}\n"
	entries := pypylog.SplitLog(log)
	if len(entries) != 4 {
		t.Fatalf("expected 4 entries, found %d", len(entries))
	}
	if text := pypylog.RecordedText(log, entries, 0); strings.Contains(text, "record") {
		t.Errorf("a loop has no parent, found\n%s", text)
	}
	if text := pypylog.RecordedText(log, entries, 2); !strings.Contains(text, "record_exact_class(p5, ConstClass(W_ListObject))\n") {
		t.Errorf("expected what the parent knows, found\n%s", text)
	}
}
