package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"unbox/optimizer"
	"unbox/show"
	"unbox/trace"
	"unbox/wasm/api"
)

func showCommand() command {
	return command{
		name: "show", operands: "FILE", summary: "show what was changed and why: in the terminal, or as a document", more: passLists,
		declare: (*program).show,
		about: `Optimizes a trace and shows what became of every operation, and why. Without one of the
flags for a form, the output is for a terminal.

An HTML file needs no network and no script: rows open with all that the optimizer says of
them, and on paper all reasons stand at the end. Operations without changes are folded. JSON
is for the element <unbox-trace>, with which any page shows the picture with its lifelines.
`,
	}
}

// showFlags are the flags of `unbox show`.
type showFlags struct {
	html, svg, columns, markdown, ansi, json bool
	theme, title, out, lines                 string
	passes                                   *passFlags
}

// show is the command `unbox show`.
func (p *program) show(flags *flagSet) func(names []string) int {
	var f showFlags
	flags.BoolVar(&f.html, "html", false, "one HTML file that needs nothing else")
	flags.BoolVar(&f.svg, "svg", false, "a picture")
	flags.BoolVar(&f.columns, "columns", false, "with --svg: both sides, next to each other")
	flags.BoolVar(&f.markdown, "markdown", false, "Markdown: both sides, the difference, the reasons")
	flags.BoolVar(&f.ansi, "ansi", false, "text with the colours of terminals, also into a file")
	flags.BoolVar(&f.json, "json", false, "JSON for the element <unbox-trace>: the rows, the lifelines, and all reasons")
	flags.StringVarP(&f.out, "output", "o", "", "the file to write (`OUT`); standard output if not given")
	flags.StringVar(&f.title, "title", "", "the title (`TEXT`); by default the line `# title:` of the trace, or the name of the file")
	flags.StringVar(&f.lines, "lines", "", "show the lines `A-B` of the file alone, or one line")
	flags.StringVar(&f.theme, "theme", "auto", "of HTML and SVG: light, dark, or auto for what the reader's system has (`THEME`)")
	f.passes = flags.passFlags()
	return func(names []string) int {
		switch {
		case len(names) == 0:
			return flags.noFile()
		case len(names) > 1:
			return p.unusable("expected one FILE, found %s", counted(names))
		case overwrites(f.out, names[0]):
			return p.unusable("expected another file than the one that is shown as --output, found `%s`", f.out)
		}
		if err := flags.needs("svg", "columns"); err != nil {
			return p.unusable("%v", err)
		}
		if err := f.check(); err != nil {
			return p.unusable("%v; see `unbox help show`", err)
		}
		passes, err := flags.set(f.passes)
		if err != nil {
			return p.unusable("%v", err)
		}
		return p.each(names, func(file source) int { return p.showFile(file, &f, passes) })
	}
}

// themes are the values of --theme.
var themes = []string{"auto", "light", "dark"}

// check checks the flags.
func (f *showFlags) check() error {
	forms := 0
	for _, asked := range []bool{f.html, f.svg, f.markdown, f.ansi, f.json} {
		if asked {
			forms++
		}
	}
	if forms > 1 {
		return errorText("expected one of --html, --svg, --markdown, --ansi and --json, found several")
	}
	switch {
	case !slices.Contains(themes, f.theme):
		return errorText(unknown("a value of --theme", f.theme, themes))
	case f.theme != "auto" && !f.html && !f.svg:
		return errorText("expected --theme together with --html or --svg, found it alone")
	}
	return nil
}

// linesFlag is a value of --lines.
var linesFlag = regexp.MustCompile(`^(\d{1,9})(?:-(\d{1,9}))?$`)

// chosenLines reads --lines, of a file with a number of lines; 0, 0 stands for all.
func (f *showFlags) chosenLines(lines int) (from, to int, err error) {
	if f.lines == "" {
		return 0, 0, nil
	}
	if m := linesFlag.FindStringSubmatch(f.lines); m != nil {
		from, _ = strconv.Atoi(m[1]) // at most nine digits
		if to = from; m[2] != "" {
			to, _ = strconv.Atoi(m[2])
		}
	}
	switch {
	case from < 1 || to < from:
		return 0, 0, fmt.Errorf("expected lines such as `6-16` or `6` as --lines, found `%s`", f.lines)
	case from > lines:
		return 0, 0, fmt.Errorf("expected --lines within the %s of the file, found `%s`", plural(lines, "line"), f.lines)
	}
	return from, to, nil
}

func (p *program) showFile(file source, f *showFlags, set optimizer.PassSet) int {
	from, to, err := f.chosenLines(strings.Count(strings.TrimSuffix(file.text, "\n"), "\n") + 1)
	if err != nil {
		return p.unusable("%v", err)
	}
	t, list := trace.Parse(file.text)
	if p.report(file, list) || !p.canExplain(file, t, set) {
		return exitUnusable
	}
	passes := passNames(set)
	if f.json {
		return p.showPrepared(file, f, passes, from, to)
	}
	r, err := api.New().Everything(&api.OptimizeRequest{Text: file.text, Passes: passes, To: -1})
	if err != nil {
		return p.unusable("%v", err)
	}
	d := &show.Document{Title: f.titleOf(file), Result: r, From: from, To: to, Theme: f.theme}
	return p.write(f.out, p.shown(d, f))
}

// maxShown is the maximum number of operations of a trace that is shown with all reasons, and maxValues that of their arguments and the values
// of their snapshots: a row of it takes up to 10 KB of memory, and each value in it 1 KB.
const (
	maxShown  = 100_000
	maxValues = 400_000
)

// canShow reports whether a trace is short enough to be shown with all reasons, and says so if it is not.
func (p *program) canShow(file source, t *trace.Trace) bool {
	n, values := trace.Shown(t, maxValues)
	switch {
	case n > maxShown:
		p.unusable("%s: expected at most %d operations, found %d; `unbox opt` prints longer traces", file.shown(), maxShown, n)
	case values > maxValues:
		p.unusable("%s: expected at most %d arguments and values in snapshots, found more; `unbox opt` prints longer traces", file.shown(), maxValues)
	}
	return n <= maxShown && values <= maxValues
}

// canExplain is canShow of a trace and of what passes make of it: each of its guards may describe all objects that are not allocated.
func (p *program) canExplain(file source, t *trace.Trace, passes optimizer.PassSet) bool {
	return p.canShow(file, t) && p.canShow(source{name: file.shown() + ", optimized"}, optimizer.Optimize(t, passes).Out)
}

// showPrepared writes the content of <unbox-trace>.
func (p *program) showPrepared(file source, f *showFlags, passes []string, from, to int) int {
	q := &api.PreparedRequest{Text: file.text, Passes: passes, To: -1, Title: f.titleOf(file), FromRow: from, ToRow: to}
	prepared, err := api.New().Prepared(q)
	if err != nil {
		return p.unusable("%v", err)
	}
	text, err := json.Marshal(prepared)
	if err != nil {
		panic("BUG: a prepared picture cannot be encoded: " + err.Error())
	}
	return p.write(f.out, string(text)+"\n")
}

// shown returns the document in the requested form.
func (p *program) shown(d *show.Document, f *showFlags) string {
	switch {
	case f.html:
		return d.HTML(f.theme)
	case f.columns:
		return d.Columns()
	case f.svg:
		return d.SVG()
	case f.markdown:
		return d.Markdown()
	case f.ansi:
		return d.ANSI(show.Painter{On: p.color != "never"})
	case f.out != "":
		return d.ANSI(show.Painter{On: p.color == "always"})
	}
	return d.ANSI(p.painter())
}

// titleLine matches the title line of a trace.
var titleLine = regexp.MustCompile(`(?m)^# title:[ \t]*(\S.*?)[ \t\r]*$`)

// titleOf returns the title of the document of a file.
func (f *showFlags) titleOf(file source) string {
	if f.title != "" {
		return f.title
	}
	if m := titleLine.FindStringSubmatch(file.text); m != nil {
		return m[1]
	}
	if file.name == "<stdin>" {
		return "A trace"
	}
	return strings.TrimSuffix(filepath.Base(file.name), filepath.Ext(file.name))
}

// write writes a text to a file, or to standard output if the name is empty or "-".
func (p *program) write(name, text string) int {
	if name == "" || name == "-" {
		fmt.Fprint(p.stdout, text)
		return exitGood
	}
	if err := replaceFile(name, []byte(text)); err != nil {
		return p.unusable("%v", err)
	}
	return exitGood
}
