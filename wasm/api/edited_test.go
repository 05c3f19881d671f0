package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"unbox/bench/traces"
	"unbox/examples"
	"unbox/fuzz"
	"unbox/trace"
	"unbox/wasm/api"
)

// editedOf asks for a comparison with all rows.
func editedOf(t *testing.T, e *api.Engine, q *api.EditedRequest) *api.EditedResponse {
	t.Helper()
	request, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	var r api.EditedResponse
	if err := json.Unmarshal(e.Call("edited", request), &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

// editedText is a comparison in lines: the rows that differ, then those that went for another reason.
func editedText(r *api.EditedResponse) string {
	var b strings.Builder
	if r.Whole.Problem != "" {
		return r.Whole.Problem
	}
	fmt.Fprintf(&b, "%d → %d\n", r.Whole.Sum.Before, r.Whole.Sum.After)
	for i := range r.Whole.Recorded {
		b.WriteString("recorded " + editedRow(&r.Whole.Recorded[i]) + "\n")
	}
	for _, item := range r.Page.Items {
		if item.Row != nil && item.Row.Kind != 0 {
			b.WriteString(editedRow(item.Row) + "\n")
		}
	}
	for _, o := range r.Whole.Others {
		fmt.Fprintf(&b, "other %d %s | %s | %s\n", o.Number, api.SpansText(o.Text), api.PartsText(o.Before), api.PartsText(o.After))
	}
	return b.String()
}

func editedRow(row *api.DiffRow) string {
	side := func(line *api.Line) string {
		if line == nil {
			return "-"
		}
		return fmt.Sprintf("%d %s", line.Number, api.SpansText(line.Spans))
	}
	text := fmt.Sprintf("%s: %s | %s", row.Kind, side(row.Left), side(row.Right))
	for _, r := range row.Reasons {
		text += " | " + api.PartsText(r.Short)
	}
	return text
}

const editedFirst = "[i0, p9]\np1 = new(Box)\nset(p1, value, i0)\nguard_class(p1, Box)\ni2 = get(p1, value)\ni3 = int_add(i2, 0)\nfinish(i3)\n"

// TestEdited compares results across edits, with what stays and what goes because of an edit, and why; and across another choice of
// passes.
func TestEdited(t *testing.T) {
	for _, tt := range []struct {
		name, before, after, off, want string
	}{
		{"an object escapes", editedFirst, strings.Replace(editedFirst, "i2 =", "escape(p1)\ni2 =", 1), "", `1 → 5
recorded added: - | 5 escape(p1)
added: - | 2 p1 = new(Box) | went before: stays inside: row 3, row 4 and row 5
added: - | 3 set(p1, value, i0) | went before: only noted: p1 of row 2
added: - | 5 escape(p1) | the edit recorded it
added: - | 6 i2 = get(p1, value) | went before: it is i0: written in row 3
args: 7 finish(i0) | 8 finish(i2)
`},
		{"an object stays inside again", strings.Replace(editedFirst, "i2 =", "escape(p1)\ni2 =", 1), editedFirst, "", `5 → 1
recorded removed: 5 escape(p1) | -
removed: 2 p1 = new(Box) | - | goes now: stays inside: row 3, row 4 and row 5
removed: 3 set(p1, value, i0) | - | goes now: only noted: p1 of row 2
removed: 5 escape(p1) | - | the edit took it out of what is recorded
removed: 6 i2 = get(p1, value) | - | goes now: it is i0: written in row 3
args: 8 finish(i2) | 7 finish(i0)
`},
		{"nothing", editedFirst, "# a comment\n" + editedFirst, "", "1 → 1\n"},
		{"a pass is switched off", editedFirst, editedFirst, "virtual", `1 → 1
other 2 p1 = new(Box) | stays inside: row 3, row 4 and row 5 | its uses are gone: row 3, row 4 and row 5
other 3 set(p1, value, i0) | only noted: p1 of row 2 | nothing looks at p1: made in row 2
other 5 i2 = get(p1, value) | it is i0: written in row 3 | it is i0: written in row 3
`},
		{"another type of a field", editedFirst, "[i0, p9]\np1 = new(Box)\nset(p1, value, p9)\nfinish(p1)\n", "",
			"expected the field `value` with values of type `int`, found it with `ref` in the other trace"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			passes := passNames(t, "loop")
			after := passes
			if tt.off != "" {
				after = nil
				for _, name := range passes {
					if name != tt.off {
						after = append(after, name)
					}
				}
			}
			r := editedOf(t, api.New(), &api.EditedRequest{
				Edit: 1, Before: &api.EditedSide{Text: tt.before, Passes: passes}, After: &api.EditedSide{Text: tt.after, Passes: after},
				View: api.RowView{Context: -1}, Window: api.Window{To: 1000},
			})
			if got := editedText(r); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

// TestEditedLoop lets a box out of a peeled loop: both copies of it have to be made, and each side says why.
func TestEditedLoop(t *testing.T) {
	before := examples.Text("boxed-integers")
	after := strings.Replace(before, "i17 = int_gt", "escape(p5)\ni17 = int_gt", 1)
	passes, e := passNames(t, "loop"), api.New()
	r := editedOf(t, e, &api.EditedRequest{
		Edit: 7, Before: &api.EditedSide{Text: before, Passes: passes}, After: &api.EditedSide{Text: after, Passes: passes},
		View: api.RowView{Context: 0}, Window: api.Window{To: 1000}, Layout: true,
	})
	const want = `6 → 9
recorded added: - | 52 escape(p5)
added: - | 10 p5 = new(BoxedInteger) | now: row 52 gives it away; before: stays inside: row 12, row 20 and row 22
`
	if got := editedText(r); !strings.HasPrefix(got, want) || strings.Count(got, "\n") != 8 {
		t.Errorf("got\n%swant at first\n%s", got, want)
	}
	row := -1
	for _, item := range r.Page.Items {
		if item.Row != nil && row < 0 && item.Row.Kind != 0 {
			row = item.Index
		}
	}
	var why api.EditedWhyResponse
	if err := json.Unmarshal(e.Call("editedWhy", fmt.Appendf(nil, `{"edit":7,"row":%d}`, row)), &why); err != nil {
		t.Fatal(err)
	}
	said := func(lines []api.WhyLine) (text string) {
		for _, l := range lines {
			text += l.Kind + " " + api.PartsText(l.Text) + "\n"
		}
		return text
	}
	if got, want := said(why.Before), "gone P5 need not exist: set(p5, intval, i4) in row 12, guard_class(p5, BoxedInteger) in row 20 and i7 = get(p5, intval) in row 22 use it, and none of them lets it escape.\n"; !strings.EqualFold(got, want) {
		t.Errorf("before: got %s, want %s", got, want)
	}
	if got, want := said(why.After), "stays p5 must exist from row 52 on: escape(p5) gives it to code that may do anything with it.\nneeded It would go if escape(p5) in row 52 did not need it.\n"; got != want {
		t.Errorf("after: got %s, want %s", got, want)
	}
	if got := string(e.Call("edited", []byte(`{"edit":6,"view":{"context":-1},"window":{"from":0,"to":9}}`))); got != `{"gone":6}` {
		t.Errorf("another edit: got %s", got)
	}
}

// TestEditedLongTrace compares two long traces that differ in one operation.
func TestEditedLongTrace(t *testing.T) {
	before := traces.Mixed(7000)
	lines := strings.Split(before, "\n")
	lines = append(lines[:3000:3000], append([]string{"print(1)"}, lines[3000:]...)...)
	passes := passNames(t, "loop")
	r := editedOf(t, api.New(), &api.EditedRequest{
		Edit: 1, Before: &api.EditedSide{Text: before, Passes: passes}, After: &api.EditedSide{Text: strings.Join(lines, "\n"), Passes: passes},
		View: api.RowView{Context: 2}, Window: api.Window{To: 100}, Layout: true,
	})
	if r.Whole.RecordedCount != 1 || r.Whole.Sum.Differing == 0 || r.Whole.Sum.Differing > 20 || r.Layout.Items > 100 {
		t.Errorf("expected one row of the recorded trace and a few of the result, found %d and %d, in %d items", r.Whole.RecordedCount, r.Whole.Sum.Differing, r.Layout.Items)
	}
}

// TestEditedRandomly edits random traces and expects correct rows.
func TestEditedRandomly(t *testing.T) {
	var g fuzz.Generator
	e := api.New()
	passes := passNames(t, "loop")
	for seed := range 60 {
		before := g.Trace(5, uint64(seed), 30).Trace.String()
		lines := strings.Split(strings.TrimSpace(before), "\n")
		if len(lines) < 4 {
			continue
		}
		at := 1 + seed%(len(lines)-2)
		after := strings.Join(append(lines[:at:at], lines[at+1:]...), "\n") + "\n"
		if parsed, _ := trace.Parse(after); parsed == nil {
			after = strings.Join(append(lines[:at:at], append([]string{"escape(1)"}, lines[at:]...)...), "\n") + "\n"
		}
		r := editedOf(t, e, &api.EditedRequest{
			Edit: seed + 1, Before: &api.EditedSide{Text: before, Passes: passes}, After: &api.EditedSide{Text: after, Passes: passes},
			View: api.RowView{Context: -1}, Window: api.Window{To: 1000},
		})
		if r.Whole == nil {
			t.Fatalf("seed %d: no answer for\n%s\nand\n%s", seed, before, after)
		}
		for _, item := range r.Page.Items {
			if answer := string(e.Call("editedWhy", fmt.Appendf(nil, `{"edit":%d,"row":%d}`, seed+1, item.Index))); strings.Contains(answer, "BUG") {
				t.Fatalf("seed %d: %s", seed, answer)
			}
		}
	}
}

// BenchmarkEdited compares two traces of 7,000 operations that differ in one operation.
func BenchmarkEdited(b *testing.B) {
	before := traces.Mixed(7000)
	lines := strings.Split(before, "\n")
	lines[3000] += "\nprint(1)"
	passes := []string{"peel", "fold", "cse", "rules", "bounds", "guards", "virtual", "heap", "dce"}
	request, err := json.Marshal(&api.EditedRequest{
		Edit: 1, Before: &api.EditedSide{Text: before, Passes: passes}, After: &api.EditedSide{Text: strings.Join(lines, "\n"), Passes: passes},
		View: api.RowView{Context: 2}, Window: api.Window{To: 120}, Layout: true,
	})
	if err != nil {
		b.Fatal(err)
	}
	e := api.New()
	for b.Loop() {
		e.Call("edited", request)
	}
}

// TestEditedFind searches both results, including what is folded, and what is said about the rows that
// differ.
func TestEditedFind(t *testing.T) {
	e := api.New()
	before := "[i0]\np1 = new(Box)\nset(p1, value, i0)\ni2 = get(p1, value)\ni3 = int_add(i2, 1)\ni4 = int_mul(i3, i3)\ni5 = int_sub(i4, 7)\ni6 = int_xor(i5, i0)\nprint(i6)\njump(i6)\n"
	sides := api.EditedRequest{
		Edit: 3, View: api.RowView{Context: 0}, Layout: true, Window: api.Window{To: 50},
		Before: &api.EditedSide{Text: before, Passes: passNames(t, "straight")},
		After:  &api.EditedSide{Text: strings.Replace(before, "print(i6)\n", "print(i6)\nescape(p1)\n", 1), Passes: passNames(t, "straight")},
	}
	ask[api.EditedResponse](t, e, "edited", sides)
	for query, want := range map[string]int{"int_mul": 1, "gives it away": 2, "nowhere": 0} {
		r := ask[api.FindResponse](t, e, "editedFind", api.FindRequest{Result: 3, View: sides.View, Query: query, Most: 5})
		if r.Total != want || len(r.Matches) != want {
			t.Errorf("%s: expected %d matches, found %+v", query, want, r)
		}
	}
	if gone := ask[api.Absent](t, e, "editedFind", api.FindRequest{Result: 4, Query: "int"}); gone.Gone != 4 {
		t.Errorf("expected that another comparison is gone, found %+v", gone)
	}
}
