package api_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/bench/traces"
	"unbox/examples"
	"unbox/wasm/api"
)

// objectsText is a list of objects in lines.
func objectsText(r *api.ObjectsResponse) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d, %v\n", r.Found, r.All, r.Fates)
	for _, o := range r.Rows {
		fmt.Fprintf(&b, "%d %s %s: %s\n", o.At.Number, o.Name, o.Fate, api.PartsText(o.Words))
	}
	return b.String()
}

func expectLines(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: expected\n%s\nfound\n%s", what, want, got)
	}
}

// TestListOfObjects checks what is listed of the first example, around the loop and one iteration at a time, and what is found.
func TestListOfObjects(t *testing.T) {
	e := api.New()
	list := func(q api.ObjectsRequest) string {
		q.Result, q.Window = 7, api.Window{To: 100}
		r := ask[api.ObjectsResponse](t, e, "objects", q)
		return objectsText(&r)
	}
	optimized(t, e, examples.Text("boxed-integers"), passNames(t, "loop")...)
	expectLines(t, "around the loop", list(api.ObjectsRequest{}), `7 of 7, {7 0 0 0}
0 p0 never: comes in at the label; never made; never leaves; last seen in row 39
0 p1 never: comes in at the label; never made; never leaves; last seen in row 5
10 p5 never: never made; never leaves; last seen in row 22
15 p6 never: never made; never leaves; last seen in row 25
27 p10 never: never made; its contents are passed on in row 55
32 p11 never: never made; never leaves; last seen in row 42
44 p15 never: never made; its contents are passed on in row 55
`)
	optimized(t, e, examples.Text("boxed-integers"), passNames(t, "straight")...)
	expectLines(t, "one iteration", list(api.ObjectsRequest{Fate: "late"}), `2 of 7, {3 2 0 2}
27 p10 late: made later, for row 55; passed on in row 55
44 p15 late: made later, for row 55; passed on in row 55
`)
	expectLines(t, "found by name", list(api.ObjectsRequest{Search: "P1"}), `4 of 7, {1 2 0 1}
0 p1 before: comes in at the label; in memory before; never leaves; last seen in row 5
27 p10 late: made later, for row 55; passed on in row 55
32 p11 never: never made; never leaves; last seen in row 42
44 p15 late: made later, for row 55; passed on in row 55
`)
	expectLines(t, "found by line", list(api.ObjectsRequest{Search: "boxedint", Fate: "never"}), `3 of 7, {3 2 0 0}
10 p5 never: never made; never leaves; last seen in row 22
15 p6 never: never made; never leaves; last seen in row 25
32 p11 never: never made; never leaves; last seen in row 42
`)
	expectLines(t, "nothing", list(api.ObjectsRequest{Search: "nowhere"}), `0 of 7, {0 0 0 0}
`)
}

// TestListOfObjectsIsCut checks that a long list comes in parts, which together are the whole.
func TestListOfObjectsIsCut(t *testing.T) {
	e := api.New()
	optimized(t, e, traces.Crowd(40), passNames(t, "straight")...)
	part := func(from, to int) api.ObjectsResponse {
		return ask[api.ObjectsResponse](t, e, "objects", api.ObjectsRequest{Result: 7, Window: api.Window{From: from, To: to}})
	}
	whole, first, rest := part(0, 1000), part(0, 7), part(7, 1000)
	if whole.Found < 40 || len(whole.Rows) != whole.Found || whole.Found != whole.All {
		t.Fatalf("expected all objects, at least 40, found %d of %d", len(whole.Rows), whole.All)
	}
	for i, o := range append(first.Rows, rest.Rows...) {
		if o.ID != whole.Rows[i].ID {
			t.Errorf("object %d: expected number %d, found %d", i, whole.Rows[i].ID, o.ID)
		}
	}
}
