package render

import (
	"html"
	"regexp"
	"strings"
)

// grammar is a list of rules that are tried in order where the last match
// ended. Text that no rule matches has no colour.
type grammar []rule

// rule assigns a class, one of the playground's tok-…, to what its expression
// matches.
type rule struct {
	class string
	match *regexp.Regexp
}

// mustRule anchors the expression at the beginning of the text.
func mustRule(class, expression string) rule {
	return rule{class, regexp.MustCompile(`^(?:` + expression + `)`)}
}

var traceGrammar = grammar{
	mustRule("comment", `#[^\n]*`),
	mustRule("string", `[su]?"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`),
	mustRule("descriptor", `descr=(?:<[^>\n]*>+|[\w.]+)`),
	mustRule("guard", `guard_\w+\b`),
	mustRule("allocate", `(?:new(?:_with_vtable|_array|_array_clear)?|alloc)\b`),
	mustRule("control", `(?:jump|label|finish)\b|L\d+\b`),
	mustRule("visible", `(?:print|escape(?:_[irfn])?|call\w*)\b`),
	mustRule("keyword", `(?:class|NULL|null|None)\b`),
	mustRule("class", `Const(?:Class|Ptr|Int|Float)\b|[A-Z]\w*\b`),
	mustRule("operation", `[a-z]\w*(?:\.\w+)*\b`),
	mustRule("number", `-?(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\b`),
}

var pythonGrammar = grammar{
	mustRule("comment", `#[^\n]*`),
	mustRule("string", `(?s)""".*?"""|'''.*?'''`),
	mustRule("string", `r?"(?:[^"\\\n]|\\.)*"|r?'(?:[^'\\\n]|\\.)*'`),
	mustRule("control", `(?:def|return|if|elif|else|for|while|in|not|and|or|break|continue|pass|lambda|load)\b`),
	mustRule("constant", `(?:True|False|None|[0-9]\w*)\b`),
	mustRule("class", `[A-Z]\w*\b`),
	mustRule("operation", `[a-z_]\w*\b`),
}

var goGrammar = grammar{
	mustRule("comment", `(?s)//[^\n]*|/\*.*?\*/`),
	mustRule("string", "(?s)`[^`]*`|\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*'"),
	mustRule("control", `(?:func|return|if|else|for|range|switch|case|default|break|continue|type|struct|interface|map|var|const|package|import|go|defer|select|chan|goto|fallthrough)\b`),
	mustRule("constant", `(?:true|false|nil|iota|[0-9][\w.]*)\b`),
	mustRule("class", `[A-Z]\w*\b`),
	mustRule("operation", `[a-z_]\w*\b`),
}

var rulesGrammar = grammar{
	mustRule("comment", `#[^\n]*`),
	mustRule("control", `=>|(?:if|and|or|not)\b`),
	mustRule("label", `[a-z0-9]+(?:-[a-z0-9]+)*:`),
	mustRule("number", `-?(?:0[xX][0-9a-fA-F]+|\d+)\b`),
	mustRule("constant", `[A-Z]\w*\b`),
	mustRule("operation", `[a-z_]\w*\b`),
}

// grammarOf returns the grammar of a language; nil if it has none.
func grammarOf(language string) grammar {
	switch language {
	case "trace":
		return traceGrammar
	case "python":
		return pythonGrammar
	case "go":
		return goGrammar
	case "rules":
		return rulesGrammar
	}
	return nil
}

// Highlight returns code as HTML: escaped, with a span around everything that
// is coloured. Languages: trace, python, go, rules; all others have none.
func Highlight(language, code string) string {
	g := grammarOf(language)
	if g == nil {
		return html.EscapeString(code)
	}
	var b strings.Builder
	for code != "" {
		class, n := g.next(code)
		if class == "" {
			b.WriteString(html.EscapeString(code[:n]))
		} else {
			b.WriteString(`<span class="tok-` + class + `">` + html.EscapeString(code[:n]) + `</span>`)
		}
		code = code[n:]
	}
	return b.String()
}

// word matches what must be skipped as a whole, so that no rule begins inside
// it.
var word = regexp.MustCompile(`^(?:\w+|[^\w]|(?s:.))`)

// next returns the class and the length of the next piece.
func (g grammar) next(code string) (class string, n int) {
	for _, r := range g {
		if at := r.match.FindStringIndex(code); at != nil && at[1] > 0 {
			return r.class, at[1]
		}
	}
	return "", len(word.FindString(code))
}

// longCode is the number of lines of code for which a printed page has room besides other
// content: longer code may be split.
const longCode = 24

// Code writes a piece of code that can be scrolled, even without a pointer: it can be focused, and has a label for screen
// readers. language is as for [Highlight].
func Code(language, text string) string {
	class := "code"
	if strings.Count(strings.TrimRight(text, "\n"), "\n") >= longCode {
		class = "code long"
	}
	return `<pre class="` + class + `" tabindex="0" role="group" aria-label="Code"><code>` + Highlight(language, text) + `</code></pre>`
}
