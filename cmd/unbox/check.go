package main

import (
	"encoding/json"

	"unbox/trace"
	"unbox/wasm/api"
)

// checkResult is what `unbox check --json` prints for a file.
type checkResult struct {
	File string `json:"file"`
	// OK means that there are no errors; there can be warnings.
	OK bool `json:"ok"`
	// Operations is the number of operations of the trace, 0 if the file is not a
	// trace.
	Operations  int              `json:"operations"`
	Diagnostics []api.Diagnostic `json:"diagnostics"`
}

func checkCommand() command {
	return command{
		name: "check", operands: "FILE...", summary: "check whether a trace is well-formed", declare: (*program).check,
		about: `Says on standard error what is wrong with a trace, and at which characters. The exit
code is 0 if nothing is wrong, 1 if it cannot be used as a trace.
`,
	}
}

// check is the command `unbox check`.
func (p *program) check(flags *flagSet) func(names []string) int {
	asJSON := flags.json("print the errors and warnings as one line of JSON per file")
	return func(names []string) int {
		if len(names) == 0 {
			return flags.noFile()
		}
		return p.each(names, func(file source) int { return p.checkFile(file, *asJSON) })
	}
}

func (p *program) checkFile(file source, asJSON bool) int {
	tr, list := trace.Parse(file.text)
	if asJSON {
		result := checkResult{File: file.name, OK: tr != nil, Diagnostics: api.Diagnostics(file.text, list)}
		if tr != nil {
			result.Operations = trace.Operations(tr)
		}
		p.printJSON(result)
	} else {
		p.report(file, list)
	}
	if tr == nil {
		return exitNo
	}
	return exitGood
}

// printJSON prints a value as one line.
func (p *program) printJSON(value any) {
	encoder := json.NewEncoder(p.stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic("BUG: a result cannot be encoded: " + err.Error())
	}
}

func fmtCommand() command {
	return command{
		name: "fmt", operands: "FILE...", summary: "print a trace in its usual form", declare: (*program).fmt,
		about: `Prints a trace in the usual form of Unbox. Names, notation and comments stay.
`,
	}
}

// fmt is the command `unbox fmt`.
func (p *program) fmt(flags *flagSet) func(names []string) int {
	write := flags.BoolP("write", "w", false, "write the result back to the file")
	return func(names []string) int {
		if len(names) == 0 {
			return flags.noFile()
		}
		return p.each(names, func(file source) int { return p.fmtFile(file, *write) })
	}
}

func (p *program) fmtFile(file source, write bool) int {
	tr, list := trace.Parse(file.text)
	if p.report(file, list) {
		return exitUnusable
	}
	if write {
		return p.rewrite(file, tr.String())
	}
	p.printListing(trace.Print(tr, trace.PrintOptions{Comments: true}))
	return exitGood
}

// rewrite writes a file in place if that changes it.
func (p *program) rewrite(file source, text string) int {
	if file.name == "<stdin>" {
		return p.unusable("expected a file for -w, found standard input")
	}
	if text == file.text {
		return exitGood
	}
	if err := replaceFile(file.name, []byte(text)); err != nil {
		return p.unusable("%v", err)
	}
	return exitGood
}
