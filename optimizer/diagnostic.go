package optimizer

import (
	"strings"
	"unicode/utf8"
)

// Severity says how bad a Diagnostic is.
type Severity uint8

const (
	// Error: the text is no trace.
	Error Severity = iota
	// Warning: the text is a trace, but probably not the intended one.
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one thing to say about a text, at the smallest span that it is
// about.
type Diagnostic struct {
	Severity Severity
	// Code is the stable identifier of the kind of message, "unknown-operation".
	Code string
	// Message says what was expected, then what was found. Names stand in
	// backticks.
	Message string
	// From and To delimit the span in bytes from the start of the text.
	// From < To except at the end of the text.
	From, To int
}

// Position returns the 1-based line and column of a byte offset; the column
// counts characters. Offsets beyond the end are taken as the end. Lines end
// with "\n".
func Position(text string, offset int) (line, column int) {
	before := text[:min(max(offset, 0), len(text))]
	start := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[start:]) + 1
}

// Offsets converts byte offsets of one text to UTF-16 offsets, as JavaScript
// and editors count. Asking in ascending order costs one walk over the text in
// total; going back starts again.
type Offsets struct {
	text         string
	bytes, utf16 int
}

// NewOffsets returns a converter for text.
func NewOffsets(text string) *Offsets { return &Offsets{text: text} }

// UTF16 returns how many UTF-16 code units stand before the byte offset. A byte
// that is not UTF-8 counts as one unit. Offsets beyond the end are taken as the
// end.
func (o *Offsets) UTF16(offset int) int {
	offset = min(max(offset, 0), len(o.text))
	if offset < o.bytes {
		o.bytes, o.utf16 = 0, 0
	}
	for o.bytes < offset {
		r, size := utf8.DecodeRuneInString(o.text[o.bytes:])
		o.bytes += size
		o.utf16++
		if r > 0xFFFF {
			o.utf16++
		}
	}
	return o.utf16
}
