// Package corpus collects the traces on which everything that runs or compiles traces is tested: the
// examples, the text tests of the optimizer and the parser, recorded loops, and every operation on
// numbers with operands that may be special cases.
package corpus

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/internal/edges"
	"unbox/trace"
)

// Group is a group of trace texts that belong together. The parser refuses some of them, as their tests
// demand.
type Group struct {
	Name  string
	Texts []string
	// Results are the optimizer's results that tests expect for some of them.
	Results []string
}

// Files returns the text tests, a group for each file with the recorded traces and what
// their tests expect of them. root is the project's folder, relative to the test's.
func Files(t testing.TB, root string) (groups []Group) {
	t.Helper()
	for _, room := range []string{"optimizer", "trace"} {
		for _, file := range glob(t, filepath.Join(root, room, "testdata", "*", "*.trace")) {
			g := Group{Name: strings.TrimPrefix(filepath.ToSlash(file), filepath.ToSlash(root)+"/")}
			for _, part := range strings.Split(read(t, file), "\n===\n") {
				recorded, result, both := strings.Cut(part, "\n--- optimized\n")
				g.Texts = append(g.Texts, recorded)
				if both {
					g.Results = append(g.Results, result)
				}
			}
			groups = append(groups, g)
		}
	}
	return groups
}

// Loops returns the examples and the loops of recorded programs, each a group by itself.
func Loops(t testing.TB, root string) (groups []Group) {
	t.Helper()
	for _, e := range examples.All() {
		groups = append(groups, Group{Name: e.ID, Texts: []string{e.Text}})
	}
	for _, file := range glob(t, filepath.Join(root, "native/testdata/loops/*.trace")) {
		name := "loop " + strings.TrimSuffix(filepath.Base(file), ".trace")
		groups = append(groups, Group{Name: name, Texts: []string{read(t, file)}})
	}
	return groups
}

func glob(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("expected traces in `%s`, found none (%v)", pattern, err)
	}
	return files
}

func read(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Operations returns a group for each operation on numbers: with constants on either side, with an
// operand that was just read from memory, with the result in a guard, in straight-line code and in
// a loop.
func Operations() (groups []Group) {
	for _, op := range edges.Operations() {
		g := Group{Name: op.Code.String()}
		for _, operands := range operandsOf(op.Layout) {
			g.Texts = append(g.Texts, operationText(&op, operands, "finish(i0, f0, result)"), operationText(&op, operands, "jump(i0, i1, f0, f1, p2)"))
		}
		groups = append(groups, g)
	}
	return groups
}

func operationText(op *edges.Operation, operands, end string) string {
	var b strings.Builder
	b.WriteString("class Box { value: int, other: float }\n[i0, i1, f0, f1, p2]\ni3 = get(p2, value)\nf3 = get(p2, other)\n")
	fmt.Fprintf(&b, "result = %s(%s)\n", op.Code, operands)
	switch {
	case op.Overflows:
		b.WriteString("guard_no_overflow() [i0]\n")
	case op.Code.Info().Group == "comparison":
		b.WriteString("guard_true(result) [i0, i1]\n")
	}
	b.WriteString("set(p2, value, i1)\n" + end)
	return b.String()
}

// Guards returns a group for each guard on a value: of what was just read from memory, and of an input.
func Guards() (groups []Group) {
	for _, guard := range []string{"guard_true(i%s)", "guard_false(i%s)", "guard_value(i%s, 5)", "guard_value(f%s, 2.5)", "guard_nonnull(p%s)", "guard_isnull(p%s)", "guard_class(p%s, Box)", "guard_nonnull_class(p%s, Box)"} {
		g := Group{Name: fmt.Sprintf(guard, "")}
		for _, of := range []string{"0", "5"} {
			for _, end := range []string{"finish(i0)", "jump(i0, f0, p0, p4)"} {
				g.Texts = append(g.Texts, "class Box { value: int, other: float, next: Box }\n[i0, f0, p0, p4]\nguard_class(p4, Box) []\ni5 = get(p4, value)\nf5 = get(p4, other)\np5 = get(p4, next)\n"+
					fmt.Sprintf(guard, of)+" [i0, p0]\n"+end)
			}
		}
		groups = append(groups, g)
	}
	return groups
}

// operandsOf lists the operands with which an operation is tried. Code for a constant
// depends on whether it is 0, 1 or -1, a power of two, odd, or a scale of an address, and on
// its number of bits.
func operandsOf(layout string) []string {
	some := map[byte][]string{
		'i': {"i0", "i1", "i3", "0", "1", "-1", "2", "3", "5", "7", "8", "9", "10", "63", "100", "-8", "127", "128", "-128", "-129", "2147483648",
			"2147483647", "-2147483648", "-2147483649", "4294967295", "1099511627776", "-9223372036854775808", "9223372036854775807"},
		'f': {"f0", "f1", "f3", "0.0", "-0.0", "1.0", "-2.5", "inf", "nan"},
	}
	first := some[layout[0]]
	if len(layout) == 1 {
		return first[:3]
	}
	var list []string
	second := some[layout[1]]
	for _, a := range first[:3] {
		for _, b := range second {
			list = append(list, a+", "+b)
		}
	}
	for _, a := range first[3:] {
		list = append(list, a+", "+second[0])
	}
	return list
}

// Recorded returns the traces of the texts, without those that are refused.
func (g *Group) Recorded() []*trace.Trace { return parse(g.Texts) }

// All returns the traces of the texts and of the results, without those that are refused.
func (g *Group) All() []*trace.Trace { return append(parse(g.Texts), parse(g.Results)...) }

func parse(texts []string) (list []*trace.Trace) {
	for _, text := range texts {
		if t, _ := trace.Parse(text); t != nil {
			list = append(list, t)
		}
	}
	return list
}
