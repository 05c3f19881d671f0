package main

import (
	"encoding/json"
	"fmt"
	"os"

	"unbox/trace"
	"unbox/wasm/api"
)

// checkResult is what `unbox check --json` prints for a file.
type checkResult struct {
	File string `json:"file"`
	// OK means that there are no errors; there can be warnings.
	OK bool `json:"ok"`
	// Operations is the number of operations of the trace, 0 if it is none.
	Operations  int              `json:"operations"`
	Diagnostics []api.Diagnostic `json:"diagnostics"`
}

// check is the command `unbox check`.
func (p *program) check(args []string) int {
	flags := p.flags("check")
	asJSON := flags.Bool("json", false, "")
	names, code, ok := flags.files(args)
	if !ok {
		return code
	}
	return p.each(names, func(file source) int {
		tr, list := trace.Parse(file.text)
		if *asJSON {
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
	})
}

// printJSON prints a value as one line.
func (p *program) printJSON(value any) {
	encoder := json.NewEncoder(p.stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic("BUG: a result cannot be encoded: " + err.Error())
	}
}

// fmt is the command `unbox fmt`.
func (p *program) fmt(args []string) int {
	flags := p.flags("fmt")
	write := flags.Bool("w", false, "")
	names, code, ok := flags.files(args)
	if !ok {
		return code
	}
	return p.each(names, func(file source) int {
		trace, list := trace.Parse(file.text)
		if p.report(file, list) {
			return exitUnusable
		}
		text := trace.String()
		if !*write {
			fmt.Fprint(p.stdout, text)
			return exitGood
		}
		return p.rewrite(file, text)
	})
}

// rewrite writes a file in place if that changes it.
func (p *program) rewrite(file source, text string) int {
	if file.name == "<stdin>" {
		return p.unusable("expected a file for -w, found standard input")
	}
	if text == file.text {
		return exitGood
	}
	info, err := os.Stat(file.name)
	if err != nil {
		return p.unusable("%v", err)
	}
	if err := os.WriteFile(file.name, []byte(text), info.Mode().Perm()); err != nil {
		return p.unusable("%v", err)
	}
	return exitGood
}
