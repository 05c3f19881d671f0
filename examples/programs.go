package examples

import (
	"embed"
	"io/fs"
)

//go:embed programs/*.py
var programs embed.FS

// Programs returns the texts of the Python programs that the page offers, in the order of their names.
func Programs() []string {
	names, err := fs.Glob(programs, "programs/*.py")
	if err != nil || len(names) == 0 {
		panic("BUG: the embedded programs cannot be read")
	}
	var texts []string
	for _, name := range names {
		text, err := programs.ReadFile(name)
		if err != nil {
			panic("BUG: an embedded file cannot be read: " + err.Error())
		}
		texts = append(texts, string(text))
	}
	return texts
}
