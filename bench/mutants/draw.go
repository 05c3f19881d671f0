package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// all returns the mutants of each area, in the order of the sources.
func all(sources []*source) [][]*mutant {
	lists := make([][]*mutant, len(areas))
	for _, s := range sources {
		for _, f := range s.files {
			for k := range areas {
				if areas[k].has(f.name) {
					lists[k] = append(lists[k], mutants(s, f, &areas[k])...)
				}
			}
		}
	}
	return lists
}

// draw draws n mutants that compile, from one area after the other. The same seed draws the
// same ones from the same sources, and more of them for a larger n.
func draw(lists [][]*mutant, seed uint64, n int) (drawn []*mutant) {
	orders := make([][]int, len(lists))
	for k := range lists {
		orders[k] = rand.New(rand.NewPCG(seed, uint64(k))).Perm(len(lists[k]))
	}
	for k, empty := 0, 0; len(drawn) < n && empty < len(lists); k = (k + 1) % len(lists) {
		empty++
		for len(orders[k]) > 0 {
			m := lists[k][orders[k][0]]
			orders[k] = orders[k][1:]
			if m.source.compiles(m.file, m.text()) {
				drawn, empty = append(drawn, m), 0
				break
			}
		}
	}
	return drawn
}

// named returns the mutants that have a text in their names, including those that do not
// compile.
func named(lists [][]*mutant, text string) (list []*mutant) {
	for _, part := range lists {
		for _, m := range part {
			if strings.Contains(m.name(), text) {
				list = append(list, m)
			}
		}
	}
	return list
}

// byName returns the mutants of given names.
//
// Errors: an unknown name, or one of a mutant that does not compile.
func byName(lists [][]*mutant, names []string) (list []*mutant, err error) {
	index := map[string]*mutant{}
	for _, part := range lists {
		for _, m := range part {
			index[m.name()] = m
		}
	}
	for _, name := range names {
		m := index[name]
		if m == nil || !m.source.compiles(m.file, m.text()) {
			return nil, fmt.Errorf("expected a place in the sources, found none for `%s`", name)
		}
		list = append(list, m)
	}
	return list, nil
}
