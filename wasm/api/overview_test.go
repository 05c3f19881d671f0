package api_test

import (
	"slices"
	"testing"

	"unbox/bench/traces"
	"unbox/examples"
	"unbox/wasm/api"
)

// counted adds up the rows of an overview: unchanged ones, and those that each pass changed.
func counted(r *api.OverviewResponse) (kept int, by map[string]int) {
	by = make(map[string]int)
	for _, part := range r.Parts {
		kept += part[1]
		for k := 2; k < len(part); k += 2 {
			by[r.Passes[part[k]]] += part[k+1]
		}
	}
	return kept, by
}

// TestOverview compares the overview of the first example with what each pass is said to have done to the rows of its picture.
func TestOverview(t *testing.T) {
	e := api.New()
	optimized(t, e, examples.Text("boxed-integers"), passNames(t, "loop")...)
	picture := ask[api.PictureResponse](t, e, "picture", api.PictureRequest{Result: 7, Whole: true})
	r := ask[api.OverviewResponse](t, e, "overview", api.OverviewRequest{Result: 7, Picture: true})
	kept, by := counted(&r)
	if r.Items != picture.Items || len(r.Parts) != r.Items || kept != 6 {
		t.Errorf("expected a part for each of %d items, and 6 rows that stay, found %d, %d and %d", picture.Items, r.Items, len(r.Parts), kept)
	}
	for _, share := range picture.Whole.Shares {
		if want := share.Removed + share.Replaced + share.Moved; by[share.Pass] != want {
			t.Errorf("%s: expected %d rows, found %d", share.Pass, want, by[share.Pass])
		}
	}
}

// TestOverviewOfALongTrace expects the maximum number of parts, all rows in them, and increasing numbers.
func TestOverviewOfALongTrace(t *testing.T) {
	e := api.New()
	sum := ask[api.Optimized](t, e, "optimize", api.OptimizeRequest{Text: traces.Mixed(7000), Passes: passNames(t, "loop"), To: -1, Result: 7})
	r := ask[api.OverviewResponse](t, e, "overview", api.OverviewRequest{Result: 7, View: api.RowView{Context: -1}})
	kept, by := counted(&r)
	changed := 0
	for _, n := range by {
		changed += n
	}
	if len(r.Parts) != 512 || r.Items != sum.Rows || kept+changed != sum.Rows || changed == 0 {
		t.Errorf("expected 512 parts with %d rows, found %d with %d and %d", sum.Rows, len(r.Parts), kept, changed)
	}
	var numbers []int
	for _, part := range r.Parts {
		if part[0] > 0 {
			numbers = append(numbers, part[0])
		}
	}
	if len(numbers) < 400 || !slices.IsSorted(numbers[:200]) {
		t.Errorf("expected numbers of rows in their order, found %v", numbers)
	}
}
