package optimizer

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"unbox/trace"
)

// differencesBetween counts the rows that differ by kind; what moved counts
// once.
func differencesBetween(t *testing.T, before, after string) map[DiffKind]int {
	t.Helper()
	b, a := parsedTogether(t, before, after)
	r := Between(b, a)
	rows := new(Differ).Diff(
		DiffSide{Result: Recorded(b), Listing: trace.Print(b, trace.PrintOptions{})},
		DiffSide{Result: r, Listing: trace.Print(r.Out, trace.PrintOptions{})})
	n := map[DiffKind]int{}
	for _, row := range rows {
		if row.Kind != DiffSame && row.Kind != DiffMovedFrom {
			n[row.Kind]++
		}
	}
	return n
}

// parsedTogether reads two traces that have the same tables: both texts are read as one
// trace, of which each keeps its part.
func parsedTogether(t *testing.T, before, after string) (b, a *trace.Trace) {
	t.Helper()
	parse := func(text string) *trace.Trace {
		tr, list := trace.Parse(text)
		if tr == nil {
			t.Fatalf("%v in\n%s", list, text)
		}
		return tr
	}
	b, a = parse(before), parse(after)
	// The texts of these tests have no classes, fields or descriptors: names are all that differs.
	syms := slices.Clone(b.Tables.Syms)
	for i := range a.Ops {
		name := a.Tables.Syms[a.Ops[i].Name]
		at := slices.Index(syms, name)
		if at < 0 {
			at = len(syms)
			syms = append(syms, name)
		}
		a.Ops[i].Name = trace.Sym(at)
	}
	tables := *b.Tables
	tables.Syms = syms
	b.Tables, a.Tables = &tables, &tables
	return b, a
}

func TestBetween(t *testing.T) {
	const before = "[i0, i1]\ni2 = int_add(i0, i1)\ni3 = int_mul(i2, 3)\nguard_true(i3) [i2]\nprint(i3)\njump(i3, i1)\n"
	tests := []struct {
		name, after string
		want        map[DiffKind]int
	}{
		{"itself", before, map[DiffKind]int{}},
		{"other names of results", strings.NewReplacer("i2", "i20", "i3", "i7").Replace(before), map[DiffKind]int{}},
		{"other names of everything", strings.NewReplacer("i0", "i10", "i1", "i11", "i2", "i20", "i3", "i7").Replace(before), map[DiffKind]int{}},
		{"another constant", strings.Replace(before, ", 3)", ", 4)", 1), map[DiffKind]int{DiffArgs: 1}},
		{"another operation under the name", strings.Replace(before, "int_mul", "int_sub", 1), map[DiffKind]int{DiffReplaced: 1}},
		{"a line less", strings.Replace(before, "print(i3)\n", "", 1), map[DiffKind]int{DiffRemoved: 1}},
		{"a line more", strings.Replace(before, "print(i3)\n", "print(i3)\nprint(i2)\n", 1), map[DiffKind]int{DiffAdded: 1}},
		{"another snapshot", strings.Replace(before, "[i2]\n", "[i0]\n", 1), map[DiffKind]int{DiffArgs: 1}},
		{"a line elsewhere", "[i0, i1]\ni2 = int_add(i0, i1)\ni3 = int_mul(i2, 3)\nprint(i3)\nguard_true(i3) [i2]\njump(i3, i1)\n", map[DiffKind]int{DiffMovedTo: 1}},
		{"another input", strings.Replace(strings.Replace(before, "[i0, i1]", "[i9, i0, i1]", 1), "jump(", "jump(i9, ", 1), map[DiffKind]int{DiffArgs: 2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := differencesBetween(t, before, tt.after); fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("expected %v, found %v", tt.want, got)
			}
		})
	}
}

// TestBetweenRandom takes lines out of random traces of prints of chains: exactly those are missing.
func TestBetweenRandom(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		lines, renamed := []string{"[i0, i1]"}, []string{"[i0, i1]"}
		missing, shift := 0, r.IntN(50)
		for k := 2; k < 60; k++ {
			op := []string{"int_add", "int_sub", "int_mul"}[r.IntN(3)]
			a, b := r.IntN(k), r.IntN(k)
			lines = append(lines, fmt.Sprintf("i%d = %s(i%d, i%d)", k, op, a, b))
			name := func(v int) string {
				if v > 1 {
					v += shift
				}
				return fmt.Sprintf("i%d", v)
			}
			renamed = append(renamed, fmt.Sprintf("%s = %s(%s, %s)", name(k), op, name(a), name(b)))
			shown := r.IntN(k)
			lines = append(lines, fmt.Sprintf("print(i%d)", shown))
			if r.IntN(10) == 0 {
				missing++
			} else {
				renamed = append(renamed, fmt.Sprintf("print(%s)", name(shown)))
			}
		}
		end := "\njump(i0, i1)\n"
		got := differencesBetween(t, strings.Join(lines, "\n")+end, strings.Join(renamed, "\n")+end)
		if got[DiffRemoved] != missing || len(got) > 1 || missing == 0 && len(got) > 0 {
			t.Errorf("seed %d: expected %d operations removed and nothing else, found %v", seed, missing, got)
		}
	}
}
