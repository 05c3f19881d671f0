package lesson

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"unbox/trace"
)

// Kind is the first word of an info string.
type Kind string

// The kinds of fenced blocks. docs/lessons.md says what each is for.
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

// drawing are the attributes of a trace that the page's components draw.
var drawing = []string{"passes", "preset", "title", "row"}

// kinds says for each kind which attributes it may have, and whether it is hidden: whether such blocks do not appear
// at their place in the text.
var kinds = map[Kind]struct {
	attributes []string
	hidden     bool
}{
	Starter: {hidden: true}, Tests: {hidden: true}, Hint: {hidden: true}, Solution: {hidden: true}, Library: {hidden: true},
	Wrong:   {attributes: []string{"message"}, hidden: true},
	Trace:   {attributes: []string{"passes", "preset", "title"}},
	Diff:    {attributes: drawing},
	Lines:   {attributes: drawing},
	Loop:    {attributes: drawing},
	Steps:   {attributes: drawing},
	Objects: {attributes: drawing},
	Program: {attributes: []string{"title", "threshold", "bridges"}},
	Race:    {attributes: []string{"title", "yours", "inputs", "measured"}},
	Quiz:    {attributes: []string{"id", "again"}},
	Figure:  {},
	Quote:   {attributes: []string{"file", "name", "title"}},
	Python:  {}, Go: {}, Text: {},
}

// nearestKind returns the kind of blocks that was probably meant by a word, "" if none looks like it.
func nearestKind(word string) string {
	var names []string
	for kind := range kinds {
		names = append(names, string(kind))
	}
	slices.Sort(names)
	return trace.Nearest(word, names)
}

// Hidden reports whether blocks of this kind do not appear at their place in the text.
func (k Kind) Hidden() bool { return kinds[k].hidden }

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
	of, known := kinds[kind]
	if !known {
		near := ""
		if name := nearestKind(word); name != "" {
			near = fmt.Sprintf("; the nearest is `%s`", name)
		}
		return "", nil, fmt.Errorf("expected a kind of block such as `tests` or `trace` after the fence, found %s%s", quoted(word), near)
	}
	attr := map[string]string{}
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		name, value, left, err := cutAttribute(rest)
		if err != nil {
			return "", nil, err
		}
		if !slices.Contains(of.attributes, name) {
			return "", nil, fmt.Errorf("expected %s of a `%s` block, found `%s`", oneOf(of.attributes), kind, name)
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
