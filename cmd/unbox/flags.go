package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"unbox/optimizer"
)

// flagSet declares the flags of a command.
type flagSet struct {
	*pflag.FlagSet
	program *program
	command string
}

// settle cuts the name of a flag's value, marked by backticks, out of its usage, and sets how the
// value is completed. A name in brackets is removed from the text.
func (f *flagSet) settle(cmd *cobra.Command) {
	f.SortFlags = false
	f.VisitAll(func(g *pflag.Flag) {
		name, usage := pflag.UnquoteUsage(g)
		if g.Value.Type() == "bool" {
			return
		}
		g.Usage = strings.Replace(usage, " ("+name+")", "", 1)
		f.SetAnnotation(g.Name, valueNote, []string{name}) // the flag exists
		if f.command != "" {
			g.Value = &once{Value: g.Value} // --color is for an alias, too, after which it is given again
		}
		if complete := flagCompleter(g.Name, name); complete != nil {
			cmd.RegisterFlagCompletionFunc(g.Name, complete) // it is declared once
		}
	})
}

// once is the value of a flag that takes one: given twice, one of the two would be lost.
type once struct {
	pflag.Value
	given bool
}

// errTwice means that a flag is there a second time.
var errTwice = errors.New("given twice")

// Set sets the value.
func (o *once) Set(text string) error {
	if o.given {
		return errTwice
	}
	o.given = true
	return o.Value.Set(text)
}

// valueNote is the annotation with the name of a flag's value.
const valueNote = "value"

// placeholder is the name of a flag's value, "" if it has none.
func placeholder(f *pflag.Flag) string {
	if note := f.Annotations[valueNote]; len(note) > 0 {
		return note[0]
	}
	return ""
}

// json declares --json.
func (f *flagSet) json(usage string) *bool { return f.Bool("json", false, usage) }

// noFile reports that a command needs at least one file.
func (f *flagSet) noFile() int {
	return f.program.unusable("expected a FILE (`-` reads standard input), found none; see `unbox help %s`", f.command)
}

// passFlags are the two flags for choosing passes.
type passFlags struct{ passes, preset string }

// passFlags declares them for a command that optimizes, with those of the preset "loop" if none are
// chosen.
func (f *flagSet) passFlags() *passFlags {
	return f.passFlagsFor("the passes to run, separated by commas, in any order (`LIST`)", "a named set of passes (`NAME`); loop if neither is given")
}

// passFlagsFor declares them with texts that say what they do in a command.
func (f *flagSet) passFlagsFor(passes, preset string) *passFlags {
	chosen := new(passFlags)
	f.StringVar(&chosen.passes, "passes", "", passes)
	f.StringVar(&chosen.preset, "preset", "", preset)
	return chosen
}

// given reports whether a flag was used.
func (f *flagSet) given(name string) bool { return f.Changed(name) }

// needs says that some of the names were used without a flag, without which they do nothing; nil if all is well.
func (f *flagSet) needs(other string, names ...string) error {
	for _, name := range names {
		if f.given(name) && !f.given(other) {
			return fmt.Errorf("expected --%s together with --%s, found it alone; see `unbox help %s`", name, other, f.command)
		}
	}
	return nil
}

// oneOf says that several of the names were used, of which one takes all that is printed; nil if all is well.
func (f *flagSet) oneOf(names ...string) error {
	given := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !f.given(name) })
	if len(given) > 1 {
		return fmt.Errorf("expected one of --%s and --%s, found both; see `unbox help %s`", given[0], given[1], f.command)
	}
	return nil
}

// set returns the passes chosen, those of the preset "loop" if none were.
func (f *flagSet) set(chosen *passFlags) (optimizer.PassSet, error) {
	if f.given("passes") && f.given("preset") {
		return 0, errors.New("expected either --passes or --preset, found both")
	}
	if f.given("passes") {
		passes, err := optimizer.ParsePasses(splitList(chosen.passes))
		return passes, about("--passes", err)
	}
	name := chosen.preset
	if !f.given("preset") {
		name = "loop"
	}
	preset, err := optimizer.PresetByName(name)
	return preset.Passes, about("--preset", err)
}

// about names the flag that an error is about; nil stays nil.
func about(flag string, err error) error {
	if err != nil {
		err = fmt.Errorf("%s: %w", flag, err)
	}
	return err
}

// counted says how many operands there are, and which.
func counted(operands []string) string {
	if len(operands) == 0 {
		return "none"
	}
	const most = 5
	text := fmt.Sprintf("%d: `%s`", len(operands), strings.Join(operands[:min(len(operands), most)], "`, `"))
	if len(operands) > most {
		text += " and others"
	}
	return text
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
	// name is what it was opened by, text all of it.
	name, text string
}

// shown is the name in messages, which a stranger may have chosen.
func (s source) shown() string { return oneLine(s.name) }

// read reads a file with a trace or a program, or standard input for "-".
func (p *program) read(name string) (source, error) { return p.readAtMost(name, maxFile) }

// readLog reads a file that may be a log of many traces, or standard input for "-".
func (p *program) readLog(name string) (source, error) { return p.readAtMost(name, maxLog) }

func (p *program) readAtMost(name string, most int64) (source, error) {
	if name == "-" {
		if p.hasRead {
			return source{}, errors.New("expected standard input, `-`, once, found it again")
		}
		p.hasRead = true
		text, err := readAll(p.stdin, most)
		if err != nil {
			return source{}, fmt.Errorf("reading standard input: %w", err)
		}
		return source{"<stdin>", text}, inUTF8("<stdin>", text)
	}
	file, err := os.Open(name)
	if err != nil {
		return source{}, explainFile(name, err)
	}
	defer file.Close()
	text, err := readAll(file, most)
	if err != nil {
		return source{}, explainFile(name, err)
	}
	return source{name, text}, inUTF8(name, text)
}

// inUTF8 says that a text is in UTF-16, as some editors and shells of Windows write it: it begins with a mark of that, or every other byte is
// 0. What else is no UTF-8 is for who reads the text, and knows the place.
func inUTF8(name, text string) error {
	if len(text) >= 4 && (text[:2] == "\xff\xfe" || text[:2] == "\xfe\xff" || (text[0] == 0) != (text[1] == 0) && (text[0] == 0) == (text[2] == 0) && (text[1] == 0) == (text[3] == 0)) {
		return fmt.Errorf("%s: expected text in UTF-8, found UTF-16; save it as UTF-8", oneLine(name))
	}
	return nil
}

// The maximum number of bytes read from a file.
const (
	// maxFile is for a trace or a program: a trace of a million operations has less. Reading one takes up to thirty times as much
	// memory.
	maxFile = 32 << 20
	// maxLog is for a log, of which only those traces are parsed that are asked for. It is far more than the longest one, and a limit for
	// endless devices.
	maxLog = 256 << 20
)

func readAll(r io.Reader, most int64) (string, error) {
	var text strings.Builder
	n, err := io.Copy(&text, io.LimitReader(r, most+1))
	if err == nil && n > most {
		err = fmt.Errorf("expected at most %d MB, found more", most>>20)
		if most < maxLog {
			err = fmt.Errorf("%w; if it is a log, `unbox import` reads up to %d MB", err, maxLog>>20)
		}
	}
	return text.String(), err
}

// overwrites reports whether a file to write is the one that was read, whatever each is called.
func overwrites(out, in string) bool {
	written, err := os.Stat(out)
	if err != nil || !written.Mode().IsRegular() {
		return false
	}
	read, err := os.Stat(in)
	return err == nil && os.SameFile(written, read)
}

// explainFile says why a file cannot be read.
func explainFile(name string, err error) error {
	if name == "" {
		return errors.New("expected a file, found an empty name")
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("expected a file, found none of the name `%s`", name)
	}
	if info, wrong := os.Stat(name); wrong == nil && info.IsDir() {
		return fmt.Errorf("expected a file, found the folder `%s`", name)
	}
	if named := (*fs.PathError)(nil); errors.As(err, &named) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
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
