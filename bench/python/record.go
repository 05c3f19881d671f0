package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strings"
	"time"
)

// record has the measurements of one release.
type record struct {
	Name string `json:"name"`
	// Day is when it was measured last, Revision of what, Peers with what.
	Day       string   `json:"day"`
	Revision  string   `json:"revision"`
	Processor string   `json:"processor"`
	Peers     []string `json:"peers"`
	Rows      []row    `json:"rows"`
}

// row is a program's processor time in seconds, by engine and scale.
type row struct {
	Program string                       `json:"program"`
	Larger  bool                         `json:"larger,omitempty"`
	Seconds map[string]map[scale]float64 `json:"seconds"`
	// Traces is the number of traces of a program, Operations the number of their operations of each kind, by variant;
	// only in figures.
	Traces     int               `json:"traces,omitempty"`
	Operations map[string]counts `json:"operations,omitempty"`
}

const historyFolder = "bench/python/history"

var recordName = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z._-]*$`)

// readRecord reads a record, or begins one.
func readRecord(name string) (*record, error) {
	if !recordName.MatchString(name) {
		return nil, fmt.Errorf("expected letters, digits, dots and lines as the name of a record, found %q", name)
	}
	return readRecordFile(filepath.Join(historyFolder, name+".json"), name)
}

func readRecordFile(file, name string) (*record, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return &record{Name: name}, nil
	}
	if err != nil {
		return nil, err
	}
	r := &record{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("the record %s: %w", name, err)
	}
	return r, nil
}

// begin records what is measured, and with what.
func (r *record) begin(engines []engine) {
	r.Day = time.Now().UTC().Format("2006-01-02")
	r.Processor = fmt.Sprintf("%s, %d of them", processor(), runtime.NumCPU())
	if out, err := exec.Command("git", "rev-parse", "--short=8", "HEAD").Output(); err == nil {
		r.Revision = strings.TrimSpace(string(out))
	}
	r.Peers = nil
	for _, e := range engines {
		if e.version != "" {
			r.Peers = append(r.Peers, e.version)
		}
	}
}

// processor returns Linux's name of the processor.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(text)) {
		if name, model, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(model)
		}
	}
	return runtime.GOARCH
}

// set replaces an older row of the program.
func (r *record) set(x row) {
	for k := range r.Rows {
		if r.Rows[k].Program == x.Program {
			r.Rows[k] = x
			return
		}
	}
	r.Rows = append(r.Rows, x)
	sort.Slice(r.Rows, func(a, b int) bool {
		if r.Rows[a].Larger != r.Rows[b].Larger {
			return r.Rows[b].Larger
		}
		return r.Rows[a].Program < r.Rows[b].Program
	})
}

// writeTo writes the record into a file.
func (r *record) writeTo(file string) error { return writeJSON(file, r) }

// writeJSON writes a record of any kind into a file.
func writeJSON(file string, r any) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		panic("BUG: a record always marshals: " + err.Error())
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

// readHistory returns all records, the oldest first.
func readHistory() ([]*record, error) {
	names, err := filepath.Glob(filepath.Join(historyFolder, "*.json"))
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("expected records in %s, found none; `-record NAME` makes one", historyFolder)
	}
	var list []*record
	for _, name := range names {
		r, err := readRecord(strings.TrimSuffix(filepath.Base(name), ".json"))
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].Day < list[b].Day })
	return list, nil
}

// add keeps the fastest run.
func (r *row) add(engine string, s scale, took time.Duration) {
	if r.Seconds[engine] == nil {
		r.Seconds[engine] = make(map[scale]float64)
	}
	seconds := math.Round(took.Seconds()*1e4) / 1e4
	if old, ok := r.Seconds[engine][s]; !ok || seconds < old {
		r.Seconds[engine][s] = seconds
	}
}

// ratio returns the factor between the times of two engines; false if one of them was not measured.
func (r *row) ratio(engine, peer string, s scale) (float64, bool) {
	a, ok := r.Seconds[engine][s]
	b, ok2 := r.Seconds[peer][s]
	return a / b, ok && ok2 && a > 0 && b > 0
}

// mean is the geometric mean of the ratios of all kernels, or of all larger programs, 0 if there are none, and how
// many there are.
func (r *record) mean(engine, peer string, s scale, larger bool) (float64, int) {
	sum, n := 0.0, 0
	for k := range r.Rows {
		if ratio, ok := r.Rows[k].ratio(engine, peer, s); ok && r.Rows[k].Larger == larger {
			sum, n = sum+math.Log(ratio), n+1
		}
	}
	if n == 0 {
		return 0, 0
	}
	return math.Exp(sum / float64(n)), n
}

// print prints a row as progress.
func (r *row) print() {
	fmt.Printf("%-14s", r.Program)
	for _, c := range columns {
		if seconds, ok := r.Seconds[c.engine][c.scale]; ok {
			fmt.Printf("  %s %s %.3f", c.scale, c.engine, seconds)
		}
	}
	fmt.Println()
}

// columns are what a row has, in the order in which it is shown.
var columns = []struct {
	scale  scale
	engine string
}{
	{long, nameUnbox}, {long, namePyPy}, {short, nameUnbox}, {short, namePyPy},
	{tiny, nameUnbox}, {tiny, nameInterpreter}, {tiny, nameCPython}, {tiny, namePyPy},
}
