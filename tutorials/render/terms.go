package render

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	goldmarktext "github.com/yuin/goldmark/text"

	"unbox/terms"
)

// termLinks turns words that the glossary explains into links, each at its first use. Code, headings and links stay as they are, and so do
// fenced blocks: figures and examples. A question has its own links, as it is often read without the text.
type termLinks struct {
	// glossary is the address of the glossary.
	glossary string
	// linked are the terms that have their link already.
	linked map[string]bool
}

// newTermLinks returns termLinks without any links yet, for a page of the
// playground at a path.
func newTermLinks(playground string) *termLinks {
	return &termLinks{playground + "glossary", map[string]bool{}}
}

// inline is Inline with links. Without a glossary there are none.
func (l *termLinks) inline(text string) string {
	if l == nil {
		return Inline(text)
	}
	return inline(text, func(words string) string {
		var b strings.Builder
		at := 0
		for _, found := range termsIn(words, false) {
			if l.linked[found.id] || found.from < at {
				continue
			}
			l.linked[found.id] = true
			fmt.Fprintf(&b, `%s<a href="%s" class="term" data-term="%s">%s</a>`,
				html.EscapeString(words[at:found.from]), html.EscapeString(l.glossary+"#term-"+found.id), found.id, html.EscapeString(words[found.from:found.to]))
			at = found.to
		}
		return b.String() + html.EscapeString(words[at:])
	})
}

// Transform implements parser.ASTTransformer.
func (l *termLinks) Transform(doc *ast.Document, reader goldmarktext.Reader, _ parser.Context) {
	for _, run := range prose(doc) {
		l.link(run, reader.Source())
	}
}

// prose lists the texts of a document in order: runs of neighbours, with nothing but line ends between them.
func prose(doc ast.Node) (runs [][]*ast.Text) {
	var run []*ast.Text
	end := func() {
		if len(run) > 0 {
			runs = append(runs, run)
		}
		run = nil
	}
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the walk returns no error of its own
		if t, ok := n.(*ast.Text); ok {
			if entering {
				run = append(run, t)
			}
			return ast.WalkContinue, nil
		}
		end()
		switch n.Kind() {
		case ast.KindHeading, ast.KindLink, ast.KindAutoLink, ast.KindImage, ast.KindCodeSpan:
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	end()
	return runs
}

// link puts links into a run of texts.
func (l *termLinks) link(run []*ast.Text, source []byte) {
	words, places := joined(run, source)
	_, emphasized := run[0].Parent().(*ast.Emphasis)
	whole := run[0].PreviousSibling() == nil && run[len(run)-1].NextSibling() == nil
	for _, found := range termsIn(words, emphasized && whole) {
		if !l.linked[found.id] {
			l.linked[found.id] = true
			l.put(run, places, found)
		}
	}
}

// joined returns a run as one text, and where each of its texts begins in it.
func joined(run []*ast.Text, source []byte) (words string, places []int) {
	var b strings.Builder
	for _, t := range run {
		places = append(places, b.Len())
		b.Write(t.Segment.Value(source))
		if t.SoftLineBreak() || t.HardLineBreak() {
			b.WriteByte(' ')
		}
	}
	return b.String(), places
}

// put turns a part of a run into a link. Texts that are cut keep what follows the part, so that later parts are found in them.
func (l *termLinks) put(run []*ast.Text, places []int, found foundTerm) {
	link := ast.NewLink()
	link.Destination = []byte(l.glossary + "#term-" + found.id)
	link.SetAttributeString("class", []byte("term"))
	link.SetAttributeString("data-term", []byte(found.id))
	for k, t := range run {
		from, to := max(found.from, places[k]), min(found.to, places[k]+t.Segment.Len())
		if from >= to {
			continue
		}
		start := t.Segment.Start - places[k]
		before := ast.NewTextSegment(goldmarktext.NewSegment(t.Segment.Start, start+from))
		part := ast.NewTextSegment(goldmarktext.NewSegment(start+from, start+to))
		part.SetSoftLineBreak(t.SoftLineBreak() && to < found.to)
		parent := t.Parent()
		if link.Parent() == nil {
			parent.InsertBefore(parent, t, before)
			parent.InsertBefore(parent, t, link)
		}
		link.AppendChild(link, part)
		t.Segment = goldmarktext.NewSegment(start+to, t.Segment.Stop)
		places[k] = to
		if part.SoftLineBreak() {
			t.SetSoftLineBreak(false) // it is in the link now
		}
	}
}

// foundTerm is a term of the glossary in a text, with its limits in bytes.
type foundTerm struct {
	id       string
	from, to int
}

// spelling is a form of a term in a text, with the number of bytes before the word in the match.
type spelling struct {
	id    string
	after int
}

// spellings are the spellings of all terms, by the matched text; emphasized are those that count only if they are
// emphasized.
var spellings, emphasizedSpellings, spelled = func() (plain, emphasized map[string]spelling, any *regexp.Regexp) {
	plain, emphasized = map[string]spelling{}, map[string]spelling{}
	var list []string
	for _, term := range terms.All() {
		for _, form := range term.InProse() {
			if word, ok := strings.CutPrefix(form, "*"); ok {
				emphasized[strings.TrimSuffix(word, "*")] = spelling{term.ID, 0}
				continue
			}
			before, _, _ := strings.Cut(form, "|")
			if before == form {
				before = ""
			}
			form = strings.Replace(form, "|", "", 1)
			plain[form] = spelling{term.ID, len(before)}
			list = append(list, regexp.QuoteMeta(form))
		}
	}
	// Of two that begin at the same place, the longer one is used.
	slices.SortFunc(list, func(a, b string) int { return len(b) - len(a) })
	return plain, emphasized, regexp.MustCompile(`(?i)\b(?:` + strings.Join(list, "|") + `)\b`)
}()

// IsTerm reports whether the glossary explains a word that is emphasized in a text.
func IsTerm(word string) bool {
	found := termsIn(strings.Join(strings.Fields(word), " "), true)
	return len(found) == 1 && found[0].from == 0 && found[0].to == len(word)
}

// termsIn finds the terms in a text; if emphasized is true, the text is one or more emphasized
// words.
func termsIn(words string, emphasized bool) (found []foundTerm) {
	if s, ok := emphasizedSpellings[strings.ToLower(words)]; ok && emphasized {
		return []foundTerm{{s.id, 0, len(words)}}
	}
	for _, at := range spelled.FindAllStringIndex(words, -1) {
		s := spellings[strings.ToLower(words[at[0]:at[1]])]
		found = append(found, foundTerm{s.id, at[0] + s.after, at[1]})
	}
	return found
}
