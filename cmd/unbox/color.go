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

// errorText is an error that is its text.
type errorText string

func (e errorText) Error() string { return string(e) }

// isTerminal reports whether a person reads what is written.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// colorsOn reports whether what is written has colours: where a person reads it, and has not asked for none.
func (p *program) colorsOn(terminal bool) bool {
	switch p.color {
	case "always":
		return true
	case "never":
		return false
	}
	return terminal && p.env("NO_COLOR") == "" && p.env("TERM") != "dumb"
}

// painter writes for standard output.
func (p *program) painter() show.Painter { return show.Painter{On: p.colorsOn(p.onTerminal)} }
