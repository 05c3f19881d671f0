package main

import (
	"fmt"
	"slices"
	"strings"

	"unbox/trace"
	"unbox/wasm/api"
)

func describeCommand() command {
	return command{
		name: "describe", operands: "[NAME...]", summary: "explain operations, passes, rules and reasons",
		complete: listed(describable), declare: (*program).describe,
		about: "Explains operations, passes, presets, rules and reasons. Without a name it lists\nthem.\n",
	}
}

// describe is the command `unbox describe`.
func (p *program) describe(flags *flagSet) func(names []string) int {
	asJSON := flags.json("print everything, or the entries with these names, as JSON")
	return func(names []string) int { return p.describeNames(names, *asJSON) }
}

// describable returns every name that can be explained, with a short
// description.
func describable() []choice {
	d := api.Describe()
	var all []choice
	for _, o := range d.Operations {
		all = append(all, choice{o.Name, o.Doc})
	}
	for _, x := range d.Passes {
		all = append(all, choice{x.Name, x.Title})
	}
	for _, x := range d.Presets {
		all = append(all, choice{x.Name, x.Title})
	}
	for _, x := range d.Rules {
		all = append(all, choice{x.Name, x.Text})
	}
	for _, x := range d.Reasons {
		all = append(all, choice{x.ID, x.Doc})
	}
	for _, x := range d.Examples {
		all = append(all, choice{x.ID, x.Title})
	}
	return all
}

// noSuchName says that the names do not exist, and what the first may be a
// misspelling of.
func (p *program) noSuchName(missing []string) int {
	var known []string
	for _, c := range describable() {
		known = append(known, c.name)
	}
	near := trace.Nearest(missing[0], known)
	if near != "" {
		near = "; the nearest name is `" + near + "`"
	}
	return p.unusable("expected an operation, pass, preset, rule, reason or example, found `%s`%s; `unbox describe` lists them",
		strings.Join(missing, "`, `"), near)
}

func (p *program) describeNames(names []string, asJSON bool) int {
	known := api.Describe()
	if len(names) > 0 {
		if missing := selectNames(known, names); len(missing) > 0 {
			return p.noSuchName(missing)
		}
	}
	switch {
	case asJSON:
		p.printJSON(known)
	case len(names) == 0:
		p.overview(known)
	default:
		p.details(known)
	}
	return exitGood
}

// selectNames keeps the entries with the names and returns the names that do
// not exist.
func selectNames(d *api.DescribeResponse, names []string) (missing []string) {
	found := make(map[string]bool)
	asked := func(all ...string) bool {
		hit := false
		for _, name := range all {
			if slices.Contains(names, name) {
				found[name], hit = true, true
			}
		}
		return hit
	}
	d.Operations = keep(d.Operations, func(o api.Operation) bool { return asked(o.Names...) })
	d.Passes = keep(d.Passes, func(x api.PassInfo) bool { return asked(x.Name) })
	d.Presets = keep(d.Presets, func(x api.PresetInfo) bool { return asked(x.Name) })
	d.Rules = keep(d.Rules, func(x api.RuleInfo) bool { return asked(x.Name) })
	d.Reasons = keep(d.Reasons, func(x api.ReasonInfo) bool { return asked(x.ID) })
	d.Examples = keep(d.Examples, func(x api.Example) bool { return asked(x.ID) })
	for _, name := range names {
		if !found[name] {
			missing = append(missing, name)
		}
	}
	return missing
}

func keep[T any](list []T, wanted func(T) bool) []T {
	return slices.DeleteFunc(list, func(x T) bool { return !wanted(x) })
}

// overview lists everything by name.
func (p *program) overview(d *api.DescribeResponse) {
	group := ""
	for _, o := range d.Operations {
		if o.Group != group {
			fmt.Fprintf(p.stdout, "%s operations\n", o.Group)
			group = o.Group
		}
		fmt.Fprintf(p.stdout, "    %-32s %s\n", o.Name, o.Doc)
	}
	fmt.Fprintln(p.stdout, "passes, in the order in which they run")
	for _, x := range d.Passes {
		fmt.Fprintf(p.stdout, "    %-32s %s\n", x.Name, x.Doc)
	}
	fmt.Fprintln(p.stdout, "presets")
	for _, x := range d.Presets {
		fmt.Fprintf(p.stdout, "    %-32s %s\n", x.Name, strings.Join(x.Passes, ","))
	}
	fmt.Fprintln(p.stdout, "rules")
	for _, x := range d.Rules {
		fmt.Fprintf(p.stdout, "    %-32s %s\n", x.Name, x.Text)
	}
	fmt.Fprintln(p.stdout, "reasons")
	for _, x := range d.Reasons {
		fmt.Fprintf(p.stdout, "    %-32s %s\n", x.ID, x.Doc)
	}
	fmt.Fprintln(p.stdout, "examples")
	for _, x := range d.Examples {
		fmt.Fprintf(p.stdout, "    %-32s %s: %s\n", x.ID, x.Group, x.Title)
	}
}

// details explains the entries in d.
func (p *program) details(d *api.DescribeResponse) {
	for _, o := range d.Operations {
		fmt.Fprintf(p.stdout, "%s  (%s operation)\n", o.Signature, o.Group)
		p.paragraph(o.Doc)
		p.field("effect", o.Effect)
		if len(o.Names) > 1 {
			p.field("also written", strings.Join(o.Names[1:], ", "))
		}
		p.field("example", o.Example)
	}
	for _, x := range d.Passes {
		fmt.Fprintf(p.stdout, "%s  (pass: %s)\n", x.Name, x.Title)
		p.paragraph(x.Doc)
		p.paragraph(x.Why)
	}
	for _, x := range d.Presets {
		fmt.Fprintf(p.stdout, "%s  (preset: %s)\n", x.Name, x.Title)
		p.field("passes", strings.Join(x.Passes, ","))
	}
	for _, x := range d.Rules {
		fmt.Fprintf(p.stdout, "%s  (rule)\n", x.Name)
		p.paragraph(x.Text)
		p.paragraph(x.Doc)
	}
	for _, x := range d.Reasons {
		fmt.Fprintf(p.stdout, "%s  (reason)\n", x.ID)
		p.paragraph(x.Doc)
	}
	for _, x := range d.Examples {
		fmt.Fprintf(p.stdout, "%s  (example: %s)\n", x.ID, x.Title)
		p.paragraph(x.Note)
		fmt.Fprintf(p.stdout, "\n%s", x.Text)
	}
}

// paragraph prints an indented text, nothing for the empty one.
func (p *program) paragraph(text string) {
	if text != "" {
		fmt.Fprintf(p.stdout, "    %s\n", strings.ReplaceAll(text, "\n", "\n    "))
	}
}

func (p *program) field(name, value string) {
	fmt.Fprintf(p.stdout, "    %s: %s\n", name, value)
}
