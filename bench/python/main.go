// Command python times the programs of bench/python/programs in Unbox's Python, CPython and
// PyPy, whole processes in turns, and compares what they print:
//
//	go run ./bench/python [-runs N] [PROGRAM...]
//
// Times are the processor time of the fastest run.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

func main() {
	runs := flag.Int("runs", 5, "how often each program runs in each engine")
	flag.Parse()
	if err := run(*runs, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "python:", err)
		os.Exit(1)
	}
}

// engine is a program that runs Python.
type engine struct {
	name string
	argv []string
}

// engines builds unbox and finds the others.
func engines(folder string) ([]engine, error) {
	unbox := filepath.Join(folder, "unbox")
	build := exec.Command("go", "build", "-o", unbox, "./cmd/unbox")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, err
	}
	list := []engine{{"unbox", []string{unbox, "python"}}}
	for _, name := range []string{"python3", "pypy3"} {
		if path, err := exec.LookPath(name); err == nil {
			list = append(list, engine{name, []string{path}})
		} else {
			fmt.Printf("not compared: expected `%s` on the PATH, found none\n", name)
		}
	}
	return list, nil
}

func run(runs int, programs []string) error {
	if len(programs) == 0 {
		var err error
		if programs, err = filepath.Glob("bench/python/programs/*.py"); err != nil || len(programs) == 0 {
			return fmt.Errorf("expected programs in bench/python/programs, found none; run this in the project's folder")
		}
	}
	folder, err := os.MkdirTemp("", "unbox-python")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	list, err := engines(folder)
	if err != nil {
		return err
	}
	fmt.Printf("%-14s", "seconds")
	for _, e := range list {
		fmt.Printf(" %10s", e.name)
	}
	fmt.Printf(" %10s\n", "/ python3")
	ratios, n := 0.0, 0
	for _, program := range programs {
		times, err := compare(list, program, runs)
		if err != nil {
			return err
		}
		fmt.Printf("%-14s", filepath.Base(program))
		for _, t := range times {
			fmt.Printf(" %10.3f", t.Seconds())
		}
		if len(times) > 1 {
			ratio := times[0].Seconds() / times[1].Seconds()
			ratios, n = ratios+math.Log(ratio), n+1
			fmt.Printf(" %10.2f", ratio)
		}
		fmt.Println()
	}
	if n > 0 {
		fmt.Printf("geometric mean of %d programs: %.2f\n", n, math.Exp(ratios/float64(n)))
	}
	return nil
}

// compare runs a program in all engines, in turns, and demands the same output.
func compare(list []engine, program string, runs int) ([]time.Duration, error) {
	times := make([]time.Duration, len(list))
	var want []byte
	for range runs {
		for k, e := range list {
			command := exec.Command(e.argv[0], append(e.argv[1:len(e.argv):len(e.argv)], program)...)
			var stderr bytes.Buffer
			command.Stderr = &stderr
			out, err := command.Output()
			if err != nil {
				return nil, fmt.Errorf("%s in %s: %w: %s", program, e.name, err, stderr.String())
			}
			if want == nil {
				want = out
			}
			if !bytes.Equal(out, want) {
				return nil, fmt.Errorf("%s: expected of %s what %s printed, found\n%s", program, e.name, list[0].name, out)
			}
			took := command.ProcessState.UserTime() + command.ProcessState.SystemTime()
			if times[k] == 0 || took < times[k] {
				times[k] = took
			}
		}
	}
	return times, nil
}
