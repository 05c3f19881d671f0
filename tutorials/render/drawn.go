package render

import (
	"encoding/json"
	"fmt"
	"html"
	"strconv"
	"strings"

	"unbox/optimizer"
	"unbox/tutorials/lesson"
	"unbox/wasm/api"
)

// drawn renders a trace that the page's own components draw: the picture in words, for readers without scripts, and as data, from which
// static/src/illustrations.tsx draws. So there is a single renderer, and the page does not need the optimizer.
func (r *renderer) drawn(b lesson.Block) string {
	made, err := illustrate(b)
	if err != nil {
		r.problems = append(r.problems, &lesson.Problem{File: b.File, Line: max(0, b.Line-1), Reason: fmt.Sprintf("`%s` %v", b.Kind, err)})
		return Code("trace", b.Text)
	}
	return picture(b, made, inWords(made), PlaygroundLink(r.playground, b.Text, passesOf(b), b.Attr["preset"]), "Open in the playground")
}

// picture writes a block that a script draws from data, in place of the description in
// words.
func picture(b lesson.Block, data any, words, link, linked string) string {
	text, err := json.Marshal(data)
	if err != nil {
		panic("BUG: an illustration always marshals: " + err.Error())
	}
	// Go's JSON escapes `<`, `>` and `&`, so only the quotation marks of the attribute have to be escaped.
	return fmt.Sprintf(`<figure class="example illustration"%s data-kind="%s"><div class="in-words spaced pad-y-3 pad-x-4 scroll-across boxed corners paper sans text-s">%s</div>`+
		`<figcaption class="toolbar spread gap-half-4">%s<a class="open-trace" href="%s">%s</a></figcaption>`+
		`<span class="illustration-data" hidden="" data-illustration='%s'></span></figure>`+"\n",
		called(b.Attr["title"]), b.Kind, words, titled(b), html.EscapeString(link), linked, strings.ReplaceAll(string(text), "'", "&#39;"))
}

// illustrate makes the picture of a block.
//
// Errors: unknown passes, a row that is not a number, and those of
// [api.Illustrate].
func illustrate(b lesson.Block) (*api.Illustration, error) {
	q := &api.PreparedRequest{Text: b.Text, Title: b.Attr["title"], Passes: passesOf(b)}
	if len(q.Passes) == 0 {
		name := b.Attr["preset"]
		if name == "" {
			name = "loop"
		}
		preset, err := optimizer.PresetByName(name)
		if err != nil {
			return nil, err
		}
		for _, pass := range preset.Passes.List() {
			q.Passes = append(q.Passes, pass.String())
		}
	}
	row := 0
	if text := b.Attr["row"]; text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("expected the number of a row after `row=`, found `%s`", text)
		}
		row = n
	}
	return api.Illustrate(string(b.Kind), q, row)
}

// inWords writes an illustration as text.
func inWords(made *api.Illustration) string {
	switch {
	case made.Loop != nil:
		return loopInWords(made.Loop)
	case made.Kind == api.IllustrationSteps:
		return stepsInWords(made.Moments)
	case made.Kind == api.IllustrationObjects:
		return objectsInWords(made.Moments)
	}
	return rowsInWords(made)
}

// rowsInWords writes a line for each row: what was recorded, and what is left of it or why it is gone; then the objects and the open
// reason.
func rowsInWords(made *api.Illustration) string {
	shown := &made.Picture.Picture
	if made.Picture.Unfolded != nil {
		shown = made.Picture.Unfolded
	}
	var b strings.Builder
	b.WriteString(`<table class="rows-in-words full text-s"><thead><tr><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>`)
	for i := range shown.Rows {
		row := &shown.Rows[i]
		if row.Kind == api.PictureFold || row.Kind == api.PictureFirst || row.First {
			continue
		}
		after := code(api.SpansText(row.Right))
		if len(row.Right) == 0 || row.Fate == "replaced" || row.Fate == "moved" {
			after = strings.TrimSpace(after + " " + html.EscapeString(api.PartsText(row.Short)))
		}
		fmt.Fprintf(&b, `<tr><td>%s</td><td>%s</td></tr>`, code(api.SpansText(row.Left)), after)
	}
	b.WriteString(`</tbody></table>`)
	if made.Kind == api.IllustrationLifelines && len(shown.Lines) > 0 {
		b.WriteString(`<ul>`)
		for i := range shown.Lines {
			fmt.Fprintf(&b, `<li>%s</li>`, html.EscapeString(lineInWords(&shown.Lines[i])))
		}
		b.WriteString(`</ul>`)
	}
	b.WriteString(reasonInWords(made))
	return b.String()
}

// lineInWords describes a lifeline, as `tell` in static/src/picture/draw.ts
// does.
func lineInWords(line *api.Lifeline) string {
	state := "made where it was recorded"
	switch {
	case line.Exists < 0:
		state = "never made"
	case line.Before && !line.Late:
		state = "existed before"
	case line.Late:
		state = "known only at first, made later"
	}
	if line.Comes >= 0 {
		state += ", goes on to the next iteration"
	}
	return line.Name + ": " + state
}

// reasonInWords writes the reason of the open row.
func reasonInWords(made *api.Illustration) string {
	for i := range made.Picture.Reasons {
		why := &made.Picture.Reasons[i]
		if made.Row == 0 || why.Number != made.Row {
			continue
		}
		return "<p>" + html.EscapeString(api.PartsText(why.Question)+" "+api.PartsText(why.Answer)) + "</p>"
	}
	return ""
}

func loopInWords(loop *api.LoopResponse) string {
	var b strings.Builder
	b.WriteString(`<table class="rows-in-words full text-s"><thead><tr><th scope="col">First iteration, once</th><th scope="col">The loop, every iteration after</th></tr></thead><tbody>`)
	fmt.Fprintf(&b, `<tr><td>%s</td><td>%s</td></tr>`, code(api.SpansText(loop.Takes)), code(api.SpansText(loop.Label)))
	for i := range loop.Rows {
		row := &loop.Rows[i]
		if row.Kind == api.PictureFold {
			continue
		}
		in := code(api.SpansText(row.Loop))
		if len(row.Loop) == 0 {
			in = html.EscapeString(api.PartsText(row.Short))
		}
		fmt.Fprintf(&b, `<tr><td>%s</td><td>%s</td></tr>`, code(api.SpansText(row.First)), in)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

func stepsInWords(moments []api.MomentResponse) string {
	var b strings.Builder
	b.WriteString(`<ol>`)
	for i := range moments {
		m := &moments[i]
		if m.Number == 0 {
			continue
		}
		fmt.Fprintf(&b, `<li>%s: %s`, code(api.SpansText(m.Operation)), fateInWords[m.Fate])
		for k := range m.Lines {
			if m.Lines[k].Kind == "reason" {
				b.WriteString(". " + html.EscapeString(api.PartsText(m.Lines[k].Text)))
			}
		}
		b.WriteString(`</li>`)
	}
	b.WriteString(`</ol>`)
	return b.String()
}

// fateInWords says what happens to an operation.
var fateInWords = map[string]string{
	"kept": "stays", "args": "stays", "replaced": "becomes another operation", "moved": "waits", "removed": "goes", "added": "is added",
}

func objectsInWords(moments []api.MomentResponse) string {
	var b strings.Builder
	for i := range moments {
		fmt.Fprintf(&b, `<p>Before %s:</p><ul>`, code(api.SpansText(moments[i].Operation)))
		for k := range moments[i].Boxes {
			box := &moments[i].Boxes[k]
			fields := []string{}
			for _, slot := range box.Slots {
				fields = append(fields, slot.Name+" is "+api.PartsText(slot.Value))
			}
			object := api.PartsText(box.Name)
			if box.Class != "" {
				object += ", " + box.Class
			}
			fmt.Fprintf(&b, `<li>%s</li>`, html.EscapeString(strings.TrimRight(object+", "+stateInWords[box.State]+": "+strings.Join(fields, ", "), ": ")))
		}
		b.WriteString(`</ul>`)
	}
	return b.String()
}

// stateInWords says whether an object is in memory.
var stateInWords = map[string]string{"known": "only known", "now": "made now", "made": "made, in memory", "there": "in memory"}

// code is a line of code, nothing if there is none.
func code(line string) string {
	if line == "" {
		return ""
	}
	return "<code>" + html.EscapeString(line) + "</code>"
}
