package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"time"

	"unbox/optimizer"
)

// flagSet reads the flags of a command.
type flagSet struct {
	*flag.FlagSet
	program *program
	command string
}

func (p *program) flags(command string) *flagSet {
	set := flag.NewFlagSet(command, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	return &flagSet{set, p, command}
}

// parse reads flags and operands in any order; after "--" everything is an
// operand. If it returns false, the command is over with the exit code.
func (f *flagSet) parse(args []string) (operands []string, code int, ok bool) {
	for len(args) > 0 {
		if err := f.Parse(args); err != nil {
			return nil, f.failed(err), false
		}
		rest := f.Args()
		ended := len(args) > len(rest) && args[len(args)-len(rest)-1] == "--"
		if ended || len(rest) == 0 {
			return append(operands, rest...), exitGood, true
		}
		operands = append(operands, rest[0])
		args = rest[1:]
	}
	return operands, exitGood, true
}

func (f *flagSet) failed(err error) int {
	if errors.Is(err, flag.ErrHelp) {
		return f.program.help([]string{f.command})
	}
	return f.program.unusable("%s; see `unbox help %s`", f.explain(err), f.command)
}

// What package flag says of a flag that it does not know, of one without its value, and
// of a value that it cannot read.
var (
	unknownFlag = regexp.MustCompile(`^flag provided but not defined: -+(.*)$`)
	lonelyFlag  = regexp.MustCompile(`^flag needs an argument: -+(.*)$`)
	wrongValue  = regexp.MustCompile(`(?s)^invalid (?:boolean )?value "(.*)" for (?:flag )?-+(\S+): (?:parse error|value out of range)$`)
)

// explain says an error of package flag as Unbox says things: what was expected, then
// what was found.
func (f *flagSet) explain(err error) string {
	text := err.Error()
	if m := unknownFlag.FindStringSubmatch(text); m != nil {
		return fmt.Sprintf("expected a flag of `unbox %s`, found `--%s`", f.command, m[1])
	}
	if m := lonelyFlag.FindStringSubmatch(text); m != nil {
		return fmt.Sprintf("expected a value after `--%s`, found none", m[1])
	}
	if m := wrongValue.FindStringSubmatch(text); m != nil {
		return fmt.Sprintf("expected %s as --%s, found `%s`", f.wanted(m[2]), m[2], m[1])
	}
	return text
}

// wanted says what values a flag takes.
func (f *flagSet) wanted(name string) string {
	if known, ok := f.Lookup(name).Value.(flag.Getter); ok {
		switch known.Get().(type) {
		case bool:
			return "`true` or `false`"
		case int:
			return "a whole number of 64 bits"
		case uint64:
			return "a whole number from 0 on"
		case time.Duration:
			return "a time such as `500ms` or `10s`"
		}
	}
	return "another value"
}

// files is parse for commands that read at least one file.
func (f *flagSet) files(args []string) (names []string, code int, ok bool) {
	names, code, ok = f.parse(args)
	if ok && len(names) == 0 {
		return nil, f.program.unusable("expected a FILE (`-` reads standard input), found none; see `unbox help %s`", f.command), false
	}
	return names, code, ok
}

// passFlags are the two ways to choose passes.
type passFlags struct{ passes, preset string }

func (f *flagSet) passFlags() *passFlags {
	chosen := new(passFlags)
	f.StringVar(&chosen.passes, "passes", "", "")
	f.StringVar(&chosen.preset, "preset", "", "")
	return chosen
}

// given reports whether one of the two was used.
func (f *flagSet) given(name string) bool {
	found := false
	f.Visit(func(g *flag.Flag) { found = found || g.Name == name })
	return found
}

// set returns the passes chosen, those of the preset "loop" if none were.
func (f *flagSet) set(chosen *passFlags) (optimizer.PassSet, error) {
	if f.given("passes") && f.given("preset") {
		return 0, errors.New("expected either --passes or --preset, found both")
	}
	if f.given("passes") {
		return optimizer.ParsePasses(splitList(chosen.passes))
	}
	name := chosen.preset
	if !f.given("preset") {
		name = "loop"
	}
	preset, err := optimizer.PresetByName(name)
	return preset.Passes, err
}

// splitList splits at commas; an empty list has no elements.
func splitList(list string) []string {
	if strings.TrimSpace(list) == "" {
		return nil
	}
	return strings.Split(list, ",")
}

func passNames(set optimizer.PassSet) []string {
	names := []string{}
	for _, pass := range set.List() {
		names = append(names, pass.String())
	}
	return names
}

// source is a file that was read.
type source struct {
	// name is how messages call it.
	name, text string
}

// read reads a file, or standard input for "-".
func (p *program) read(name string) (source, error) {
	if name == "-" {
		text, err := io.ReadAll(p.stdin)
		if err != nil {
			return source{}, fmt.Errorf("reading standard input: %w", err)
		}
		return source{"<stdin>", string(text)}, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return source{}, explainFile(name, err)
	}
	return source{name, string(text)}, nil
}

// explainFile says why a file cannot be read.
func explainFile(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("expected a file, found none of the name `%s`", name)
	}
	if info, wrong := os.Stat(name); wrong == nil && info.IsDir() {
		return fmt.Errorf("expected a file, found the folder `%s`", name)
	}
	return err
}

// each calls do for every file and returns the worst exit code.
func (p *program) each(names []string, do func(source) int) int {
	worst := exitGood
	for _, name := range names {
		file, err := p.read(name)
		if err != nil {
			worst = max(worst, p.unusable("%v", err))
			continue
		}
		worst = max(worst, do(file))
	}
	return worst
}
