package main

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed equivalent.txt
var equivalentText string

// excuses has the reasons why mutants make no difference, by their names.
type excuses map[string]string

// readExcuses reads a file of lines "name", each followed by its reason, indented.
//
// Errors: a name without a reason, a reason without a name, a name twice.
func readExcuses(text string) (excuses, error) {
	found := excuses{}
	var name string
	for n, line := range strings.Split(text, "\n") {
		body := strings.TrimSpace(line)
		switch {
		case body == "" || strings.HasPrefix(line, "#"):
		case line != body && !strings.HasPrefix(line, " "):
			return nil, fmt.Errorf("line %d: expected spaces in front of a reason, found something else", n+1)
		case line != body && name == "":
			return nil, fmt.Errorf("line %d: expected a mutant in front of the reason, found none", n+1)
		case line != body:
			found[name] = strings.TrimSpace(found[name] + " " + body)
		default:
			if _, twice := found[body]; twice {
				return nil, fmt.Errorf("line %d: expected each mutant once, found `%s` again", n+1, body)
			}
			name = body
			found[name] = ""
		}
	}
	for name, reason := range found {
		if reason == "" {
			return nil, fmt.Errorf("expected a reason for `%s`, found none", name)
		}
	}
	return found, nil
}

// stale returns the names that no mutant has.
func (e excuses) stale(lists [][]*mutant) (names []string) {
	left := map[string]bool{}
	for name := range e {
		left[name] = true
	}
	for _, list := range lists {
		for _, m := range list {
			delete(left, m.name())
		}
	}
	for name := range left {
		names = append(names, name)
	}
	return names
}
