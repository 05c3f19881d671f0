//go:build !core

package api

import (
	"encoding/json"
	"slices"
	"testing"

	"unbox/optimizer"
	"unbox/tutorials/learn"
)

// valuesIn are the numbers of the values in a line, by their names.
func valuesIn(spans []Span) map[string]int {
	values := make(map[string]int)
	for _, s := range spans {
		if s.Value != 0 {
			values[s.Text] = s.Value
		}
	}
	return values
}

// TestLessonDiffsKnowValues checks that results in one row are one value, whatever their names, and
// that what differs in a row is marked.
func TestLessonDiffsKnowValues(t *testing.T) {
	d := lessonDiff(learn.Compare(&learn.Pair{
		Before: "[i0]\ni1 = int_add(i0, 1)\ni2 = int_mul(i1, i0)\nfinish(i2)\n",
		After:  "[i0]\ni9 = int_mul(i0, 7)\nfinish(i9)\n",
	}).Change)
	var kinds []optimizer.DiffKind
	for _, row := range d.Rows {
		kinds = append(kinds, row.Kind)
	}
	if !slices.Equal(kinds, []optimizer.DiffKind{optimizer.DiffSame, optimizer.DiffRemoved, optimizer.DiffArgs, optimizer.DiffSame}) {
		t.Fatalf("found rows of the kinds %v", kinds)
	}
	label, product, end := d.Rows[0], d.Rows[2], d.Rows[3]
	if valuesIn(label.Left)["i0"] == 0 || valuesIn(label.Left)["i0"] != valuesIn(product.Right)["i0"] {
		t.Errorf("expected one parameter on both sides, found %v and %v", label, product)
	}
	if i2 := valuesIn(product.Left)["i2"]; i2 == 0 || valuesIn(product.Right)["i9"] != i2 || valuesIn(end.Right)["i9"] != i2 {
		t.Errorf("expected `i2` and `i9` to be one value, found %v and %v", product, end)
	}
	changed := 0
	for _, s := range product.Right {
		if s.Mark == SpanChanged {
			changed++
		}
	}
	if changed != 2 {
		t.Errorf("expected both arguments of the product to be marked, found %+v", product.Right)
	}
}

// TestComparedLines checks that the lines of a comparison say its text, and that a request never gets
// those of another one.
func TestComparedLines(t *testing.T) {
	e := New()
	r := e.CompareWithPyPy(&CompareRequest{Recorded: "# a note\n[i0]\n+8: i1 = int_add(i0, 0)\nfinish(i1)\n", Optimized: "[i0]\nfinish(i0)\n"})
	var lines ComparedLinesResponse
	decodeAnswer(t, ask(t, e, "comparedLines", ComparedLinesRequest{Compared: r.Compared, Side: "recorded", To: 99}), &lines)
	text := ""
	for _, line := range lines.Lines {
		for _, s := range line {
			text += s.Text
		}
		text += "\n"
	}
	if text != r.Recorded.Text+"\n" || text != "# a note\n[i0]\ni1 = int_add(i0, 0)\nfinish(i1)\n" || !slices.Equal(r.Recorded.Numbers, []int{1, 2, 3, 4}) {
		t.Errorf("found the lines %q of the text %q, rows %v", text, r.Recorded.Text, r.Recorded.Numbers)
	}
	var gone Absent
	decodeAnswer(t, ask(t, e, "comparedLines", ComparedLinesRequest{Compared: r.Compared + 1, Side: "recorded", To: 99}), &gone)
	if gone.Gone != r.Compared+1 {
		t.Errorf("expected an absent comparison, found %+v", gone)
	}
	var refused ErrorResponse
	decodeAnswer(t, ask(t, e, "comparedLines", ComparedLinesRequest{Compared: r.Compared, Side: "theirs"}), &refused)
	if refused.Error != "expected a side (`recorded`, `ours`, `pypys`), found `theirs`" {
		t.Errorf("found %+v", refused)
	}
}

func decodeAnswer(t *testing.T, answer []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(answer, into); err != nil {
		t.Fatalf("%v in %s", err, answer)
	}
}

// TestLessonResultsTravel checks that results survive the conversion to a response
// and back.
func TestLessonResultsTravel(t *testing.T) {
	code := "def test_x():\n    bb = Block()\n    a = bb.getarg(0)\n    bb.add(a, 1)\n    assert_trace(bb, '''\n        v0 = getarg(0)\n        v1 = add(v0, 2)\n        v2 = dummy(v1)''')\n\ndef test_y():\n    1 // 0\n"
	want := learn.Run(&learn.Suite{Code: learn.File{Name: "code.py"}, Tests: []learn.File{{Name: "test.py", Text: code}}}, LessonEnvironment())
	var answer LessonResponse
	text, err := json.Marshal(ResponseOf(want))
	if err != nil {
		t.Fatal(err)
	}
	decodeAnswer(t, text, &answer)
	a, _ := json.Marshal(want)
	b, _ := json.Marshal(LessonResults(&answer))
	if want.Tests[0].Diff == nil || want.Tests[1].Problem == nil || string(a) != string(b) {
		t.Errorf("expected\n%s\nfound\n%s", a, b)
	}
}
