package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/fuzz"
	"unbox/wasm/api"
)

// loopOf asks for both iterations of a trace, with nothing folded.
func loopOf(t *testing.T, e *api.Engine, text string, passes ...string) (api.LoopResponse, *api.Picture) {
	t.Helper()
	whole := pictureOf(t, e, text, []int{}, passes...).Whole
	q := api.LoopRequest{Result: 7, Opened: []int{}, Window: api.Window{To: 1000}}
	for _, row := range ask[api.LoopResponse](t, e, "loop", q).Rows {
		if row.Kind == api.PictureFold {
			q.Opened = append(q.Opened, row.Key)
		}
	}
	return ask[api.LoopResponse](t, e, "loop", q), whole
}

// TestBothIterations checks the iterations of a loop with an invariant read and an invariant guard: they are in the first
// iteration, once for all iterations.
func TestBothIterations(t *testing.T) {
	const text = "[p0, i1]\nguard_nonnull(p0) []\ni2 = get(p0, step)\ni3 = int_add(i1, i2)\ni4 = int_lt(i3, 1000)\nguard_true(i4) [i3]\njump(p0, i3)\n"
	r, whole := loopOf(t, api.New(), text, passNames(t, "loop")...)
	var rows []string
	for _, row := range r.Rows {
		sides := ""
		if len(row.First) > 0 {
			sides += " first"
		}
		if len(row.Loop) > 0 {
			sides += " loop"
		}
		if row.Once {
			sides += " once"
		}
		rows = append(rows, fmt.Sprintf("%d%s", row.Number, sides))
	}
	want := []string{"2 first once", "3 first once", "4 first loop", "5 first loop", "6 first loop", "7 first loop"}
	if !slices.Equal(rows, want) {
		t.Errorf("got  %q\nwant %q", rows, want)
	}
	if r.First.Operations != 5 || r.Loop.Operations != 4 || api.SpansText(r.Takes) != "[p0, i1]" {
		t.Errorf("got %+v", r)
	}
	var params []string
	for _, p := range whole.Params {
		params = append(params, fmt.Sprintf("%s (%s, %s): %s", p.Name, p.First, p.Next, api.PartsText(p.Text)))
	}
	const carried = "i2 (i2, i2): found in the first iteration, the same in every iteration"
	if !slices.Contains(params, carried) || !strings.Contains(params[0], "what the iteration calls") {
		t.Errorf("expected %q among %q", carried, params)
	}
}

// TestIterationsSayTheResult checks on examples and random traces that both iterations are exactly the lines of the result: each line on one
// side once, and each row that only the first iteration has says why.
func TestIterationsSayTheResult(t *testing.T) {
	e := api.New()
	peeled := 0
	check := func(name, text string) {
		r, whole := loopOf(t, e, text, passNames(t, "loop")...)
		if !whole.Peeled || r.Items > 1000 {
			if !whole.Peeled && r.Items != 0 {
				t.Errorf("%s: expected no iterations of a trace that is not peeled, found %d items", name, r.Items)
			}
			return
		}
		peeled++
		checkIterations(t, name, e, &r)
	}
	for _, example := range examples.All() {
		check(example.ID, example.Text)
	}
	var g fuzz.Generator
	for i := range uint64(300) {
		text := g.Trace(29, i, 40).Trace.String()
		check(fmt.Sprintf("random %d", i), text)
		if t.Failed() {
			t.Fatal(text)
		}
	}
	if peeled < 50 {
		t.Errorf("expected to see many loops, found %d", peeled)
	}
}

func checkIterations(t *testing.T, name string, e *api.Engine, r *api.LoopResponse) {
	t.Helper()
	text := ask[api.TextResponse](t, e, "text", api.TextRequest{Result: 7, Form: "right", To: -1, End: -1}).Text
	label := api.SpansText(r.Label)
	first, loop, found := strings.Cut(text, label)
	if !found {
		t.Fatalf("%s: expected the label %q in\n%s", name, label, text)
	}
	expect := func(side, text string, of func(*api.LoopRow) []api.Span) {
		for i := range r.Rows {
			row := &r.Rows[i]
			if line := api.SpansText(of(row)); line != "" && !strings.Contains(text, line) {
				t.Errorf("%s: row %d has %q in the %s, which is\n%s", name, row.Number, line, side, text)
			}
		}
	}
	expect("first iteration", first, func(row *api.LoopRow) []api.Span { return row.First })
	expect("loop", loop, func(row *api.LoopRow) []api.Span { return row.Loop })
	counts := [2]int{}
	for i, row := range r.Rows {
		if len(row.First) > 0 {
			counts[0]++
		}
		if len(row.Loop) > 0 {
			counts[1]++
		}
		if row.Kind == api.PictureRow && len(row.First) > 0 && len(row.Loop) == 0 && len(row.Short) == 0 && !row.Once {
			t.Errorf("%s: row %d is in the first iteration only and says nothing", name, row.Number)
		}
		if row.Once && (len(row.First) == 0 || len(row.Loop) > 0) {
			t.Errorf("%s: row %d is found once, in %+v", name, row.Number, r.Rows[i])
		}
	}
	lines := 0
	for line := range strings.Lines(loop) {
		if op := strings.TrimLeft(line, ": \n"); op != "" && op[0] != '#' {
			lines++
		}
	}
	// Bookkeeping such as keepalive is a row but no operation; the marks of a log are no
	// rows.
	if counts[1] != lines && !strings.Contains(text, "debug_merge_point") || counts[0] < r.First.Operations || counts[1] < r.Loop.Operations {
		t.Errorf("%s: %v rows, but %d and %d operations, %d lines in the loop\n%s", name, counts, r.First.Operations, r.Loop.Operations, lines, text)
	}
}

// TestIterationsAroundARow checks that a window is moved to a row, and that the fold it is in is opened.
func TestIterationsAroundARow(t *testing.T) {
	e := api.New()
	text := "[i0]\n" + strings.Repeat("print(i0)\n", 150) + "p1 = new(Box)\nset(p1, value, i0)\n" + strings.Repeat("print(i0)\n", 150) + "jump(i0)\n"
	pictureOf(t, e, text, []int{}, passNames(t, "loop")...)
	r := ask[api.LoopResponse](t, e, "loop", api.LoopRequest{Result: 7, Opened: []int{}, Window: api.Window{To: 40}, Around: 154})
	numbers := func(row api.LoopRow) bool { return row.Number == 153 }
	if len(r.Rows) != 40 || len(r.Opened) != 1 || !slices.ContainsFunc(r.Rows, numbers) {
		t.Errorf("expected row 153 among 40 with its fold opened, found %d rows from %d, %v opened", len(r.Rows), r.From, r.Opened)
	}
	for _, key := range []int{0, -4, 1 << 40, 100_000} {
		ask[api.LoopResponse](t, e, "loop", api.LoopRequest{Result: 7, Opened: []int{-7, 1 << 40}, Window: api.Window{From: -3, To: 1 << 40}, Around: key})
	}
}
