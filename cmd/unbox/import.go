package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"unbox/trace"
	"unbox/wasm/api"
)

func importCommand() command {
	return command{
		name: "import", operands: "LOG [NUMBER]", summary: "list the traces of a log of PyPy, or print one", declare: (*program).imports,
		about: `Lists the traces of a log that PyPy wrote, or prints the one with this number.

    PYPYLOG=jit-log-noopt,jit-log-opt:FILE pypy3 program.py

writes such a log. A recorded trace and the result of PyPy's optimizer are a pair.
`,
	}
}

// imports is the command `unbox import`.
func (p *program) imports(flags *flagSet) func(names []string) int {
	asJSON := flags.json("print the list, and the text of the trace with this number, as JSON")
	return func(names []string) int {
		if len(names) == 0 {
			return flags.noFile()
		}
		return p.importLog(names, *asJSON)
	}
}

func (p *program) importLog(names []string, asJSON bool) int {
	q := api.ImportRequest{}
	if len(names) > 2 {
		return p.unusable("expected a log and at most one number, found %s", counted(names))
	}
	if len(names) == 2 {
		n, err := strconv.Atoi(names[1])
		if err != nil || n < 1 {
			return p.unusable("expected the number of a trace, found `%s`", names[1])
		}
		q.Trace = n
	}
	file, err := p.readLog(names[0])
	if err != nil {
		return p.unusable("%v", err)
	}
	q.Text = file.text
	r, err := api.Import(&q)
	switch {
	case err != nil:
		return p.unusable("%s: %v", file.shown(), err)
	case !slices.ContainsFunc(r.Traces, func(t api.LogTrace) bool { return t.Ops > 0 }), isOther(r.Traces, file.text):
		return p.unusable("%s: expected a log of PyPy with traces (PYPYLOG=jit-log-noopt,jit-log-opt:FILE), found none", file.shown())
	case asJSON:
		p.printJSON(r)
	case q.Trace > 0:
		fmt.Fprint(p.stdout, r.Text)
	default:
		p.listTraces(r.Traces)
	}
	return exitGood
}

// isOther reports whether a text is neither a log nor a trace: nothing in it says that it is a log, so all of it was taken for one trace.
func isOther(list []api.LogTrace, text string) bool {
	if len(list) != 1 || list[0].Title != "" || list[0].Place != "" {
		return false
	}
	_, problems := trace.Parse(text)
	return slices.ContainsFunc(problems, func(d trace.Diagnostic) bool { return d.Severity == trace.Error })
}

// listTraces prints one line for each trace of a log.
func (p *program) listTraces(list []api.LogTrace) {
	for _, t := range list {
		var notes []string
		title := t.Title
		if title == "" || strings.HasPrefix(title, "Traced loop or bridge") {
			title = t.Place
		}
		if title != "" {
			notes = append(notes, title)
		}
		if t.Partner > 0 {
			notes = append(notes, fmt.Sprintf("belongs to %d", t.Partner))
		}
		if t.Parent > 0 {
			notes = append(notes, fmt.Sprintf("the guard is in %d", t.Parent))
		}
		if t.Truncated {
			notes = append(notes, "cut off")
		}
		line := fmt.Sprintf("%4d  %-14s %6d ops  %s", t.Number, t.Kind, t.Ops, oneLine(strings.Join(notes, "; ")))
		fmt.Fprintln(p.stdout, strings.TrimRight(line, " "))
	}
}
