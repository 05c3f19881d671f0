package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"unbox/optimizer"
	"unbox/tutorials/check"
	"unbox/tutorials/learn"
	"unbox/tutorials/lesson"
	lessons "unbox/tutorials/run"
	"unbox/workers/queue"
)

// wasiPass transforms a trace.
type wasiPass func(trace string) (string, error)

// lessonPass runs a WASI program as a pass: over the traces of a course, or in the tests
// of one step.
func (p *program) lessonPass(ctx context.Context, dir, file, step, cache string) int {
	// The contents of pages are not checked: that takes longer than the tests of a
	// step.
	course, err := courseOf(dir)
	if code := p.lessonProblems(dir, err); code != exitGood {
		return code
	}
	program, err := p.read(file)
	if err != nil {
		return p.unusable("%v", err)
	}
	pool, end, err := lessonPool(ctx, cache)
	if err != nil {
		return p.unusable("%v", err)
	}
	defer end()
	pass, done := sandboxedPass(ctx, pool, []byte(program.text))
	if filepath.Ext(file) == ".py" {
		pass = pythonPass(ctx, file)
	}
	defer done()
	if step == "" {
		return p.passOverTraces(course, pass)
	}
	ch, s := course.Step(step)
	if s == nil {
		return p.noStep(step)
	}
	results, err := check.Foreign(ch, s, check.Sandboxed(ctx, pool, queue.Client{}), lessons.Answers(pass))
	if err != nil {
		return p.unusable("%v", err)
	}
	return p.passResults(s, results)
}

// sandboxedPass is a WASI program, which gets a worker when it is first called. done releases the
// worker.
func sandboxedPass(ctx context.Context, pool *lessons.Pool, wasm []byte) (pass wasiPass, done func()) {
	var program lessons.Program
	pass = func(trace string) (string, error) {
		if program == nil {
			var err error
			if program, err = pool.WASI(ctx, queue.Client{}, wasm); err != nil {
				return "", err
			}
		}
		return program.Pass(ctx, trace)
	}
	return pass, func() {
		if program != nil {
			program.Close()
		}
	}
}

// pythonTime is the maximum time of a program in Python for a trace.
const pythonTime = 30 * time.Second

// pythonPass runs the user's own program with the user's own Python: no Python fits into the sandbox.
func pythonPass(ctx context.Context, file string) wasiPass {
	return func(trace string) (string, error) {
		ctx, cancel := context.WithTimeout(ctx, pythonTime)
		defer cancel()
		command := exec.CommandContext(ctx, "python3", file)
		command.Stdin = strings.NewReader(trace)
		out, err := command.Output()
		var ended *exec.ExitError
		switch {
		case ctx.Err() != nil:
			return "", fmt.Errorf("expected a program that ends after at most %v, found one that takes longer", pythonTime)
		case errors.As(err, &ended):
			lines := strings.Split(strings.TrimSpace(string(ended.Stderr)), "\n")
			return "", fmt.Errorf("expected a program that ends with the exit code 0, found this: %s", lines[len(lines)-1])
		}
		return string(out), err
	}
}

// passOverTraces shows the result of a pass on each trace of a course.
func (p *program) passOverTraces(course *lesson.Course, pass wasiPass) int {
	code := exitGood
	for _, b := range courseTraces(course) {
		text, err := pass(b.Text)
		if err != nil {
			fmt.Fprintf(p.stderr, "%s:%d: %v\n", b.File, b.Line, err)
			code = exitNo
			continue
		}
		c := learn.Compare(&learn.Pair{Before: b.Text, After: text})
		if c.Status != "pass" {
			fmt.Fprintf(p.stderr, "%s:%d: %s\n", b.File, b.Line, c.Message)
			code = exitNo
		} else {
			fmt.Fprintf(p.stdout, "%s:%d: %s; %s\n", b.File, b.Line, changeText(c.Change), c.Message)
		}
		p.printDiff(c.Change)
	}
	return code
}

// passResults prints which tests of a step a pass has passed.
func (p *program) passResults(s *lesson.Step, results *learn.Results) int {
	if results.Status == "error" {
		return p.unusable("%s: %s", s.File, results.Message)
	}
	passed := 0
	for _, t := range results.Tests {
		if t.Status == "pass" {
			passed++
			fmt.Fprintf(p.stdout, "passes  %s\n", t.Name)
			continue
		}
		fmt.Fprintf(p.stdout, "fails   %s: %s\n", t.Name, t.Message)
		p.printDiff(t.Diff)
	}
	fmt.Fprintf(p.stdout, "%s: %d of %d tests pass\n", s.File, passed, len(results.Tests))
	if passed < len(results.Tests) {
		return exitNo
	}
	return exitGood
}

// changeText counts what a pass has changed.
func changeText(d *learn.TraceDiff) string {
	kinds := map[optimizer.DiffKind]int{}
	for _, row := range d.Rows {
		kinds[row.Kind]++
	}
	var parts []string
	for _, k := range []struct {
		kind optimizer.DiffKind
		word string
	}{{optimizer.DiffRemoved, "removed"}, {optimizer.DiffArgs, "changed"}, {optimizer.DiffAdded, "added"}} {
		if n := kinds[k.kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, k.word))
		}
	}
	if len(parts) == 0 {
		return "unchanged"
	}
	return strings.Join(parts, ", ")
}

// printDiff shows a difference as `diff -u` does, with all lines; nothing for none.
func (p *program) printDiff(d *learn.TraceDiff) {
	if d == nil || d.Equal() {
		return
	}
	for _, row := range d.Rows {
		switch row.Kind {
		case optimizer.DiffSame:
			fmt.Fprintf(p.stdout, "      %s\n", row.Expected)
		case optimizer.DiffArgs:
			fmt.Fprintf(p.stdout, "    - %s\n    + %s\n", row.Expected, row.Actual)
		case optimizer.DiffRemoved:
			fmt.Fprintf(p.stdout, "    - %s\n", row.Expected)
		case optimizer.DiffAdded:
			fmt.Fprintf(p.stdout, "    + %s\n", row.Actual)
		}
	}
}

// courseTraces lists the live examples of a course.
func courseTraces(course *lesson.Course) []lesson.Block {
	var list []lesson.Block
	add := func(blocks []lesson.Block) {
		for _, b := range blocks {
			if b.Kind == lesson.Trace {
				list = append(list, b)
			}
		}
	}
	for _, ch := range course.Chapters {
		add(ch.Blocks)
		for _, s := range ch.Steps {
			add(s.Blocks)
		}
	}
	return list
}
