package optimizer_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"unbox/internal/golden"
	"unbox/optimizer"
	"unbox/trace"
)

const diffFile = "testdata/diff.txt"

// TestDiff runs the cases of testdata/diff.txt: a trace, the passes of two
// points, and the rows between them. Each row is a kind, the line of the left,
// the line of the right after -> where the two texts differ, and the reason.
func TestDiff(t *testing.T) {
	text, err := os.ReadFile(diffFile)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range strings.Split(string(text), "===\n") {
		header, rest, _ := strings.Cut(c, "\n\n")
		trace, want, _ := strings.Cut(rest, "--- rows\n")
		title, _, _ := strings.Cut(header, "\n")
		var got string
		t.Run(strings.TrimPrefix(title, "# "), func(t *testing.T) {
			left, right, numbered := diffHeader(t, header)
			got = rowsText(t, mustParse(t, trace), left, right, numbered)
			if got != want && !golden.Update() {
				t.Errorf("%s", diff.Diff("expected", []byte(want), "got", []byte(got)))
			}
		})
		out = append(out, header+"\n\n"+trace+"--- rows\n"+got)
	}
	if golden.Update() && !t.Failed() {
		if err := os.WriteFile(diffFile, []byte(strings.Join(out, "===\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// diffHeader reads the passes of the two points and the numbering.
func diffHeader(t *testing.T, header string) (left, right optimizer.PassSet, numbered [2]string) {
	for line := range strings.SplitSeq(header, "\n") {
		key, value, ok := strings.Cut(strings.TrimPrefix(line, "# "), ": ")
		if !ok {
			continue
		}
		switch key {
		case "left", "right":
			set, err := optimizer.ParsePasses(strings.Split(value, ","))
			if err != nil {
				t.Fatal(err)
			}
			if key == "left" {
				left = set
			} else {
				right = set
			}
		case "numbered":
			numbered = [2]string{value + "old", value + "new"}
		}
	}
	return left, right, numbered
}

// pointOf takes a trace to a point and prints it; without passes that is the
// recorded trace.
func pointOf(t *trace.Trace, passes optimizer.PassSet, numbered string) optimizer.DiffSide {
	result := optimizer.Recorded(t)
	if passes != 0 {
		result = optimizer.Optimize(t, passes)
	}
	return optimizer.DiffSide{
		Result:  result,
		Listing: trace.Print(result.Out, trace.PrintOptions{Numbered: numbered, Comments: true}),
	}
}

func rowsText(t *testing.T, trace *trace.Trace, leftPasses, rightPasses optimizer.PassSet, numbered [2]string) string {
	t.Helper()
	left, right := pointOf(trace, leftPasses, numbered[0]), pointOf(trace, rightPasses, numbered[1])
	var d optimizer.Differ
	rows := d.Diff(left, right)
	checkRows(t, &d, left, right, rows)
	var b strings.Builder
	for _, row := range rows {
		fmt.Fprintf(&b, "%-10s ", row.Kind)
		var texts []string
		if row.Left >= 0 {
			texts = append(texts, left.Listing.Line(int(row.Left)))
		}
		if row.Right >= 0 && (row.Left < 0 || right.Listing.Line(int(row.Right)) != texts[0]) {
			texts = append(texts, right.Listing.Line(int(row.Right)))
		}
		b.WriteString(strings.Join(texts, "  ->  "))
		if row.Remark >= 0 {
			result := right.Result
			if row.FromLeft {
				result = left.Result
			}
			remark := result.Remarks[row.Remark]
			l, r := d.RemarkLines(row.Reason())
			fmt.Fprintf(&b, "   # %s: %s %d:%d", remark.Kind, remark.Reason.ID(), l, r)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// checkRows checks what must hold for any two points.
func checkRows(t *testing.T, d *optimizer.Differ, left, right optimizer.DiffSide, rows []optimizer.DiffRow) {
	t.Helper()
	var nextLeft, nextRight int32
	movedTo, movedFrom := map[int32]int32{}, map[int32]int32{}
	for i, row := range rows {
		if row.Left >= 0 {
			if row.Left != nextLeft {
				t.Fatalf("row %d: expected left line %d, found %d", i, nextLeft, row.Left)
			}
			nextLeft++
		}
		if row.Right >= 0 {
			if row.Right != nextRight {
				t.Fatalf("row %d: expected right line %d, found %d", i, nextRight, row.Right)
			}
			nextRight++
		}
		changed := row.Kind != optimizer.DiffSame && row.Kind != optimizer.DiffComment
		if changed && row.Remark < 0 {
			t.Errorf("row %d: expected a reason for %s", i, row.Kind)
		}
		if row.Remark >= 0 {
			d.RemarkLines(row.Reason())
		}
		switch row.Kind {
		case optimizer.DiffMovedFrom:
			movedFrom[row.Left] = row.Partner
		case optimizer.DiffMovedTo:
			movedTo[row.Partner] = row.Right
		default:
			if row.Partner != -1 {
				t.Errorf("row %d: expected no partner of %s, found %d", i, row.Kind, row.Partner)
			}
		}
	}
	if int(nextLeft) != left.Listing.Len() || int(nextRight) != right.Listing.Len() {
		t.Errorf("expected %d and %d lines, found %d and %d", left.Listing.Len(), right.Listing.Len(), nextLeft, nextRight)
	}
	for from, to := range movedFrom {
		if movedTo[from] != to {
			t.Errorf("left line %d moved to %d, but that one came from elsewhere", from, to)
		}
	}
	if len(movedTo) != len(movedFrom) {
		t.Errorf("%d lines moved away, %d arrived", len(movedFrom), len(movedTo))
	}
}

// TestDiffOfAllTextTests compares all pairs of points of all traces that the
// text tests have.
func TestDiffOfAllTextTests(t *testing.T) {
	for k, path := range caseFiles(t) {
		if testing.Short() && k%4 != 0 {
			continue // all pairs of points take a while
		}
		t.Run(path, func(t *testing.T) {
			for _, c := range loadCases(t, path).cases {
				diffAllPoints(t, mustParse(t, strings.Join(c.input, "\n")+"\n"))
			}
		})
	}
}

func diffAllPoints(t *testing.T, trace *trace.Trace) {
	t.Helper()
	var d optimizer.Differ
	all := optimizer.Presets()[0].Passes
	n := len(all.List()) + 1
	points := make([]optimizer.DiffSide, n)
	for k := range points {
		points[k] = pointOf(trace, all.First(k), "")
	}
	for from := range points {
		for to := range points {
			rows := d.Diff(points[from], points[to])
			checkRows(t, &d, points[from], points[to], rows)
			if from == to {
				nothingChanged(t, rows)
			}
		}
		// Numbering the same point differently changes nothing.
		again := pointOf(trace, all.First(from), "renumbered")
		nothingChanged(t, d.Diff(points[from], again))
	}
}

func nothingChanged(t *testing.T, rows []optimizer.DiffRow) {
	t.Helper()
	for i, row := range rows {
		if row.Kind != optimizer.DiffSame && row.Kind != optimizer.DiffComment {
			t.Errorf("row %d: expected no difference, found %s", i, row.Kind)
		}
	}
}

// permuted is a side whose operations are n prints of constants in any order.
func permuted(in *trace.Trace, order []int) optimizer.DiffSide {
	out := *in
	out.Ops = make([]trace.Op, 1, len(order)+1)
	listing := &trace.Listing{}
	for i, k := range order {
		out.Ops = append(out.Ops, in.Ops[k+1])
		listing.Ops = append(listing.Ops, trace.Value(i+1))
	}
	return optimizer.DiffSide{Result: &optimizer.Result{In: in, Out: &out}, Listing: listing}
}

// TestDiffOfAnyOrder checks that as many rows as possible stay, and that a long
// trace in the worst order costs no more than n log n: a quadratic algorithm
// would take hours for the last one.
func TestDiffOfAnyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var d optimizer.Differ
	for range 200 {
		order := random.Perm(1 + random.IntN(9))
		in := prints(len(order))
		rows := d.Diff(permuted(in, ascending(len(order))), permuted(in, order))
		same := 0
		for _, row := range rows {
			if row.Kind == optimizer.DiffSame {
				same++
			}
		}
		if want := longestIncreasing(order); same != want {
			t.Errorf("%v: expected %d rows in common, found %d", order, want, same)
		}
	}
	const long = 300_000
	in := prints(long)
	d.Diff(permuted(in, ascending(long)), permuted(in, random.Perm(long)))
}

// prints is a trace of n operations print(0).
func prints(n int) *trace.Trace {
	t := &trace.Trace{
		Ops: make([]trace.Op, 1, n+1), ArgList: []trace.Value{trace.ConstValue(0)},
		Consts: []trace.Const{{}}, Tables: &trace.Tables{Program: new(trace.Program), Syms: []string{""}},
	}
	for i := range n {
		t.Ops = append(t.Ops, trace.Op{Code: trace.OpPrint, Len: 1, Descr: -1, Src: int32(i + 1)})
	}
	return t
}

func ascending(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// longestIncreasing is the obvious quadratic algorithm.
func longestIncreasing(order []int) int {
	best := 0
	length := make([]int, len(order))
	for i := range order {
		length[i] = 1
		for j := range i {
			if order[j] < order[i] {
				length[i] = max(length[i], length[j]+1)
			}
		}
		best = max(best, length[i])
	}
	return best
}
