package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"unbox/examples"
	"unbox/fuzz"
	"unbox/prove/solve"
)

// fuzzFlags are the flags of `unbox fuzz`.
type fuzzFlags struct {
	seed, from, count uint64
	duration          time.Duration
	passes            *passFlags
	bug, out          string
	findings, workers int
	prove             time.Duration
	proveSteps        int
	asJSON            bool
}

func fuzzCommand() command {
	return command{
		name: "fuzz", operands: "[FILE...]", summary: "search for traces that the optimizer gets wrong", more: plantedList, declare: (*program).fuzz,
		about: `Makes random traces, optimizes them, and searches for a visible difference. A trace
that fails is shrunk as far as possible. The same seed gives the same traces on every
machine. The exit code is 0 if nothing was found, 1 if something was.

Every eighth trace is a changed copy of an existing one: an example, or a trace in
FILE, which can be a folder.
`,
	}
}

// fuzz is the command `unbox fuzz`.
func (p *program) fuzz(flags *flagSet) func(operands []string) int {
	var f fuzzFlags
	flags.Uint64Var(&f.seed, "seed", 1, "the sequence of traces (`S`); default 1")
	flags.Uint64Var(&f.from, "from", 0, "begin with trace number `N` of the sequence; default 0")
	flags.DurationVar(&f.duration, "time", 0, "stop after the time `D`, for example 30s or 10m; 10s if neither this nor --n is given")
	flags.Uint64Var(&f.count, "n", 0, "stop after `N` traces")
	f.passes = flags.passFlagsFor("run these passes, a `LIST` separated by commas, on all traces; by default, half of the traces run with all passes and half with some of them", "the same with a named set of passes (`NAME`)")
	flags.DurationVar(&f.prove, "prove", 0, "ask the prover as well, for at most `D` for each query, for example 100ms: far fewer traces, but all inputs")
	flags.IntVar(&f.proveSteps, "prove-steps", 0, "ask the prover, for at most `N` solver steps for each query, for example 200: a limit of work, so the same seed has the same findings on every machine")
	flags.IntVar(&f.findings, "findings", 1, "stop after `N` findings; default 1")
	flags.IntVar(&f.workers, "workers", 0, "use `N` processors; default all")
	flags.StringVar(&f.out, "out", "", "write each finding into a file in `DIR`, as a text test of the optimizer")
	flags.StringVar(&f.bug, "bug", "", "plant the bug `NAME` into the optimizer, to see whether it is found")
	flags.BoolVar(&f.asJSON, "json", false, "print findings and the summary as lines of JSON")
	return func(operands []string) int {
		options, err := f.options(flags, operands)
		if err != nil {
			return p.unusable("%v; see `unbox help fuzz`", err)
		}
		if f.out != "" {
			if err := os.MkdirAll(f.out, 0o755); err != nil {
				return p.unusable("%v", err)
			}
		}
		return p.runFuzz(options, &f)
	}
}

// options checks the flags.
func (f *fuzzFlags) options(flags *flagSet, operands []string) (fuzz.Options, error) {
	o := fuzz.Options{Seed: f.seed, Bug: f.bug}
	switch {
	case flags.given("n") && flags.given("time"):
		return o, errors.New("expected either --n or --time, found both")
	case f.findings < 1:
		return o, fmt.Errorf("expected --findings of at least 1, found %d", f.findings)
	case f.prove < 0:
		return o, fmt.Errorf("expected --prove of at least 0, found %s", f.prove)
	case f.proveSteps < 0:
		return o, fmt.Errorf("expected --prove-steps of at least 0, found %d", f.proveSteps)
	case f.workers < 0:
		return o, fmt.Errorf("expected --workers of at least 0, found %d", f.workers)
	case flags.given("n") && f.count == 0 || f.count > math.MaxUint64-f.from:
		return o, fmt.Errorf("expected --n of at least 1, and trace numbers below 2⁶⁴, found %d traces from %d", f.count, f.from)
	case flags.given("time") && f.duration <= 0:
		return o, fmt.Errorf("expected --time of more than 0, found %s", f.duration)
	}
	if !flags.given("n") && !flags.given("time") {
		f.duration = 10 * time.Second
	}
	if flags.given("passes") || flags.given("preset") {
		set, err := flags.set(f.passes)
		if err != nil {
			return o, err
		}
		if set == 0 {
			return o, errors.New("expected at least one pass, found none")
		}
		o.Passes = set
	}
	for _, e := range examples.All() {
		o.Corpus = append(o.Corpus, e.Text)
	}
	for _, name := range operands {
		texts, err := flags.program.corpusOf(name)
		if err != nil {
			return o, err
		}
		if !slices.ContainsFunc(texts, fuzz.Changeable) {
			return o, fmt.Errorf("expected a trace of at most %d operations in `%s`, found none", fuzz.MaxCorpusOps, name)
		}
		o.Corpus = append(o.Corpus, texts...)
	}
	return o, nil
}

// asksProver reports whether the prover judges, too.
func (f *fuzzFlags) asksProver() bool { return f.prove > 0 || f.proveSteps > 0 }

// withProver adds the prover to the oracles if it was requested. Its queries end with the context.
func (f *fuzzFlags) withProver(ctx context.Context, o fuzz.Options) fuzz.Options {
	if f.asksProver() {
		o.Oracles = append(slices.Clip(o.Oracles), fuzz.Prover(ctx, solve.Budget{Time: f.prove, Steps: f.proveSteps}))
	}
	return o
}

// corpusOf returns the texts of a file, or of the files in a folder and its
// subfolders, "-" for standard input. Files of text tests hold several, between lines that separate them.
func (p *program) corpusOf(name string) ([]string, error) {
	files := []string{name}
	if isFolder(name) {
		files = nil
		err := filepath.WalkDir(name, func(file string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() {
				files = append(files, file)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	var texts []string
	for _, name := range files {
		file, err := p.read(name)
		if err != nil {
			return nil, err
		}
		texts = append(texts, caseSeparator.Split(file.text, -1)...)
	}
	return texts, nil
}

// caseSeparator separates the traces in a file of text tests.
var caseSeparator = regexp.MustCompile(`(?m)^(?:===|--- .*)$`)

// runFuzz runs until the time is over, the count is reached, there are enough
// findings, or the user interrupts it.
func (p *program) runFuzz(o fuzz.Options, f *fuzzFlags) int {
	ctx, stop := interruptible()
	defer stop()
	session, err := fuzz.NewSession(f.withProver(ctx, o)) // which shrinks findings after the time is over
	if err != nil {
		return p.unusable("%v", err)
	}
	if f.duration > 0 {
		limited, cancel := context.WithTimeout(ctx, f.duration)
		defer cancel()
		ctx = limited
	}
	began := time.Now()
	var said time.Time
	say := func(done fuzz.Progress) {
		if time.Since(said) < 2*time.Second {
			return
		}
		said = time.Now()
		fmt.Fprintf(p.stderr, "unbox: %s\n", fuzzProgress(&done, time.Since(began)))
	}
	done, err := fuzz.Run(ctx, f.withProver(ctx, o), fuzz.RunOptions{From: f.from, Count: f.count, Workers: f.workers, Findings: f.findings, Progress: say})
	if err != nil {
		return p.unusable("%v", err)
	}
	if f.duration > 0 && said.IsZero() { // the time was over before there was anything to report
		say(done)
	}
	took := time.Since(began)
	code := p.reportFindings(session, done.Findings, f)
	if code == exitUnusable {
		return code
	}
	if f.asJSON {
		p.printJSON(fuzzSummary(&done, f, took))
		return code
	}
	p.printFuzzSummary(&done, f, took)
	return code
}

// fuzzProgress prints in a line what was done so far.
func fuzzProgress(done *fuzz.Progress, took time.Duration) string {
	c := &done.Coverage
	return fmt.Sprintf("%d traces, %.0f a second, %d of %d rules applied, %s", c.Traces, float64(c.Traces)/took.Seconds(),
		appliedRules(c), len(c.RuleCounts()), findingsText(len(done.Findings)))
}

func findingsText(n int) string {
	if n == 1 {
		return "1 finding"
	}
	return fmt.Sprintf("%d findings", n)
}

func appliedRules(c *fuzz.Coverage) int {
	n := 0
	for _, r := range c.RuleCounts() {
		if r.Count > 0 {
			n++
		}
	}
	return n
}

// reportFindings shrinks the findings, prints them, and writes them to files if
// requested.
func (p *program) reportFindings(s *fuzz.Session, findings []fuzz.Finding, f *fuzzFlags) int {
	if len(findings) == 0 {
		return exitGood
	}
	for k := range findings {
		found := findings[k]
		// A trace that hangs cannot be tried again.
		if found.Oracle != "optimizer" || found.Kind != fuzz.Hangs {
			if small, err := s.Shrink(found, 0); err == nil {
				found = small.Finding
			} else {
				fmt.Fprintf(p.stderr, "unbox: trace %d: %v\n", found.Index, err)
			}
		}
		if err := p.reportFinding(&found, f); err != nil {
			return p.unusable("%v", err)
		}
	}
	return exitNo
}

func (p *program) reportFinding(found *fuzz.Finding, f *fuzzFlags) error {
	text, err := found.Case("")
	if err != nil {
		text = "# " + found.Title() + "\n\n" + found.Trace
	}
	if f.asJSON {
		p.printJSON(foundJSON{found.Seed, found.Index, found.Kind.String(), found.Oracle, found.Detail, passNames(found.Passes),
			found.InputText, found.Trace, found.After, text})
	} else {
		fmt.Fprintf(p.stdout, "trace %d of seed %d: %s\n\n%s", found.Index, found.Seed, found.Title(), indent(found.Trace))
		if found.InputText != "" {
			fmt.Fprintf(p.stdout, "\ninputs: %s\n", found.InputText)
		}
		fmt.Fprintf(p.stdout, "passes: %s\n", strings.Join(passNames(found.Passes), ", "))
		if found.After != "" {
			fmt.Fprintf(p.stdout, "\nbecomes\n\n%s", indent(found.After))
		}
		fmt.Fprintln(p.stdout)
	}
	if f.out == "" {
		return nil
	}
	name := filepath.Join(f.out, fmt.Sprintf("seed-%d-trace-%d.trace", found.Seed, found.Index))
	fmt.Fprintf(p.stderr, "unbox: written to %s\n", name)
	return os.WriteFile(name, []byte(text), 0o644)
}

// foundJSON is what `unbox fuzz --json` prints for a finding.
type foundJSON struct {
	Seed   uint64   `json:"seed"`
	Index  uint64   `json:"index"`
	Kind   string   `json:"kind"`
	Oracle string   `json:"oracle"`
	Detail string   `json:"detail"`
	Passes []string `json:"passes"`
	Inputs string   `json:"inputs"`
	Trace  string   `json:"trace"`
	After  string   `json:"after"`
	Case   string   `json:"case"`
}

// summaryJSON is what it prints at the end.
type summaryJSON struct {
	Seed     uint64            `json:"seed"`
	From     uint64            `json:"from"`
	Next     uint64            `json:"next"`
	Traces   uint64            `json:"traces"`
	Seconds  float64           `json:"seconds"`
	Findings int               `json:"findings"`
	Passes   map[string]uint64 `json:"passes"`
	Rules    map[string]uint64 `json:"rules"`
}

func fuzzSummary(done *fuzz.Progress, f *fuzzFlags, took time.Duration) summaryJSON {
	summary := summaryJSON{Seed: f.seed, From: f.from, Next: done.Next, Traces: done.Coverage.Traces, Seconds: took.Seconds(),
		Findings: len(done.Findings), Passes: make(map[string]uint64), Rules: make(map[string]uint64)}
	for _, c := range done.Coverage.PassCounts() {
		summary.Passes[c.Name] = c.Count
	}
	for _, c := range done.Coverage.RuleCounts() {
		summary.Rules[c.Name] = c.Count
	}
	return summary
}

func (p *program) printFuzzSummary(done *fuzz.Progress, f *fuzzFlags, took time.Duration) {
	c := &done.Coverage
	fmt.Fprintf(p.stdout, "%d traces of %d operations on average, %.0f a second: %s\n", c.Traces, c.Operations/max(c.Traces, 1),
		float64(c.Traces)/took.Seconds(), findingsText(len(done.Findings)))
	fmt.Fprintf(p.stdout, "runs compared: %d; not defined for their inputs: %d\n", c.Agreed+c.Differed, c.Undefined+c.Opaque)
	if f.asksProver() {
		fmt.Fprintf(p.stdout, "traces proved: %d, refuted: %d, unknown: %d; queries to the solver: %d\n", c.Proved, c.Refuted, c.Unknown, c.Questions)
	}
	fmt.Fprint(p.stdout, "changes by pass:")
	for _, pass := range c.PassCounts() {
		fmt.Fprintf(p.stdout, " %s %d", pass.Name, pass.Count)
	}
	fmt.Fprintf(p.stdout, "\nrules applied: %d of %d\n", appliedRules(c), len(c.RuleCounts()))
	fmt.Fprintf(p.stdout, "continue with: unbox fuzz --seed %d --from %d\n", f.seed, done.Next)
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		b.WriteString("    " + line)
	}
	return b.String()
}

// plantedList names the bugs that this build can plant.
func plantedList() string {
	bugs := fuzz.PlantedBugs()
	if len(bugs) == 0 {
		return "This build has no planted bugs; one made with `go build -tags planted` has.\n"
	}
	var b strings.Builder
	b.WriteString("Bugs that can be planted:\n\n")
	for _, bug := range bugs {
		fmt.Fprintf(&b, "    %-14s %-8s %s\n", bug.Name, bug.Pass, bug.Doc)
	}
	return b.String()
}
