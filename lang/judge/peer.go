// Package judge compares Unbox's Python with CPython: programs run in both, and must print
// the same and end by the same exception. It also makes random programs, and shrinks its
// findings.
package judge

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"unbox/lang/compile"
	"unbox/lang/vm"
)

//go:embed peer.py
var driver string

// Peer returns the path of CPython and its version, such as "3.11.7"; an error if none is
// installed, or one before 3.9.
func Peer() (path, version string, err error) {
	path, err = exec.LookPath("python3")
	if err != nil {
		return "", "", fmt.Errorf("expected `python3` on the PATH, found none")
	}
	out, err := exec.Command(path, "-c", "import platform; print(platform.python_implementation(), platform.python_version())").Output()
	if err != nil {
		return "", "", fmt.Errorf("expected `python3` to say its version: %w", err)
	}
	name, version, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	var minor int
	if _, err := fmt.Sscanf(version, "3.%d", &minor); err != nil || minor < 9 || name != "CPython" {
		return "", "", fmt.Errorf("expected CPython 3.9 or later as `python3`, found %s %s", name, version)
	}
	return path, version, nil
}

// patience is the time limit of CPython for all programs of a request: a program of the generator
// takes milliseconds, so one that takes minutes hangs.
const patience = 2 * time.Minute

// Ask runs programs in one process of CPython, each in its own module, and returns what
// they print, with the last line of the exception that ends one.
func Ask(path string, programs []string) ([]string, error) {
	input, err := json.Marshal(programs)
	if err != nil {
		panic("BUG: strings always marshal: " + err.Error())
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	command := exec.CommandContext(ctx, path, "-W", "ignore", "-c", driver)
	command.Stdin = bytes.NewReader(input)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("CPython: %w: %s", err, stderr.String())
	}
	var texts []string
	if err := json.Unmarshal(out, &texts); err != nil || len(texts) != len(programs) {
		return nil, fmt.Errorf("expected what %d programs print, found %d texts: %v", len(programs), len(texts), err)
	}
	return texts, nil
}

// fuel is more than any program of the generator needs.
const fuel = 2_000_000

// Run runs a program in Unbox's Python and returns what Ask does. Stress makes the
// collector run after each allocation.
func Run(program string, stress bool) string {
	return RunWith(program, vm.Options{Stress: stress}, nil)
}

// RunWith is Run with a tracer and other options; start, if it is not nil, gets the machine before it
// runs. Output and limits are those of Run.
func RunWith(program string, o vm.Options, start func(*vm.VM)) string {
	compiled, err := compile.File("program.py", program)
	if err != nil {
		return "not in the subset: " + err.Error()
	}
	var out, last bytes.Buffer
	o.Out, o.Err, o.Fuel, o.Memory = &out, &last, fuel, 256<<20
	machine := vm.New(compiled, o)
	if start != nil {
		start(machine)
	}
	machine.Run()
	lines := strings.Split(strings.TrimSuffix(last.String(), "\n"), "\n")
	if text := lines[len(lines)-1]; text != "" {
		return out.String() + text + "\n"
	}
	return out.String()
}

// tooDeep is the message of a RecursionError, with what CPython was doing: that depends on the number of its calls of functions in C.
var tooDeep = regexp.MustCompile(`(maximum recursion depth exceeded) (in comparison|while [a-z' ]+)`)

// Difference runs a program with and without stress and compares; it is "" if all print
// the same, but for what CPython adds to the message of a RecursionError.
func Difference(program, want string) string {
	want = tooDeep.ReplaceAllString(want, "$1")
	for _, stress := range []bool{false, true} {
		if got := Run(program, stress); got != want {
			return fmt.Sprintf("collecting all the time: %v\n%s", stress, firstDifference(got, want))
		}
	}
	return ""
}

// firstDifference shows the first lines that differ.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for k := range max(len(a), len(b)) {
		x, y := "the end", "the end"
		if k < len(a) {
			x = a[k]
		}
		if k < len(b) {
			y = b[k]
		}
		if x != y {
			return fmt.Sprintf("line %d: expected\n    %s\nfound\n    %s", k+1, y, x)
		}
	}
	return ""
}
