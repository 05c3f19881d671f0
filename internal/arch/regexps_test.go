package arch

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// readsTraces says of each file of the page outside of static/src/editor that has a regular expression over
// the notation of traces what it reads. None of it is a trace that the engine has read: lines of those come
// as spans, and reasons as parts.
var readsTraces = map[string]string{
	"document/title.ts": "the first lines of a text that need not be a trace, for its name in lists, before the engine has it",
	"inputs.ts":         "names of inputs as they are typed",
	"log/list.ts":       "PyPy's titles of traces",
}

// traceNotation is what a regular expression over traces has in it: names of operations, of values and of
// what belongs to them.
var traceNotation = regexp.MustCompile(`guard|int_|float_|ptr_|debug_merge|descr|jump|finish|label|Const|getfield|setfield|\bops\b|\[[ipfrv]+\]\\d`)

// tsPattern is a regular expression of TypeScript: a slash where a value begins, up to one that is not escaped.
var tsPattern = regexp.MustCompile(`(?m)(?:[(,=:\[!&|?;{]|=>|\breturn|^)[ \t]*/(?:[^/\\\n*\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])*/|\bRegExp\(`)

// tsLineComment is a comment, or the address in a string.
var tsLineComment = regexp.MustCompile(`(?m)(^|[^:"'\x60])//.*$`)

// TestNoPatternsOverTraces keeps the page from reading traces again: what the engine has read comes with
// the kind of each piece. Only the editor has patterns for what is being typed.
func TestNoPatternsOverTraces(t *testing.T) {
	found := make(map[string]bool)
	for name, s := range scripts(t) {
		if s.isTest() || strings.HasPrefix(name, "editor/") {
			continue
		}
		for _, at := range tsPattern.FindAllString(tsLineComment.ReplaceAllString(s.text, "$1"), -1) {
			if !traceNotation.MatchString(at) {
				continue
			}
			if found[name] = true; readsTraces[name] == "" {
				t.Errorf("static/src/%s: expected lines as spans and reasons as parts, found a regular expression over traces, %s", name, at)
			}
		}
		// The editor's own way to divide a line is for text that the engine has not read yet.
		if name != "pipeline/empty.tsx" && slices.ContainsFunc(s.imports, func(target string) bool {
			return target == "editor/tokens.ts" || target == "editor/text-line.tsx"
		}) {
			t.Errorf("static/src/%s: expected lines as spans, found an import of the editor's highlighting", name)
		}
	}
	for name := range readsTraces {
		if !found[name] {
			t.Errorf("static/src/%s: expected a regular expression, found none; take it from this test", name)
		}
	}
}
