package main

import (
	"io"
	"os"

	"golang.org/x/term"

	"unbox/show"
)

// colorWhen are the values of --color.
var colorWhen = []string{"auto", "always", "never"}

// checkColor checks the value of --color.
func (p *program) checkColor() error {
	for _, when := range colorWhen {
		if p.color == when {
			return nil
		}
	}
	return errorText(unknown("a value of --color", p.color, colorWhen))
}

// errorText is an error with a fixed text.
type errorText string

func (e errorText) Error() string { return string(e) }

// isTerminal reports whether the output goes to a person.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// colorsOn reports whether the output is coloured: if a person reads it and has not switched colours off.
func (p *program) colorsOn(terminal bool) bool {
	switch p.color {
	case "always":
		return true
	case "never":
		return false
	}
	return terminal && p.env("NO_COLOR") == "" && p.env("TERM") != "dumb"
}

// painter returns the painter for standard output.
func (p *program) painter() show.Painter { return show.Painter{On: p.colorsOn(p.onTerminal)} }
