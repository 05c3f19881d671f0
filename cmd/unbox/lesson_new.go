package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"unbox/tutorials/templates"
)

//go:embed lesson_template
var lessonTemplate embed.FS

// lessonNew writes a course with one chapter and one step, which passes the
// checks.
func (p *program) lessonNew(dir string) int {
	if err := nothingIn(dir); err != nil {
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

// nothingIn reports an error if the folder for new files is not empty.
func nothingIn(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case err == nil && len(entries) > 0:
		return fmt.Errorf("expected an empty folder or a new name, found `%s` with something in it", dir)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return nil
}

// programNew writes a program in another language that solves a step.
func (p *program) programNew(dir, language string) int {
	var names []string
	for _, l := range templates.All() {
		if names = append(names, l.ID); l.ID == language {
			return p.writeProgram(dir, &l)
		}
	}
	return p.unusable("%s", unknown("a language after `--language`", language, names))
}

func (p *program) writeProgram(dir string, l *templates.Language) int {
	if err := nothingIn(dir); err != nil {
		return p.unusable("%v", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return p.unusable("%v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, l.File), []byte(l.Text), 0o644); err != nil {
		return p.unusable("%v", err)
	}
	fmt.Fprintf(p.stdout, "%s: a program in %s that answers the step %s.\n", filepath.Join(dir, l.File), l.Name, templates.Answers)
	for i, build := range l.Builds {
		fmt.Fprintf(p.stdout, "\n%s (it needs %s):\n\n    %s\n", [...]string{"Build it there", "Or"}[min(i, 1)], strings.ReplaceAll(build.Needs, "`", ""), build.Line)
	}
	runs := templates.Wasm
	if len(l.Builds) == 0 {
		runs = l.File
	}
	fmt.Fprintf(p.stdout, "\nTry it with\n\n    unbox lesson test --pass %s --step %s\n", runs, templates.Answers)
	if l.Note != "" {
		fmt.Fprintf(p.stdout, "\n%s\n", strings.ReplaceAll(l.Note, "`", ""))
	}
	return exitGood
}
