package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"unbox"
	"unbox/static"
	"unbox/tutorials"
	"unbox/tutorials/check"
	"unbox/tutorials/learn"
	"unbox/tutorials/lesson"
	"unbox/tutorials/origin"
	lessons "unbox/tutorials/run"
	"unbox/workers"
	"unbox/workers/queue"
)

func lessonCommand() command {
	return command{
		name: "lesson", operands: verbsOf((*program)(nil).lessonVerbs(nil)), summary: "write, check and show lessons",
		complete: firstListed(func() []choice { return verbChoices((*program)(nil).lessonVerbs(nil)) }), declare: (*program).lesson,
		about: `Works on a course: a folder of chapters, each a folder of steps in Markdown. COURSE
is the folder, a ZIP file of it, or the address of a Git repository, such as
https://example.org/course.git#branch:folder, where branch and folder can be left
out; without it, the built-in course. docs/lessons.md says how to write one.

    unbox lesson new DIR        make a course with one chapter and one step
    unbox lesson new --language go DIR
                                make a program in Go, Rust, C or Python that
                                answers a step which asks for a pass
    unbox lesson lint [COURSE]  check texts, figures, quotations and traces
    unbox lesson test [COURSE]  lint, and run all programs as WebAssembly:
                                starters fail exactly the new tests, solutions
                                pass all, mistakes fail with the message that
                                they name
    unbox lesson serve DIR      show the course in a browser; pages reload
                                when a file changes

Problems are printed as FILE:LINE: REASON. The exit code is 0 if there are none, 1
if there are some, 2 if the course cannot be used.
`,
	}
}

// lessonVerbs are what `unbox lesson` does; they return exit codes.
func (p *program) lessonVerbs(f *lessonFlags) []verb[int] {
	return []verb[int]{
		{"new", "DIR", "make a course", func(_ context.Context, in []string) int {
			if f.language != "" {
				return p.programNew(in[0], f.language)
			}
			return p.lessonNew(in[0])
		}},
		{"lint", "[COURSE]", "check a course", func(_ context.Context, in []string) int { return p.lessonLint(in[0]) }},
		{"test", "[COURSE]", "run all programs of a course", func(ctx context.Context, in []string) int {
			if f.pass != "" {
				return p.lessonPass(ctx, in[0], f.pass, f.step, f.cache)
			}
			return p.lessonTest(ctx, in[0], f)
		}},
		{"serve", "DIR", "show a course in a browser", func(ctx context.Context, in []string) int { return p.lessonServe(ctx, in[0], f.addr) }},
	}
}

// lessonFlags are the flags of `unbox lesson`.
type lessonFlags struct {
	native                  bool
	pass, step, cache, addr string
	language                string
}

// ofLessonVerbs are the flags that belong to one verb.
var ofLessonVerbs = verbFlags{"native": {"test"}, "pass": {"test"}, "step": {"test"}, "cache": {"test"}, "language": {"new"}, "addr": {"serve"}}

// lesson is the command `unbox lesson`.
func (p *program) lesson(flags *flagSet) func(operands []string) int {
	var f lessonFlags
	flags.BoolVar(&f.native, "native", false, "test: run programs natively, which is faster")
	flags.StringVar(&f.pass, "pass", "", "test: run a WASI program (`PROGRAM.wasm`), or one in Python (PROGRAM.py, with your own python3 and all that it may do), as a pass over every trace of the course: it reads a trace from standard input and writes one to standard output; show the difference, and have the judge compare")
	flags.StringVar(&f.step, "step", "", "test: only this step (`CHAPTER/STEP`); with --pass, the program takes the tests of this step instead of its traces")
	flags.StringVar(&f.cache, "cache", "", "test: the folder (`DIR`) where compiled code is kept between runs (default: the folder unbox in the user's cache directory); \"off\" does not keep it, and each run compiles for seconds")
	flags.StringVar(&f.language, "language", "", "new: a program that answers a step, in this language (`LANGUAGE`: go, rust, c or python), in place of a course")
	flags.StringVar(&f.addr, "addr", "127.0.0.1:8081", "serve: where to listen (`HOST:PORT`); default 127.0.0.1:8081")
	return func(operands []string) int {
		chosen, words, err := chooseVerb("lesson", p.lessonVerbs(&f), operands)
		if err != nil {
			return p.unusable("%v", err)
		}
		if err := ofLessonVerbs.check(flags, chosen.name); err != nil {
			return p.unusable("%v", err)
		}
		ctx, stop := interruptible()
		defer stop()
		return chosen.do(ctx, words)
	}
}

// courseOf reads the course at a place, as in origin.Open; "" is the one that comes with Unbox. With an error, it
// returns what could be read.
//
// Errors: there is no course at the place, or lesson.Problems of it.
func courseOf(place string) (*lesson.Course, error) {
	if place == "" {
		return lesson.Load(tutorials.Files())
	}
	ctx, stop := interruptible()
	defer stop()
	open, err := origin.Open(ctx, place, "")
	if err != nil {
		return nil, err
	}
	course, err := lesson.Load(open.Files)
	_ = open.Close() // anything left is in the folder for temporary files
	return course, err
}

// isFolder reports whether there is a folder with that name.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func (p *program) noCourse(dir string) int {
	return p.unusable("expected the folder of a course, found none at `%s`", dir)
}

// checkedCourse is courseOf with a complete check of the course.
//
// Errors: as of courseOf.
func checkedCourse(dir string) (*lesson.Course, error) {
	course, err := courseOf(dir)
	return course, check.Course(course, unbox.Sources(), err)
}

// loadCourse reads a course and prints what is wrong with it.
func (p *program) loadCourse(dir string) (*lesson.Course, int) {
	course, err := checkedCourse(dir)
	return course, p.lessonProblems(dir, err)
}

// lessonProblems prints problems of the course in a folder and returns the exit code. The
// paths of files are relative to the current folder, so that an editor can open them.
func (p *program) lessonProblems(dir string, err error) int {
	var problems lesson.Problems
	switch {
	case err == nil:
		return exitGood
	case errors.As(err, &problems):
		for _, problem := range problems {
			found := *problem
			found.File = oneLine(filepath.Join(dir, found.File))
			for k, line := range strings.Split(found.Error(), "\n") {
				if k > 0 {
					line = "    " + line // so that it looks like no problem of its own
				}
				fmt.Fprintln(p.stderr, oneLine(line))
			}
		}
		return exitNo
	}
	return p.unusable("%v", err)
}

func (p *program) lessonLint(dir string) int {
	course, code := p.loadCourse(dir)
	if code == exitGood {
		fmt.Fprintf(p.stdout, "%s: no problems\n", course)
		if reading := course.Reading(); reading.Sentences > 0 {
			fmt.Fprintln(p.stdout, reading)
		}
	}
	return code
}

// lessonTest runs the programs of a step, or of all steps.
func (p *program) lessonTest(ctx context.Context, dir string, f *lessonFlags) int {
	course, code := p.loadCourse(dir)
	if code != exitGood {
		return code
	}
	about := course.String()
	ch, s := course.Step(f.step)
	switch {
	case f.step == "":
	case s == nil:
		return p.noStep(f.step)
	default:
		about = f.step
	}
	runner := check.Runner(check.Native)
	if !f.native {
		pool, end, err := lessonPool(ctx, f.cache)
		if err != nil {
			return p.unusable("%v; or use --native", err)
		}
		defer end()
		runner = check.Sandboxed(ctx, pool, queue.Client{})
	}
	start := time.Now()
	said := func() []error { return check.Steps(course, runner) }
	if s != nil {
		said = func() []error { return []error{check.Step(ch, s, runner)} }
	}
	for _, err := range said() {
		if ctx.Err() != nil {
			return p.unusable("the tests were interrupted")
		}
		code = max(code, p.lessonProblems(dir, err))
	}
	if code == exitGood {
		fmt.Fprintf(p.stdout, "%s: starters are red, solutions are green, mistakes are explained (%.1f s)\n", about, time.Since(start).Seconds())
	}
	return code
}

func (p *program) noStep(step string) int {
	return p.unusable("expected a step such as `equal-things/ask-again` after `--step`, found `%s`", step)
}

// patient returns options for the user's own programs, on a machine that may be
// busy: each runs once, with all its steps, and without a tight time limit.
func patient() lessons.Options {
	return lessons.Options{
		QuickSteps: int(learn.MaxLimits().TotalSteps), QuickDeadline: time.Minute, Deadline: 2 * time.Minute, CompileDeadline: 2 * time.Minute,
	}
}

// cacheOff means that compiled code is not stored.
const cacheOff = "off"

// lessonCache returns the folder for compiled code, "" for none. The default folder is
// writable only by its user.
//
// Errors: the requested folder cannot be created.
func lessonCache(dir string) (string, error) {
	switch dir {
	case cacheOff:
		return "", nil
	case "":
		caches, err := os.UserCacheDir()
		if err != nil {
			return "", nil // without a home folder it compiles each time
		}
		dir = filepath.Join(caches, "unbox")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return "", nil
		}
		return dir, nil
	}
	return dir, os.MkdirAll(dir, 0o700)
}

// lessonPool runs programs in the module in this binary, with compiled code from a folder.
// end ends its workers.
func lessonPool(ctx context.Context, cache string) (runner *lessons.Pool, end func(), err error) {
	if err := static.Check(unbox.Fingerprint()); err != nil {
		return nil, nil, err
	}
	module, err := static.Asset("unbox.wasm")
	if err != nil {
		return nil, nil, err
	}
	// A user who runs their own programs as root runs them as root.
	pool, err := workers.New(workers.Config{AllowRoot: true})
	if err != nil {
		return nil, nil, err
	}
	options := patient()
	if options.CacheDir, err = lessonCache(cache); err != nil {
		pool.Close()
		return nil, nil, err
	}
	runner = lessons.New(pool, module, options)
	end = func() {
		_ = runner.Close() // a folder that stays is removed at the next start
		pool.Close()
	}
	// Interpreting many programs takes longer than compiling once, and the
	// compiled code is stored.
	if err := runner.Compiled(ctx); err != nil {
		end()
		return nil, nil, err
	}
	return runner, end, nil
}
