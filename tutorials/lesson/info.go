package lesson

import (
	"fmt"
	"strings"
	"unicode"
)

// Kind is the first word of an info string.
type Kind string

// The kinds of fenced blocks, see the package's documentation.
const (
	Starter  Kind = "starter"
	Tests    Kind = "tests"
	Hint     Kind = "hint"
	Solution Kind = "solution"
	Wrong    Kind = "wrong"
	Library  Kind = "library"
	Trace    Kind = "trace"
	Diff     Kind = "diff"
	Lines    Kind = "lifelines"
	Loop     Kind = "loop"
	Steps    Kind = "steps"
	Objects  Kind = "objects"
	Program  Kind = "program"
	Race     Kind = "race"
	Quiz     Kind = "quiz"
	Figure   Kind = "figure"
	Quote    Kind = "quote"
	Python   Kind = "python"
	Go       Kind = "go"
	Text     Kind = "text"
)

// attributes says for each kind which attributes it may have.
func attributes(k Kind) (names []string, known bool) {
	switch k {
	case Starter, Tests, Hint, Solution, Library, Figure, Python, Go, Text:
		return nil, true
	case Quiz:
		return []string{"id", "again"}, true
	case Wrong:
		return []string{"message"}, true
	case Trace:
		return []string{"passes", "preset", "title"}, true
	case Diff, Lines, Loop, Steps, Objects:
		return []string{"passes", "preset", "title", "row"}, true
	case Program:
		return []string{"title", "threshold", "bridges"}, true
	case Race:
		return []string{"title", "yours", "inputs", "measured"}, true
	case Quote:
		return []string{"file", "name", "title"}, true
	}
	return nil, false
}

// Drawn reports whether blocks of this kind are traces that the page's components draw.
func (k Kind) Drawn() bool {
	switch k {
	case Diff, Lines, Loop, Steps, Objects:
		return true
	}
	return false
}

// Hidden reports whether blocks of this kind do not appear at their place in the text.
func (k Kind) Hidden() bool {
	switch k {
	case Starter, Tests, Hint, Solution, Wrong, Library:
		return true
	}
	return false
}

// Block is a fenced block.
type Block struct {
	Kind Kind
	// Attr are the attributes of the info string: name="value" or name=value.
	Attr map[string]string
	// Code is the text between the fences.
	Code
	// Data is the content of a quiz or a figure; nil for all other blocks.
	Data any
}

// ParseInfo reads an info string such as `trace passes="fold,cse"`.
//
// Errors say what was expected and what was found.
func ParseInfo(info string) (Kind, map[string]string, error) {
	word, rest, _ := strings.Cut(strings.TrimSpace(info), " ")
	kind := Kind(word)
	names, known := attributes(kind)
	if !known {
		return "", nil, fmt.Errorf("expected a kind of block such as `tests` or `trace` after the fence, found %s", quoted(word))
	}
	attr := map[string]string{}
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		name, value, left, err := cutAttribute(rest)
		if err != nil {
			return "", nil, err
		}
		if !contains(names, name) {
			return "", nil, fmt.Errorf("expected %s of a `%s` block, found `%s`", oneOf(names), kind, name)
		}
		if _, twice := attr[name]; twice {
			return "", nil, fmt.Errorf("expected the attribute `%s` once, found it again", name)
		}
		attr[name], rest = value, left
	}
	return kind, attr, nil
}

// cutAttribute cuts one name=value from the front.
func cutAttribute(s string) (name, value, rest string, err error) {
	name, rest, ok := strings.Cut(s, "=")
	if !ok || name == "" || strings.ContainsFunc(name, unicode.IsSpace) {
		word, _, _ := strings.Cut(s, " ")
		return "", "", "", fmt.Errorf("expected `name=\"value\"`, found `%s`", word)
	}
	if !strings.HasPrefix(rest, `"`) {
		value, rest, _ = strings.Cut(rest, " ")
		return name, value, rest, nil
	}
	value, rest, ok = strings.Cut(rest[1:], `"`)
	if !ok {
		return "", "", "", fmt.Errorf("expected a closing quote after `%s=\"`, found the end of the line", name)
	}
	return name, value, rest, nil
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// oneOf lists the allowed attributes.
func oneOf(names []string) string {
	if len(names) == 0 {
		return "no attribute"
	}
	return "one of the attributes `" + strings.Join(names, "`, `") + "`"
}

// quoted writes a word in backticks, and nothing as "nothing".
func quoted(word string) string {
	if word == "" {
		return "nothing"
	}
	return "`" + word + "`"
}
