package prove_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"unbox/internal/golden"
	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/trace"
)

// pairCase is a case of testdata/pairs: a title, lines `# key: value`, an empty line,
// the recorded trace, and after a line `--- after` the other one. Without that line
// the passes of `# preset` make the other one. The keys source, width and unroll are
// given; verdict, counterexample and because are compared, and written with -update:
// because is the first difference that the interpreter saw, or why nothing is known.
type pairCase struct {
	title  string
	header []string
	fields map[string]string
	before string
	after  string
	made   bool
}

const pairSeparator = "\n===\n"

func parsePair(text string) *pairCase {
	c := &pairCase{fields: map[string]string{}}
	header, body, _ := strings.Cut(text, "\n\n")
	for k, line := range strings.Split(header, "\n") {
		key, value, found := strings.Cut(strings.TrimPrefix(line, "# "), ": ")
		if k == 0 {
			c.title = strings.TrimPrefix(line, "# ")
		} else if found {
			c.fields[key] = value
		}
		c.header = append(c.header, line)
	}
	before, after, given := strings.Cut(body, "--- after\n")
	c.before, c.after, c.made = before, after, !given
	return c
}

// format is the inverse of parsePair.
func (c *pairCase) format() string {
	text := strings.Join(c.header, "\n") + "\n\n" + c.before
	if !c.made {
		text += "--- after\n" + c.after
	}
	return text
}

// set changes a line of the header, or adds it; an empty value takes it out.
func (c *pairCase) set(key, value string) {
	c.fields[key] = value
	line := "# " + key + ": " + value
	for k, have := range c.header[1:] {
		if strings.HasPrefix(have, "# "+key+": ") {
			if value == "" {
				c.header = append(c.header[:k+1], c.header[k+2:]...)
			} else {
				c.header[k+1] = line
			}
			return
		}
	}
	if value != "" {
		c.header = append(c.header, line)
	}
}

func (c *pairCase) number(t *testing.T, key string) int {
	if c.fields[key] == "" {
		return 0
	}
	n, err := strconv.Atoi(c.fields[key])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// traces returns the two traces, ready to be compared.
func (c *pairCase) traces(t *testing.T) (before, after *trace.Trace) {
	t.Helper()
	before = parsed(t, c.before)
	if c.made {
		preset, err := optimizer.PresetByName(c.fields["preset"])
		if err != nil {
			t.Fatal(err)
		}
		return before, optimizer.Optimize(before, preset.Passes).Out
	}
	before, after, err := prove.Align(before, parsed(t, c.after))
	if err != nil {
		t.Fatal(err)
	}
	return before, after
}

func parsed(t testing.TB, text string) *trace.Trace {
	t.Helper()
	tr, list := trace.Parse(text)
	for _, d := range list {
		if d.Severity == trace.Error {
			t.Fatalf("%s at %d in\n%s", d.Message, d.From, text)
		}
	}
	return tr
}

// TestPairs proves and refutes the pairs of testdata/pairs.
func TestPairs(t *testing.T) {
	paths, err := filepath.Glob("testdata/pairs/*.trace")
	if err != nil || len(paths) == 0 {
		t.Fatal("expected files testdata/pairs/*.trace, found none")
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(strings.TrimSuffix(string(text), "\n"), pairSeparator)
		for k, part := range parts {
			c := parsePair(part + "\n")
			t.Run(strings.TrimSuffix(filepath.Base(path), ".trace")+"/"+c.title, func(t *testing.T) { c.run(t) })
			parts[k] = strings.TrimSuffix(c.format(), "\n")
		}
		if golden.Update() {
			if err := os.WriteFile(path, []byte(strings.Join(parts, pairSeparator)+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func (c *pairCase) run(t *testing.T) {
	before, after := c.traces(t)
	v, err := prove.Equivalent(context.Background(), before, after, prove.Options{
		Width: c.number(t, "width"), Unroll: c.number(t, "unroll"), Budget: solve.Budget{Steps: 20_000},
	})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{"verdict": v.Status.String(), "because": v.Reason}
	if v.Counterexample != nil {
		found["counterexample"] = v.Counterexample.Text
	}
	if v.Status == prove.Refuted {
		found["because"] = v.Counterexample.Reason
	}
	for _, key := range []string{"verdict", "counterexample", "because"} {
		if found[key] == c.fields[key] {
			continue
		}
		// Another counterexample will do if it is as small, and then another reason.
		if v.Status == prove.Refuted && key != "verdict" && !golden.Update() && size(found["counterexample"]) <= size(c.fields["counterexample"]) {
			continue
		}
		if golden.Update() {
			c.set(key, found[key])
		} else {
			t.Errorf("%s: expected `%s`, found `%s`", key, c.fields[key], found[key])
		}
	}
	if testing.Verbose() {
		t.Log(describe(&v))
	}
}

// size adds up the lengths of the numbers in a text.
func size(text string) int {
	n := 0
	for _, c := range text {
		if c >= '0' && c <= '9' {
			n++
		}
	}
	return n
}

func describe(v *prove.Verdict) string {
	text := fmt.Sprintf("%v in %v", v.Status, v.Time)
	for _, q := range v.Queries {
		text += fmt.Sprintf("\n  %v %v %v: %s %s", q.Kind, q.Status, q.Time.Round(time.Microsecond), q.What, q.Reason)
	}
	return text
}
