package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"
)

// commands lists the commands in the order in which help shows them.
func commands() []command {
	return []command{
		optCommand(), showCommand(), runCommand(), checkCommand(), fmtCommand(), importCommand(), diffCommand(), stepCommand(), compareCommand(), proveCommand(), smtCommand(), ruleCommand(),
		fuzzCommand(), timeCommand(), asmCommand(), wasmCommand(), lessonCommand(), classCommand(), workshopCommand(), workerCommand(), pythonCommand(), describeCommand(), completionCommand(), manCommand(),
	}
}

func commandNames() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

// exitCodes and operandNotes are part of the overview and the manual page.
const (
	operandNotes = "FILE is a trace in any notation; - reads standard input. Flags can come before or after files."
	exitCodes    = `Exit codes: 0 good, 1 the answer is "no" (a trace is not well-formed, outcomes differ), 2 the input cannot be used, ` +
		`with the reason on standard error, 3 unknown, 4 nothing is proved because no input reaches the end.`
	colorNotes = "Output on a terminal has colours, unless the environment has NO_COLOR or TERM is dumb; --color=always and --color=never decide otherwise."
)

// usage writes the overview.
func usage() string {
	var b strings.Builder
	b.WriteString("unbox shows how a tracing JIT optimizes.\n\nUsage:\n\n")
	for _, c := range commands() {
		head := fmt.Sprintf("    unbox %-12s", c.name)
		b.WriteString(wrap(c.summary, head, strings.Repeat(" ", len(head)), textWidth) + "\n")
	}
	b.WriteString(`
    unbox help COMMAND    more about a command
    unbox --version       the version

`)
	for _, note := range []string{operandNotes, colorNotes, exitCodes} {
		b.WriteString(wrap(note, "", "", textWidth) + "\n\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// help explains the program or one command.
func (p *program) help(args []string) int {
	if len(args) == 0 || len(args) == 1 && slices.Contains([]string{"help", "version"}, args[0]) {
		fmt.Fprint(p.stdout, usage())
		return exitGood
	}
	for _, c := range commands() {
		if c.name == args[0] {
			if len(args) > 1 {
				return p.unusable("expected `unbox help %s`, found `%s` after it; see `unbox help`", c.name, strings.Join(args[1:], " "))
			}
			fmt.Fprint(p.stdout, c.help())
			return exitGood
		}
	}
	return p.unusable("%s", unknown("a command", args[0], commandNames()))
}

// synopsis returns the command's usage line.
func (c command) synopsis() string {
	parts := []string{"unbox " + c.name}
	if c.flags().HasAvailableFlags() {
		parts = append(parts, "[FLAGS]")
	}
	if c.operands != "" {
		parts = append(parts, c.operands)
	}
	return strings.Join(parts, " ")
}

// help writes the help text of a command: usage, text, flags, lists.
func (c command) help() string {
	var b strings.Builder
	b.WriteString(wrap(c.synopsis(), "Usage: ", "    ", textWidth) + "\n\n" + refilled(c.about))
	writeFlags(&b, c.flags())
	if c.more != nil {
		b.WriteString("\n" + c.more())
	}
	return b.String()
}

// The columns of a help text: where it ends, and the last column where the text of a flag
// may begin.
const (
	textWidth = 80
	flagWidth = 24
)

// writeFlags lists flags with what they do.
func writeFlags(b *strings.Builder, flags *pflag.FlagSet) {
	width := 0
	flags.VisitAll(func(f *pflag.Flag) { width = max(width, utf8.RuneCountInString(flagHead(f))) })
	width = min(width+6, flagWidth)
	first := true
	flags.VisitAll(func(f *pflag.Flag) {
		if first {
			b.WriteString("\n")
			first = false
		}
		head := "    " + flagHead(f)
		if len(head)+2 > width {
			b.WriteString(head + "\n")
			head = ""
		}
		b.WriteString(wrap(f.Usage, fmt.Sprintf("%-*s", width, head), strings.Repeat(" ", width), textWidth) + "\n")
	})
}

// flagHead returns a flag as it is written, with the name of its value: "-o, --output
// OUT".
func flagHead(f *pflag.Flag) string {
	head := "--" + f.Name
	if f.Shorthand != "" {
		head = "-" + f.Shorthand + ", " + head
	}
	if value := placeholder(f); value != "" {
		head += " " + value
	}
	return head
}

// refilled returns a text whose paragraphs are filled again, up to textWidth. Lines that begin with blanks stay as they are.
func refilled(text string) string {
	var b, paragraph strings.Builder
	end := func() {
		if paragraph.Len() > 0 {
			b.WriteString(wrap(paragraph.String(), "", "", textWidth) + "\n")
			paragraph.Reset()
		}
	}
	for line := range strings.Lines(text) {
		if line != "\n" && line[0] != ' ' {
			paragraph.WriteString(line)
			continue
		}
		end()
		b.WriteString(line)
	}
	end()
	return b.String()
}

// wrap breaks a text into lines of a width, in characters. first comes before the first one,
// rest before the others.
func wrap(text, first, rest string, width int) string {
	var b strings.Builder
	at, begun := utf8.RuneCountInString(first), false
	b.WriteString(first)
	for _, word := range strings.Fields(text) {
		length := utf8.RuneCountInString(word)
		switch {
		case begun && at+1+length > width:
			b.WriteString("\n" + rest)
			at = utf8.RuneCountInString(rest)
		case begun:
			b.WriteString(" ")
			at++
		}
		b.WriteString(word)
		at, begun = at+length, true
	}
	return b.String()
}
