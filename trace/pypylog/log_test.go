package pypylog_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"unbox/trace"
	"unbox/trace/pypylog"
)

// split splits a log that has not too many traces.
func split(t *testing.T, text string) []pypylog.LogEntry {
	t.Helper()
	entries, err := pypylog.SplitLog(text)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

// describeLog lists what SplitLog found, one line for each entry.
func describeLog(t *testing.T, text string) string {
	var b strings.Builder
	for i, e := range split(t, text) {
		fmt.Fprintf(&b, "%d %s, %d ops, partner %d", i, e.Kind, e.Ops, e.Partner)
		if e.Guard != "" {
			fmt.Fprintf(&b, ", guard of %d", e.Parent)
		}
		if e.Truncated {
			b.WriteString(", truncated")
		}
		fmt.Fprintf(&b, ": %s | %s\n", e.Title, e.Place)
	}
	return b.String()
}

func TestSplitLog(t *testing.T) {
	const (
		recorded = "# Traced loop or bridge with 2 ops\n[i0]\ni1 = int_add(i0, 1)\njump(i1)\n"
		loop     = "# Loop 1 (f;a.py:1-2~#4 (x)) : loop with 1 ops\n[i0]\n+1: guard_true(i0, descr=<Guard0x7fa0>) [i0]\n+5: --end of the loop--\n"
		bridge   = "# bridge out of Guard 0x7fa0 with 1 ops\n[i5]\n+1: finish(i5)\n+5: --end of the loop--\n"
		short    = "[]\nlabel(i0)\njump(i0)\n"
	)
	section := func(name, body string) string { return "[1a] {" + name + "\n" + body + "[2b] " + name + "}\n" }
	tests := []struct{ name, text, want string }{
		{"a loop and a bridge out of it",
			section("jit-log-noopt", recorded) + section("jit-log-short-preamble", short) + section("jit-log-opt-loop", loop) +
				section("jit-log-noopt", recorded) + section("jit-log-opt-bridge", bridge),
			"0 recorded, 2 ops, partner 2: Traced loop or bridge with 2 ops | \n" +
				"1 short preamble, 1 ops, partner 0:  | \n" +
				"2 loop, 1 ops, partner 0: Loop 1 (f;a.py:1-2~#4 (x)) : loop with 1 ops | f;a.py:1-2~#4 (x)\n" +
				"3 recorded, 2 ops, partner 4: Traced loop or bridge with 2 ops | \n" +
				"4 bridge, 1 ops, partner 3, guard of 2: bridge out of Guard 0x7fa0 with 1 ops | \n"},
		{"a trace that was given up",
			section("jit-log-noopt", recorded) + section("jit-log-noopt", recorded) + section("jit-log-opt-loop", loop),
			"0 recorded, 2 ops, partner -1: Traced loop or bridge with 2 ops | \n" +
				"1 recorded, 2 ops, partner 2: Traced loop or bridge with 2 ops | \n" +
				"2 loop, 1 ops, partner 1: Loop 1 (f;a.py:1-2~#4 (x)) : loop with 1 ops | f;a.py:1-2~#4 (x)\n"},
		{"older names of sections",
			section("jit-log-noopt-loop", recorded) + section("jit-log-opt-loop", loop) + section("jit-log-noopt-bridge", recorded),
			"0 recorded, 2 ops, partner 1: Traced loop or bridge with 2 ops | \n" +
				"1 loop, 1 ops, partner 0: Loop 1 (f;a.py:1-2~#4 (x)) : loop with 1 ops | f;a.py:1-2~#4 (x)\n" +
				"2 recorded, 2 ops, partner -1: Traced loop or bridge with 2 ops | \n"},
		{"other sections around and inside",
			"PyPy started\n[1] {jit-tracing\nnoise\n" + "[2] {jit-log-noopt\n[i0]\n[3] {jit-backend-dump\nCODE_DUMP\n[4] {jit-x\nint_add(\n[4] jit-x}\n[5] jit-backend-dump}\njump(i0)\n[6] jit-log-noopt}\n" +
				"[7] {jit-backend\n# Loop 5\nmov\n[8] jit-backend}\n[9] jit-tracing}\n",
			"0 recorded, 1 ops, partner -1:  | \n"},
		{"cut off", "[1] {jit-log-noopt\n" + recorded[:60], "0 recorded, 1 ops, partner -1, truncated: Traced loop or bridge with 2 ops | \n"},
		{"cut off, and the next run appended",
			"[1] {jit-tracing\n[1] {jit-log-noopt\n[i0]\njump(i0)\n" + section("jit-log-noopt", recorded),
			"0 recorded, 1 ops, partner -1, truncated:  | \n1 recorded, 2 ops, partner -1: Traced loop or bridge with 2 ops | \n"},
		{"cut off inside of another section", "[1] {jit-log-noopt\n[i0]\n[2] {jit-backend\nfoo", "0 recorded, 0 ops, partner -1, truncated:  | \n"},
		{"a section without an end in a trace", "[1] {jit-log-noopt\n[i0]\n[2] {jit-backend\nfoo\n[3] jit-log-noopt}\nbar()\n", "0 recorded, 0 ops, partner -1:  | \n"},
		{"ends without beginnings", "[1] jit-log-noopt}\n[2] jit-backend}\n" + section("jit-log-noopt", recorded), "0 recorded, 2 ops, partner -1: Traced loop or bridge with 2 ops | \n"},
		{"only other sections", "[1] {jit-summary\nTracing: 2\n[2] jit-summary}\n", ""},
		{"one trace of a log", recorded, "0 recorded, 2 ops, partner -1: Traced loop or bridge with 2 ops | \n"},
		{"one optimized trace", bridge, "0 bridge, 1 ops, partner -1, guard of -1: bridge out of Guard 0x7fa0 with 1 ops | \n"},
		{"one short preamble", "label(p0)\njump(p0)\n", "0 short preamble, 1 ops, partner -1:  | \n"},
		{"single files one after the other", recorded + loop + recorded + bridge,
			"0 recorded, 2 ops, partner 1: Traced loop or bridge with 2 ops | \n" +
				"1 loop, 1 ops, partner 0: Loop 1 (f;a.py:1-2~#4 (x)) : loop with 1 ops | f;a.py:1-2~#4 (x)\n" +
				"2 recorded, 2 ops, partner 3: Traced loop or bridge with 2 ops | \n" +
				"3 bridge, 1 ops, partner 2, guard of 1: bridge out of Guard 0x7fa0 with 1 ops | \n"},
		{"a trace that is in no log", "# a comment\n\n[i0]\n# Loop over it\nprint(i0)\n", "0 recorded, 1 ops, partner -1:  | \n"},
		{"nothing", "", "0 recorded, 0 ops, partner -1:  | \n"},
		{"the place of a recorded trace", "[i0]\ndebug_merge_point(0, 0, 'it's;a.py:1-2~#36 (')\ndebug_merge_point(0, 0, 'g')\n", "0 recorded, 0 ops, partner -1:  | it's;a.py:1-2~#36 (\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := describeLog(t, tt.text); got != tt.want {
				t.Errorf("got\n%s\nexpected\n%s", got, tt.want)
			}
			windows := strings.ReplaceAll(tt.text, "\n", "\r\n")
			if got := describeLog(t, windows); got != tt.want {
				t.Errorf("with CRLF: got\n%s\nexpected\n%s", got, tt.want)
			}
		})
	}
}

// TestLogEntryText cuts out sections inside a trace.
func TestLogEntryText(t *testing.T) {
	log := "[1] {jit-log-noopt\n[i0]\n[3] {jit-backend\nmov\n[4] {jit-x\nmov\n[4] jit-x}\n[5] jit-backend}\njump(i0)\n[6] jit-log-noopt}\n"
	entries := split(t, log)
	if got, want := entries[0].Text(log), "[i0]\njump(i0)\n"; got != want {
		t.Errorf("got\n%s\nexpected\n%s", got, want)
	}
}

// TestRealLog splits a log that PyPy 7.3.11 wrote and parses every trace in it.
func TestRealLog(t *testing.T) {
	raw, err := os.ReadFile("testdata/small.log")
	if err != nil {
		t.Fatal(err)
	}
	log := string(raw)
	const want = `0 recorded, 34 ops, partner 2: Traced loop or bridge with 50 ops | f;small.py:1-3~#4 LOAD_FAST
1 short preamble, 5 ops, partner 0:  | ` + `
2 loop, 11 ops, partner 0: Loop 1 (f;small.py:1-3~#4 LOAD_FAST) : loop with 70 ops | f;small.py:1-3~#4 LOAD_FAST
3 recorded, 31 ops, partner 4: Traced loop or bridge with 49 ops | f;small.py:1-3~#10 POP_JUMP_IF_FALSE
4 bridge, 13 ops, partner 3, guard of 2: bridge out of Guard 0x7f2d97f20218 with 30 ops | f;small.py:1-3~#10 POP_JUMP_IF_FALSE
`
	if got := describeLog(t, log); got != want {
		t.Errorf("got\n%s\nexpected\n%s", got, want)
	}
	for i, e := range split(t, log) {
		tr, diagnostics := trace.Parse(e.Text(log))
		if tr == nil {
			t.Fatalf("entry %d: expected a trace, found %v", i, diagnostics)
		}
		if n := trace.Operations(tr); e.Ops != n {
			t.Errorf("entry %d: expected %d operations by name as in the parsed trace, found %d", i, n, e.Ops)
		}
		if e.Truncated {
			t.Errorf("entry %d: expected a whole trace", i)
		}
	}
}

// TestShortPreambleLeadsToItsLoop expects the jump at the end of a short preamble, which names no label, to be one to the
// loop after it: one without arguments, and one whose arguments are as many as the preamble's own label takes, of other types.
func TestShortPreambleLeadsToItsLoop(t *testing.T) {
	raw, err := os.ReadFile("testdata/short-preambles.log")
	if err != nil {
		t.Fatal(err)
	}
	log := string(raw)
	var ends []string
	entries := split(t, log)
	for i := range entries {
		text := strings.TrimSpace(entries[i].Text(log))
		if tr, diagnostics := trace.Parse(text); tr == nil || len(diagnostics) > 0 {
			t.Errorf("entry %d: expected a trace without diagnostics, found %v", i, diagnostics)
		}
		if entries[i].Kind == pypylog.LogShort {
			ends = append(ends, text[strings.LastIndexByte(text, '\n')+1:])
			if label := ends[len(ends)-1][strings.Index(ends[len(ends)-1], "descr="):]; strings.Count(entries[i+1].Text(log), label) != 2 {
				t.Errorf("entry %d: expected the label of a loop and the jump back to it, `%s`", i, label)
			}
		}
	}
	const want = "jump(descr=TargetToken(140209759337856))\n" +
		"jump(p160, i162, i171, p167, i179, p175, p183, i185, p186, descr=TargetToken(140132434072848))"
	if got := strings.Join(ends, "\n"); got != want {
		t.Errorf("got\n%s\nexpected\n%s", got, want)
	}
}

// TestShortPreamblesWithoutALoop leaves the jump as it is where the log does not say where it leads.
func TestShortPreamblesWithoutALoop(t *testing.T) {
	const short, own = "[1] {jit-log-short-preamble\n[]\nlabel(p0)\njump(p0)\n[1] jit-log-short-preamble}\n", "label(p0)\njump(p0)\n"
	const led = "label(p0)\njump(p0, descr=T(2))\n"
	loop := func(text string) string { return "[2] {jit-log-opt-loop\n[p0]\n" + text + "[2] jit-log-opt-loop}\n" }
	for _, c := range []struct{ name, log, want string }{
		{"nothing after it", short, own},
		{"another recorded trace after it", short + "[2] {jit-log-noopt\n[p0]\njump(p0)\n[2] jit-log-noopt}\n" + loop("label(p0, descr=T(1))\n"), own},
		{"a loop without a label", short + loop("jump(p0)\n"), own},
		{"the label of the loop", short + loop("label(p0, descr=T(1))\n+17: label(p0, descr=T(2))\njump(p0, descr=T(2))\n"), led},
		{"only the next loop counts", short + loop("label(p0, descr=T(2))\n") + loop("label(p0, descr=T(3))\n"), led},
		{"a jump that names its label", strings.Replace(short, "jump(p0)", "jump(p0, descr=T(1))", 1) + loop("label(p0, descr=T(2))\n"), "label(p0)\njump(p0, descr=T(1))\n"},
		{"no jump", strings.Replace(short, "jump(p0)", "print(p0)", 1) + loop("label(p0, descr=T(2))\n"), "label(p0)\nprint(p0)\n"},
		{"a jump that is cut off", strings.Replace(short, "jump(p0)", "jump(p0", 1) + loop("label(p0, descr=T(2))\n"), "label(p0)\njump(p0\n"},
	} {
		entries := split(t, c.log)
		if got := entries[0].Text(c.log); got != c.want {
			t.Errorf("%s: expected\n%s\nfound\n%s", c.name, c.want, got)
		}
	}
}

// TestSplitLogIsLinear splits logs that would take long if any search were
// repeated from the start.
func TestSplitLogIsLinear(t *testing.T) {
	const n = 200_000
	for name, text := range map[string]string{
		"sections that never end":   strings.Repeat("[1] {jit-backend\n", n),
		"inside of a trace":         "[1] {jit-log-noopt\n" + strings.Repeat("[1] {jit-backend\n", n) + strings.Repeat("[1] jit-x}\n", n),
		"ends of something else":    "[1] {jit-log-noopt\n" + strings.Repeat("[1] {jit-a\n", n) + strings.Repeat("[1] jit-b}\n", n) + strings.Repeat("[1] jit-a}\n", n),
		"traces that never end":     strings.Repeat("[1] {jit-log-noopt\n", n),
		"headers":                   strings.Repeat("# bridge out of Guard 0x1 with 1 ops\n[i0]\n", n),
		"guards":                    "# Loop 1 (\n[i0]\n" + strings.Repeat("<Guard0x<Guard0x1>", n),
		"one line":                  strings.Repeat("[1] {jit-log-noopt ", n),
		"marks of places":           strings.Repeat("debug_merge_point(0, 0, '", n),
		"entries with nested parts": strings.Repeat("[1] {jit-log-noopt\n[1] {jit-x\n[1] jit-x}\n[1] jit-log-noopt}\n", n),
	} {
		t.Run(name, func(t *testing.T) {
			entries := split(t, text)
			total := 0
			for i := range entries {
				if e := &entries[i]; e.From > e.To || e.To > len(text) {
					t.Fatalf("entry %d: from %d to %d of %d", i, e.From, e.To, len(text))
				}
				total += len(entries[i].Text(text))
			}
			if total > len(text) {
				t.Errorf("expected at most %d bytes, found %d", len(text), total)
			}
		})
	}
}

// TestTooManyTracesAreRefused expects a reason for a log of lines that open sections, of which each would take twenty times its
// length, however the traces begin.
func TestTooManyTracesAreRefused(t *testing.T) {
	for name, line := range map[string]string{
		"sections that never end": "[1] {jit-log-noopt\n",
		"whole sections":          "[1] {jit-log-noopt\n[1] jit-log-noopt}\n",
		"headers":                 "# Loop 1 with 1 ops\n[i0]\n",
	} {
		entries, err := pypylog.SplitLog(strings.Repeat(line, pypylog.MaxEntries+1))
		if err == nil || entries != nil || !strings.Contains(err.Error(), "at most 200000 traces") {
			t.Errorf("%s: expected a refusal, found %d traces and %v", name, len(entries), err)
		}
		if got := split(t, strings.Repeat(line, pypylog.MaxEntries)); len(got) != pypylog.MaxEntries {
			t.Errorf("%s: expected %d traces, found %d", name, pypylog.MaxEntries, len(got))
		}
	}
}
