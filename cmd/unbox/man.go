package main

import (
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"unbox/internal/version"
)

func manCommand() command {
	return command{
		name: "man", summary: "print the manual page", declare: (*program).man,
		about: `Prints the manual page: the help of all commands. To install it:

    unbox man > ~/.local/share/man/man1/unbox.1
`,
	}
}

// man is the command `unbox man`.
func (p *program) man(*flagSet) func(operands []string) int {
	return func(operands []string) int {
		if len(operands) > 0 {
			return p.unusable("expected nothing after `man`, found `%s`", operands[0])
		}
		m := &manual{}
		m.write()
		fmt.Fprint(p.stdout, m.String())
		return exitGood
	}
}

// manual writes the manual page in mdoc(7), from the data of help.
type manual struct{ strings.Builder }

func (m *manual) write() {
	m.macro("Dd", strings.Fields(builtOn())...)
	m.macro("Dt", "UNBOX", "1")
	m.macro("Os", "unbox "+version.String())
	m.macro("Sh", "NAME")
	m.macro("Nm", "unbox")
	m.macro("Nd", "watch a tracing JIT optimize")
	m.macro("Sh", "SYNOPSIS")
	for _, c := range commands() {
		m.synopsis(c)
	}
	m.macro("Sh", "DESCRIPTION")
	m.text("unbox shows how a tracing JIT optimizes: it takes recorded traces through an optimizer, gives the reason for every " +
		"change, runs traces, compares them, proves that they do the same, and compiles them to machine code. " + operandNotes)
	m.macro("Sh", "COMMANDS")
	for _, c := range commands() {
		m.command(c)
	}
	m.macro("Sh", "ENVIRONMENT")
	m.text(colorNotes)
	m.macro("Sh", "EXIT STATUS")
	m.text(exitCodes)
}

// builtOn returns the date of the sources in the version control stamp, "" for none.
func builtOn() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if day, err := time.Parse(time.RFC3339, s.Value); err == nil && s.Key == "vcs.time" {
			return day.Format("January 2, 2006")
		}
	}
	return ""
}

// synopsis writes the line of a command in the overview.
func (m *manual) synopsis(c command) {
	args := []string{"unbox", c.name}
	m.macro("Nm", args...)
	if c.flags().HasAvailableFlags() {
		m.macro("Op", "Ar", "flags")
	}
	if c.operands != "" {
		m.macro("Ar", c.operands)
	}
}

// command writes the section of a command: summary, text, flags, lists.
func (m *manual) command(c command) {
	m.macro("Ss", "unbox "+c.name+": "+c.summary)
	m.prose(c.about)
	flags := c.flags()
	if flags.HasAvailableFlags() {
		m.request(".Bl -tag -width Ds")
		flags.VisitAll(m.flag)
		m.macro("El")
	}
	if c.more != nil {
		m.prose(c.more())
	}
}

func (m *manual) flag(f *pflag.Flag) {
	args := []string{"It", "Fl", "-" + f.Name}
	if f.Shorthand != "" {
		args = []string{"It", "Fl", f.Shorthand, ",", "Fl", "-" + f.Name}
	}
	if value := placeholder(f); value != "" {
		args = append(args, "Ar", value)
	}
	m.macro(args[0], args[1:]...)
	m.text(f.Usage)
}

// prose writes a help text: paragraphs, and lines that begin with blanks
// unchanged.
func (m *manual) prose(text string) {
	literal := false
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch indented := strings.HasPrefix(line, "    "); {
		case line == "" && !literal:
			m.macro("Pp")
		case line == "":
			m.macro("Ed")
			m.macro("Pp")
			literal = false
		case indented && !literal:
			m.dropPp()
			m.request(".Bd -literal -offset indent")
			literal = true
			m.literal(line[4:])
		case indented:
			m.literal(line[4:])
		default:
			m.text(line)
		}
	}
	if literal {
		m.macro("Ed")
	}
}

// dropPp removes a paragraph macro before a display, which begins a paragraph by itself.
func (m *manual) dropPp() {
	if text := m.String(); strings.HasSuffix(text, "\n.Pp\n") {
		m.Reset()
		m.WriteString(strings.TrimSuffix(text, ".Pp\n"))
	}
}

// macro writes a line that begins with a macro.
func (m *manual) macro(name string, args ...string) {
	m.WriteString("." + name)
	for _, arg := range args {
		arg = escape(arg)
		if strings.ContainsAny(arg, " ") {
			arg = `"` + strings.ReplaceAll(arg, `"`, `\(dq`) + `"`
		}
		m.WriteString(" " + arg)
	}
	m.WriteString("\n")
}

// request writes a line of markup as it is.
func (m *manual) request(line string) { m.WriteString(line + "\n") }

// literal writes a line as it is: it escapes what would be a macro at its
// beginning.
func (m *manual) literal(line string) {
	line = escape(line)
	if strings.HasPrefix(line, ".") || line == "" {
		line = `\&` + line
	}
	m.WriteString(line + "\n")
}

// text writes words.
func (m *manual) text(words string) {
	// Each sentence begins a line, so that the space after it is right.
	for line := range strings.SplitSeq(strings.ReplaceAll(words, ". ", ".\n"), "\n") {
		m.literal(line)
	}
}

// escape protects characters that typesetting would change: backslashes, and the ASCII
// forms of quotes and hyphens, which are code.
func escape(text string) string {
	return strings.NewReplacer(`\`, `\e`, "`", `\(ga`, "'", `\(aq`, "-", `\-`, "^", `\(ha`, "~", `\(ti`).Replace(text)
}
