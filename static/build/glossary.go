package build

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strings"

	"unbox/terms"
	wasm "unbox/wasm/api"
)

// termDefines are the definitions that scripts get about terms: the words, and the texts, which are loaded on
// demand.
func termDefines() (words, table string) {
	ids := make(map[string]string)
	for _, term := range terms.All() {
		for _, word := range term.Words {
			ids[word] = term.ID
		}
	}
	return asJSON(ids), asJSON(terms.All())
}

func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic("BUG: a table of texts always marshals: " + err.Error())
	}
	return string(text)
}

// glossary returns the HTML of everything that has a name: the terms, then the operations, passes, rules and reasons from the
// tables of the optimizer.
func glossary() string {
	g := &glossaryWriter{}
	d := wasm.Describe()
	g.section("terms", "Terms", func() {
		for _, term := range terms.All() {
			g.term(&term)
		}
	})
	g.section("passes", "Passes, in their order", func() {
		for _, p := range d.Passes {
			g.entry("pass-"+p.Name, code(p.Name), paragraph(p.Title+"."), paragraph(p.Doc), paragraph(p.Why))
		}
	})
	g.section("operations", "Operations", func() {
		for _, op := range d.Operations {
			g.entry("operation-"+op.Name, code(op.Signature), paragraph(op.Doc), "<p class=\"minor\">"+words(op.Group)+", "+words(op.Effect)+": "+code(op.Example)+"</p>")
		}
	})
	g.section("rules", "Rules", func() {
		for _, r := range d.Rules {
			g.entry("rule-"+r.Name, code(r.Name), "<p>"+code(r.Text)+"</p>", paragraph(r.Doc))
		}
	})
	g.section("reasons", "Reasons", func() {
		for _, r := range d.Reasons {
			g.entry("reason-"+r.ID, code(r.ID), paragraph(r.Doc))
		}
	})
	return g.String()
}

type glossaryWriter struct{ strings.Builder }

func (g *glossaryWriter) section(id, title string, entries func()) {
	fmt.Fprintf(g, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s</h2>\n", id, id, words(title))
	entries()
	g.WriteString("</section>\n")
}

// entry writes a name with its description.
func (g *glossaryWriter) entry(id, name string, parts ...string) {
	fmt.Fprintf(g, "<article class=\"entry pad-y-3 line-below anywhere\" id=\"%s\">\n<h3 class=\"text-l\"><a href=\"#%s\">%s</a></h3>\n%s</article>\n", html.EscapeString(id), html.EscapeString(id), name, strings.Join(parts, ""))
}

func (g *glossaryWriter) term(t *terms.Term) {
	lesson := ""
	if t.Lesson != "" {
		lesson = "<a href=\"__BASE__lessons/" + t.Lesson + "\">Lesson</a> "
	}
	g.entry("term-"+t.ID, words(t.Name), paragraph(t.Text), "<pre aria-hidden=\"true\">"+words(t.Picture)+"</pre>\n",
		"<p class=\"toolbar gap-x-3 minor\">"+lesson+"<a href=\""+t.Source.URL+"\">"+words(t.Source.Title)+"</a></p>\n")
}

func words(text string) string { return html.EscapeString(text) }

func code(text string) string { return "<code>" + html.EscapeString(text) + "</code>" }

// quoted writes a name in a text.
var quoted = regexp.MustCompile("`([^`]*)`")

// paragraph writes a text with names in backticks; nothing for an empty one.
func paragraph(text string) string {
	if strings.Trim(text, ".") == "" {
		return ""
	}
	return "<p>" + quoted.ReplaceAllString(html.EscapeString(text), "<code>$1</code>") + "</p>\n"
}
