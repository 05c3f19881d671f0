package run

import (
	"bytes"
	"unicode/utf8"

	"github.com/tetratelabs/wazero/sys"
)

// limited keeps what is written to it, up to a number of bytes. Beyond that it ends
// the writing program, or drops the rest if cut is set.
type limited struct {
	most int
	cut  bool
	full bool
	text bytes.Buffer
	// ascii is the part of the size known so far: the rest are bytes of longer
	// characters, which count one each until everything is there.
	ascii int
}

// Write keeps p.
func (l *limited) Write(p []byte) (int, error) {
	if l.cut {
		l.text.Write(p[:min(len(p), l.most-l.text.Len())])
		return len(p), nil
	}
	for _, c := range p {
		if l.ascii += byteSize(c); l.ascii > l.most {
			l.full = true
			// Programs ignore failures to write. This is how a host function ends a program
			// in wazero: proc_exit does the same.
			panic(sys.NewExitError(1))
		}
	}
	return l.text.Write(p)
}

// size returns the length of the text as a JSON string without its quotes: an invalid byte
// takes six bytes there.
func (l *limited) size() int { return jsonSize(l.text.Bytes()) }

// jsonSize is the length of a text inside of a JSON string, as package encoding/json writes it.
func jsonSize(text []byte) int {
	n := 0
	for len(text) > 0 {
		if text[0] < utf8.RuneSelf {
			n += byteSize(text[0])
			text = text[1:]
			continue
		}
		r, width := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && width == 1, r == '\u2028', r == '\u2029':
			n += len(`\ufffd`)
		default:
			n += width
		}
		text = text[width:]
	}
	return n
}

// byteSize is the length of a single-byte character there.
func byteSize(c byte) int {
	switch {
	case c == '"', c == '\\', c == '\n', c == '\r', c == '\t', c == '\b', c == '\f':
		return 2
	case c < ' ', c == '<', c == '>', c == '&':
		return len(`\u0000`)
	}
	return 1
}
