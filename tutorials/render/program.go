package render

import (
	"errors"
	"fmt"
	"html"
	"strconv"
	"strings"

	"unbox/tutorials/lesson"
	"unbox/wasm/api"
)

// usualThreshold is the iteration from which on loops of programs in lessons are recorded, if the author does not set it: low, so that
// short programs become hot.
const usualThreshold = 100

// program renders a program that the tracing JIT has run: its lines with how often they ran, its output, and what happened to its loops; in
// words and as data.
func (r *renderer) program(b lesson.Block) string {
	threshold, bridges, err := runOf(b)
	var made *api.Illustration
	if err == nil {
		made, err = api.IllustrateProgram(b.Text, threshold, bridges)
	}
	if err != nil {
		line := max(0, b.Line-1)
		if fault := new(api.ProgramFault); errors.As(err, &fault) && fault.Line > 0 {
			line = b.Line + fault.Line - 1
		}
		r.problems = append(r.problems, &lesson.Problem{File: b.File, Line: line, Reason: "`program` " + err.Error()})
		return Code("python", b.Text)
	}
	return picture(b, made, programInWords(made.Program), ProgramLink(r.playground, b.Text, threshold, bridges), "Open in the program page")
}

// runOf reads how a program is to be run.
//
// Errors: an invalid threshold, or `bridges` with a word other than `yes` and `no`.
func runOf(b lesson.Block) (threshold int, bridges bool, err error) {
	threshold = usualThreshold
	if text := b.Attr["threshold"]; text != "" {
		if threshold, err = strconv.Atoi(text); err != nil || threshold < 1 {
			return 0, false, fmt.Errorf("expected a number of iterations from 1 on after `threshold=`, found `%s`", text)
		}
	}
	switch word := b.Attr["bridges"]; word {
	case "", "yes":
		return threshold, true, nil
	case "no":
		return threshold, false, nil
	default:
		return 0, false, fmt.Errorf("expected `yes` or `no` after `bridges=`, found `%s`", word)
	}
}

// ProgramLink returns the address at which the program page next to a playground runs a program; the form is version 1 of its
// links (static/src/program/link.ts).
func ProgramLink(playground, text string, threshold int, bridges bool) string {
	form := struct {
		Text      string `json:"t"`
		NoBridges int    `json:"e,omitempty"`
		Threshold int    `json:"h"`
	}{Text: text, Threshold: threshold}
	if !bridges {
		form.NoBridges = 1
	}
	return playground + "program#1" + packed(form)
}

// programInWords writes the lines with their counts, then the output and the
// loops.
func programInWords(p *api.IllustratedProgram) string {
	var b strings.Builder
	b.WriteString(`<table class="rows-in-words full text-s"><thead><tr><th scope="col">Line</th><th scope="col">Instructions that ran</th><th scope="col">Program</th></tr></thead><tbody>`)
	for i, line := range strings.Split(strings.TrimRight(p.Text, "\n"), "\n") {
		ran := 0
		if i < len(p.State.Lines) {
			ran = p.State.Lines[i]
		}
		count := ""
		if ran > 0 {
			count = strconv.Itoa(ran)
		}
		fmt.Fprintf(&b, `<tr><td>%d</td><td>%s</td><td class="pre">%s</td></tr>`, i+1, count, code(line))
	}
	b.WriteString(`</tbody></table>`)
	for _, out := range p.State.Output {
		fmt.Fprintf(&b, `<p>It prints <code>%s</code></p>`, html.EscapeString(strings.TrimRight(out.Text, "\n")))
	}
	b.WriteString(`<ul>`)
	for i := range p.State.Loops {
		fmt.Fprintf(&b, `<li>%s</li>`, html.EscapeString(loopOfProgram(&p.State.Loops[i])))
	}
	b.WriteString(`</ul>`)
	return b.String()
}

// loopOfProgram says what happened to a loop.
func loopOfProgram(l *api.ProgramLoop) string {
	said := fmt.Sprintf("The loop in %s: %d iterations, %d of them in traces", l.At, l.Iterations, l.Traced)
	for k := range l.Traces {
		part := &l.Traces[k]
		what := "the loop's own trace"
		if part.Target != "" {
			what = fmt.Sprintf("a bridge from %s", part.At)
		}
		said += fmt.Sprintf("; %s: %d operations recorded, %d left, %d objects allocated and %d left", what, part.Recorded, part.Optimized, part.BoxesBefore, part.BoxesAfter)
		for _, x := range part.Exits {
			said += fmt.Sprintf(", %s failed %d times", x.Name, x.Count)
		}
	}
	return said + "."
}
