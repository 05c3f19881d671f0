package main

import (
	"fmt"
	"strconv"
	"strings"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// runStepper is a reader's position in two runs side by side.
type runStepper struct {
	p        *program
	in       *trace.Trace
	run      *interp.Lockstep
	parts    int
	now      int
	recorded *trace.Namer
	names    *trace.Namer
}

// stepRun steps through the runs of a recorded trace and of its optimized form.
func (p *program) stepRun(tr *trace.Trace, passes optimizer.PassSet, inputs string, jumps, at int) int {
	options := interp.RunOptions{Jumps: jumps, Imagined: true}
	in, list := interp.ParseInputsFor(tr, inputs, options)
	if in == nil {
		p.report(source{"--in", inputs}, list)
		return exitUnusable
	}
	if text := interp.FormatInputs(tr, in); inputs == "" && text != "" {
		fmt.Fprintf(p.stdout, "inputs: %s\n", text)
	}
	out := optimizer.Optimize(tr, passes).Out
	s := &runStepper{p: p, in: tr, run: interp.NewLockstep(tr, out, in, options), recorded: trace.NewNamer(tr, ""), names: trace.NewNamer(out, "")}
	s.parts, _ = s.run.Part()
	if at >= 0 {
		if at > s.run.Steps {
			return p.unusable("expected a moment from 0 to %d after --at, found %d", s.run.Steps, at)
		}
		s.now = at
		s.show()
		return exitGood
	}
	s.show()
	return readCommands(p, s.command, s.show)
}

// command executes a line; it returns what is wrong with it.
func (s *runStepper) command(word, rest string) string {
	switch word {
	case "", "n":
		return s.move(s.now+1, "both runs are over")
	case "b":
		return s.move(s.now-1, "nothing has run yet")
	case "end":
		return s.move(s.run.Steps, "")
	case "part":
		return s.move(s.parts, "the runs do not part")
	case "iteration":
		iteration, err := strconv.Atoi(rest)
		if err != nil || iteration < 1 {
			return "expected the number of an iteration after `iteration`, found `" + rest + "`"
		}
		return s.move(s.run.StepOf(iteration-1, s.run.FirstOf(iteration-1)), "the run has no iteration "+rest)
	}
	row, err := strconv.Atoi(word)
	if err != nil {
		return "expected n, b, a row, iteration N, part, end or q, found `" + word + "`"
	}
	return s.move(s.run.StepOf(s.run.Iteration(), s.in.AtLine(row)), "no operation in line "+word+" runs in this iteration")
}

func (s *runStepper) move(to int, otherwise string) string {
	if to < 0 || to > s.run.Steps {
		return otherwise
	}
	s.now = to
	return ""
}

// shownFields is the maximum number of shown objects, and of fields of each.
var shownFields = interp.SceneLimits{Objects: 20, Fields: 12}

// show writes the current moment.
func (s *runStepper) show() {
	s.run.MoveTo(max(s.now-1, 0))
	iteration, before := s.run.Iteration(), s.run.After.Next()
	s.run.MoveTo(s.now)
	if s.now == 0 || s.run.Iteration() != iteration {
		before = trace.None
	}
	where := "before the first row"
	if hand := s.run.Hand(); hand != trace.None {
		text, _ := s.recorded.Operation(hand)
		where = fmt.Sprintf("iteration %d, row %d: %s", s.run.Iteration()+1, s.in.Row(hand), text)
	}
	out := s.p.stdout
	fmt.Fprintf(out, "%d of %d · %s\n", s.now, s.run.Steps, where)
	left := s.side("recorded", &s.run.Before, s.recorded, s.run.Hand(), nil)
	s.side("optimized", &s.run.After, s.names, before, left)
	switch {
	case s.parts >= 0 && s.now == s.parts:
		fmt.Fprintln(out, "  here they part: "+s.run.Verdict.Reason())
	case s.now == s.run.Steps:
		fmt.Fprintln(out, "  verdict    "+s.run.Verdict.Kind.String()+strings.TrimSuffix(": "+s.run.Verdict.Reason(), ": "))
	}
	fmt.Fprintln(out)
}

// side writes one of the runs: what ran at this moment, with its values, and what is in memory. It returns names for
// the objects among the exit's values.
func (s *runStepper) side(title string, stepper *interp.Stepper, names *trace.Namer, fresh trace.Value, exitNames []string) []string {
	scene := stepper.Scene(names, exitNames, shownFields)
	values := make(map[trace.Value]string)
	for _, v := range scene.Values {
		values[v.Op] = v.Text
	}
	title = fmt.Sprintf("%-10s", title)
	line := func(text string) {
		fmt.Fprintf(s.p.stdout, "  %-10s %s\n", title, text)
		title = ""
	}
	t, next := stepper.Outcome().Trace, stepper.Next()
	for v := fresh; v != trace.None && int(v) < len(t.Ops) && (v < next || v == fresh && stepper == &s.run.Before); v++ {
		if t.Ops[v].Code == trace.OpLabel || t.Ops[v].Code == trace.OpParam {
			continue
		}
		text, _ := names.Operation(v)
		if value := values[v]; value != "" {
			text += "  → " + value
		}
		line(text)
	}
	var given []string
	if stepper.Over() {
		o := stepper.Outcome()
		line(o.Exit.String() + exitValues(scene) + strings.TrimSuffix(": "+o.Detail(names), ": "))
		for _, v := range scene.Exit {
			name := ""
			if v.Object >= 0 {
				name = scene.Objects[v.Object].Name
			}
			given = append(given, name)
		}
	}
	for _, o := range scene.Objects {
		line(objectText(&o))
	}
	if scene.More > 0 {
		line(count(scene.More, "more object", "more objects"))
	}
	line(fmt.Sprintf("%s, %s made", count(stepper.Outcome().Steps, "operation", "operations"), count(stepper.Allocated(), "object", "objects")))
	return given
}

// exitValues returns the values at a run's exit.
func exitValues(scene *interp.Scene) string {
	var list []string
	for _, v := range scene.Exit {
		text := v.Name
		if v.Text != v.Name {
			text += "=" + v.Text
		}
		list = append(list, text)
	}
	return " [" + strings.Join(list, ", ") + "]"
}

// objectText returns an object in one line.
func objectText(o *interp.SceneObject) string {
	var fields []string
	for _, f := range o.Fields {
		fields = append(fields, f.Name+"="+f.Text)
	}
	if o.More > 0 {
		fields = append(fields, "…")
	}
	class := o.Class
	if o.Array {
		class += "[" + strconv.Itoa(o.Length) + "]"
	}
	made := ""
	if o.Rebuilt {
		made = "  (made by the exit)"
	}
	return o.Name + ": " + class + "(" + strings.Join(fields, ", ") + ")" + made
}
