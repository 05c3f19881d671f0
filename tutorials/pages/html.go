package pages

import (
	"bytes"
	"fmt"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"unbox/tutorials/lesson"
	"unbox/tutorials/render"
	"unbox/tutorials/templates"
)

// write writes HTML.
func write(n g.Node) []byte {
	var b bytes.Buffer
	if err := n.Render(&b); err != nil {
		panic("BUG: a Buffer takes everything: " + err.Error())
	}
	return b.Bytes()
}

// contents writes the main part of the page that lists the chapters.
func (s *Site) contents() g.Node {
	return h.Article(h.Class("lesson contents"), h.Data("base", s.base),
		s.welcome(),
		h.P(h.ID("continue"), h.Hidden("")),
		h.Ol(h.Class("chapters cards gap-5 space-6"), g.Map(s.course.Chapters, func(ch *lesson.Chapter) g.Node {
			return h.Li(h.Class("chapter-card pad-y-4 pad-x-4 corners paper boxed"), h.Data("chapter", ch.ID),
				h.H2(h.A(h.Href(s.chapterPath(ch)), g.Text(ch.Title))),
				h.P(h.Class("soft text-l"), g.Text(ch.Summary)),
				s.steps(ch, nil))
		})),
		h.P(h.Class("to-language space-5 sans text-s"), g.Text("Lessons are written in "), h.A(h.Href(s.languagePath()), g.Text("a small part of Python")), g.Text(", and their words are explained in "),
			h.A(h.Href(s.playground()+"glossary"), g.Text("the glossary")), g.Text(".")),
		g.Iff(!s.private, s.anyLanguage))
}

// welcome writes what the course is about.
func (s *Site) welcome() g.Node {
	if s.private {
		return g.Group{h.H1(g.Text("The lessons of your class")), h.P(h.Class("lede"), g.Text("Every step has tests, which decide when it is done."))}
	}
	return g.Group{h.H1(g.Text("Write the optimizer yourself")),
		s.problemList(""),
		h.P(h.Class("lede"), g.Text(`A tracing JIT records a hot loop as a straight line of operations. In these lessons you write the passes that
			make most of it disappear. Every step is short, and its tests decide when it is done.`))}
}

// certificate writes the main part of the page of certificates: the chapters with their steps, which a script
// marks.
func (s *Site) certificate() g.Node {
	return h.Article(h.Class("lesson certificate"), h.ID("certificate"), h.Data("base", s.base),
		h.H1(g.Text("Certificate")),
		h.P(h.Class("needs soft below-3"), g.Text("Your programs and how far you have come are kept in your browser, so this page needs JavaScript.")),
		h.Div(h.ID("certificate-head")),
		h.Ol(h.Class("cards gap-4 space-6"), g.Map(s.course.Chapters, func(ch *lesson.Chapter) g.Node {
			return h.Li(h.Class("certificate-chapter"),
				h.H2(h.A(h.Href(s.chapterPath(ch)), g.Text(ch.Title))),
				s.steps(ch, nil))
		})),
		s.pager(s.base+CertificatePath))
}

// anyLanguage is the page on which programs in other languages are tried.
func (s *Site) anyLanguage() g.Node {
	return h.Section(h.Class("any-language max-width-62rem space-3.2em spaced pad-top-4 line-above"), h.ID("upload"), h.Data("base", s.base), h.Aria("labelledby", "any-language"),
		h.H2(h.ID("any-language"), g.Text("In any other language")),
		h.P(g.Text(`An optimizer of your own may also be a program in Go, Rust, C or whatever else compiles to WebAssembly with WASI: it reads a trace from
			its standard input and writes one to its standard output. It sees no files, no network and no clock, and it has to end within
			a few seconds.`)),
		h.P(g.Text("It can take the tests of every step that asks for a pass, in place of the function that the step is about. Here is one to begin with; it passes those of "), s.answered(), g.Text(":")),
		g.Map(templates.All(), template),
		h.DataList(h.ID("pass-steps"), g.Map(s.course.Chapters, func(ch *lesson.Chapter) g.Node {
			return g.Map(ch.Steps, func(step *lesson.Step) g.Node { return g.If(step.Pass != "", passOption(ch, step)) })
		})),
		h.P(h.Class("needs soft below-3"), g.Text("Trying one here needs JavaScript; "), h.Code(g.Text("unbox lesson test --pass my.wasm")), g.Text(" does the same in a terminal.")))
}

// answered links to the step that the programs solve, if the course has it.
func (s *Site) answered() g.Node {
	if ch, step := s.course.Step(templates.Answers); step != nil {
		return h.A(h.Href(s.stepPath(ch, step)), g.Text(step.Title))
	}
	return g.Text("constant folding")
}

// template writes a program in a language, and how to build it.
func template(l templates.Language) g.Node {
	return h.Details(h.Class("template spaced"), h.Summary(g.Text(l.Name)),
		g.Map(l.Builds, func(b templates.Build) g.Node {
			return g.Group{h.P(g.Raw(render.Inline("With " + b.Needs + ":"))), g.Raw(render.Code("text", b.Line+"\n"))}
		}),
		g.If(l.Note != "", h.P(g.Raw(render.Inline(l.Note)))),
		h.P(h.Code(g.Text(l.File))),
		g.Raw(render.Code(l.ID, l.Text)))
}

func passOption(ch *lesson.Chapter, step *lesson.Step) g.Node {
	return h.Option(h.Value(ch.ID+"/"+step.ID), h.LabelAttr(fmt.Sprintf("%d.%d %s", ch.Number, step.Number, step.Title)), h.Data("number", fmt.Sprint(step.Number)))
}

// chapter writes the main part of the page that introduces a chapter, whose summary and text are lead and
// content.
func (s *Site) chapter(ch *lesson.Chapter, lead, content string) g.Node {
	return h.Article(h.Class("lesson chapter"), h.Data("base", s.base),
		s.trail(ch),
		s.problemList(ch.File),
		h.H1(g.Text(ch.Title)),
		s.above(ch.File, ch.TextLine),
		h.P(h.Class("lede"), g.Raw(lead)),
		h.Div(h.Class("prose space-5"), g.Raw(content)),
		g.If(!ch.Library.Empty(), h.Details(h.Class("library spaced sans space-5 below-5"), h.Summary(g.Text("What this chapter gives you")), python(ch.Library))),
		h.H2(g.Text("Steps")),
		s.steps(ch, nil),
		sources(ch.Sources),
		s.pager(s.chapterPath(ch)))
}

// step writes the main part of a step's page, whose idea and text are lead and
// content.
func (s *Site) step(ch *lesson.Chapter, step *lesson.Step, lead, content string) g.Node {
	return h.Div(h.Class("lesson-split flex grow low"),
		h.Div(h.Class("lesson step"), h.Role("article"),
			s.trail(ch),
			h.Details(h.Class("step-list space-2 sans text-m"), h.Summary(g.Textf("Step %d of %d", step.Number, len(ch.Steps))), s.steps(ch, step)),
			s.problemList(step.File),
			h.H1(g.Text(step.Title)),
			s.above(step.File, step.TextLine),
			h.P(h.Class("lede"), g.Raw(lead)),
			h.Div(h.Class("prose space-5"), g.Raw(content)),
			without(step.Without),
			sources(step.Sources),
			s.pager(s.stepPath(ch, step)),
			h.P(h.Class("to-language space-5 sans text-s"), h.A(h.Href(s.languagePath()), g.Text(languageTitle)), g.Text(" "), h.A(h.Href(s.playground()+"glossary"), g.Text("Glossary")))),
		h.Section(h.Class("workbench grow column slim low pad-y-4 pad-x-4 scroll-down"), h.ID("workbench"), h.Aria("label", "Exercise"), h.Data("step", ch.ID+"/"+step.ID), h.Data("base", s.base),
			h.P(h.Class("needs soft below-3"), g.Text("The editor and the tests of this step run in your browser and need JavaScript with WebAssembly.")),
			s.exercise(ch, step)))
}

// exercise writes the printed form of a step.
func (s *Site) exercise(ch *lesson.Chapter, step *lesson.Step) g.Node {
	return h.Div(h.Class("on-paper spaced"),
		h.H2(g.Text("Exercise")),
		h.H3(g.Text("What the step starts with")),
		python(step.Starter),
		h.H3(g.Text("What it has to pass")),
		python(step.Tests),
		g.If(!ch.Library.Empty(), h.P(g.Text("The helpers of this chapter are in "), h.A(h.Href(s.chapterPath(ch)), g.Text("the chapter’s introduction")), g.Text("."))))
}

func python(code lesson.Code) g.Node { return g.Raw(render.Code("python", code.Text)) }

// without says which functions a step forbids.
func without(names []string) g.Node {
	if len(names) == 0 {
		return nil
	}
	list := g.Group{}
	for i, name := range names {
		list = append(list, g.If(i > 0, g.Text(", ")), h.Code(g.Text(name)))
	}
	return h.P(g.Text("Your code has to do without "), list, g.Text(": what they do is what this step asks you to write."))
}

// trail links from a page back to the contents.
func (s *Site) trail(ch *lesson.Chapter) g.Node {
	return h.Nav(h.Class("trail faint sans text-s"), h.Aria("label", "Where you are"),
		h.A(h.Href(s.base), g.Text("Lessons")), g.Text(" "),
		h.Span(h.Aria("hidden", "true"), g.Text("/")), g.Text(" "),
		h.A(h.Href(s.chapterPath(ch)), g.Textf("%d. %s", ch.Number, ch.Title)))
}

// steps lists the steps of a chapter; now is the one being read, nil for none.
func (s *Site) steps(ch *lesson.Chapter, now *lesson.Step) g.Node {
	return h.Ol(h.Class("steps space-2 text-l"), g.Map(ch.Steps, func(step *lesson.Step) g.Node {
		return h.Li(h.Data("step", ch.ID+"/"+step.ID),
			h.A(h.Href(s.stepPath(ch, step)), g.If(step == now, h.Aria("current", "page")), g.Text(step.Title)))
	}))
}

// sources writes the credits.
func sources(list []lesson.Source) g.Node {
	if len(list) == 0 {
		return nil
	}
	return h.Aside(h.Class("sources space-6 soft sans text-s"), h.Aria("label", "Sources"), h.H2(g.Text("Sources")), h.Ul(g.Map(list, source)))
}

func source(from lesson.Source) g.Node {
	title := h.Cite(g.Text(from.Title))
	if from.URL != "" {
		title = h.A(h.Href(from.URL), h.Rel("noreferrer"), g.Text(from.Title))
	}
	return h.Li(title, g.If(from.By != "", g.Text(", "+from.By)))
}

// pager links to the neighbours of a page in the order of reading.
func (s *Site) pager(path string) g.Node {
	before, after := s.neighbours(path)
	return h.Nav(h.Class("pager space-6 flex spread gap-4 pad-top-4 line-above sans text-m"), h.Aria("label", "Pages"),
		g.If(before.Title != "", h.A(h.Class("before"), h.Rel("prev"), h.Href(before.Path), g.Text(before.Title))),
		g.If(after.Title != "", h.A(h.Class("after push to-right"), h.Rel("next"), h.Href(after.Path), g.Text(after.Title))))
}
