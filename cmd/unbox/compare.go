package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"unbox/trace"
	"unbox/trace/pypylog"
	"unbox/wasm/api"
)

// pair is a recorded trace and PyPy's result.
type pair struct {
	name                string
	recorded, optimized source
	around              pypylog.Surroundings
}

// comparedPair is what `unbox compare --json` prints for a pair.
type comparedPair struct {
	Name string `json:"name"`
	*api.CompareResponse
}

func compareCommand() command {
	return command{
		name: "compare", operands: "RECORDED OPTIMIZED... | LOG... | FOLDER...", summary: "count the operations that are left of traces, and compare with PyPy",
		declare: (*program).compare,
		about: `Optimizes traces that PyPy recorded and counts the operations by kind: before, in our
result, in PyPy's. A ! marks numbers of ours that are larger. For loops, the peeled
loop is also counted alone. Labels, inputs, marks and promises are not counted,
nor is the jump from a preamble to its loop, nor the reads at the beginning of PyPy's
results, which are inputs of the recorded traces.

A pair is two files, or two traces of a log, or the files NAME.noopt.txt and
NAME.opt.txt in a folder or its subfolders. The exit code is 0 if no number of ours
is larger, 1 if one is, 2 if a trace cannot be used.
`,
	}
}

// compare is the command `unbox compare`.
func (p *program) compare(flags *flagSet) func(names []string) int {
	asJSON := flags.json("print the counts and our result as one line of JSON for each pair")
	return func(names []string) int {
		if len(names) == 0 {
			return flags.noFile()
		}
		return p.compareAll(names, *asJSON)
	}
}

func (p *program) compareAll(names []string, asJSON bool) int {
	pairs, err := p.pairs(names)
	if err != nil {
		return p.unusable("%v", err)
	}
	for i := range pairs {
		if err := pairs[i].check(); err != nil {
			return p.unusable("%v", err)
		}
	}
	worst, larger := exitGood, 0
	for i := range pairs {
		r := api.New().CompareWithPyPy(api.CompareRequestFor(pairs[i].recorded.text, pairs[i].optimized.text, pairs[i].around))
		if asJSON {
			p.printJSON(comparedPair{pairs[i].name, r})
		}
		switch {
		case r.Preset == "":
			p.reportPair(&pairs[i])
			worst = exitUnusable
			continue
		case r.Larger:
			larger++
			worst = max(worst, exitNo)
		}
		if !asJSON {
			p.printComparison(pairs[i].name, r)
		}
	}
	if !asJSON && len(pairs) > 1 {
		fmt.Fprintf(p.stdout, "%d pairs; in %d of them a number of ours is larger\n", len(pairs), larger)
	}
	return worst
}

// check checks the lengths of two traces: a log may be longer than a trace.
func (pair *pair) check() error {
	for _, file := range []source{pair.recorded, pair.optimized} {
		if len(file.text) > maxFile {
			return fmt.Errorf("%s: expected a trace of at most %d MB, found a longer one", file.shown(), maxFile>>20)
		}
	}
	return nil
}

// reportPair says what is wrong with the texts of a pair.
func (p *program) reportPair(pair *pair) {
	for _, file := range []source{pair.recorded, pair.optimized} {
		_, list := trace.Parse(file.text)
		p.report(file, list)
	}
}

// pairs finds the pairs that the arguments name: folders and logs are single
// arguments, all other files come in pairs.
func (p *program) pairs(names []string) ([]pair, error) {
	var pairs []pair
	var single *source
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			found, err := p.pairsInFolder(name)
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, found...)
			continue
		}
		file, err := p.readLog(name)
		if err != nil {
			return nil, err
		}
		found, err := pairsInLog(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if len(found) > 0 {
			pairs = append(pairs, found...)
			continue
		}
		if single == nil {
			single = &file
			continue
		}
		pairs = append(pairs, pair{name: single.name, recorded: *single, optimized: file})
		single = nil
	}
	if single != nil {
		return nil, fmt.Errorf("expected PyPy's optimized trace after `%s`, found nothing", single.name)
	}
	return pairs, nil
}

// The suffixes of files with a recorded trace and PyPy's result.
const (
	recordedEnd  = ".noopt.txt"
	optimizedEnd = ".opt.txt"
)

// pairsInFolder finds NAME.noopt.txt with NAME.opt.txt, including in
// subfolders. Recorded traces without a result of PyPy are left out.
func (p *program) pairsInFolder(folder string) ([]pair, error) {
	var pairs []pair
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		base, found := strings.CutSuffix(path, recordedEnd)
		if err != nil || !found {
			return err
		}
		if _, err := os.Stat(base + optimizedEnd); err != nil {
			return nil
		}
		recorded, err := p.read(path)
		if err != nil {
			return err
		}
		optimized, err := p.read(base + optimizedEnd)
		pairs = append(pairs, pair{name: base, recorded: recorded, optimized: optimized})
		return err
	})
	if err == nil && len(pairs) == 0 {
		err = fmt.Errorf("expected files NAME%s and NAME%s in `%s`, found none", recordedEnd, optimizedEnd, folder)
	}
	giveSurroundings(pairs)
	return pairs, err
}

// giveSurroundings adds to the bridges among pairs the traces in which they begin, and the loops to
// which they lead. Files belong to one log if they are in one folder and their names,
// like nbody-04, begin in the same way.
func giveSurroundings(pairs []pair) {
	ofLog := make(map[string][]int)
	for i := range pairs {
		log := pairs[i].name[:max(strings.LastIndexByte(pairs[i].name, '-'), strings.LastIndexByte(pairs[i].name, filepath.Separator))+1]
		ofLog[log] = append(ofLog[log], i)
	}
	for _, list := range ofLog {
		optimized, recorded := make([]string, len(list)), make([]string, len(list))
		for k, i := range list {
			optimized[k], recorded[k] = pairs[i].optimized.text, pairs[i].recorded.text
		}
		around := pypylog.NeighboursAmong(optimized, recorded)
		for k, i := range list {
			pairs[i].around = around.Of(2 * k)
		}
	}
}

// pairsInLog finds the pairs of a log that holds several traces.
func pairsInLog(file source) ([]pair, error) {
	entries, err := pypylog.SplitLog(file.text)
	part := func(k int) source {
		return source{fmt.Sprintf("%s:trace %d", file.name, k+1), entries[k].Text(file.text)}
	}
	around := pypylog.NewNeighbours(file.text, entries)
	var pairs []pair
	for i, e := range entries {
		if e.Kind == pypylog.LogRecorded && e.Partner >= 0 {
			recorded := part(i)
			pairs = append(pairs, pair{recorded.name, recorded, part(e.Partner), around.Of(i)})
		}
	}
	return pairs, err
}

// printComparison prints the counts with a mark after those of ours that are
// larger than PyPy's.
func (p *program) printComparison(name string, r *api.CompareResponse) {
	fmt.Fprintf(p.stdout, "%s (preset %s)\n", name, r.Preset)
	head := fmt.Sprintf("%-12s", "")
	for _, c := range r.Tables[0].Counts {
		head += fmt.Sprintf(" %6s ", c.Kind)
	}
	fmt.Fprintln(p.stdout, strings.TrimRight(head, " "))
	for i, table := range r.Tables {
		if i == 0 {
			p.countLine("before", table.Counts, func(c api.KindCount) (int, bool) { return c.Before, false })
		}
		p.countLine(table.Part+" ours", table.Counts, func(c api.KindCount) (int, bool) { return c.Ours, c.Larger })
		p.countLine(table.Part+" PyPy's", table.Counts, func(c api.KindCount) (int, bool) { return c.PyPys, false })
	}
	fmt.Fprintln(p.stdout)
}

func (p *program) countLine(what string, counts []api.KindCount, of func(api.KindCount) (int, bool)) {
	line := fmt.Sprintf("%-12s", what)
	for _, c := range counts {
		n, larger := of(c)
		mark := " "
		if larger {
			mark = "!"
		}
		line += fmt.Sprintf(" %6d%s", n, mark)
	}
	fmt.Fprintln(p.stdout, strings.TrimRight(line, " "))
}
