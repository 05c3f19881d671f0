package pages

import (
	"fmt"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"unbox/tutorials/render"
)

// note returns a problem as a page shows it. The text of its file begins in line
// first.
func (s *Site) note(i, first int) render.Note {
	p := s.problems[i]
	where := p.File
	if p.Line > 0 {
		where = fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return render.Note{ID: fmt.Sprintf("problem-%d", i+1), Line: p.Line - first, Where: where, Reason: p.Reason}
}

// notes returns the problems of a file's text, which begins in line first.
func (s *Site) notes(file string, first int) (notes []render.Note) {
	for i, p := range s.problems {
		if p.File == file && p.Line >= first {
			notes = append(notes, s.note(i, first))
		}
	}
	return notes
}

// above writes the problems that a file has above its text, or as a whole.
func (s *Site) above(file string, first int) g.Node {
	var list g.Group
	for i, p := range s.problems {
		if p.File == file && p.Line < first {
			note := s.note(i, first)
			list = append(list, g.Raw(note.HTML("")))
		}
	}
	return list
}

// problemList lists all problems of the course with links; it is open on the pages that have some, and on the page
// of contents.
func (s *Site) problemList(file string) g.Node {
	if len(s.problems) == 0 {
		return nil
	}
	paths := map[string]string{}
	for _, ch := range s.course.Chapters {
		paths[ch.File] = s.chapterPath(ch)
		for _, step := range ch.Steps {
			paths[step.File] = s.stepPath(ch, step)
		}
	}
	here, list := 0, g.Group{}
	for i, p := range s.problems {
		if p.File == file {
			here++
		}
		note := s.note(i, 0)
		where := h.Span(h.Class("strong"), g.Text(note.Where))
		if path := paths[p.File]; path != "" {
			where = h.A(h.Href(path+"#"+note.ID), g.Text(note.Where))
		}
		list = append(list, h.Li(where, g.Text(" "), g.Raw(render.Inline(p.Reason))))
	}
	return h.Details(h.Class("notice wrong author-note space-4 sans text-m"), g.If(here > 0 || file == "", g.Attr("open")),
		h.Summary(g.Text(counted(len(s.problems), "problem")+" in this course"), g.If(file != "", g.Textf(", %d on this page", here))),
		h.Ol(list))
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
