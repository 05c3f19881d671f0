package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"unbox/static"
)

// How fast traces are as WebAssembly in V8, beside machine code: the page's own worker and module run the programs in Node.js. Hot is
// what is left of the time at the scale long without that at the scale short: both warm up alike.

// nameV8 is the page's module in V8.
const nameV8 = "the page in V8"

// pageInV8 are the files of the built page that run programs.
type pageInV8 struct{ script, worker, module string }

// findPage unpacks the files of the page to a folder.
func findPage(folder string) (*pageInV8, error) {
	if _, err := exec.LookPath("node"); err != nil {
		return nil, errors.New("expected `node` on the PATH, found none")
	}
	script, err := filepath.Abs("bench/python/page.mjs")
	if err != nil {
		return nil, err
	}
	p := &pageInV8{script, filepath.Join(folder, "worker.mjs"), filepath.Join(folder, "unbox.wasm")}
	for asset, file := range map[string]string{"whole-worker.js": p.worker, "unbox.wasm": p.module} {
		contents, err := static.Asset(asset)
		if err != nil {
			return nil, fmt.Errorf("expected a built page (make page): %w", err)
		}
		if err := os.WriteFile(file, contents, 0o644); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// run runs a file and returns the processor time that it took from its first slice on, and what it printed.
func (p *pageInV8) run(file string, options ...string) (time.Duration, []byte, error) {
	took, out, _, err := p.report(file, options...)
	return took, out, err
}

// report is run, and returns the lines before the time as well.
func (p *pageInV8) report(file string, options ...string) (took time.Duration, out []byte, lines []string, err error) {
	command := exec.Command("node", append([]string{"--no-warnings", p.script, p.worker, p.module, file}, options...)...)
	var said bytes.Buffer
	command.Stderr = &said
	if out, err = command.Output(); err != nil {
		return 0, nil, nil, fmt.Errorf("%s in V8: %w: %s", file, err, said.String())
	}
	lines = strings.Split(strings.TrimSpace(said.String()), "\n")
	last := len(lines) - 1
	seconds, err := strconv.ParseFloat(lines[last], 64)
	return time.Duration(seconds * float64(time.Second)), out, lines[:last], err
}

// measureBrowser prints how long programs run hot as machine code and in V8, all programs if none is named.
func measureBrowser(runs int, names []string) error {
	return withEngines(func(folder string, engines []engine) error {
		page, err := findPage(folder)
		if err != nil {
			return err
		}
		programs, err := chosenPrograms(names)
		if err != nil {
			return err
		}
		fmt.Printf("| program | machine code | %s | ratio |\n| --- | ---: | ---: | ---: |\n", nameV8)
		product, n := 1.0, 0
		for _, p := range programs {
			native, v8, err := hot(folder, engines[0], page, p, runs)
			if err != nil {
				return err
			}
			ratio := v8.Seconds() / native.Seconds()
			product, n = product*ratio, n+1
			fmt.Printf("| %s | %.3f | %.3f | %.2f |\n", p.name, native.Seconds(), v8.Seconds(), ratio)
		}
		fmt.Printf("| geometric mean of %d | | | %.2f |\n", n, math.Pow(product, 1/float64(n)))
		return nil
	})
}

// hot measures one program in turns: the fastest run at the scale long, less the fastest one at the scale short.
func hot(folder string, unbox engine, page *pageInV8, p program, runs int) (native, v8 time.Duration, err error) {
	best := map[scale][2]time.Duration{}
	for _, s := range []scale{short, long} {
		file := filepath.Join(folder, p.name+".py")
		if err := os.WriteFile(file, []byte(p.at(s)), 0o644); err != nil {
			return 0, 0, err
		}
		for run := range runs {
			a, want, err := unbox.run(file)
			if err != nil {
				return 0, 0, err
			}
			b, found, err := page.run(file)
			if err != nil {
				return 0, 0, err
			}
			if !bytes.Equal(want, found) {
				return 0, 0, fmt.Errorf("%s: expected in V8 what machine code prints, found\n%s", p.name, found)
			}
			if run > 0 {
				a, b = min(a, best[s][0]), min(b, best[s][1])
			}
			best[s] = [2]time.Duration{a, b}
		}
	}
	return best[long][0] - best[short][0], best[long][1] - best[short][1], nil
}

// passage is a loop whose condition does not change, or changes in each iteration: then the trace is left in every second one.
const passage = `def f(n):
    i = 0
    a = 0
    b = 0
    while i < n:
        i += 1
        if (i & 1) < %d:
            a += 1
        else:
            b += 1
    return a, b


print(f(%d))
`

// measureExits prints what it costs to leave a trace: to a bridge, and to the interpreter and back. Both are the time of a loop whose
// condition changes each time without that of the same loop whose condition never does, for each change; and all of them without the
// time of a fifth of the iterations, so that making the traces, which are more with a bridge, is not part of it.
func measureExits(runs int) error {
	return withEngines(func(folder string, engines []engine) error {
		page, err := findPage(folder)
		if err != nil {
			return err
		}
		native := func(file string, options ...string) (time.Duration, []byte, error) {
			e := engines[0]
			for _, o := range options {
				e.argv = append(e.argv[:len(e.argv):len(e.argv)], "--"+o)
			}
			return e.run(file)
		}
		for _, in := range []struct {
			name string
			run  func(string, ...string) (time.Duration, []byte, error)
		}{{"machine code", native}, {nameV8, page.run}} {
			bridge, err := passageTime(folder, in.run, 200_000_000, runs)
			if err != nil {
				return err
			}
			leave, err := passageTime(folder, in.run, 10_000_000, runs, "no-bridges")
			if err != nil {
				return err
			}
			fmt.Printf("%s: %.1f ns into a bridge and back to the loop, %.1f ns to the interpreter and into the trace again\n", in.name, bridge, leave)
		}
		return nil
	})
}

// warm is the part of the iterations whose time is subtracted.
const warm = 5

// passageTime is the time for each exit in nanoseconds, from the least times of some runs.
func passageTime(folder string, run func(string, ...string) (time.Duration, []byte, error), n, runs int, options ...string) (float64, error) {
	var best [2][2]time.Duration // never left, left in every second iteration; of all iterations, of a part of them
	file := filepath.Join(folder, "passage.py")
	for range runs {
		for k, most := range []int{2, 1} {
			for part, iterations := range []int{n, n / warm} {
				if err := os.WriteFile(file, fmt.Appendf(nil, passage, most, iterations), 0o644); err != nil {
					return 0, err
				}
				took, _, err := run(file, options...)
				if err != nil {
					return 0, err
				}
				if best[k][part] == 0 || took < best[k][part] {
					best[k][part] = took
				}
			}
		}
	}
	left, never := best[1][0]-best[1][1], best[0][0]-best[0][1]
	return float64(left-never) / float64((n-n/warm)/2), nil
}
