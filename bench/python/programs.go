package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// program is a timed program. A line of it sets the amount of its work, and the amount for each scale.
type program struct {
	name, text string
	larger     bool // than a kernel: of the folder larger
	rounds     map[scale]int
}

// scale says how long a program runs.
type scale string

const (
	// tiny takes about a third of a second in CPython, to compare interpreters.
	tiny scale = "tiny"
	// short takes PyPy about 100 ms, including its start.
	short scale = "short"
	// long takes PyPy a second, even on a fast machine.
	long scale = "long"
	// part is an eighth of that: what passes are worth is measured in a dozen ways.
	part scale = "part"
)

var scales = []scale{tiny, short, long}

var sizeLine = regexp.MustCompile(`(?m)^ROUNDS = \d+  # tiny (\d+), short (\d+), long (\d+)$`)

// chosenPrograms returns those of the programs that are named, all of them if none is.
//
// Errors: as those of readPrograms; none has such a name.
func chosenPrograms(names []string) ([]program, error) {
	all, err := readPrograms()
	if err != nil || len(names) == 0 {
		return all, err
	}
	chosen := slices.DeleteFunc(all, func(p program) bool { return !p.isOneOf(names) })
	if len(chosen) == 0 {
		return nil, fmt.Errorf("expected names of programs in bench/python/programs, found %s", strings.Join(names, ", "))
	}
	return chosen, nil
}

func (p program) isOneOf(names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.TrimSuffix(filepath.Base(n), ".py") == p.name })
}

// readPrograms returns the programs in the order of their names, the larger ones last.
func readPrograms() ([]program, error) {
	names, err := filepath.Glob("bench/python/programs/*.py")
	if err != nil || len(names) == 0 {
		return nil, errFolder
	}
	kernels := len(names)
	larger, err := filepath.Glob("bench/python/programs/larger/*.py")
	if err != nil {
		return nil, err
	}
	var list []program
	for k, name := range append(names, larger...) {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sizes := sizeLine.FindSubmatch(text)
		if sizes == nil {
			return nil, fmt.Errorf("expected a line like `ROUNDS = 1  # tiny 1, short 10, long 100` in %s, found none", name)
		}
		p := program{name: strings.TrimSuffix(filepath.Base(name), ".py"), text: string(text), larger: k >= kernels, rounds: make(map[scale]int)}
		for n, s := range scales {
			if p.rounds[s], err = strconv.Atoi(string(sizes[n+1])); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		p.rounds[part] = max(1, p.rounds[long]/8)
		list = append(list, p)
	}
	return list, nil
}

// at is the program for a scale.
func (p program) at(s scale) string {
	return sizeLine.ReplaceAllString(p.text, fmt.Sprintf("ROUNDS = %d", p.rounds[s]))
}
