package playground

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"strings"
	"sync"

	"unbox/tutorials/check"
	"unbox/tutorials/lesson"
	"unbox/tutorials/pages"
	"unbox/tutorials/reference"
)

// lessonsBase is the path of the lessons.
const lessonsBase = "/lessons/"

// lessonFrame is the frame of each page of the lessons, with marks for what
// changes. It is not a page itself.
const lessonFrame = "lesson"

// Marks in the frame.
const (
	titleMark       = "__TITLE__"
	descriptionMark = "__DESCRIPTION__"
	bodyMark        = "__BODY__"
	liveMark        = "__LIVE__"
)

// lessons answers for one course. Pages are composed and compressed when they are
// first asked for, and kept.
type lessons struct {
	frame *site
	live  bool
	made  map[string]func() (*file, error)
}

// mountLessons adds the routes of the lessons. Without a frame, the site was not built,
// and every address says how to build it. The result makes everything, by address.
func mountLessons(route func(string, http.HandlerFunc), frame *site, site *pages.Site, course *lesson.Course, live bool) func() map[string]*file {
	l := &lessons{frame: frame, live: live, made: map[string]func() (*file, error){}}
	serve := func(path string, make func() (*file, error)) {
		l.made[path] = sync.OnceValues(make)
		route(lessonsBase+path, l.serve)
	}
	serve("{$}", func() (*file, error) { return l.html(site.Contents(), nil) })
	serve("search.json", func() (*file, error) { return jsonFile(site.SearchIndex()) })
	serve(pages.LanguagePath, func() (*file, error) { return l.html(site.Language(), nil) })
	serve(pages.LanguagePath+".json", func() (*file, error) { return jsonFile(reference.All()) })
	serve(pages.CertificatePath, func() (*file, error) { return l.html(site.Certificate(), nil) })
	for _, ch := range course.Chapters {
		serve(ch.ID+"/{$}", func() (*file, error) { return l.html(site.Chapter(ch)) })
		for _, step := range ch.Steps {
			path := ch.ID + "/" + step.ID
			serve(path, func() (*file, error) { return l.html(site.Step(ch, step)) })
			serve(path+"/step.json", func() (*file, error) {
				data, err := site.Data(ch, step)
				if err != nil {
					return nil, err
				}
				return jsonFile(check.PageData(data, ch, step))
			})
			serve(path+"/solution.json", func() (*file, error) {
				return jsonFile(map[string]string{"solution": step.Solution.Text})
			})
		}
	}
	return l.all
}

// all makes all pages and data of the lessons, by address.
func (l *lessons) all() map[string]*file {
	files := make(map[string]*file)
	if l.frame.lessonFrame == "" {
		return files
	}
	for path, make := range l.made {
		if f, err := make(); err == nil {
			files[lessonsBase+strings.TrimSuffix(path, "{$}")] = f
		}
	}
	return files
}

// serve answers with the page or the data of the pattern that matched.
func (l *lessons) serve(w http.ResponseWriter, r *http.Request) {
	if l.frame.lessonFrame == "" {
		notBuilt(w, r)
		return
	}
	_, pattern, _ := strings.Cut(r.Pattern, lessonsBase)
	f, err := l.made[pattern]()
	if err != nil {
		panic(fmt.Sprintf("BUG: a course that was read gives no page at %s: %v", r.Pattern, err))
	}
	f.serve(w, r, "no-cache")
}

// html puts a page into the frame. Problems of a course do not hide its pages:
// they were reported when it was loaded.
func (l *lessons) html(p pages.Page, err error) (*file, error) {
	if _, problems := err.(lesson.Problems); err != nil && !problems {
		return nil, err
	}
	live := ""
	if l.live {
		live = under(l.frame.base, livePath)
	}
	text := l.frame.fill(l.frame.lessonFrame, liveMark, live, titleMark, html.EscapeString(p.Title),
		descriptionMark, html.EscapeString(p.Description), bodyMark, string(p.Body))
	return packed("page.html", []byte(text)), nil
}

// jsonFile is data in every encoding.
func jsonFile(data any) (*file, error) {
	text, err := json.Marshal(data)
	if err != nil {
		return nil, err
	}
	return packed("data.json", append(text, '\n')), nil
}
