package main

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"unbox/backend"
	"unbox/native"
	"unbox/optimizer"
	"unbox/trace"
)

func asmCommand() command {
	return command{
		name: "asm", operands: "FILE...", summary: "show the machine code of a trace", declare: (*program).asm,
		about: `Optimizes a trace and prints it with the x86-64 machine code below each operation,
as comments: the output is still a trace. After a semicolon it says which values are
in the registers. Code out of line comes last: exits, with the values that they hand
over, and rare cases.

Machine code is made on every machine, even if it cannot run there. Calls leave the
code through an exit, like all visible effects. If a trace depends on a constant of
which the log has only a number, it is refused, with the line: exit code 1.
`,
	}
}

// asm is the command `unbox asm`.
func (p *program) asm(flags *flagSet) func(names []string) int {
	recorded := flags.Bool("recorded", false, "use the trace as it is, without optimization")
	chosen := flags.passFlags()
	withBytes := flags.Bool("bytes", false, "print the address and the bytes of each instruction as well")
	cpu := flags.String("cpu", "host", "x86-64, which every such processor is, x86-64-v3 with AVX and BMI2, or host, the processor of this machine, the default (`NAME`)")
	return func(names []string) int {
		if len(names) == 0 {
			return flags.noFile()
		}
		if *recorded && (flags.given("passes") || flags.given("preset")) {
			return p.unusable("expected either --recorded, --passes or --preset, found two of them")
		}
		features, ok := processors()[*cpu]
		if !ok {
			return p.unusable("expected `host`, `x86-64` or `x86-64-v3` as --cpu, found `%s`", *cpu)
		}
		passes, err := flags.set(chosen)
		if err != nil {
			return p.unusable("%v", err)
		}
		if *recorded {
			passes = 0
		}
		return p.each(names, func(file source) int { return p.asmText(file, passes, features, *withBytes) })
	}
}

// processors are the values of --cpu.
func processors() map[string]native.Features {
	return map[string]native.Features{
		"host": native.Host(), "x86-64": {}, "x86-64-v3": {AVX: true, BMI2: true},
	}
}

func (p *program) asmText(file source, passes optimizer.PassSet, features native.Features, withBytes bool) int {
	tr, list := trace.Parse(file.text)
	if p.report(file, list) {
		return exitUnusable
	}
	if passes != 0 {
		tr = optimizer.Optimize(tr, passes).Out
	}
	if !p.canShow(file, tr) {
		return exitUnusable
	}
	planned, err := backend.Plan(tr, backend.Options{})
	if err != nil {
		fmt.Fprintf(p.stderr, "unbox: %s: %v\n", file.shown(), err)
		return exitNo
	}
	code, err := native.Compile(planned, native.Options{Features: features, Listing: true})
	if err != nil {
		return p.unusable("%s: %v", file.shown(), err)
	}
	names := trace.NewNamer(tr, "")
	a := &assembly{
		out: p.stdout, code: code, program: planned, names: names, bytes: withBytes,
		listing: trace.PrintWith(names, trace.PrintOptions{Comments: true}),
	}
	a.write()
	return exitGood
}

// assembly writes a trace with its machine code.
type assembly struct {
	out     *output
	code    *native.Code
	program *backend.Program
	names   *trace.Namer
	listing *trace.Listing
	bytes   bool
	// lines are the instructions of the straight path by operation of the trace; 0
	// stands for those that belong to none. rare are the ones out of line.
	lines map[trace.Value][]native.Line
	rare  []native.Line
	// notes say why an operation does not have the expected code.
	notes map[trace.Value]string
	// rows are the lines of operations in the listing, nil until the first one is asked for.
	rows map[trace.Value]int
}

func (a *assembly) write() {
	a.sort()
	a.lineAll(a.lines[0])
	for k, text := range a.listing.Lines() {
		fmt.Fprintln(a.out, text)
		op := a.listing.Ops[k]
		if op == trace.None {
			continue
		}
		a.lineAll(a.lines[op])
		if note := a.notes[op]; note != "" {
			fmt.Fprintln(a.out, "#       ; "+note)
		}
	}
	a.writeRare()
	fmt.Fprintf(a.out, "# %d bytes, %d of them in line; %d slots of the frame\n", a.code.Size(), a.code.StraightSize(), a.code.Slots())
}

// sort assigns instructions to the operations that they belong to.
func (a *assembly) sort() {
	a.lines, a.notes = make(map[trace.Value][]native.Line), make(map[trace.Value]string)
	for _, line := range a.code.Listing(a.names) {
		if line.Stub {
			a.rare = append(a.rare, line)
			continue
		}
		op := trace.None
		if line.Instr >= 0 {
			op = a.program.Code[line.Instr].Source
		}
		a.lines[op] = append(a.lines[op], line)
	}
	for k := range a.program.Code {
		if note := a.code.Note(k); note != "" {
			a.notes[a.program.Code[k].Source] = note
		}
	}
}

func (a *assembly) lineAll(lines []native.Line) {
	for _, line := range lines {
		a.line(line)
	}
}

// line writes an instruction.
func (a *assembly) line(line native.Line) {
	if line.Label != "" {
		fmt.Fprintf(a.out, "#   %s:\n", line.Label)
	}
	text := "#       " + line.Text
	if a.bytes {
		code := a.code.Bytes()[line.Offset : line.Offset+line.Size]
		text = fmt.Sprintf("# %5d %-32s %s", line.Offset, fmt.Sprintf("% x", code), line.Text)
	}
	if line.Values != "" {
		width := 48
		if a.bytes {
			width = 80
		}
		text = fmt.Sprintf("%-*s ; %s", width, text, line.Values)
	}
	fmt.Fprintln(a.out, text)
}

// writeRare writes the code out of line, with the live values of exits.
func (a *assembly) writeRare() {
	if len(a.rare) == 0 {
		return
	}
	fmt.Fprintln(a.out, "# out of line:")
	exits := make(map[string]native.Exit)
	for _, exit := range a.code.Exits(a.names) {
		exits[exit.Label] = exit
	}
	for _, line := range a.rare {
		if exit, ok := exits[line.Label]; ok {
			fmt.Fprintf(a.out, "#   ; %s\n", a.describe(exit))
		}
		a.line(line)
	}
}

// describe says where an exit leaves the trace and where its values are.
func (a *assembly) describe(exit native.Exit) string {
	text := "from " + a.source(exit)
	if len(exit.Values) == 0 {
		return text
	}
	var places []string
	for _, v := range exit.Values {
		places = append(places, a.names.Name(v.Value)+" in "+v.Where)
	}
	sort.Strings(places)
	return text + ", with " + strings.Join(places, ", ")
}

// source returns the operation that an exit belongs to, as written in the
// trace.
func (a *assembly) source(exit native.Exit) string {
	op := a.program.Code[exit.Instr].Source
	if a.rows == nil {
		a.rows = make(map[trace.Value]int)
		for k, op := range slices.Backward(a.listing.Ops) {
			a.rows[op] = k
		}
	}
	if k, ok := a.rows[op]; ok {
		return "`" + strings.TrimSpace(a.listing.Line(k)) + "`"
	}
	return "the end"
}
