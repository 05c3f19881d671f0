// Package edit represents texts as browsers edit them, and changes to them in the form of CodeMirror's
// change sets.
package edit

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
)

// Text is the edited text in UTF-16 code units, the unit in which browsers
// count.
type Text []uint16

// New makes a text from a string.
func New(s string) Text { return utf16.Encode([]rune(s)) }

func (t Text) String() string { return string(utf16.Decode(t)) }

// Changed returns the text after a change, in the form in which CodeMirror's change sets are
// written as JSON: a list of sections, each a length that stays as it is, or a list with a length that
// goes and then the lines that take its place.
//
// Errors: it is not a change of a text of this length, or the text would be longer than the maximum.
func (t Text) Changed(change json.RawMessage, most int) (Text, error) {
	var sections []json.RawMessage
	if err := json.Unmarshal(change, &sections); err != nil {
		return nil, errors.New("expected a change as a list of sections, found something else")
	}
	out := make(Text, 0, len(t)+64)
	at := 0
	for _, s := range sections {
		length, lines, err := section(s)
		if err != nil {
			return nil, err
		}
		if length > len(t)-at {
			return nil, fmt.Errorf("expected a change of a text of %d characters, found one of a longer text", len(t))
		}
		if lines == nil {
			out = append(out, t[at:at+length]...)
		} else {
			out = append(out, New(strings.Join(lines, "\n"))...)
		}
		at += length
		if len(out) > most {
			return nil, fmt.Errorf("expected a text of at most %d characters, found a longer one", most)
		}
	}
	if at != len(t) {
		return nil, fmt.Errorf("expected a change of a text of %d characters, found one of %d", len(t), at)
	}
	return out, nil
}

// section reads one section of a change; lines is nil where the text stays.
func section(s json.RawMessage) (length int, lines []string, err error) {
	if json.Unmarshal(s, &length) == nil && length >= 0 {
		return length, nil, nil
	}
	var parts []json.RawMessage
	wrong := errors.New("expected a length, or a list of a length and lines, found something else in a change")
	if json.Unmarshal(s, &parts) != nil || len(parts) == 0 || json.Unmarshal(parts[0], &length) != nil || length < 0 {
		return 0, nil, wrong
	}
	lines = make([]string, len(parts)-1)
	for i, p := range parts[1:] {
		if json.Unmarshal(p, &lines[i]) != nil || strings.ContainsAny(lines[i], "\n\r") {
			return 0, nil, wrong
		}
	}
	return length, lines, nil
}
