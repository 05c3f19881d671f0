package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed lesson_template
var lessonTemplate embed.FS

// lessonNew writes a course with one chapter and one step, which tests accept.
func (p *program) lessonNew(dir string) int {
	if dir == "" {
		return p.unusable("expected a DIR for the new course, found none")
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return p.unusable("expected an empty folder or a new name, found `%s` with something in it", dir)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return p.unusable("%v", err)
	}
	template, err := fs.Sub(lessonTemplate, "lesson_template")
	if err != nil {
		panic("BUG: the embedded folder has a fixed, valid name: " + err.Error())
	}
	if err := os.CopyFS(dir, template); err != nil {
		return p.unusable("%v", err)
	}
	fmt.Fprintf(p.stdout, "%s: a course with one chapter and one step. Look at it with\n\n    unbox lesson serve %s\n\nand change %s.\n",
		dir, dir, filepath.Join(dir, "01-first-chapter", "01-first-step.md"))
	return exitGood
}
