package lesson

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
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
	Sources []Source `yaml:"sources"`
}

var fence = []byte("---\n")

// cutMatter divides a file into its front matter and its text, of which it
// returns the first line's number.
//
// Errors: there is no front matter, or no end of it.
func cutMatter(file []byte) (matter, text []byte, line int, err error) {
	if !bytes.HasPrefix(file, fence) {
		first, _, _ := bytes.Cut(file, []byte("\n"))
		return nil, nil, 0, fmt.Errorf("expected `---`, the beginning of the front matter, found %s", quoted(string(first)))
	}
	end := bytes.Index(file[len(fence)-1:], append([]byte("\n"), fence...))
	if end < 0 {
		return nil, nil, 0, errors.New("expected a second `---` behind the front matter, found the end of the file")
	}
	end += len(fence) - 1
	matter, text = file[len(fence):end+1], file[end+1+len(fence):]
	return matter, text, bytes.Count(file[:len(file)-len(text)], []byte("\n")) + 1, nil
}

// yamlLine finds the line that the YAML package puts into its messages.
var yamlLine = regexp.MustCompile(`^(?:yaml: )?line (\d+): `)

// decodeYAML reads YAML into a struct of which no other field may be named.
// Text begins in line first of its file; problems name the file's lines.
func decodeYAML(file string, text []byte, first int, into any, problems *Problems) {
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	err := d.Decode(into)
	if err == nil || errors.Is(err, io.EOF) {
		return
	}
	messages := []string{strings.TrimPrefix(err.Error(), "yaml: ")}
	var typed *yaml.TypeError
	if errors.As(err, &typed) {
		messages = typed.Errors
	}
	for _, m := range messages {
		line := first
		if at := yamlLine.FindStringSubmatch(m); at != nil {
			n, err := strconv.Atoi(at[1])
			if err != nil {
				panic("BUG: digits are a number: " + err.Error())
			}
			line, m = first+n-1, m[len(at[0]):]
		}
		problems.add(file, line, "expected valid YAML with known names, found this: %s", plainYAML(m))
	}
}

// unknownField is how the YAML package calls a name that a struct does not have.
var unknownField = regexp.MustCompile(`^field (\S+) not found in type \S+$`)

// plainYAML says a message of the YAML package without Go's types.
func plainYAML(m string) string {
	if name := unknownField.FindStringSubmatch(m); name != nil {
		return "the unknown name `" + name[1] + "`"
	}
	return m
}
