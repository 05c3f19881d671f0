package lesson

import (
	"cmp"
	"fmt"
	"slices"
)

// Problem is an error in a file of a course.
type Problem struct {
	// File is the path in the course, Line counts from 1 and is 0 if the problem
	// is in the file as a whole.
	File string
	Line int
	// Reason says what was expected, then what was found.
	Reason string
}

// Error formats file, line and reason as compilers do, so that editors can jump
// there.
func (p *Problem) Error() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.File, p.Reason)
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Reason)
}

// Problems collects problems, so that all are reported at once.
type Problems []*Problem

// add adds a problem.
func (ps *Problems) add(file string, line int, format string, args ...any) {
	*ps = append(*ps, &Problem{file, line, fmt.Sprintf(format, args...)})
}

// Error lists the problems, one a line.
func (ps Problems) Error() string {
	text := ""
	for i, p := range ps {
		if i > 0 {
			text += "\n"
		}
		text += p.Error()
	}
	return text
}

// Err returns the problems in the order of files and lines, each once, or nil for none.
func (ps Problems) Err() error {
	if len(ps) == 0 {
		return nil
	}
	slices.SortStableFunc(ps, func(a, b *Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return slices.CompactFunc(ps, func(a, b *Problem) bool { return *a == *b })
}
