package trace

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// Severity says how bad a Diagnostic is.
type Severity uint8

const (
	// Error: the text is no trace.
	Error Severity = iota
	// Warning: the text is a trace, but perhaps not the intended one.
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one message about a text, with the smallest span that it is
// about.
type Diagnostic struct {
	Severity Severity
	// Code is the stable identifier of the kind of message, "unknown-operation".
	// The Code… constants list them.
	Code string
	// Message says what was expected, then what was found. Names are in backticks.
	Message string
	// From and To delimit the span in bytes from the start of the text.
	// From < To except at the end of the text.
	From, To int
}

// The codes of diagnostics. Tests, links and documents use them.
const (
	// CodeEmpty: the text holds no operation.
	CodeEmpty = "empty"
	// CodeEncoding: bytes that are not UTF-8.
	CodeEncoding = "encoding"
	// CodeControl: a control character, or one that changes the direction of text.
	CodeControl = "control-character"
	// CodeSyntax: something else was expected at this place.
	CodeSyntax = "syntax"
	// CodeNumber: a number that does not fit into 64 bits.
	CodeNumber = "number"
	// CodeTooDeep: virtual objects nested too deeply.
	CodeTooDeep = "too-deep"
	// CodeOperation: an operation that the table does not know.
	CodeOperation = "unknown-operation"
	// CodeCount: the wrong number of arguments.
	CodeCount = "argument-count"
	// CodeType: a value of the wrong type.
	CodeType = "type"
	// CodeInputType: an input whose type cannot be inferred.
	CodeInputType = "input-type"
	// CodeFieldType: a value of another type than the field or array holds.
	CodeFieldType = "field-type"
	// CodeConstant: a constant was expected.
	CodeConstant = "constant"
	// CodeUndefined: a value that is defined nowhere.
	CodeUndefined = "undefined"
	// CodeOrder: a value that is defined only later.
	CodeOrder = "use-before-definition"
	// CodeNotPassed: a value from before a label that the label does not get.
	CodeNotPassed = "not-passed"
	// CodeNoResult: the name of an operation without a result.
	CodeNoResult = "no-result"
	// CodeRedefined: a name that is taken.
	CodeRedefined = "redefinition"
	// CodeReserved: a name that means something else.
	CodeReserved = "reserved-name"
	// CodeField: a field that the object's class does not declare.
	CodeField = "unknown-field"
	// CodeAmbiguous: a field name that needs its class before it.
	CodeAmbiguous = "ambiguous-field"
	// CodeLabel: a label that does not exist.
	CodeLabel = "unknown-label"
	// CodeArity: a jump with another number of values than its label has.
	CodeArity = "jump-arity"
	// CodeOverflowGuard: an overflow operation without its guard directly after it,
	// or the reverse.
	CodeOverflowGuard = "overflow-guard"
	// CodeOverflowResult: the result of an operation that did overflow.
	CodeOverflowResult = "overflow-result"
	// CodeAfterEnd: an operation that is never reached.
	CodeAfterEnd = "after-end"
	// CodeMisplaced: something that belongs to another place.
	CodeMisplaced = "misplaced"
	// CodeTooMany: more comments than a text may have; what comes after them is not read.
	CodeTooMany = "too-many"
	// CodeMore closes a list that is too long.
	CodeMore = "more"
)

// maxDiagnostics is the maximum number of diagnostics that Parse returns.
const maxDiagnostics = 100

// collector gathers diagnostics in any order.
type collector struct {
	list []Diagnostic
	// dropped counts those that were not kept.
	dropped int
	errors  int
	// hints counts the searches for similar names, which are slow.
	hints int
}

// mayHint reports whether there may be another search for a similar name.
func (c *collector) mayHint() bool {
	c.hints++
	return c.hints <= maxDiagnostics
}

// room reports whether another diagnostic would be kept, so that no message is
// worded that no one reads. More are kept than returned, because some that
// belong early in the text are found late.
func (c *collector) room() bool { return len(c.list) < 10*maxDiagnostics }

// wording is an argument of a message that consists of our own words. Names
// from the text can have any length and are shortened; these are not.
type wording string

func (c *collector) addf(severity Severity, code string, from, to int, format string, args ...any) {
	if severity == Error {
		c.errors++
	}
	if !c.room() {
		c.dropped++
		return
	}
	for i, arg := range args {
		if name, ok := arg.(string); ok {
			args[i] = shorten(name)
		}
	}
	c.list = append(c.list, Diagnostic{severity, code, fmt.Sprintf(format, args...), from, to})
}

// sorted returns the diagnostics in the order of the text, shortened to
// maxDiagnostics, with spans that are not empty except at the text's end.
func (c *collector) sorted(text string) []Diagnostic {
	for i := range c.list {
		widenSpan(text, &c.list[i])
	}
	sort.SliceStable(c.list, func(i, j int) bool { return c.list[i].From < c.list[j].From })
	total := len(c.list) + c.dropped
	if total <= maxDiagnostics {
		return c.list
	}
	list := c.list[:maxDiagnostics]
	last := &list[maxDiagnostics-1]
	*last = Diagnostic{Error, CodeMore, fmt.Sprintf("and %d more, which are shown once those before are corrected", total-maxDiagnostics+1), last.From, last.To}
	if c.errors == 0 {
		last.Severity = Warning
	}
	return list
}

// widenSpan makes an empty span cover the character after it, or at the end of a
// line the one before it.
func widenSpan(text string, d *Diagnostic) {
	if d.From < d.To || d.From >= len(text) {
		return
	}
	if text[d.From] == '\n' && d.From > 0 && text[d.From-1] != '\n' {
		_, size := utf8.DecodeLastRuneInString(text[:d.From])
		d.From, d.To = d.From-size, d.From
		return
	}
	_, size := utf8.DecodeRuneInString(text[d.From:])
	d.To = d.From + size
}

// Position returns the 1-based line and column of a byte offset; the column
// counts characters. Offsets beyond the end are taken as the end. Lines end
// with "\n".
func Position(text string, offset int) (line, column int) {
	before := text[:min(max(offset, 0), len(text))]
	start := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[start:]) + 1
}

// Offsets converts byte offsets of one text to UTF-16 offsets, as JavaScript
// and editors count. Asking in ascending order costs one walk over the text in
// total; going back starts again.
type Offsets struct {
	text         string
	bytes, utf16 int
}

// NewOffsets returns a converter for text.
func NewOffsets(text string) *Offsets { return &Offsets{text: text} }

// UTF16 returns the number of UTF-16 code units before the byte offset. A byte
// that is not UTF-8 counts as one unit. Offsets beyond the end are taken as the
// end.
func (o *Offsets) UTF16(offset int) int {
	offset = min(max(offset, 0), len(o.text))
	if offset < o.bytes {
		o.bytes, o.utf16 = 0, 0
	}
	for o.bytes < offset {
		r, size := utf8.DecodeRuneInString(o.text[o.bytes:])
		o.bytes += size
		o.utf16++
		if r > 0xFFFF {
			o.utf16++
		}
	}
	return o.utf16
}
