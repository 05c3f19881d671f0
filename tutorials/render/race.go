package render

import (
	"errors"
	"fmt"
	"html"
	"strings"

	"unbox/optimizer"
	"unbox/trace"
	"unbox/tutorials/lesson"
	"unbox/tutorials/race"
	"unbox/wasm/api"
)

// race renders a race: a recorded loop that runs in the page as it is, as transformed by the learner's function, and as transformed by our
// passes, next to times that were measured elsewhere.
func (r *renderer) race(b lesson.Block) string {
	made, err := raceOf(b)
	if err != nil {
		r.problems = append(r.problems, &lesson.Problem{File: b.File, Line: max(0, b.Line-1), Reason: "`race` " + err.Error()})
		return Code("trace", b.Text)
	}
	data := &api.Illustration{Kind: api.IllustrationRace, Race: made, Moments: []api.MomentResponse{}, Rows: []api.MomentRow{}, Operations: []api.PreparedOperation{}}
	return picture(b, data, raceInWords(made), PlaygroundLink(r.playground, b.Text, nil, "loop"), "Open in the playground")
}

// raceOf computes what the words need, and takes the times measured elsewhere from the
// record.
//
// Errors: no function, a trace that cannot be read or is not a loop, a program that is not in the
// record.
func raceOf(b lesson.Block) (*api.IllustratedRace, error) {
	if b.Attr["yours"] == "" {
		return nil, errors.New("expected the name of the learner's function after `yours=`, found none")
	}
	before, diagnostics := trace.Parse(b.Text)
	if before == nil {
		return nil, errors.New(diagnostics[0].Message)
	}
	preset, err := optimizer.PresetByName("loop")
	if err != nil {
		return nil, err
	}
	after := optimizer.Optimize(before, preset.Passes)
	if !after.Peeled {
		return nil, errors.New("expected a loop, a trace that ends with a jump to its own beginning, found none")
	}
	out := &api.IllustratedRace{Text: b.Text, Inputs: b.Attr["inputs"], Yours: b.Attr["yours"], Recorded: trace.Operations(before),
		Ours: trace.Operations(after.Out), Passes: []string{}, Elsewhere: []api.RaceTime{}}
	for _, pass := range preset.Passes.List() {
		out.Passes = append(out.Passes, pass.String())
	}
	return out, addMeasured(out, b.Attr["measured"])
}

// addMeasured adds the times of a program of the record; "" stands for none.
func addMeasured(out *api.IllustratedRace, name string) error {
	if name == "" {
		return nil
	}
	record := race.Record()
	program := record.Find(name)
	if program == nil {
		return fmt.Errorf("expected a program of tutorials/race after `measured=`, found `%s`", name)
	}
	out.When, out.Where = record.Date, record.Machine
	for k, engine := range record.Engines {
		out.Elsewhere = append(out.Elsewhere, api.RaceTime{Engine: engine, Time: program.Times[k]})
	}
	return nil
}

// raceInWords writes what is known about a race before it has been run.
func raceInWords(made *api.IllustratedRace) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<p>In each iteration, the recorded loop has %d operations, and our optimizer leaves %d. With scripts, the page measures both, and what your function makes of the loop.</p>`, made.Recorded, made.Ours)
	if len(made.Elsewhere) > 0 {
		fmt.Fprintf(&b, `<table class="rows-in-words full text-s"><caption>The whole program, measured on %s, %s</caption><thead><tr><th scope="col">Engine</th><th scope="col">Nanoseconds per iteration</th></tr></thead><tbody>`,
			made.When, html.EscapeString(made.Where))
		for _, t := range made.Elsewhere {
			fmt.Fprintf(&b, `<tr><td>%s</td><td>%.2f</td></tr>`, html.EscapeString(t.Engine), t.Time)
		}
		b.WriteString(`</tbody></table>`)
	}
	return b.String()
}
