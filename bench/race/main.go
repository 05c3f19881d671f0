// Command race measures the programs of the course's race as whole programs, all engines in turns, and writes what the fastest run of each took.
//
//	go run ./bench/race [-write]
//
// It needs python3, pypy3 and bin/unbox (`make bin/unbox`).
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"unbox/tutorials/race"
)

// engine is one way to run a program. Iterations is the number of iterations of its loop, so that a run takes some
// tenths of a second.
type engine struct {
	command    []string
	iterations int
	name       string
}

// turns is the number of runs of each program in each engine.
const turns = 5

// timing follows a program: the fastest of some calls, in nanoseconds for one iteration. The first calls find the loop cold.
const timing = `
import time

def fastest(n):
    best = 1e9
    k = 0
    while k < 6:
        begun = time.time()
        f(n)
        best = min(best, time.time() - begun)
        k += 1
    return best / n * 1e9

print(fastest(%d))
`

func main() {
	write := flag.Bool("write", false, "write tutorials/race/measured.json")
	flag.Parse()
	if err := run(*write); err != nil {
		fmt.Fprintln(os.Stderr, "bench/race:", err)
		os.Exit(1)
	}
}

func run(write bool) error {
	engines := []engine{{[]string{"python3"}, 2_000_000, "CPython"}, {[]string{"pypy3"}, 50_000_000, "PyPy"}, {[]string{"bin/unbox", "python"}, 50_000_000, "unbox python"}}
	m := &race.Measured{Date: time.Now().UTC().Format(time.DateOnly), Machine: processor()}
	for i, e := range engines {
		name, err := versionOf(e)
		if err != nil {
			return err
		}
		engines[i].name = name
		m.Engines = append(m.Engines, name)
	}
	for _, name := range []string{"sum", "step", "mixed"} {
		p := race.Program{Name: name, Times: make([]float64, len(engines))}
		for range turns {
			for i, e := range engines {
				took, err := measure(e, race.Source(name))
				if err != nil {
					return fmt.Errorf("%s in %s: %w", name, e.name, err)
				}
				if p.Times[i] == 0 || took < p.Times[i] {
					p.Times[i] = took
				}
			}
		}
		fmt.Println(name, p.Times)
		m.Programs = append(m.Programs, p)
	}
	if !write {
		return nil
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile("tutorials/race/measured.json", append(text, '\n'), 0o644)
}

// measure returns the nanoseconds for one iteration.
func measure(e engine, source string) (float64, error) {
	file, err := os.CreateTemp("", "race-*.py")
	if err != nil {
		return 0, err
	}
	defer os.Remove(file.Name())
	if _, err := fmt.Fprintf(file, source+timing, e.iterations); err != nil {
		return 0, err
	}
	if err := file.Close(); err != nil {
		return 0, err
	}
	out, err := exec.Command(e.command[0], append(e.command[1:], file.Name())...).Output()
	if err != nil {
		return 0, err
	}
	took, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	return float64(int(took*100+0.5)) / 100, err
}

// versionOf names an engine with its version.
func versionOf(e engine) (string, error) {
	switch e.name {
	case "CPython":
		out, err := exec.Command(e.command[0], "-c", "import platform; print(platform.python_version())").Output()
		return "CPython " + strings.TrimSpace(string(out)), err
	case "PyPy":
		out, err := exec.Command(e.command[0], "-c", "import sys; print('.'.join(str(n) for n in sys.pypy_version_info[:3]))").Output()
		return "PyPy " + strings.TrimSpace(string(out)), err
	}
	return e.name, nil
}

// processor returns the processor's name on Linux, "" elsewhere.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if name, found := strings.CutPrefix(line, "model name"); found {
			return strings.TrimSpace(strings.TrimLeft(name, "\t :"))
		}
	}
	return ""
}
