package pages

import (
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"unbox/tutorials/learn"
	"unbox/tutorials/reference"
	"unbox/tutorials/render"
)

// LanguagePath is the path of the reference of the learner's language, relative to the
// course.
const LanguagePath = "language"

// languagePath is its full path: with the lessons of the server.
func (s *Site) languagePath() string {
	if s.private {
		return s.root + "lessons/" + LanguagePath
	}
	return s.base + LanguagePath
}

const languageTitle = "The language of the lessons"

// Language returns the reference of the learner's language.
func (s *Site) Language() Page {
	return Page{
		Path: LanguagePath, Title: languageTitle, Body: write(s.language()),
		Description: "Every function, type, method and attribute of the language of the lessons, with its arguments, its result and an example.",
	}
}

// language writes the main part of the reference.
func (s *Site) language() g.Node {
	groups := reference.Groups()
	return h.Article(h.Class("lesson language"), h.ID("language"), h.Data("base", s.base),
		h.Nav(h.Class("trail faint sans text-s"), h.Aria("label", "Where you are"), h.A(h.Href(s.base), g.Text("Lessons"))),
		h.H1(g.Text(languageTitle)),
		h.P(h.Class("lede"), g.Text("Python, limited to functions, lists, dictionaries and loops, with the types of the posts on the toy optimizer.")),
		h.Form(h.Class("entry-search pad-y-2 desk"), h.Role("search"), h.Hidden(""),
			h.Label(g.Text("Find "), h.Input(h.Type("search"), h.AutoComplete("off"), g.Attr("spellcheck", "false"))), h.Span(h.Role("status"))),
		h.Nav(h.Class("entry-parts"), h.Aria("label", "Parts"),
			g.Map(groups, func(group reference.Group) g.Node {
				return g.Group{h.A(h.Href("#group-"+group.ID), g.Text(group.Title)), g.Text(" ")}
			}),
			h.A(h.Href("#group-operations"), g.Text("Operations")), g.Text(" "),
			h.A(h.Href("#group-absent"), g.Text("What is not there")), g.Text(" "),
			h.A(h.Href(s.playground()+"glossary"), g.Text("Glossary"))),
		g.Map(groups, languageGroup),
		s.languageOperations(),
		languageAbsent())
}

// languageSection writes a part with its heading.
func languageSection(id, title, doc string, entries ...g.Node) g.Node {
	return h.Section(h.Aria("labelledby", "group-"+id), h.H2(h.ID("group-"+id), g.Text(title)), h.P(g.Raw(render.Inline(doc))), g.Group(entries))
}

func languageGroup(group reference.Group) g.Node {
	return languageSection(group.ID, group.Title, group.Doc, g.Map(group.Entries, func(e reference.Entry) g.Node {
		return languageEntry(e.ID(), e.Title(), e.Gives,
			h.P(g.Raw(render.Inline(e.Doc))),
			g.If(len(e.Args) > 0, h.Dl(h.Class("args space-1"), g.Map(e.Args, func(a reference.Arg) g.Node {
				return h.Div(h.Class("row baseline"), h.Dt(h.Code(g.Text(a.Name))), h.Dd(h.Class("soft"), g.Raw(render.Inline(a.Doc))))
			}))),
			h.Div(h.Class("space-2"), g.Raw(render.Code("python", e.Example+"\n")),
				h.P(h.Class("prints notice row baseline text-s"), h.Span(h.Class("faint"), g.Text("prints")), g.Text(" "), h.Code(g.Text(e.Prints)))))
	}))
}

// languageEntry writes a name with its description.
func languageEntry(id, title, gives string, parts ...g.Node) g.Node {
	return h.Article(h.Class("entry pad-y-3 line-below anywhere"), h.ID(id),
		h.H3(h.A(h.Href("#"+id), h.Code(g.Text(title))), g.If(gives != "", h.Span(h.Class("gives regular soft"), g.Text(" → "+gives)))),
		g.Group(parts))
}

// languageOperations lists the methods that append operations; what each means in a trace is in the glossary.
func (s *Site) languageOperations() g.Node {
	return languageSection("operations", "Operations that a block appends",
		"`bb.int_add(a, 1)` appends an operation and returns it. Numbers and names become constants; `descr=`, `snapshot=`, `params=` and `result=` set the attributes of these names.",
		g.Map(reference.Operations(), func(op reference.Operation) g.Node {
			return languageEntry("Block."+op.Name, "bb."+op.Call, "",
				h.P(g.Raw(render.Inline(op.Doc)), g.Text(" "), h.A(h.Href(s.playground()+"glossary#operation-"+op.Canonical), g.Text("In a trace"))))
		}))
}

// languageAbsent lists what someone who knows Python looks for and does not
// find.
func languageAbsent() g.Node {
	return languageSection("absent", "What Python has and this language has not", "Whoever uses one of these is told what to write instead.",
		g.Map(learn.AbsentNames(), func(a [2]string) g.Node {
			return languageEntry("absent."+a[0], a[0], "", h.P(g.Raw(render.Inline(sentence(a[1])))))
		}))
}

// sentence makes a text begin with a capital letter and end with a full stop.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

// foundNames returns the names of the language for the search index, the page as a whole
// first.
func (s *Site) foundNames() []Found {
	all := []string{}
	for _, op := range reference.Operations() {
		all = append(all, op.Name)
	}
	for _, a := range learn.AbsentNames() {
		all = append(all, a[0])
	}
	list := []Found{{Path: s.languagePath(), Title: languageTitle, Chapter: "Reference", Kind: "name", Text: strings.Join(all, " ")}}
	for _, group := range reference.Groups() {
		for _, e := range group.Entries {
			text := e.Doc
			for _, a := range e.Args {
				text += " " + a.Name + ": " + a.Doc + "."
			}
			list = append(list, Found{Path: s.languagePath() + "#" + e.ID(), Title: e.Title(), Chapter: group.Title, Kind: "name", Text: strings.ReplaceAll(text, "`", "")})
		}
	}
	return list
}
