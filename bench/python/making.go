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

// How long it takes in V8 until a hot loop or bridge runs: recording, optimizing and compiling, with what V8 compiles of it. The clock is the one on the
// wall: processor time would include what V8 compiles of the module in the background. So it needs a machine that does nothing else. The same
// for machine code is a benchmark of package jit.

// measureMaking prints that for 1,000 recorded operations, over all traces of the programs, of all programs if none is named.
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
	var each, whole []float64
	for _, p := range programs {
		events, err := page.events(filepath.Join(folder, p.name+".py"), p.at(short))
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
	fmt.Printf("%s: %d traces, for 1,000 recorded operations: median %.1f ms, 95th percentile %.1f ms; each trace: median %.2f ms, 95th percentile %.2f ms\n",
		nameV8, len(each), each[len(each)/2], each[len(each)*95/100], whole[len(whole)/2], whole[len(whole)*95/100])
	return nil
}

// events runs a program and returns the events of its time line.
func (p *pageInV8) events(file, text string) (events []api.ProgramEvent, err error) {
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return nil, err
	}
	_, _, lines, err := p.report(file, "making")
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
