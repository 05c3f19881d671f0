package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/wasm/api"
)

// passNames are the passes of a preset.
func passNames(t *testing.T, preset string) []string {
	t.Helper()
	for _, p := range optimizer.Presets() {
		if p.Name == preset {
			var names []string
			for _, id := range p.Passes.List() {
				names = append(names, id.String())
			}
			return names
		}
	}
	t.Fatalf("expected a preset `%s`, found none", preset)
	return nil
}

// TestLeadWhereNothingChanges has traces that stay as they are: the first reason is that of the last guard, and of a trace without guards
// that of the last row that reads or computes something, not of a write or of the end.
func TestLeadWhereNothingChanges(t *testing.T) {
	e := api.New()
	for _, c := range []struct {
		text string
		row  int
		says string
	}{
		{"[p0, p1]\nset(p0, x, 1)\nset(p1, x, 2)\ni2 = get(p0, x)\nfinish(i2)\n", 4, "set(p1, x, 2)"},
		{"[p0, i1]\ni2 = int_add(i1, 1)\nset(p0, x, i2)\nfinish()\n", 2, "uses it"},
		{"[i0]\ni1 = int_lt(i0, 5)\nguard_true(i1) []\ni2 = int_add(i0, 3)\nfinish(i2)\n", 3, "nothing before says so"},
	} {
		whole := pictureOf(t, e, c.text, []int{}, "fold", "cse", "heap").Whole
		why := ask[api.ExplainResponse](t, e, "explain", api.ExplainRequest{Result: 7, Key: whole.Lead})
		said := api.PartsText(why.Answer)
		for _, cause := range why.Causes {
			said += " " + api.PartsText(cause.Text)
		}
		if why.Number != c.row || !strings.Contains(said, c.says) {
			t.Errorf("%s: expected the reason of row %d with %q, found row %d: %s", c.text, c.row, c.says, why.Number, said)
		}
	}
	if lead := pictureOf(t, e, "[i0]\nfinish(i0)\n", []int{}, "fold").Whole.Lead; lead != 0 {
		t.Errorf("expected no first reason in a trace that only ends, found the key %d", lead)
	}
}

// pictureOf asks for the whole picture of a trace.
func pictureOf(t *testing.T, e *api.Engine, text string, opened []int, passes ...string) api.PictureResponse {
	t.Helper()
	r := ask[api.Optimized](t, e, "optimize", everything(text, passes...))
	if r.Dialect == "" {
		t.Fatalf("expected a trace, found %v", r.Diagnostics)
	}
	return ask[api.PictureResponse](t, e, "picture", api.PictureRequest{Result: 7, Opened: opened, Window: api.Window{To: 1000}, Whole: true})
}

// TestPictureOfBoxedIntegers checks what the first page says: five boxes per iteration, of which two are made
// if iterations are considered one at a time, and none around the loop.
func TestPictureOfBoxedIntegers(t *testing.T) {
	e := api.New()
	p := pictureOf(t, e, examples.Text("boxed-integers"), []int{}, passNames(t, "loop")...)
	w := p.Whole
	if w.Recorded != (api.IterationCount{Boxes: 5, Operations: 30}) || *w.One != (api.IterationCount{Boxes: 2, Operations: 14}) ||
		*w.Around != (api.IterationCount{Boxes: 0, Operations: 6}) {
		t.Errorf("got %+v, one iteration %+v, around the loop %+v", w.Recorded, w.One, w.Around)
	}
	var rows []string
	for _, r := range p.Rows {
		if r.Kind != api.PictureRow {
			continue
		}
		rows = append(rows, fmt.Sprintf("%d %s %s: %s", r.Number, r.Fate, api.SpansText(r.Left), api.PartsText(r.Short)))
	}
	for _, want := range []string{
		"3 removed guard_class(p1, BoxedInteger): known: made in row 27 of the previous iteration",
		"5 removed i2 = get(p1, intval): it is i9: written in row 29 of the previous iteration",
		"27 removed p10 = new(BoxedInteger): only its contents go on: row 55",
		"22 removed i7 = get(p5, intval): it is i4: written in row 12",
	} {
		if !strings.Contains(strings.Join(rows, "\n"), want) {
			t.Errorf("expected %q, found\n%s", want, strings.Join(rows, "\n"))
		}
	}
	if len(rows) != 30 || w.Lanes != w.Going+2 || len(w.Params) != 2 || api.PartsText(w.Params[1].Text) != "the intval of the object that was p10" {
		t.Errorf("got %d rows, %+v", len(rows), w)
	}
	keyOf := func(number int) int {
		return p.Rows[slices.IndexFunc(p.Rows, func(r api.PictureItem) bool { return r.Number == number })].Key
	}
	if w.Lead != keyOf(10) {
		t.Errorf("expected that p5 in row 10 is read first, which stays inside, found the key %d", w.Lead)
	}
	if loop := ask[api.LoopResponse](t, e, "loop", api.LoopRequest{Result: 7, Opened: []int{}, Window: api.Window{To: 100}}); p.Rows[0].Kind != api.PictureFirst || p.Rows[0].Folded != loop.First.Operations {
		t.Errorf("expected one number of operations of the first iteration, %d, found %+v", loop.First.Operations, p.Rows[0])
	}
	r := ask[api.ExplainResponse](t, e, "explain", api.ExplainRequest{Result: 7, Key: keyOf(27)})
	story := api.PartsText(r.Question) + " " + api.PartsText(r.Answer)
	for _, c := range r.Causes {
		story += fmt.Sprintf(" %d: %s", c.At.Number, api.PartsText(c.Text))
	}
	story += " " + api.PartsText(r.Conclusion)
	const want = "Why is p10 not made? It leaves the iteration, but only into the next one. 27: The program asks for p10. 29: Its intval becomes i9. " +
		"55: The jump passes it on. The next iteration calls it p1. 3: guard_class checks what it is. 5: Its intval is read, as i2. " +
		"Nobody else sees it. So the loop passes on only what is in it, i9, and the box is left out."
	if story != want {
		t.Errorf("got  %s\nwant %s", story, want)
	}
}

// TestPictures checks on all examples and on random traces that a picture shows each row once, that each
// allocation has one lifeline, that what is never made according to its line is in no result, and that
// each row that changed says why.
func TestPictures(t *testing.T) {
	e := api.New()
	for _, example := range examples.All() {
		for _, preset := range []string{"loop", "alloc"} {
			checkPicture(t, e, example.ID+" "+preset, example.Text, passNames(t, preset))
		}
	}
	var g fuzz.Generator
	presets := optimizer.Presets()
	for i := range uint64(300) {
		text := g.Trace(13, i, 50).Trace.String()
		checkPicture(t, e, fmt.Sprintf("random %d", i), text, passNames(t, presets[i%uint64(len(presets))].Name))
		if t.Failed() {
			t.Fatal(text)
		}
	}
}

func checkPicture(t *testing.T, e *api.Engine, name, text string, passes []string) {
	t.Helper()
	folded := pictureOf(t, e, text, []int{}, passes...)
	opened := []int{}
	for _, r := range folded.Rows {
		if r.Kind == api.PictureFold || r.Kind == api.PictureFirst {
			opened = append(opened, r.Key)
			if r.Folded == 0 || r.Kind == api.PictureFold && len(r.Short) == 0 {
				t.Errorf("%s: expected a fold to say what is in it, found %+v", name, r)
			}
		}
	}
	p := ask[api.PictureResponse](t, e, "picture", api.PictureRequest{Result: 7, Opened: opened, Window: api.Window{To: 1000}})
	result := ask[api.TextResponse](t, e, "text", api.TextRequest{Result: 7, Form: "right", To: -1, End: -1}).Text
	rowOf, last := make(map[int]api.PictureItem), 0
	for _, r := range p.Rows {
		if _, twice := rowOf[r.Key]; twice {
			t.Errorf("%s: two items with the key %d", name, r.Key)
		}
		rowOf[r.Key] = r
		if r.Kind != api.PictureRow || r.First {
			continue
		}
		if r.Number <= last {
			t.Errorf("%s: expected a row after %d, found %d", name, last, r.Number)
		}
		last = r.Number
		if r.Fate != "kept" && r.Fate != "args" && len(r.Short) == 0 {
			t.Errorf("%s: row %d is %s and says nothing", name, r.Number, r.Fate)
		}
		if r.Fate == "removed" == (len(r.Right) > 0) {
			t.Errorf("%s: row %d is %s and %q is left", name, r.Number, r.Fate, api.SpansText(r.Right))
		}
		if text := api.SpansText(r.Right); !strings.Contains(result, text) {
			t.Errorf("%s: row %d says that %q is left, which is not in\n%s", name, r.Number, text, result)
		}
	}
	if p.Items <= 1000 {
		checkLines(t, name, &p, folded.Whole, rowOf)
	}
}

func checkLines(t *testing.T, name string, p *api.PictureResponse, whole *api.Picture, rowOf map[int]api.PictureItem) {
	t.Helper()
	if len(p.Lines) != whole.Objects {
		t.Errorf("%s: expected %d lifelines, found %d", name, whole.Objects, len(p.Lines))
	}
	made := make(map[int]int)
	lanes := make(map[int][]api.Lifeline)
	for _, l := range p.Lines {
		for _, other := range lanes[l.Lane] {
			if l.From <= other.To && other.From <= l.To {
				t.Errorf("%s: %s and %s are in lane %d at once", name, l.Name, other.Name, l.Lane)
			}
		}
		lanes[l.Lane] = append(lanes[l.Lane], l)
		if l.Lane < 0 || l.Lane >= whole.Lanes || l.From > l.To || l.To >= p.Items {
			t.Errorf("%s: line %+v", name, l)
		}
		if len(l.Marks) == 0 || l.Marks[0].Kind != "made" {
			continue
		}
		made[l.Key]++
		if row := rowOf[l.Key]; (l.Exists < 0) != (row.Fate == "removed") {
			t.Errorf("%s: %s exists from %d, its row is %s", name, l.Name, l.Exists, row.Fate)
		}
	}
	for key, n := range made {
		if n != 1 {
			t.Errorf("%s: %d lifelines of allocation %d", name, n, key)
		}
	}
}

// TestPictureAroundARow checks that a window is moved to a row, and that the fold it is in is opened.
func TestPictureAroundARow(t *testing.T) {
	e := api.New()
	text := "[i0]\n" + strings.Repeat("print(i0)\n", 300) + "i1 = int_add(i0, 0)\nprint(i1)\n"
	p := pictureOf(t, e, text, []int{}, passNames(t, "straight")...)
	if p.Items != 6 || p.Rows[1].Kind != api.PictureFold || p.Rows[1].Folded != 298 || api.PartsText(p.Rows[1].Short) != "298 effects" {
		t.Fatalf("expected a fold of 298 rows, found %d items, %+v", p.Items, p.Rows[1])
	}
	fold := p.Rows[1].Key
	r := ask[api.PictureResponse](t, e, "picture", api.PictureRequest{Result: 7, Opened: []int{}, Window: api.Window{To: 40}, Around: fold + 200})
	found := false
	for _, row := range r.Rows {
		found = found || row.Key == fold+200
	}
	if len(r.Rows) != 40 || len(r.Opened) != 1 || r.Opened[0] != fold || !found {
		t.Errorf("expected the row among 40 with its fold opened, found %d rows from %d, %v opened", len(r.Rows), r.From, r.Opened)
	}
}

// TestExplainsEveryRow checks that every row that changed has a question, an answer, and that what it rests on
// is a row.
func TestExplainsEveryRow(t *testing.T) {
	e := api.New()
	for _, example := range examples.All() {
		p := pictureOf(t, e, example.Text, []int{}, passNames(t, example.Preset)...)
		for _, r := range p.Rows {
			if r.Kind != api.PictureRow && r.Kind != api.PictureAdded || r.First {
				continue
			}
			why := ask[api.ExplainResponse](t, e, "explain", api.ExplainRequest{Result: 7, Key: r.Key})
			if len(why.Question) == 0 || len(why.Answer) == 0 {
				t.Errorf("%s, row %d (%s): expected a question and an answer, found %+v", example.ID, r.Number, api.SpansText(r.Left), why)
			}
			for _, c := range why.Causes {
				if c.At != nil && (c.At.Number < 1 || c.At.Key < 1) {
					t.Errorf("%s, row %d: cause at %+v", example.ID, r.Number, c.At)
				}
			}
		}
	}
	for _, key := range []int{0, -3, 1 << 28, 1<<28 + 999, 1 << 29, 1 << 40} {
		ask[api.ExplainResponse](t, e, "explain", api.ExplainRequest{Result: 7, Key: key})
	}
}
