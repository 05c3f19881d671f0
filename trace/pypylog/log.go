package pypylog

import (
	"fmt"
	"strings"

	"unbox/trace"
)

// LogKind says what an entry of a PyPy log is.
type LogKind uint8

const (
	// LogRecorded is a trace as it was recorded (jit-log-noopt and its variants).
	LogRecorded LogKind = iota
	// LogLoop is what PyPy's optimizer made from a loop or from an entry bridge
	// (jit-log-opt-loop).
	LogLoop
	// LogBridge is what it made from a bridge (jit-log-opt-bridge).
	LogBridge
	// LogShort is a short preamble: what has to run first when another trace jumps
	// to the loop (jit-log-short-preamble).
	LogShort
)

var logKindNames = [...]string{"recorded", "loop", "bridge", "short preamble"}

// String returns "recorded", "loop", "bridge" or "short preamble".
func (k LogKind) String() string { return logKindNames[k] }

// LogEntry is one trace of a PyPy log.
type LogEntry struct {
	Kind LogKind
	// Title is the comment with which PyPy begins the trace, without "# ": "Loop 3
	// (count;boxint.py:37-43~#36 LOAD_FAST) : loop with 316 ops"; "" if there is
	// none.
	Title string
	// Place is the place in the program at which the trace begins, as its title
	// or its first debug_merge_point says: "count;boxint.py:37-43~#36 LOAD_FAST".
	Place string
	// From and To delimit the trace in the text, in bytes.
	From, To int
	// Ops is the number of operations, as [Operations] counts them. PyPy's titles give
	// a different number: they also count labels and marks.
	Ops int
	// Partner is the index of the entry that belongs to this one, -1 if none does:
	// for a recorded trace its optimized one, for all others the recorded trace.
	Partner int
	// Guard is the address of the guard that a bridge begins at, as written
	// ("0x7f1a"); Parent is the index of the optimized trace that contains this
	// guard, -1 if it is not in the log.
	Guard  string
	Parent int
	// Truncated means that the log ends before the trace does.
	Truncated bool
	// nested means that other sections are inside the entry.
	nested bool
	// leadsTo is the label of the loop to which a short preamble leads, as written
	// ("TargetToken(7)"), "" if the log does not have it.
	leadsTo string
}

// SplitLog finds the traces in a raw log of PyPy (PYPYLOG=jit-log-noopt,
// jit-log-opt:FILE), in the order of the text. Traces are between lines
// `[hextime] {jit-log-noopt` and `[hextime] jit-log-noopt}`; other sections are
// left out, also inside traces. A text without such lines is one trace, or
// several if several begin with PyPy's headers. A text that is no log becomes one
// entry, perhaps without operations, and Parse says what is wrong with it. Time is
// linear in the length of the text, and memory in the number of traces.
//
// Errors: more than [MaxEntries] traces.
func SplitLog(text string) ([]LogEntry, error) {
	s := logSplitter{text: text, open: -1}
	for at := 0; at < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		s.line(at, end)
		if len(s.list) > MaxEntries {
			return nil, fmt.Errorf("expected a log with at most %d traces, found more", MaxEntries)
		}
		at = end
	}
	s.closeEntry(len(text), s.open >= 0 && len(s.sections) > 0)
	if len(s.list) == 0 && !s.marked {
		s.list = append(s.list, LogEntry{To: len(text), Partner: -1, Parent: -1})
	}
	s.pairUp()
	return s.list, nil
}

// MaxEntries is the maximum number of traces in a log: far more than any program has. An entry takes some
// hundred bytes, and a line that opens a section only twenty.
const MaxEntries = 200_000

// Text returns the trace that an entry of a log stands for: text for [Parse]. The jump at the end
// of a short preamble, which PyPy writes without a label, gets that of its loop: as written, it
// would lead back to the preamble's own label.
func (e *LogEntry) Text(log string) string {
	text := e.outside(log[e.From:e.To])
	if e.leadsTo == "" {
		return text
	}
	at := strings.LastIndex(text, "\njump(") + 1
	end := strings.IndexByte(text[at:], ')') // the arguments are names
	if at == 0 || end < 0 || strings.Contains(text[at:at+end], "descr=") {
		return text
	}
	separator := ", "
	if text[at:at+end] == "jump(" {
		separator = ""
	}
	return text[:at+end] + separator + "descr=" + e.leadsTo + text[at+end:]
}

// outside returns the parts of an entry's text that are not in other sections.
func (e *LogEntry) outside(part string) string {
	if !e.nested {
		return part
	}
	var b strings.Builder
	var inside []string
	for line := range strings.Lines(part) {
		if name, opens, ok := sectionLine(line); ok {
			inside = nest(inside, name, opens)
			continue
		}
		if len(inside) == 0 {
			b.WriteString(line)
		}
	}
	return b.String()
}

// nest adds a section to those that are open, or closes one with all sections
// inside it.
func nest(open []string, name string, opens bool) []string {
	if opens {
		return append(open, name)
	}
	for k := len(open) - 1; k >= 0 && k >= len(open)-maxNesting; k-- {
		if open[k] == name {
			return open[:k]
		}
	}
	return open
}

// maxNesting bounds how many levels out the section that a line ends may be.
// PyPy nests three deep.
const maxNesting = 64

// logSections are the sections that hold traces.
var logSections = map[string]LogKind{
	"jit-log-noopt":          LogRecorded,
	"jit-log-noopt-loop":     LogRecorded,
	"jit-log-noopt-bridge":   LogRecorded,
	"jit-log-opt-loop":       LogLoop,
	"jit-log-opt-bridge":     LogBridge,
	"jit-log-short-preamble": LogShort,
}

// sectionLine takes a line `[1f2e] {name` or `[1f2e] name}` apart.
func sectionLine(line string) (name string, opens, ok bool) {
	if len(line) < 4 || line[0] != '[' {
		return "", false, false
	}
	at := 1
	for at < len(line) && trace.IsHexDigit(line[at]) {
		at++
	}
	if at == 1 || !strings.HasPrefix(line[at:], "] ") {
		return "", false, false
	}
	rest := strings.TrimRight(line[at+2:], " \r\n")
	if name, opens = strings.CutPrefix(rest, "{"); opens && isSectionName(name) {
		return name, true, true
	}
	if name, ok = strings.CutSuffix(rest, "}"); ok && isSectionName(name) {
		return name, false, true
	}
	return "", false, false
}

func isSectionName(name string) bool {
	for i := 0; i < len(name); i++ {
		if c := name[i]; c != '-' && c != '_' && trace.CharClass[c]&trace.CharStart == 0 && (c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// logSplitter goes through a log line by line.
type logSplitter struct {
	text string
	list []LogEntry
	// open is the index of the entry that the lines belong to, -1 if none.
	open int
	// sections are those that are open, the outermost first; depth is how many
	// there were when the entry's own was opened.
	sections []string
	depth    int
	// marked means that there are section lines.
	marked bool
	// body means that the open entry has an operation or its inputs.
	body   bool
	counts trace.LineCounts // of the open entry
}

func (s *logSplitter) line(from, to int) {
	line := s.text[from:to]
	if name, opens, ok := sectionLine(line); ok {
		s.section(name, opens, from, to)
		return
	}
	if s.open < 0 && (s.marked || strings.TrimSpace(line) == "") {
		return
	}
	header := line[0] == '#' && trace.IsLogHeader(line[1:]) && strings.HasSuffix(strings.TrimRight(line, " \r\n"), " ops")
	if s.open < 0 || header && !s.marked && s.body {
		s.openEntry(LogRecorded, from)
	}
	if len(s.sections) == s.depth {
		s.content(strings.TrimRight(line, " \t\r\n"), header, to)
	}
}

// section is for the lines that open and close sections.
func (s *logSplitter) section(name string, opens bool, from, to int) {
	if !s.marked {
		// What came before the first section is no trace.
		s.marked, s.list, s.open = true, s.list[:0], -1
	}
	kind, isTrace := logSections[name]
	if opens && isTrace {
		s.closeEntry(from, true)
		s.sections = append(s.sections[:0], name)
		s.openEntry(kind, to)
		return
	}
	s.sections = nest(s.sections, name, opens)
	switch {
	case s.open < 0:
		s.sections = s.sections[:0]
	case len(s.sections) < s.depth:
		s.closeEntry(from, false)
	default:
		s.list[s.open].nested = true
	}
}

func (s *logSplitter) openEntry(kind LogKind, from int) {
	s.closeEntry(from, false)
	s.open, s.body, s.depth, s.counts = len(s.list), false, len(s.sections), trace.LineCounts{}
	s.list = append(s.list, LogEntry{Kind: kind, From: from, Partner: -1, Parent: -1})
}

func (s *logSplitter) closeEntry(at int, truncated bool) {
	if s.open >= 0 {
		s.list[s.open].To, s.list[s.open].Truncated = at, truncated
		s.open, s.sections, s.depth = -1, s.sections[:0], 0
	}
}

// content looks at a line of a trace, which ends at to.
func (s *logSplitter) content(line string, header bool, to int) {
	e := &s.list[s.open]
	switch {
	case header && e.Title == "":
		s.header(strings.TrimSpace(line[1:]))
	case line == "" || line[0] == '#':
	case line == "[]" && e.Kind == LogShort:
		e.From = to // the inputs are those of the label after it
	case line[0] == '[':
		s.body = true
	case line[0] == '+' && strings.HasSuffix(line, "--end of the loop--"):
	default:
		if !s.body && !s.marked && e.Title == "" && strings.HasPrefix(line, "label(") {
			e.Kind = LogShort
		}
		s.body = true
		s.counts.Add(line)
		e.Ops = s.counts.Whole
		if e.Place == "" && strings.HasPrefix(line, "debug_merge_point(") {
			e.Place = quotedText(line)
		}
	}
}

// header reads the comment that begins a trace.
func (s *logSplitter) header(title string) {
	e := &s.list[s.open]
	e.Title = title
	if address, ok := strings.CutPrefix(title, "bridge out of Guard "); ok {
		e.Guard, _, _ = strings.Cut(address, " ")
	}
	if at := strings.IndexByte(title, '('); at >= 0 && strings.HasPrefix(title, "Loop ") {
		if end := strings.LastIndex(title, ") : "); end > at {
			e.Place = title[at+1 : end]
		}
	}
	if s.marked {
		return // the section says what it is
	}
	switch {
	case e.Guard != "":
		e.Kind = LogBridge
	case strings.HasPrefix(title, "Loop "), strings.HasPrefix(title, "Retrace"), strings.HasPrefix(title, "entry bridge"):
		e.Kind = LogLoop
	}
}

// quotedText returns the text in quotes at the end of a debug_merge_point.
func quotedText(line string) string {
	from, to := strings.IndexByte(line, '\''), strings.LastIndexByte(line, '\'')
	if from < 0 || to <= from {
		return ""
	}
	return line[from+1 : to]
}

// pairUp finds the recorded trace of each optimized one. PyPy writes a trace when
// it was recorded, and the optimized one when that is done, with a short preamble
// in between. A recorded trace that was given up has no partner.
func (s *logSplitter) pairUp() {
	recorded, short := -1, -1
	guards := askedGuards(s.list)
	for i := range s.list {
		e := &s.list[i]
		switch e.Kind {
		case LogRecorded:
			recorded, short = i, -1
			continue
		case LogShort:
			e.Partner, short = recorded, i
			continue
		}
		if short >= 0 {
			s.list[short].leadsTo, short = lastLabel(s.text[e.From:e.To]), -1
		}
		if recorded >= 0 && s.list[recorded].Partner < 0 {
			e.Partner, s.list[recorded].Partner = recorded, i
		}
		if e.Kind == LogBridge && e.Guard != "" {
			e.Parent = guards[e.Guard]
		}
		noteGuards(s.text[e.From:e.To], i, guards)
	}
}

// lastLabel returns what the last label of a trace is called, "" if it has none: that of the
// loop, after the label at which its preamble begins.
func lastLabel(text string) (name string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] == '+' { // "+350: ", where the machine code is
			_, line, _ = strings.Cut(line, ": ")
		}
		if !strings.HasPrefix(line, "label(") {
			continue
		}
		if _, descr, ok := strings.Cut(line, "descr="); ok {
			name = strings.TrimSuffix(descr, ")")
		}
	}
	return name
}

// askedGuards returns the addresses of guards at which bridges begin, each in no entry so far. There may be many
// more guards in a log.
func askedGuards(entries []LogEntry) map[string]int {
	asked := make(map[string]int)
	for i := range entries {
		if address := entries[i].Guard; address != "" {
			asked[address] = -1
		}
	}
	return asked
}

// noteGuards notes which entry each guard is in, of those whose addresses are in the map.
func noteGuards(text string, entry int, guards map[string]int) {
	const mark = "<Guard0x"
	for {
		at := strings.Index(text, mark)
		if at < 0 {
			return
		}
		text = text[at+len(mark)-2:]
		end := 2
		for end < len(text) && trace.IsHexDigit(text[end]) {
			end++
		}
		if _, asked := guards[text[:end]]; asked {
			guards[text[:end]] = entry
		}
		text = text[end:]
	}
}

// IsLog reports whether a text is a raw log of PyPy: it has a line that opens a section of the
// JIT, such as "[1a2b] {jit-log-noopt". A single trace from a log has no such line.
func IsLog(text string) bool {
	for line := range strings.Lines(text) {
		if name, opens, ok := sectionLine(line); ok && opens && strings.HasPrefix(name, "jit-") {
			return true
		}
	}
	return false
}
