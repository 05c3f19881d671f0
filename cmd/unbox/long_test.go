package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/trace/pypylog"
)

// TestLongFilesAreRefused gives commands files that would take gigabytes of memory, and expects a reason instead.
func TestLongFilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, size int64, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if size > 0 { // the rest is a hole
			if err := os.Truncate(path, size); err != nil {
				t.Fatal(err)
			}
		}
		return path
	}
	long := file("long.trace", maxFile+1, "")
	endless := file("endless.log", maxLog+1, "")
	sections := file("sections.log", 0, strings.Repeat("[1] {jit-log-noopt\n", pypylog.MaxEntries+1))
	comments := file("comments.trace", 0, strings.Repeat("#\n", 1<<20+1))
	wide := file("wide.trace", 0, "[i0]\n"+strings.Repeat("int_add(i0,1)\n", maxShown+1)+"jump(i0)\n")
	before := file("preamble.trace", 0, "[i0]\n"+strings.Repeat("int_add(i0,1)\n", maxShown+1)+"label(i0, descr=TargetToken(1))\njump(i0, descr=TargetToken(1))\n")
	guards := file("guards.trace", 0, "[i0]\n"+strings.Repeat("guard_true(i0) ["+strings.Repeat("i0, ", 499)+"i0]\n", maxValues/500)+"jump(i0)\n")
	calls := file("calls.trace", 0, "[i0]\n"+strings.Repeat("escape("+strings.Repeat("i0, ", 499)+"i0)\n", maxValues/500)+"jump(i0)\n")
	virtuals := file("virtuals.trace", 0, chainOfObjects(300, maxValues/300))
	huge := file("huge.log", 0, "[1] {jit-log-noopt\n[i0]\n#"+strings.Repeat("x", maxFile)+"\njump(i0)\n[1] jit-log-noopt}\n[1] {jit-log-opt-loop\n[i0]\njump(i0)\n[1] jit-log-opt-loop}\n")
	const tooLong, tooMany, tooWide = "expected at most 32 MB, found more; if it is a log, `unbox import` reads", "expected a log with at most 200000 traces", "expected at most 100000 operations, found 100002"
	const tooFull = "expected at most 400000 arguments and values in snapshots, found more"
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"check", long}, tooLong},
		{[]string{"fmt", long}, tooLong},
		{[]string{"opt", long}, tooLong},
		{[]string{"prove", long}, tooLong},
		{[]string{"show", long}, tooLong},
		{[]string{"python", long}, tooLong},
		{[]string{"rule", long}, tooLong},
		{[]string{"diff", long, long}, tooLong},
		{[]string{"import", endless}, "expected at most 256 MB, found more\n"},
		{[]string{"compare", endless}, "expected at most 256 MB, found more\n"},
		{[]string{"compare", long, long}, "expected a trace of at most 32 MB, found a longer one"},
		{[]string{"compare", huge}, "expected a trace of at most 32 MB, found a longer one"},
		{[]string{"import", sections}, tooMany},
		{[]string{"compare", sections}, tooMany},
		{[]string{"opt", sections}, tooMany},
		{[]string{"opt", comments}, "expected at most 1048576 comments, found more"},
		{[]string{"show", "--html", wide}, tooWide},
		{[]string{"show", "--json", wide}, tooWide},
		{[]string{"opt", "--json", wide}, tooWide},
		{[]string{"diff", wide, wide}, tooWide},
		{[]string{"asm", "--recorded", wide}, tooWide},
		{[]string{"show", before}, "expected at most 100000 operations, found 10000"},
		{[]string{"show", "--html", guards}, tooFull},
		{[]string{"opt", "--json", guards}, tooFull},
		{[]string{"show", "--json", calls}, tooFull},
		{[]string{"asm", calls}, tooFull},
		{[]string{"diff", calls, calls}, tooFull},
		{[]string{"opt", "--json", virtuals}, tooFull}, // what it becomes: each guard describes all objects
		{[]string{"show", virtuals}, tooFull},
	} {
		var out, errors bytes.Buffer
		if code := run(c.args, strings.NewReader(""), &out, &errors); code != exitUnusable || out.Len() > 0 || !strings.Contains(errors.String(), c.want) {
			t.Errorf("unbox %s: expected exit code %d, no output and %q, found %d, %d bytes and %q", strings.Join(c.args, " "), exitUnusable, c.want, code, out.Len(), errors.String())
		}
	}
}

// TestNamesGiveTerminalsNoCommands gives commands what a stranger chose: names of a course's files, titles in a log, the name of a file.
func TestNamesGiveTerminalsNoCommands(t *testing.T) {
	dir := t.TempDir()
	course, log := filepath.Join(dir, "course"), filepath.Join(dir, "esc.log")
	var out, errors bytes.Buffer
	if code := run([]string{"lesson", "new", course}, strings.NewReader(""), &out, &errors); code != exitGood {
		t.Fatalf("expected a course, found %s", errors.String())
	}
	for path, text := range map[string]string{
		filepath.Join(course, "01-first-chapter", "02-\x1b[2J.md"):       "---\ntitle: A step\n---\n",
		filepath.Join(course, "01-first-chapter", "02-a\nforged: b.md"):  "---\ntitle: A step\n---\n",
		filepath.Join(course, "01-first-chapter", "02-\u202egnp.exe.md"): "---\ntitle: A step\n---\n",
		filepath.Join(dir, "\x1b[2Jbad"):                                 "[i0]\nnothing(i0)\n",
		filepath.Join(dir, "a\nforged.log"):                              "[1] {jit-log-opt-loop\n# Loop 0 (a) : loop with 1 ops\n[i0]\njump(i0\n[2] jit-log-opt-loop}\n",
		log:                                                              "[1] {jit-log-opt-loop\n# Loop 0 (a\x1b[31mred\u202e) : loop with 1 ops\n[i0]\njump(i0)\n[2] jit-log-opt-loop}\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"lesson", "lint", course}, "02-a\ufffdforged: b.md: expected a name such as"},
		{[]string{"import", log}, "Loop 0 (a\ufffd[31mred\ufffd)"},
		{[]string{"check", "\x1b[2Jabsent\u202e"}, "of the name `\ufffd[2Jabsent\ufffd`"},
		{[]string{"check\x1b[2J"}, "\ufffd"},
		{[]string{"check", filepath.Join(dir, "\x1b[2Jbad")}, "\ufffd[2Jbad:2:1:"},
		{[]string{"check", filepath.Join(dir, "a\nforged.log")}, "a\ufffdforged.log: expected a trace, found a log"},
		{[]string{"opt", filepath.Join(dir, "a\nforged.absent")}, "forged.absent"},
	} {
		out.Reset()
		errors.Reset()
		run(c.args, strings.NewReader(""), &out, &errors)
		if text := out.String() + errors.String(); !strings.Contains(text, c.want) || strings.ContainsAny(text, "\x1b\u202e") || strings.Contains(text, "\nforged") {
			t.Errorf("unbox %q: expected %q and no command to a terminal, found %q", c.args, c.want, text)
		}
	}
}

// chainOfObjects is a trace with new objects of which each holds the one before, and guards for which the last one is needed.
func chainOfObjects(objects, guards int) string {
	var text strings.Builder
	text.WriteString("[i0]\np0 = new(Box)\n")
	for k := 1; k < objects; k++ {
		fmt.Fprintf(&text, "p%d = new(Box)\nset(p%d, value, p%d)\n", k, k, k-1)
	}
	for k := range guards {
		fmt.Fprintf(&text, "i%d = int_add(i%d, 1)\nguard_true(i%d) [p%d]\n", k+1, k, k+1, objects-1)
	}
	fmt.Fprintf(&text, "jump(i%d)\n", guards)
	return text.String()
}
