package judge_test

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/lang/judge"
)

var (
	programs = flag.Int("programs", 75, "how many random programs run beside CPython")
	first    = flag.Int("first", 0, "the seed of the first of them")
	shrink   = flag.Int("shrink", 1, "how many of the programs that differ are made small")
	update   = flag.Bool("update", false, "write down what CPython prints")
)

// recorded is how many random programs run against what was written down.
const recorded = 150

// peer returns CPython, or skips what needs it.
func peer(t *testing.T) string {
	t.Helper()
	path, version, err := judge.Peer()
	if err != nil {
		t.Skipf("%v; what it printed before is compared by other tests", err)
	}
	t.Logf("beside CPython %s", version)
	return path
}

func TestRandomPrograms(t *testing.T) { besideCPython(t, judge.Program) }

// TestMixedPrograms is TestRandomPrograms with loops over operands of many types.
func TestMixedPrograms(t *testing.T) { besideCPython(t, judge.Mixed) }

// TestTurningPrograms is TestRandomPrograms with loops whose conditions change in turns.
func TestTurningPrograms(t *testing.T) { besideCPython(t, judge.Turning) }

// TestChangingPrograms is TestRandomPrograms with loops that read what changes meanwhile.
func TestChangingPrograms(t *testing.T) { besideCPython(t, judge.Changing) }

// TestVariedPrograms is TestRandomPrograms with loops over what classes, generators, exceptions and the library do.
func TestVariedPrograms(t *testing.T) { besideCPython(t, judge.Varied) }

// besideCPython compares what random programs print.
func besideCPython(t *testing.T, make func(seed uint64) string) {
	path := peer(t)
	const batch = 100
	for from, end := *first, *first+*programs; from < end; from += batch {
		var list []string
		for seed := from; seed < min(from+batch, end); seed++ {
			list = append(list, make(uint64(seed)))
		}
		wants, err := judge.Ask(path, list)
		if err != nil {
			t.Fatal(err)
		}
		for k, program := range list {
			if d := judge.Difference(program, wants[k]); d != "" {
				small := ""
				if *shrink > 0 {
					*shrink--
					small = shrunk(path, program)
				}
				t.Errorf("program %d: %s\n%s", from+k, d, small)
			}
		}
	}
}

func shrunk(path, program string) string {
	return judge.Shrink(program, 150, func(smaller string) bool {
		wants, err := judge.Ask(path, []string{smaller})
		return err == nil && !strings.Contains(wants[0], "SyntaxError") && !strings.Contains(wants[0], "IndentationError") && judge.Difference(smaller, wants[0]) != ""
	})
}

// sum is a text in short.
func sum(text string) string {
	s := sha256.Sum256([]byte(text))
	return hex.EncodeToString(s[:8])
}

// TestRecordedPrograms needs no CPython: it compares with sums of what it printed.
func TestRecordedPrograms(t *testing.T) {
	name := filepath.Join("testdata", "random.sums")
	if *update {
		recordSums(t, name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != recorded {
		t.Fatalf("expected %d programs in %s, found %d", recorded, name, len(lines))
	}
	for seed, line := range lines {
		program := judge.Program(uint64(seed))
		source, output, _ := strings.Cut(line, " ")
		if sum(program) != source {
			t.Fatalf("program %d is another one than that of which the output was written down; run the test with -args -update beside CPython", seed)
		}
		if got := judge.Run(program, true); sum(got) != output {
			t.Errorf("program %d: expected what CPython printed, found\n%s\nof\n%s", seed, got, program)
		}
	}
}

func recordSums(t *testing.T, name string) {
	var list []string
	for seed := range recorded {
		list = append(list, judge.Program(uint64(seed)))
	}
	wants, err := judge.Ask(peer(t), list)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for k, want := range wants {
		fmt.Fprintf(&b, "%s %s\n", sum(list[k]), sum(want))
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestPrograms runs the programs of testdata, one for each area of the language and one for
// each mistake that was found, and compares with what CPython printed.
func TestPrograms(t *testing.T) {
	names, err := filepath.Glob("testdata/*.py")
	if err != nil || len(names) == 0 {
		t.Fatalf("expected programs in testdata, found none: %v", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			expected := strings.TrimSuffix(name, ".py") + ".want"
			if *update {
				wants, err := judge.Ask(peer(t), []string{string(text)})
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(expected, []byte(wants[0]), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(expected)
			if err != nil {
				t.Fatal(err)
			}
			if d := judge.Difference(string(text), string(want)); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestShrink leaves what matters.
func TestShrink(t *testing.T) {
	got := judge.Shrink("a = 1\nif a:\n    b = 2\n    for x in y:\n        print(b)\nc = 3\n", 100, func(s string) bool {
		return strings.Contains(s, "print(b)")
	})
	if got != "print(b)\n" {
		t.Errorf("expected the one line that matters, found\n%s", got)
	}
}
