// Command unbox is the playground's engine for people and scripts: it optimizes, proves, runs, measures, checks and
// formats traces, reads PyPy's logs, runs Python programs, tests lessons, administers a server's classes and workshops,
// and does a cluster's jobs. Each command is one file of its name. `unbox help` explains it.
package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"unbox/native/timing"
	lessons "unbox/tutorials/run"
	"unbox/workers"
)

// The exit codes.
const (
	exitGood     = 0 // done, and the answer is yes
	exitNo       = 1 // done, and the answer is no
	exitUnusable = 2 // the input cannot be used; standard error says why
)

func main() {
	workers.Main(append(lessons.Roles(), timing.Role())...) // never returns in a worker
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the program without the process: it returns the exit code. A panic is reported in
// one sentence: a stack trace does not help users.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	p := &program{
		stdin: stdin, stdout: newOutput(stdout), stderr: stderr,
		onTerminal: isTerminal(stdout), errorsOnTerminal: isTerminal(stderr), env: os.Getenv,
	}
	defer func() {
		if mistake := recover(); mistake != nil {
			fmt.Fprintf(stderr, "unbox: %s\n", mistakeText(mistake))
			code = exitUnusable
		}
	}()
	code = p.dispatch(args)
	if err := p.stdout.flush(); err != nil {
		fmt.Fprintf(stderr, "unbox: writing the result: %v\n", err)
		return exitUnusable
	}
	return code
}

// mistakeText says that the program is wrong, not its input.
func mistakeText(mistake any) string {
	what := strings.TrimPrefix(fmt.Sprint(mistake), "BUG: ")
	return "a bug in unbox, not a mistake in its input: " + what + "; please report it together with the trace and the command"
}

// program is the state that all commands share.
type program struct {
	stdin io.Reader
	// hasRead is whether a command has read all of stdin.
	hasRead bool
	stdout  *output
	stderr  io.Writer
	// onTerminal and errorsOnTerminal report whether a person reads the two.
	onTerminal, errorsOnTerminal bool
	// env is os.Getenv.
	env func(name string) string
	// color is the value of --color.
	color string
	// code is the exit code of the command that ran.
	code int
}

// dispatch runs the command that the arguments name.
func (p *program) dispatch(args []string) int {
	root := p.root()
	root.SetArgs(append([]string{}, args...)) // nil would stand for the arguments of the process
	if err := root.Execute(); err != nil {
		return p.unusable("%v", err)
	}
	return p.code
}

// unusable says on standard error why the input cannot be used. What the system says of files is put in Unbox's form. Lines after the first are indented, so that a name with a line feed in it
// begins no message.
func (p *program) unusable(format string, args ...any) int {
	for i, arg := range args {
		if at, ok := arg.(*fs.PathError); ok {
			args[i] = fmt.Sprintf("expected to be able to %s `%s`, found this: %v", strings.Replace(at.Op, "mkdir", "make", 1), at.Path, at.Err)
		}
	}
	for i, line := range strings.Split(fmt.Sprintf("unbox: "+format, args...), "\n") {
		if i > 0 && line != "" && line[0] != ' ' {
			line = "  " + line
		}
		fmt.Fprintln(p.stderr, oneLine(line))
	}
	return exitUnusable
}
