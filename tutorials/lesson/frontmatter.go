package lesson

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v4"
)

// chapterMatter and stepMatter are the front matter of chapter.md and of a step.
type chapterMatter struct {
	Title   string   `yaml:"title"`
	Summary string   `yaml:"summary"`
	Sources []Source `yaml:"sources"`
}

type stepMatter struct {
	Title   string   `yaml:"title"`
	Idea    string   `yaml:"idea"`
	Fresh   bool     `yaml:"fresh"`
	Pass    string   `yaml:"pass"`
	Without string   `yaml:"without"`
	Random  *Random  `yaml:"random"`
	Parts   []Part   `yaml:"parts"`
	Sources []Source `yaml:"sources"`
}

var fence = []byte("---\n")

// cutMatter splits a file into its front matter and its text, and returns the
// number of the text's first line.
//
// Errors: there is no front matter, or it has no end.
func cutMatter(file []byte) (matter, text []byte, line int, err error) {
	if !bytes.HasPrefix(file, fence) {
		first, _, _ := bytes.Cut(file, []byte("\n"))
		return nil, nil, 0, fmt.Errorf("expected `---`, the beginning of the front matter, found %s", quoted(string(first)))
	}
	end := bytes.Index(file[len(fence)-1:], append([]byte("\n"), fence...))
	if end < 0 {
		return nil, nil, 0, errors.New("expected a second `---` after the front matter, found the end of the file")
	}
	end += len(fence) - 1
	matter, text = file[len(fence):end+1], file[end+1+len(fence):]
	return matter, text, bytes.Count(file[:len(file)-len(text)], []byte("\n")) + 1, nil
}

// decodeYAML reads YAML into a struct; names that are not its fields are problems.
// Text begins in line first of its file; problems name the file's lines. It returns whether there were none: otherwise
// what is missing in the struct may be in the text.
func decodeYAML(file string, text []byte, first int, into any, problems *Problems) bool {
	d, err := yaml.NewLoader(bytes.NewReader(text), yaml.WithKnownFields())
	if err != nil {
		panic("BUG: the options of the YAML package: " + err.Error())
	}
	err = d.Load(into)
	if err == nil || errors.Is(err, io.EOF) {
		return true
	}
	var several *yaml.LoadErrors
	var one *yaml.LoadError
	switch {
	case errors.As(err, &several):
	case errors.As(err, &one):
		several = &yaml.LoadErrors{Errors: []*yaml.LoadError{one}}
	default:
		several = &yaml.LoadErrors{Errors: []*yaml.LoadError{{Message: err.Error()}}}
	}
	for _, e := range several.Errors {
		line := first + max(e.Mark.Line, 1) - 1
		problems.add(file, line, "expected valid YAML with known names, found this: %s", plainYAML(e.Message))
	}
	return false
}

// The YAML package's messages about a name that a struct does not have, a duplicate name
// (with the line in the text that it was given) and a value of a different kind.
var (
	unknownField = regexp.MustCompile(`^field (.+) not found in type \S+$`)
	secondField  = regexp.MustCompile(`^mapping key "(.+)" already defined at line \d+$`)
	otherKind    = regexp.MustCompile("^cannot construct !!(\\w+)(?: (`.*`))? into (\\S+)$")
)

// kindsOfYAML are words for the kinds of YAML values.
var kindsOfYAML = map[string]string{
	"seq": "a list", "map": "names with values", "str": "text", "int": "a number", "float": "a number", "bool": "`true` or `false`",
	"null": "nothing", "timestamp": "a date",
}

// inQuotes is what authors have to do about texts that YAML takes apart.
const inQuotes = "put quotation marks around the whole text"

// slipsOfYAML are the YAML package's messages about what is usually a text without quotation marks, in words that say so.
var slipsOfYAML = map[string]string{
	"mapping values are not allowed in this context":         "a second colon with a blank after it; if it belongs to a text, " + inQuotes,
	"found character that cannot start any token":            "a text that begins with a sign that YAML does not allow there, such as a backtick; " + inQuotes,
	"did not find expected key":                              "something other than a name with a colon; if a text begins with a quotation mark or a bracket, " + inQuotes,
	"block sequence entries are not allowed in this context": "a dash with a blank after it where no list can begin; if it belongs to a text, " + inQuotes,
}

// plainYAML rewrites a message of the YAML package without Go's types.
func plainYAML(m string) string {
	if slip, known := slipsOfYAML[m]; known {
		return slip
	}
	if name := unknownField.FindStringSubmatch(m); name != nil {
		found := "the unknown name `" + name[1] + "`"
		if strings.Contains(name[1], " ") {
			// In braces, a comma ends a text.
			found += "; if it belongs to a text with a comma, " + inQuotes
		}
		return found
	}
	if name := secondField.FindStringSubmatch(m); name != nil {
		return "the name `" + name[1] + "` a second time"
	}
	if kind := otherKind.FindStringSubmatch(m); kind != nil {
		found := kind[2]
		if found == "" {
			found = cmp.Or(kindsOfYAML[kind[1]], "something else")
		}
		return found + " where " + wantedByYAML(kind[3]) + " belongs"
	}
	return m
}

// wantedByYAML says what kind of value a Go type takes.
func wantedByYAML(typ string) string {
	switch {
	case typ == "string":
		return "text"
	case typ == "bool":
		return "`true` or `false`"
	case typ == "int":
		return "a whole number"
	case strings.HasPrefix(typ, "[]"):
		return "a list"
	}
	return "a group of names with values"
}
