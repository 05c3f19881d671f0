package prove

import (
	"fmt"
	"strings"

	"unbox/trace"
)

// lines finds the text and the number of an operation's line, for messages.
type lines struct {
	t *trace.Trace
	// after means that it is the optimized trace; printed means that lines are
	// those of the printed form, not of the source.
	after, printed bool
	line           map[trace.Value]int
	text           map[trace.Value]string
}

func (l *lines) load() {
	if l.line != nil {
		return
	}
	l.line, l.text = make(map[trace.Value]int), make(map[trace.Value]string)
	listing := trace.Print(l.t, trace.PrintOptions{Comments: true})
	for k, op := range listing.Ops {
		if op != trace.None {
			l.line[op], l.text[op] = k+1, strings.TrimSpace(listing.Line(k))
		}
	}
}

// number returns the line of an operation in the source or in the printed form; 0 for
// none.
func (l *lines) number(v trace.Value) int {
	if v <= 0 || int(v) >= len(l.t.Ops) {
		return 0
	}
	if !l.printed && l.t.Ops[v].Line > 0 {
		return int(l.t.Ops[v].Line)
	}
	l.load()
	return l.line[v]
}

// of returns the line of an operation without its snapshot and comment.
func (l *lines) of(v trace.Value) string {
	l.load()
	text, _, _ := strings.Cut(l.text[v], ") [")
	if len(text) < len(l.text[v]) {
		text += ")"
	}
	text, _, _ = strings.Cut(text, " #")
	return strings.TrimSpace(text)
}

// at says where an operation is, for a message.
func (l *lines) at(v trace.Value) string {
	which := "the recorded trace"
	if l.after {
		which = "the optimized trace"
	}
	if text := l.of(v); text != "" {
		return fmt.Sprintf("`%s`, line %d of %s", text, l.number(v), which)
	}
	return "the end of " + which
}
