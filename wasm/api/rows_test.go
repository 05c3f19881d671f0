package api_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"unbox/bench/traces"
	"unbox/examples"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/wasm/api"
)

// ask calls the function table and reads the answer.
func ask[R any](t *testing.T, e *api.Engine, name string, request any) R {
	t.Helper()
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	var r R
	answer := e.Call(name, text)
	if strings.HasPrefix(string(answer), `{"error"`) {
		t.Fatalf("%s: %s", name, answer)
	}
	if err := json.Unmarshal(answer, &r); err != nil {
		t.Fatalf("%s: %v: %s", name, err, answer)
	}
	return r
}

// everything is a request whose answer has all rows.
func everything(text string, passes ...string) api.OptimizeRequest {
	return api.OptimizeRequest{Text: text, Passes: passes, To: -1, Result: 7,
		View: &api.RowView{Context: -1}, Window: &api.Window{To: 1000}}
}

func lineText(l *api.Line) string { return api.SpansText(l.Spans) }

// TestPageShowsBothSides checks that the rows say what the texts of the sides say, in their
// order, and that every difference has a reason.
func TestPageShowsBothSides(t *testing.T) {
	e := api.New()
	r := ask[api.Optimized](t, e, "optimize", everything(boxed, "fold", "virtual", "cse", "rules", "dce"))
	var sides [2][]string
	for _, item := range r.Page.Items {
		row := item.Row
		for k, line := range []*api.Line{row.Left, row.Right} {
			if line != nil {
				sides[k] = append(sides[k], lineText(line))
			}
		}
		if row.Kind != optimizer.DiffSame && row.Kind != optimizer.DiffComment && (!row.Own || len(row.Reasons[0].Text) == 0) {
			t.Errorf("expected a reason for %+v", row)
		}
	}
	for k, form := range []string{"left", "right"} {
		text := ask[api.TextResponse](t, e, "text", api.TextRequest{Result: 7, Form: form, To: -1, End: -1}).Text
		if got := strings.Join(sides[k], "\n"); got != text {
			t.Errorf("%s: got\n%s\nexpected\n%s", form, got, text)
		}
	}
	if r.Left != len(sides[0]) || r.Right != len(sides[1]) || r.Before != 8 || r.After >= 8 || r.Changes.Removed == 0 {
		t.Errorf("got %+v", r)
	}
}

// TestUnknownResultsAreGone checks that a request about an old result never gets another one.
func TestUnknownResultsAreGone(t *testing.T) {
	e := api.New()
	for k := range 6 {
		q := everything(boxed, "fold")
		q.Result = k + 1
		e.Call("optimize", mustJSON(t, q))
	}
	for k := range 8 {
		want := `{"gone"`
		if k >= 3 && k <= 6 {
			want = `{"page"`
		}
		if got := e.Call("rows", mustJSON(t, api.RowsRequest{Result: k, View: api.RowView{Opened: []int{}}})); !strings.HasPrefix(string(got), want) {
			t.Errorf("result %d: expected %s, found %s", k, want, got)
		}
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestCausesAreLines checks that a reason that rests on other operations leads to their lines, and
// says what they do.
func TestCausesAreLines(t *testing.T) {
	const text = "[i0, p9]\np1 = new(Box)\nset(p1, value, i0)\ni2 = get(p1, value)\nguard_class(p9, Node)\n" +
		"guard_class(p9, Node)\nprint(i2)\np3 = new(Box)\nset(p3, value, i2)\nprint(i0)\njump(i2, p3)\n"
	r := ask[api.Optimized](t, api.New(), "optimize", everything(text, "guards", "virtual"))
	want := map[int]string{
		2: "p1 = new(Box) in row 2 made it", 3: "set(p1, value, i0) in row 3 wrote it; p1 = new(Box) in row 2 made it", 5: "guard_class(p9, Node) in row 5 made sure of that",
		7: "jump(i2, p3) passes p3 to the next iteration, which may do anything with it",
	}
	for _, item := range r.Page.Items {
		expected, ok := want[lineAt(item.Row.Left)]
		if !ok || len(item.Row.Reasons) == 0 {
			continue
		}
		delete(want, lineAt(item.Row.Left))
		var got []string
		for _, c := range item.Row.Reasons[0].Because {
			if c.At == nil || c.Next != (c.Kind == "jump") {
				t.Errorf("got %+v", c)
			}
			got = append(got, api.PartsText(c.Text))
		}
		if text := strings.Join(got, "; "); text != expected {
			t.Errorf("%s: got causes %q, expected %q", lineText(item.Row.Left), text, expected)
		}
	}
	if len(want) > 0 {
		t.Errorf("expected rows with causes: %v", want)
	}
}

// A row's operation can be asked why it is there.
func TestWhy(t *testing.T) {
	const text = "[p0, i1]\ni2 = get(p0, value)\ncall_n(ConstClass(f), i2)\ni3 = get(p0, value)\njump(p0, i3)\n"
	e := api.New()
	q := everything(text, "heap", "dce")
	q.Result = 7
	ask[api.Optimized](t, e, "optimize", q)
	r := ask[api.WhyResponse](t, e, "why", &api.WhyRequest{Result: 7, Row: 3})
	var got []string
	for _, line := range r.Lines {
		got = append(got, line.Kind+": "+api.PartsText(line.Text))
	}
	want := []string{
		"stays: its result is needed: jump(p0, i3) in row 5 uses it",
		"lost: i2 = get(p0, value) in row 2 said what it holds, but call_n(ConstClass(f), i2) in row 3 may have changed it since",
		"needed: it would go if it were known that this does not change it",
		"needed: it would go if it had been read or written before, with nothing in between that may change it",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if r := ask[api.WhyResponse](t, e, "why", &api.WhyRequest{Result: 7, Row: 99}); len(r.Lines) != 0 {
		t.Errorf("expected no answer about a row that there is not, found %v", r.Lines)
	}
}

func lineAt(l *api.Line) int {
	if l == nil {
		return -1
	}
	return l.At
}

// TestWidthOfResults compares what is said about the longest line with the lengths of all
// lines.
func TestWidthOfResults(t *testing.T) {
	e := api.New()
	texts := []string{boxed, traces.Mixed(900)}
	for _, example := range examples.All() {
		texts = append(texts, example.Text)
	}
	for _, text := range texts {
		for _, preset := range optimizer.Presets()[len(optimizer.Presets())-2:] {
			q := api.OptimizeRequest{Text: text, To: -1, Result: 1}
			for _, pass := range preset.Passes.List() {
				q.Passes = append(q.Passes, pass.String())
			}
			r, err := e.Everything(&q)
			if err != nil {
				t.Fatal(err)
			}
			width, short := 0, 0
			for _, item := range r.Page.Items {
				for _, line := range []*api.Line{item.Row.Left, item.Row.Right} {
					if line == nil {
						continue
					}
					n := utf8.RuneCountInString(lineText(line))
					width = max(width, n)
					for _, s := range line.Spans {
						if s.Kind == trace.SpanPath {
							n -= len(s.Text) - 1
						}
					}
					short = max(short, n)
				}
			}
			if r.Width != width || r.ShortWidth != short {
				t.Errorf("%.40q by %s: expected %d and %d characters, found %d and %d", text, preset.Name, width, short, r.Width, r.ShortWidth)
			}
		}
	}
}

// TestFewLongResultsAreKept checks which results are left after some of long traces.
func TestFewLongResultsAreKept(t *testing.T) {
	e := api.New()
	long := traces.Mixed(60_000)
	for k, text := range []string{boxed, boxed, boxed, long, long, boxed, boxed} {
		q := everything(text)
		q.Result = k + 1
		e.Call("optimize", mustJSON(t, q))
		want := map[int]string{2: "123", 3: "34", 4: "45", 6: "4567"}[k]
		if want == "" {
			continue
		}
		kept := ""
		for n := 1; n <= 7; n++ {
			if got := e.Call("rows", mustJSON(t, api.RowsRequest{Result: n, View: api.RowView{Context: -1}})); strings.HasPrefix(string(got), `{"page"`) {
				kept += strconv.Itoa(n)
			}
		}
		if kept != want {
			t.Errorf("after result %d expected those of %s, found %s", k+1, want, kept)
		}
	}
}

// TestOneNumber checks that a row has the same number in the picture, on both sides of the comparison, in
// what reasons rest on and in their sentences: the line of the text in which it was recorded.
func TestOneNumber(t *testing.T) {
	e := api.New()
	for _, example := range examples.All() {
		text := "# a comment\n\n" + example.Text
		recorded, _ := trace.Parse(text)
		at := func(where string, number int, operation string) {
			v := recorded.AtLine(number)
			if number != 0 && (v == trace.None || operation != "" && recorded.Ops[v].Code.String() != operation) {
				t.Errorf("%s, %s: expected the line of an operation `%s`, found %d", example.ID, where, operation, number)
			}
		}
		for _, r := range pictureOf(t, e, text, []int{}, passNames(t, "loop")...).Rows {
			if v := recorded.AtLine(r.Number); r.Kind == api.PictureRow && !r.First && int(v) != r.Key {
				t.Errorf("%s: expected the line of operation %d, found %d", example.ID, r.Key, r.Number)
			}
			rowsIn(r.Short, func(number int) { at("picture", number, "") })
		}
		for _, item := range optimize(t, everything(text, passNames(t, "loop")...)).Page.Items {
			row := item.Row
			if row.Left != nil && row.Left.Operation != "" {
				at("left", row.Left.Number, row.Left.Operation)
			}
			if row.Right != nil && row.Right.Operation != "" {
				at("right", row.Right.Number, "")
			}
			if row.Left != nil && row.Right != nil && row.Left.Number != row.Right.Number && row.Kind != optimizer.DiffComment {
				t.Errorf("%s: expected one number for a row, found %d and %d", example.ID, row.Left.Number, row.Right.Number)
			}
			for _, reason := range row.Reasons {
				rowsIn(reason.Text, func(number int) { at("reason", number, "") })
				for _, cause := range reason.Because {
					at("cause", cause.At.Number, "")
				}
			}
		}
	}
}

// rowWords are the text of a part that names a row.
var rowWords = regexp.MustCompile(`^row (\d+)$`)

// rowsIn finds the numbers of rows in a text.
func rowsIn(parts []api.Part, found func(number int)) {
	for _, part := range parts {
		if m := rowWords.FindStringSubmatch(part.Text); m != nil {
			number, _ := strconv.Atoi(m[1])
			found(number)
		}
	}
}
