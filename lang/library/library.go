// Package library has the modules of Unbox's Python that are written in Unbox's Python: programs that import one are
// compiled together with it, so traces inline its functions as those of the program.
package library

import (
	"embed"
	"slices"
	"strings"
)

//go:embed *.py
var files embed.FS

// Source returns the text of a module; false if there is none of the name.
func Source(name string) (string, bool) {
	text, err := files.ReadFile(name + ".py")
	return string(text), err == nil
}

// Names are the names of all modules, in order.
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("BUG: the folder that is a part of the program cannot be read: " + err.Error())
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".py"))
	}
	slices.Sort(names)
	return names
}
