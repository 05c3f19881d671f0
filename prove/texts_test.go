package prove_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/trace"
)

var (
	textsOf   = flag.String("textsof", "", "a pattern of further files that TestOptimizedTextsAreNotRefuted reads, such as /logs/*.txt")
	longTexts = flag.Int("longtexts", 400, "how many operations a trace of TestOptimizedTextsAreNotRefuted has at most")
	textSteps = flag.Int("textsteps", 100, "how many steps of the solver a question of TestOptimizedTextsAreNotRefuted may take")
)

// throughText returns the two traces as they are after the optimizer's result was
// written to a file and read again.
func throughText(t *testing.T, recorded *trace.Trace, passes optimizer.PassSet, numbered string) (before, after *trace.Trace) {
	t.Helper()
	made := optimizer.Optimize(recorded, passes)
	written := strings.Join(trace.Print(made.Annotated(), trace.PrintOptions{Numbered: numbered}).Lines(), "\n") + "\n"
	if made.Out.Len() == 0 {
		return nil, nil
	}
	again, list := trace.Parse(written)
	if again == nil {
		t.Errorf("expected a text that can be read again, found %v in\n%s", list, written)
		return nil, nil
	}
	if twice := strings.Join(trace.Print(again, trace.PrintOptions{Numbered: numbered}).Lines(), "\n") + "\n"; twice != written {
		t.Errorf("expected that parsing and printing are inverse, found\n%s\nof\n%s", twice, written)
	}
	before, after, err := prove.Align(recorded, again)
	if err != nil {
		t.Errorf("expected a text that stands beside the recorded one, found: %v\n%s", err, written)
		return nil, nil
	}
	return before, after
}

// texts are all traces of the examples and of the optimizer's cases.
func texts(t *testing.T) map[string]string {
	list := map[string]string{}
	for _, e := range examples.All() {
		list["example "+e.ID] = e.Text
	}
	for _, pattern := range []string{"../optimizer/testdata/*/*.trace", "../trace/testdata/*/*.trace", "../trace/testdata/pypy/*.txt", *textsOf} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for k, part := range strings.Split(string(text), "\n===\n") {
				part, _, _ = strings.Cut(part, "--- optimized")
				list[path+" "+string(rune('a'+k%26))] = part
			}
		}
	}
	return list
}

// What the optimizer made is never refuted after it was written and read again: its
// text says enough, and where something is unknown, that is no refutation.
func TestOptimizedTextsAreNotRefuted(t *testing.T) {
	presets := []string{"straight", "loop"}
	counts := map[string]int{}
	for name, text := range texts(t) {
		recorded, _ := trace.Parse(text)
		if recorded == nil || recorded.Len() == 0 {
			continue
		}
		if recorded.Len() > *longTexts {
			counts["too long"]++
			continue
		}
		for _, preset := range presets {
			p, err := optimizer.PresetByName(preset)
			if err != nil {
				t.Fatal(err)
			}
			before, after := throughText(t, recorded, p.Passes, "")
			throughText(t, recorded, p.Passes, "optvar")
			if before == nil {
				counts["no pair"]++
				continue
			}
			v, err := prove.Equivalent(context.Background(), before, after, prove.Options{
				Unroll: 2, Budget: solve.Budget{Steps: *textSteps}, AfterSource: true,
			})
			if err != nil {
				t.Fatal(err)
			}
			counts[v.Status.String()]++
			if v.Status == prove.Refuted {
				t.Errorf("%s, %s: %s\n--- after\n%s", name, preset, v.Text(before), strings.Join(trace.Print(after, trace.PrintOptions{}).Lines(), "\n"))
			}
		}
	}
	t.Log(counts)
	if counts["proved"] < 4*counts["unknown"] {
		t.Errorf("expected that at least four of five pairs are proved, found %v", counts)
	}
}

// A log that the interpreter cannot follow is not refuted.
func TestGeneratorLoopIsNotRefuted(t *testing.T) {
	text, err := os.ReadFile("testdata/generator-loop.trace")
	if err != nil {
		t.Fatal(err)
	}
	recorded := parsed(t, string(text))
	for _, preset := range []string{"straight", "loop"} {
		p, err := optimizer.PresetByName(preset)
		if err != nil {
			t.Fatal(err)
		}
		before, after := throughText(t, recorded, p.Passes, "")
		pairs := [][2]*trace.Trace{{recorded, optimizer.Optimize(recorded, p.Passes).Out}, {before, after}}
		for k, pair := range pairs {
			v, err := prove.Equivalent(context.Background(), pair[0], pair[1], prove.Options{Unroll: 1, Budget: solve.Budget{Steps: 50}})
			if err != nil {
				t.Fatal(err)
			}
			if v.Status == prove.Refuted {
				t.Errorf("%s, pair %d: %s", preset, k, v.Text(pair[0]))
			}
		}
	}
}

// A count that belongs to no guard is an error, not a guess.
func TestAlignRefusesRows(t *testing.T) {
	recorded := parsed(t, "[i0]\nguard_true(i0) [i0]\nfinish(i0)\n")
	for text, want := range map[string]string{
		"[i0]\nguard_true(i0) [i0] from 9\nfinish(i0)\n":    "line 2: expected the count of an operation of the recorded trace, which has 3, found 9",
		"[i0]\nguard_true(i0) [i0] from 3\nfinish(i0)\n":    "line 2: expected the count of a guard of the recorded trace, found 3, `finish`",
		"[i0]\nguard_true(i0) [i0] from 2, 3\nfinish(i0)\n": "line 2: expected the count of a guard of the recorded trace, found 3, `finish`",
	} {
		_, _, err := prove.Align(recorded, parsed(t, text))
		if err == nil || err.Error() != want {
			t.Errorf("expected the error `%s`, found `%v`", want, err)
		}
	}
}
