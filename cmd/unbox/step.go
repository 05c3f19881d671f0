package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"unbox/optimizer"
	"unbox/trace"
)

func stepCommand() command {
	return command{
		name: "step", operands: "FILE", summary: "step the optimizer down a trace", more: passLists, declare: (*program).step,
		about: `Shows one moment of the optimizer after another: the current operation, what each pass
does with it and why, what is known by then, and the output so far. Commands are lines
of standard input:

    (empty), n     the next operation
    b              the one before
    ROW            the operation in that line of the file
    loop           the same operation in the peeled loop, or back
    stop NAME      on to the next operation of that name, or that a pass or a
                   rule of that name removes or changes
    all            everything that is known, not only what is about this
                   operation
    q              quit

With --run, two runs are stepped through side by side: of the trace as it was recorded, and
of what the passes make of it. What ran is shown with its values, and what is in memory;
at the end, what the exit handed over and rebuilt. Commands:

    (empty), n     the next operation
    b              the one before
    ROW            the operation in that line, in this iteration
    iteration N    to the front of an iteration
    part           where the runs part, if they do
    end, q         both ends; quit
`,
	}
}

// step is the command `unbox step`.
func (p *program) step(flags *flagSet) func(names []string) int {
	chosen := flags.passFlags()
	at := flags.Int("at", 0, "show the moment of the operation in `ROW`, a line of the file, and read no commands")
	loop := flags.Bool("loop", false, "with --at, show its copy in the peeled loop")
	run := flags.Bool("run", false, "step two runs side by side instead: of the trace, and of what the passes make of it; --at then is a number of operations")
	inputs := flags.String("in", "", "with --run, the `INPUTS`, as for `unbox run`")
	jumps := flags.Int("steps", 0, "with --run, stop a loop after `N` jumps; default 1000")
	return func(names []string) int {
		if len(names) != 1 {
			return p.unusable("expected one FILE, found %s; see `unbox help step`", counted(names))
		}
		if names[0] == "-" && !flags.Changed("at") {
			return p.unusable("expected a file, since commands are read from standard input, found `-`; with --at it can be standard input")
		}
		if err := errors.Join(flags.needs("at", "loop"), flags.needs("run", "in", "steps")); err != nil {
			return p.unusable("%v", err)
		}
		passes, err := flags.set(chosen)
		if err != nil {
			return p.unusable("%v", err)
		}
		return p.each(names, func(file source) int {
			tr, list := trace.Parse(file.text)
			if p.report(file, list) {
				return exitUnusable
			}
			if *run {
				moment := -1
				if flags.Changed("at") {
					moment = max(*at, 0)
				}
				return p.stepRun(tr, passes, *inputs, max(*jumps, 0), moment)
			}
			s := newStepper(p, tr, passes)
			if !flags.Changed("at") {
				if len(s.places) == 0 {
					return exitGood
				}
				s.show()
				return readCommands(p, s.command, s.show)
			}
			return s.showRow(*at, *loop, file.name)
		})
	}
}

// stepper is a reader's position in the walk.
type stepper struct {
	p         *program
	in        *trace.Trace
	optimizer optimizer.Optimizer
	result    *optimizer.Result
	places    []optimizer.Place
	now       int
	// all also shows facts that are not about the operation.
	all      bool
	recorded *trace.Namer
	names    *trace.Namer
}

func newStepper(p *program, in *trace.Trace, passes optimizer.PassSet) *stepper {
	s := &stepper{p: p, in: in, result: optimizer.Optimize(in, passes)}
	s.places = s.result.Places()
	s.recorded, s.names = trace.NewNamer(in, ""), trace.NewNamer(s.result.Out, "")
	return s
}

// showRow shows one moment.
func (s *stepper) showRow(row int, loop bool, name string) int {
	v := s.in.AtLine(row)
	at := s.find(optimizer.Place{In: v, Copy: uint8(trace.BoolBit(loop))})
	if v == trace.None || at < 0 {
		return s.p.unusable("expected the number of a line of `%s` that has an operation%s, found %d", name, map[bool]string{true: " of a peeled loop"}[loop], row)
	}
	s.now = at
	s.show()
	return exitGood
}

func (s *stepper) find(place optimizer.Place) int { return slices.Index(s.places, place) }

// readCommands reads commands to the end of input; command executes a line, and returns what is wrong with
// it.
func readCommands(p *program, command func(word, rest string) string, show func()) int {
	lines := bufio.NewScanner(p.stdin)
	for p.prompt(); lines.Scan(); p.prompt() {
		word, rest, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		if word == "q" {
			return exitGood
		}
		if problem := command(word, strings.TrimSpace(rest)); problem != "" {
			fmt.Fprintln(p.stdout, problem)
			continue
		}
		show()
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintf(p.stderr, "unbox: reading standard input: %v\n", err)
		return exitUnusable
	}
	return exitGood
}

// prompt shows a waiting user the output so far.
func (p *program) prompt() {
	if p.onTerminal {
		fmt.Fprint(p.stdout, "step> ")
		_ = p.stdout.flush() // a terminal that is gone is noticed at the end
	}
}

// command executes a line; it returns what is wrong with it.
func (s *stepper) command(word, rest string) string {
	switch word {
	case "", "n":
		return s.move(s.now+1, "this is the last operation")
	case "b":
		return s.move(s.now-1, "this is the first operation")
	case "all":
		s.all = !s.all
		return ""
	case "loop":
		other := s.places[s.now]
		other.Copy = 1 - other.Copy
		return s.move(s.find(other), "the trace has no other copy of this operation")
	case "stop":
		return s.move(s.result.FindPlace(s.places, s.now, 1, rest), "no later operation is called, taken out or changed by `"+rest+"`")
	}
	row, err := strconv.Atoi(word)
	if err != nil {
		return "expected n, b, a row, loop, stop NAME, all or q, found `" + word + "`"
	}
	return s.move(s.find(optimizer.Place{In: s.in.AtLine(row)}), "no operation is in line "+word)
}

// move goes to a moment; it returns a message if there is none.
func (s *stepper) move(to int, otherwise string) string {
	if to < 0 || to >= len(s.places) {
		return otherwise
	}
	s.now = to
	return ""
}

// shownOutput is the number of operations of the output that are shown.
const shownOutput = 8

// show writes the current moment.
func (s *stepper) show() {
	place := s.places[s.now]
	row, _ := s.recorded.Operation(place.In)
	where := ""
	if s.result.Peeled {
		where = [2]string{", first iteration", ", in the loop"}[place.Copy]
	}
	out := s.p.stdout
	fmt.Fprintf(out, "%d of %d · row %d%s: %s\n", s.now+1, len(s.places), s.in.Ops[place.In].Line, where, row)
	m := s.optimizer.MomentAt(s.result, place)
	if !m.Reached() {
		fmt.Fprintln(out, "  the walk does not come here: a guard before it can never hold")
		return
	}
	limits := optimizer.MomentLimits{Output: shownOutput}
	if s.all {
		limits.Others = -1
	}
	text := m.Text(s.recorded, s.names, limits)
	s.showKind(&text, "does", optimizer.MomentPass, optimizer.MomentPass)
	s.showKind(&text, "because", optimizer.MomentReason, optimizer.MomentReason)
	s.showKind(&text, "keeps", optimizer.MomentKept, optimizer.MomentKept)
	s.showKind(&text, "known", optimizer.MomentObject, optimizer.MomentCompared)
	s.showOutput(&text, len(m.Output))
	fmt.Fprintln(out)
}

// showKind writes the lines of some kinds; facts that were left out are counted.
func (s *stepper) showKind(text *optimizer.MomentText, title string, from, to optimizer.MomentKind) {
	others := 0
	for kind := from; kind <= to; kind++ {
		others += text.Left[kind]
	}
	for _, line := range text.Lines {
		if line.Kind < from || line.Kind > to {
			continue
		}
		words := optimizer.PartsText(line.Parts)
		if line.Kind == optimizer.MomentPass && line.Pass.String() != "" && !strings.HasPrefix(words, "it goes") {
			words = line.Pass.String() + " " + words
		}
		fmt.Fprintf(s.p.stdout, "  %-8s %s\n", title, words)
		title = ""
	}
	if others > 0 {
		fmt.Fprintf(s.p.stdout, "  %-8s %s\n", title, count(others, "fact is", "facts are")+" about other values: `all` shows them")
	}
}

// showOutput writes the end of the output so far.
func (s *stepper) showOutput(text *optimizer.MomentText, all int) {
	fmt.Fprintf(s.p.stdout, "  %-8s %s so far\n", "output", count(all, "operation", "operations"))
	for _, line := range text.Lines {
		if line.Kind == optimizer.MomentOutput {
			fmt.Fprintf(s.p.stdout, "  %-8s   %s\n", "", optimizer.PartsText(line.Parts))
		}
	}
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
