package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/wasm/api"
)

// focusOn asks for what concerns one row.
func focusOn(t *testing.T, e *api.Engine, key int) api.FocusResponse {
	t.Helper()
	return ask[api.FocusResponse](t, e, "focus", api.FocusRequest{Result: 7, Opened: []int{}, Window: api.Window{To: 1000}, Key: key})
}

// TestFocusOnAnObject checks what is presented for an object that goes around the loop: the rows that touch it and
// what it comes in again as, and one lane.
func TestFocusOnAnObject(t *testing.T) {
	e := api.New()
	shown := pictureOf(t, e, examples.Text("boxed-integers"), []int{}, passNames(t, "loop")...)
	at := slices.IndexFunc(shown.Rows, func(row api.PictureItem) bool { return api.SpansText(row.Left) == "p10 = new(BoxedInteger)" })
	r := focusOn(t, e, shown.Rows[at].Key).Picture
	var rows []string
	for _, row := range r.Rows {
		if row.Kind == api.PictureRow {
			rows = append(rows, api.SpansText(row.Left))
		}
	}
	want := []string{"guard_class(p1, BoxedInteger)", "i2 = get(p1, intval)", "p10 = new(BoxedInteger)", "set(p10, intval, i9)", "jump(p15, p10)"}
	if !slices.Equal(rows, want) || r.Lanes != 1 || len(r.Lines) != 2 || r.Lines[0].Lane != 0 {
		t.Errorf("got %q, %d lanes, %+v", rows, r.Lanes, r.Lines)
	}
	if again := ask[api.PictureResponse](t, e, "picture", api.PictureRequest{Result: 7, Opened: []int{}, Window: api.Window{To: 1000}}); len(again.Lines) != 7 || again.Lanes != shown.Whole.Lanes {
		t.Errorf("expected all lines without a focus, found %d in %d lanes", len(again.Lines), again.Lanes)
	}
}

// TestFocusOnARow checks what is presented for a row without an object: besides the rows of its reason, those around it, to show where it
// is.
func TestFocusOnARow(t *testing.T) {
	e := api.New()
	whole := pictureOf(t, e, examples.Text("boxed-integers"), []int{}, passNames(t, "loop")...)
	guard := slices.IndexFunc(whole.Rows, func(row api.PictureItem) bool { return api.SpansText(row.Left) == "guard_class(p1, BoxedInteger)" })
	key := whole.Rows[guard].Key
	r := focusOn(t, e, key).Picture
	var rows []string
	for _, row := range r.Rows {
		if row.Kind == api.PictureRow {
			rows = append(rows, api.SpansText(row.Left))
		}
	}
	if len(rows) < 10 || rows[0] != "guard_class(p1, BoxedInteger)" || rows[1] != "i2 = get(p1, intval)" || !slices.Contains(rows, "p10 = new(BoxedInteger)") {
		t.Errorf("expected the guard, what follows it, and the allocation that is its reason, found %q", rows)
	}
}

// TestMoments checks on all examples that moments are rows in order, that each can be focused and explained, and that
// its drawing has the row itself and only existing lanes.
func TestMoments(t *testing.T) {
	e := api.New()
	for _, example := range examples.All() {
		whole := pictureOf(t, e, example.Text, []int{}, passNames(t, example.Preset)...).Whole
		moments := focusOn(t, e, 0).Moments
		if len(moments) == 0 && whole.Lead != 0 || !slices.IsSorted(moments) {
			t.Errorf("%s: moments %v", example.ID, moments)
		}
		for _, key := range moments {
			r := focusOn(t, e, key).Picture
			if !slices.ContainsFunc(r.Rows, func(row api.PictureItem) bool { return row.Key == key }) && r.Items <= 1000 {
				t.Errorf("%s: expected row %d in its own picture", example.ID, key)
			}
			checkFocus(t, fmt.Sprintf("%s, moment %d", example.ID, key), &r)
			why := ask[api.ExplainResponse](t, e, "explain", api.ExplainRequest{Result: 7, Key: key})
			if len(why.Question) == 0 || len(why.Answer) == 0 {
				t.Errorf("%s: moment %d has no reason", example.ID, key)
			}
		}
	}
	lead := pictureOf(t, e, examples.Text("boxed-integers"), []int{}, passNames(t, "loop")...).Whole.Lead
	for _, key := range []int{-1, 0, 1, 1 << 20, 1<<28 + 3} {
		if r := focusOn(t, e, key); r.Key != lead || r.Picture.Items == 0 {
			t.Errorf("key %d: expected the row %d, which leads, found %d with %d items", key, lead, r.Key, r.Picture.Items)
		}
	}
}

func checkFocus(t *testing.T, name string, r *api.PictureResponse) {
	t.Helper()
	for _, l := range r.Lines {
		if l.Lane < 0 || l.Lane >= r.Lanes {
			t.Errorf("%s: %s is in lane %d of %d", name, l.Name, l.Lane, r.Lanes)
		}
		for _, m := range l.Marks {
			if m.Into >= r.Lanes {
				t.Errorf("%s: %s is put into lane %d of %d", name, l.Name, m.Into, r.Lanes)
			}
		}
	}
	for i, row := range r.Rows {
		if row.Kind == api.PictureFold && i > 0 && r.Rows[i-1].Kind == api.PictureFold {
			t.Errorf("%s: two folds in a row: %s", name, strings.TrimSpace(api.PartsText(row.Short)))
		}
	}
}
