package compile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"unbox/lang/library"
)

// Place is a line of the program, or of a module of the library: lines of several files have the same numbers.
type Place struct {
	// Module is the module's name, or "".
	Module string
	Line   int
}

// String is "line 12" or "heapq.py:12".
func (p Place) String() string {
	if p.Module == "" {
		return fmt.Sprintf("line %d", p.Line)
	}
	return fmt.Sprintf("%s.py:%d", p.Module, p.Line)
}

// Own is the line of the program, 0 for a place in a module.
func (p Place) Own() int {
	if p.Module == "" {
		return p.Line
	}
	return 0
}

// ParsePlace reads "12" or "heapq.py:12".
func ParsePlace(text string) (Place, error) {
	var p Place
	number := text
	if file, line, ok := strings.Cut(text, ":"); ok {
		p.Module, number = strings.TrimSuffix(file, ".py"), line
		if !slices.Contains(library.Names(), p.Module) || p.Module == file {
			return p, fmt.Errorf("expected a module of the library before `:`, such as `heapq.py`, found `%s`", file)
		}
	}
	line, err := strconv.Atoi(number)
	if err != nil || line < 1 {
		return p, fmt.Errorf("expected a line such as `12` or `heapq.py:12`, found `%s`", text)
	}
	p.Line = line
	return p, nil
}

// Place returns the place of an instruction in the source.
func (c *Code) Place(pc int) Place { return Place{c.Module, int(c.Lines[pc])} }

// LoopPlace returns where a loop begins in the source.
func (c *Code) LoopPlace(loop int) Place { return Place{c.Module, c.Loops[loop].Line} }
