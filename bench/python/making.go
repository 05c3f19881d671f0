package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"unbox/wasm/api"
)

// How long it takes in V8 until a hot loop or bridge runs: recording, optimizing and compiling, with what V8 compiles of it. The time is
// the processor's for the thread of the worker: what V8 compiles of the module in the background is not in it. So this needs Linux. The
// same for machine code is a benchmark of package jit.

// measureMaking prints that for 1,000 recorded operations, over all traces of the programs, of all programs if none is named: for the first
// program that a page runs, for which V8 has compiled nothing of the module, and for one after the example with which the page opens.
func measureMaking(names []string) error {
	folder, err := os.MkdirTemp("", "unbox-python")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	page, err := findPage(folder)
	if err != nil {
		return err
	}
	programs, err := chosenPrograms(names)
	if err != nil {
		return err
	}
	example, err := chosenPrograms([]string{"figure1"})
	if err != nil {
		return err
	}
	first := filepath.Join(folder, "first.py")
	if err := os.WriteFile(first, []byte(example[0].at(short)), 0o644); err != nil {
		return err
	}
	for _, in := range []struct {
		name    string
		options []string
	}{{"the first program", nil}, {"a program after the example", []string{"after", first}}} {
		var each, whole []float64
		for _, p := range programs {
			events, err := page.events(filepath.Join(folder, p.name+".py"), p.at(short), in.options...)
			if err != nil {
				return err
			}
			for _, e := range events {
				if e.Recorded > 0 {
					each, whole = append(each, e.Making*1000/float64(e.Recorded)), append(whole, e.Making)
				}
			}
		}
		if len(each) == 0 {
			return errors.New("expected programs with traces, found none")
		}
		slices.Sort(each)
		slices.Sort(whole)
		fmt.Printf("%s, %s: %d traces, for 1,000 recorded operations: median %.1f ms, 95th percentile %.1f ms; each trace: median %.2f ms, 95th percentile %.2f ms\n",
			nameV8, in.name, len(each), each[len(each)/2], each[len(each)*95/100], whole[len(whole)/2], whole[len(whole)*95/100])
	}
	return nil
}

// events runs a program and returns the events of its time line.
func (p *pageInV8) events(file, text string, options ...string) (events []api.ProgramEvent, err error) {
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return nil, err
	}
	_, _, lines, err := p.report(file, append([]string{"making"}, options...)...)
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s in V8: expected a line with the events of the time line, found none", file)
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &events); err != nil {
		return nil, fmt.Errorf("%s in V8: %w", file, err)
	}
	return events, nil
}
