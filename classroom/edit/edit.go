// Package edit represents texts as browsers edit them, and changes to them in the form of CodeMirror's
// change sets.
package edit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf16"
)

// Text is the edited text in UTF-16 code units, the unit in which browsers
// count.
type Text []uint16

// New makes a text from a string.
func New(s string) Text { return utf16.Encode([]rune(s)) }

func (t Text) String() string { return string(utf16.Decode(t)) }

// maxSections is the maximum number of sections in a change. Our pages make three; other editors make one for each place.
const maxSections = 20_000

// Changed returns the text after a change, in the form in which CodeMirror's change sets are
// written as JSON: a list of sections, each a length that stays as it is, or a list with a length that
// goes and then the lines that take its place. It is read section by section, so that one of strangers, of any length, needs the memory and
// the time of a text of the maximum length.
//
// Errors: it is not a change of a text of this length, or the text would be longer than the maximum.
func (t Text) Changed(change json.RawMessage, most int) (Text, error) {
	from := json.NewDecoder(bytes.NewReader(change))
	if open, err := from.Token(); err != nil || open != json.Delim('[') {
		return nil, errors.New("expected a change as a list of sections, found something else")
	}
	out := make(Text, 0, len(t)+64)
	at := 0
	for count := 0; from.More(); count++ {
		if count == maxSections {
			return nil, fmt.Errorf("expected a change of at most %d sections, found more", maxSections)
		}
		s, err := readSection(from, most)
		if err != nil {
			return nil, err
		}
		if s.length > len(t)-at {
			return nil, fmt.Errorf("expected a change of a text of %d characters, found one of a longer text", len(t))
		}
		if s.stays {
			out = append(out, t[at:at+s.length]...)
		} else {
			out = append(out, s.new...)
		}
		at += s.length
		if len(out) > most {
			return nil, longText(most)
		}
	}
	if _, err := from.Token(); err != nil {
		return nil, errors.New("expected a change as a list of sections, found something else")
	}
	if at != len(t) {
		return nil, fmt.Errorf("expected a change of a text of %d characters, found one of %d", len(t), at)
	}
	return out, nil
}

func longText(most int) error {
	return fmt.Errorf("expected a text of at most %d characters, found a longer one", most)
}

// section is one section of a change: a length that stays, or one whose place a new text takes.
type section struct {
	length int
	stays  bool
	new    Text
}

var errSection = errors.New("expected a length, or a list of a length and lines, found something else in a change")

// readSection reads one, whose new text has at most so many characters.
func readSection(from *json.Decoder, most int) (s section, err error) {
	token, err := from.Token()
	if length, ok := lengthOf(token); ok && err == nil {
		return section{length: length, stays: true}, nil
	}
	if err != nil || token != json.Delim('[') {
		return s, errSection
	}
	for first := true; from.More(); first = false {
		if token, err = from.Token(); err != nil {
			return s, errSection
		}
		line, ok := token.(string)
		switch length, number := lengthOf(token); {
		case first && number:
			s.length = length
			continue
		case first || !ok || strings.ContainsAny(line, "\n\r"):
			return s, errSection
		}
		if s.new == nil {
			s.new = Text{}
		} else {
			s.new = append(s.new, '\n')
		}
		if s.new = append(s.new, New(line)...); len(s.new) > most {
			return s, longText(most)
		}
	}
	if token == json.Delim('[') { // an empty list
		return s, errSection
	}
	if _, err = from.Token(); err != nil {
		return s, errSection
	}
	return s, nil
}

// lengthOf returns a length: a whole number that is not negative.
func lengthOf(token json.Token) (length int, ok bool) {
	number, ok := token.(float64)
	if !ok || number < 0 || number > 1<<31 || number != math.Trunc(number) {
		return 0, false
	}
	return int(number), true
}
