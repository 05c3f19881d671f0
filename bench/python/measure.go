package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// engine is a program that runs Python, with its scales.
type engine struct {
	name    string
	argv    []string
	version string
	scales  []scale
	// fragile engines may crash; then they have no figure.
	fragile bool
}

// The engines by their names in records.
const (
	nameUnbox       = "unbox"
	nameInterpreter = "unbox --no-jit"
	nameCPython     = "CPython"
	namePyPy        = "PyPy"
)

// findEngines builds unbox and finds the others.
func findEngines(folder string) ([]engine, error) {
	unbox := filepath.Join(folder, "unbox")
	build := exec.Command("go", "build", "-o", unbox, "./cmd/unbox")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, err
	}
	list := []engine{
		{name: nameUnbox, argv: []string{unbox, "python"}, scales: scales},
		{name: nameInterpreter, argv: []string{unbox, "python", "--no-jit"}, scales: []scale{tiny}},
	}
	for _, peer := range []struct {
		engine
		command string
	}{{engine{name: nameCPython, scales: []scale{tiny}}, "python3"}, {engine{name: namePyPy, scales: scales}, "pypy3"}} {
		path, err := exec.LookPath(peer.command)
		if err != nil {
			fmt.Printf("not compared: expected `%s` on the PATH, found none\n", peer.command)
			continue
		}
		// The path of the program itself: what is on the PATH may be a script that starts it.
		out, err := exec.Command(path, "-c", "import sys, platform; print(sys.executable); print(platform.python_implementation(), platform.python_version())").Output()
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		if err != nil || len(lines) != 2 {
			return nil, fmt.Errorf("expected `%s` to say what it is: %v", peer.command, err)
		}
		e := peer.engine
		e.argv, e.version = []string{lines[0]}, lines[1]
		list = append(list, e)
	}
	return list, nil
}

// measure runs a program in all engines at all scales, alternately, and requires the same
// output.
func measure(folder string, engines []engine, p program, runs int) (row, error) {
	r := row{Program: p.name, Larger: p.larger, Seconds: make(map[string]map[scale]float64)}
	for _, s := range []scale{tiny, short, long, part} {
		file := filepath.Join(folder, p.name+".py")
		if err := os.WriteFile(file, []byte(p.at(s)), 0o644); err != nil {
			return r, err
		}
		var want []byte
		for range runs {
			for _, e := range engines {
				if !e.runsAt(s) {
					continue
				}
				took, out, err := e.run(file)
				if err != nil && e.fragile {
					fmt.Printf("%s: no figure of %s, which crashed\n", p.name, e.name)
					continue
				}
				if err != nil {
					return r, err
				}
				if want == nil {
					want = out
				}
				if !bytes.Equal(out, want) {
					return r, fmt.Errorf("%s at the scale %s: expected of %s what %s printed, found\n%s", p.name, s, e.name, engines[0].name, out)
				}
				r.add(e.name, s, took)
			}
		}
	}
	return r, nil
}

func (e engine) runsAt(s scale) bool {
	for _, own := range e.scales {
		if own == s {
			return true
		}
	}
	return false
}

// run runs a file and returns the processor time that it took, and what it printed.
func (e engine) run(file string) (time.Duration, []byte, error) {
	command := exec.Command(e.argv[0], append(e.argv[1:len(e.argv):len(e.argv)], file)...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		return 0, nil, fmt.Errorf("%s in %s: %w: %s", file, e.name, err, stderr.String())
	}
	return command.ProcessState.UserTime() + command.ProcessState.SystemTime(), out, nil
}
