package api_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/wasm/api"
)

// TestPreparedAnswersWhatThePictureAsks prepares the boxed integers: each row that can be selected has its reason, folds can be opened,
// and the chosen rows are those that are not folded.
func TestPreparedAnswersWhatThePictureAsks(t *testing.T) {
	p := prepare(t, api.PreparedRequest{Text: examples.All()[0].Text, Passes: []string{"peel", "guards", "virtual"}, To: -1, Title: "Boxes"})
	if p.UnboxTrace != 1 || p.Title != "Boxes" || p.To != 3 || p.Whole.Around == nil || p.Whole.Around.Boxes != 0 {
		t.Errorf("expected the boxed integers around the loop, found %+v", p)
	}
	reasons := map[int]bool{}
	for _, r := range p.Reasons {
		reasons[r.Key] = true
	}
	rows := 0
	for _, item := range p.Unfolded.Rows {
		if item.Kind == api.PictureRow && !item.First {
			if rows++; !reasons[item.Key] {
				t.Errorf("row %d: expected a reason, found none", item.Number)
			}
		}
	}
	if rows != 30 || p.Unfolded.Items != len(p.Unfolded.Rows) || len(p.Unfolded.Rows) <= len(p.Picture.Rows) {
		t.Errorf("expected 30 rows and what is folded, found %d in %d of %d items", rows, len(p.Unfolded.Rows), p.Unfolded.Items)
	}
	effects := map[string]string{}
	for _, op := range p.Operations {
		effects[op.Name] = op.Effect
	}
	if effects["new"] != "allocate" || effects["guard_class"] != "guard" || effects["jump"] != "control" {
		t.Errorf("expected the effects of the operations, found %v", effects)
	}
	part := prepare(t, api.PreparedRequest{Text: examples.All()[0].Text, Passes: []string{"guards", "virtual"}, To: -1, FromRow: 10, ToRow: 29})
	for _, item := range part.Picture.Rows {
		if item.Kind == api.PictureRow && (item.Number < 10 || item.Number > 29) {
			t.Errorf("expected the rows 10 to 29, found %d", item.Number)
		}
	}
	if last := part.Picture.Rows[len(part.Picture.Rows)-1]; last.Kind != api.PictureFold || last.Folded != 14 {
		t.Errorf("expected a fold of the 14 rows after, found %+v", last)
	}
}

func TestPreparedSaysWhatItExpects(t *testing.T) {
	long := "[i0]\n"
	for k := range 600 {
		long += fmt.Sprintf("i%d = int_add(i0, %d)\nprint(i%d)\n", k+1, k, k+1)
	}
	long += "jump(i0)\n"
	for _, c := range []struct {
		q    api.PreparedRequest
		want string
	}{
		{api.PreparedRequest{Text: "[i0]\ni1 = int_addd(i0, 1)\n"}, "line 2: expected"},
		{api.PreparedRequest{Text: "[i0]\njump(i0)\n", Passes: []string{"vitual"}}, "`vitual`"},
		{api.PreparedRequest{Text: long, To: -1}, "expected at most 1000 rows in a prepared picture, found 1202: choose some of them"},
		{api.PreparedRequest{Text: "[i0]\njump(i0)\n", FromRow: 5, ToRow: 9}, "expected rows between 5 and 9, found none"},
	} {
		if _, err := api.New().Prepared(&c.q); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, expected an error with %q", err, c.want)
		}
	}
	if p := prepare(t, api.PreparedRequest{Text: long, To: -1, FromRow: 3, ToRow: 5}); p.Unfolded != nil || len(p.Picture.Rows) > 10 {
		t.Errorf("expected three rows and folds, found %d, unfolded %v", len(p.Picture.Rows), p.Unfolded != nil)
	}
}

func prepare(t *testing.T, q api.PreparedRequest) *api.Prepared {
	t.Helper()
	p, err := api.New().Prepared(&q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
