package main

import (
	"fmt"
	"strings"
	"testing"

	"unbox/internal/golden"
)

//go:generate go test -run ^TestFlagReference$ -update

// flagsPath is the list of flags for administrators.
const flagsPath = "../../docs/flags.md"

// plainMarkdown keeps characters of a help text what they are.
var plainMarkdown = strings.NewReplacer("*", `\*`, "|", `\|`, "<", "&lt;")

// flagReference lists every flag as --help does, as Markdown.
func flagReference() string {
	var b strings.Builder
	b.WriteString("# All flags\n\n<!-- Written by \"go generate ./cmd/serve\" from the table of flags. Do not edit. -->\n\n" +
		"All settings of `bin/serve`. Each can be a flag, a variable, or a line of the file that `--config` names. [Running a server](operations.md) says which has precedence.\n" +
		"Sizes are in bytes, or in KiB, MiB or GiB with that unit after the number; times are written 500ms, 20s, 2m, 90d. A block of addresses is one IPv4 address, or a /56 of\nIPv6; a seat is one visitor there.\n")
	heading := "General"
	for _, s := range new(options).table() {
		if s.heading != "" {
			heading, _, _ = strings.Cut(strings.TrimSpace(s.heading), ";")
		}
		if s.variable() == "" {
			continue
		}
		if heading != "" {
			fmt.Fprintf(&b, "\n## %s\n\n| flag | variable | what it does | default |\n| --- | --- | --- | --- |\n", heading)
			heading = ""
		}
		name := "--" + s.name
		if s.value != "" {
			name += " " + strings.ReplaceAll(s.value, "|", "\\|")
		}
		initial := ""
		if s.initial != "" {
			initial = "`" + s.initial + "`"
		}
		fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s |\n", name, s.variable(), plainMarkdown.Replace(s.help), initial)
	}
	return b.String()
}

// TestFlagReference compares docs/flags.md with the flags. With -update it is the generator.
func TestFlagReference(t *testing.T) {
	golden.Compare(t, flagsPath, flagReference())
}
