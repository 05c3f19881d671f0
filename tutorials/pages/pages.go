package pages

import (
	"io/fs"
	"strings"

	"unbox/tutorials/lesson"
	"unbox/tutorials/render"
)

// Page is one page of a course.
type Page struct {
	// Path is its address below that of the course: "", "equal-things/",
	// "equal-things/union-find".
	Path string
	// Title names the page, Description says in one sentence what it is about.
	Title, Description string
	// Body is the main part as HTML.
	Body []byte
}

// Site makes pages of one course.
type Site struct {
	course  *lesson.Course
	sources fs.FS
	// base is the path of the course on its server, with leading and trailing slashes; root is that of the
	// playground.
	base, root string
	// private means that it is the course of one class: it has no certificate, and does not accept programs in other languages.
	private bool
	// problems are shown on the pages that they are about.
	problems lesson.Problems
}

// New returns the site of a course with the path base, such as "/lessons/", on
// its server, which quotes from sources.
func New(course *lesson.Course, sources fs.FS, base string) *Site {
	above := strings.TrimSuffix(base, "/")
	return &Site{course: course, sources: sources, base: base, root: above[:max(0, strings.LastIndexByte(above, '/'))] + "/"}
}

// ForAuthor returns the site as its author sees it: with the problems of the course, each where it is. err is the error of
// check.Course.
func (s *Site) ForAuthor(err error) *Site {
	own := *s
	if problems, ok := err.(lesson.Problems); ok {
		own.problems = problems
	}
	return &own
}

// NewPrivate returns the site of the course of one class, with the path base on a server whose playground has the path
// root.
func NewPrivate(course *lesson.Course, sources fs.FS, base, root string) *Site {
	return &Site{course: course, sources: sources, base: base, root: root, private: true}
}

// playground returns the path of the playground.
func (s *Site) playground() string { return s.root }

func (s *Site) chapterPath(ch *lesson.Chapter) string { return s.base + ch.ID + "/" }

func (s *Site) stepPath(ch *lesson.Chapter, step *lesson.Step) string {
	return s.base + ch.ID + "/" + step.ID
}

// link is a link to a page; Title is empty if there is none.
type link struct {
	Path, Title string
}

// Contents returns the page that lists the chapters.
func (s *Site) Contents() Page {
	return Page{
		Path: "", Title: "Lessons", Body: write(s.contents()),
		Description: "Write the optimizer of a tracing JIT yourself, step by step; tests decide.",
	}
}

// CertificatePath is the path of the page of certificates, relative to the
// course.
const CertificatePath = "certificate"

// Certificate returns the page on which a script shows a learner's progress, and a certificate of it.
func (s *Site) Certificate() Page {
	return Page{
		Path: CertificatePath, Title: "Certificate", Body: write(s.certificate()),
		Description: "Which steps of the course somebody has finished, and what the server says of it.",
	}
}

// Chapter returns the page that introduces a chapter.
//
// Errors: lesson.Problems with quotations that are not found.
func (s *Site) Chapter(ch *lesson.Chapter) (Page, error) {
	lead, content, err := render.Page(ch.Summary, ch.Text, ch.Blocks, s.sources, s.playground(), s.notes(ch.File, ch.TextLine)...)
	return Page{Path: ch.ID + "/", Title: ch.Title, Description: ch.Summary, Body: write(s.chapter(ch, lead, content))}, err
}

// Step returns the page of a step.
//
// Errors: lesson.Problems with quotations that are not found.
func (s *Site) Step(ch *lesson.Chapter, step *lesson.Step) (Page, error) {
	lead, content, err := render.Page(step.Idea, step.Text, step.Blocks, s.sources, s.playground(), s.notes(step.File, step.TextLine)...)
	return Page{Path: ch.ID + "/" + step.ID, Title: step.Title + " · " + ch.Title, Description: step.Idea, Body: write(s.step(ch, step, lead, content))}, err
}

// neighbours returns the pages before and after a page.
func (s *Site) neighbours(path string) (before, after link) {
	order := s.order()
	for i, l := range order {
		if l.Path != path {
			continue
		}
		if i > 0 {
			before = order[i-1]
		}
		if i+1 < len(order) {
			after = order[i+1]
		}
	}
	return before, after
}

// order lists all pages in the order of reading.
func (s *Site) order() []link {
	order := []link{{s.base, "Contents"}}
	for _, ch := range s.course.Chapters {
		order = append(order, link{s.chapterPath(ch), ch.Title})
		for _, step := range ch.Steps {
			order = append(order, link{s.stepPath(ch, step), step.Title})
		}
	}
	if s.private {
		return order
	}
	return append(order, link{s.base + CertificatePath, "Your certificate"})
}

// Pages returns all pages of the course; the problems of all of them are reported
// together.
//
// Errors: lesson.Problems.
func (s *Site) Pages() ([]Page, error) {
	pages := []Page{s.Contents(), s.Certificate(), s.Language()}
	var problems lesson.Problems
	note := func(p Page, err error) error {
		if found, ok := err.(lesson.Problems); ok {
			problems = append(problems, found...)
			err = nil
		}
		pages = append(pages, p)
		return err
	}
	for _, ch := range s.course.Chapters {
		if err := note(s.Chapter(ch)); err != nil {
			return nil, err
		}
		for _, step := range ch.Steps {
			if err := note(s.Step(ch, step)); err != nil {
				return nil, err
			}
		}
	}
	if len(problems) > 0 {
		return pages, problems
	}
	return pages, nil
}
