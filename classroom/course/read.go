package course

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"unbox"
	"unbox/classroom/school"
	"unbox/playground/receipt"
	"unbox/tutorials/check"
	"unbox/tutorials/learn"
	"unbox/tutorials/lesson"
	"unbox/tutorials/origin"
	"unbox/tutorials/pages"
)

// Place says where the pages of a course are on their server: Base is the course's path, Root the playground's, both with leading and
// trailing slashes.
type Place struct{ Base, Root string }

// Page is one page of a course, without the frame that all pages have.
type Page struct {
	Title, Description string
	Body               []byte
}

// Test is what a program of a step has to pass.
type Test struct {
	// Suite is the request for a run as JSON, without the program; Hash is its hash.
	Suite json.RawMessage `json:"suite"`
	Hash  string          `json:"hash"`
}

// With returns the request for a run of a program.
//
// Errors: the suite is invalid.
func (t Test) With(code string) ([]byte, error) {
	var s learn.Suite
	if err := json.Unmarshal(t.Suite, &s); err != nil {
		return nil, fmt.Errorf("expected the tests of a step, found something else: %w", err)
	}
	s.Code.Text = code
	return marshal(&s), nil
}

// maxProblems is the maximum number of problems reported for a file.
const maxProblems = 40

// book is an open course.
type book struct{ course *lesson.Course }

// open reads a course.
//
// Errors: what is wrong with the file or the lessons, in plain words.
func open(file []byte) (*book, error) {
	files, err := origin.FilesOf(file)
	if err != nil {
		return nil, err
	}
	return load(files)
}

func load(files fs.FS) (*book, error) {
	c, err := lesson.Load(files)
	if c != nil {
		err = check.Course(c, unbox.Sources(), err)
	}
	var all lesson.Problems
	if errors.As(err, &all) && len(all) > maxProblems {
		return nil, fmt.Errorf("%w\nand %d more", all[:maxProblems], len(all)-maxProblems)
	}
	if err != nil {
		return nil, err
	}
	return &book{c}, nil
}

// outline is what a class has to know about a course.
func (b *book) outline() *school.Course {
	return &school.Course{Steps: school.StepsOf(b.course), Tests: TestsOf(b.course), Questions: school.QuestionsOf(b.course)}
}

// TestsOf returns the hash of the tests of each step.
func TestsOf(c *lesson.Course) map[string]string {
	all := map[string]string{}
	for _, ch := range c.Chapters {
		for _, s := range ch.Steps {
			all[ch.ID+"/"+s.ID] = TestsHash(ch, s)
		}
	}
	return all
}

// TestsHash is the hash of everything that runs with a learner's program in a
// step.
func TestsHash(ch *lesson.Chapter, s *lesson.Step) string {
	return receipt.Hash(marshal(check.Suite(ch, s, "")))
}

func marshal(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic("BUG: what a lesson consists of always marshals: " + err.Error())
	}
	return text
}

// errNoPage means that a course has no such page.
var errNoPage = errors.New("expected a page of the course, found none of that address")

// page makes a page: the contents at "", a chapter at "chapter/", a step at "chapter/step".
func (b *book) page(at Place, path string) (Page, error) {
	site := pages.NewPrivate(b.course, unbox.Sources(), at.Base, at.Root)
	if path == "" {
		return of(site.Contents(), nil)
	}
	ch, step, err := b.find(path)
	switch {
	case err != nil:
		return Page{}, err
	case step == nil:
		return of(site.Chapter(ch))
	}
	return of(site.Step(ch, step))
}

func of(p pages.Page, err error) (Page, error) { return Page{p.Title, p.Description, p.Body}, err }

// find finds a chapter or a step by its path.
func (b *book) find(path string) (*lesson.Chapter, *lesson.Step, error) {
	chapter, name, _ := strings.Cut(path, "/")
	for _, ch := range b.course.Chapters {
		if ch.ID == chapter && name == "" && strings.HasSuffix(path, "/") {
			return ch, nil, nil
		}
	}
	if ch, step := b.course.Step(path); step != nil {
		return ch, step, nil
	}
	return nil, nil, errNoPage
}

// data returns what a page asks for: "search.json", "chapter/step/step.json" or "chapter/step/solution.json". version is that of the course
// in its class.
func (b *book) data(at Place, path string, version int) ([]byte, error) {
	site := pages.NewPrivate(b.course, unbox.Sources(), at.Base, at.Root)
	if path == "search.json" {
		return marshal(site.SearchIndex()), nil
	}
	name, file := path[:max(0, strings.LastIndexByte(path, '/'))], path[strings.LastIndexByte(path, '/')+1:]
	ch, step, err := b.find(name)
	if err != nil || step == nil {
		return nil, errNoPage
	}
	switch file {
	case "step.json":
		data, err := site.Data(ch, step)
		if err != nil {
			return nil, err
		}
		data.Lessons = version
		return marshal(check.PageData(data, ch, step)), nil
	case "solution.json":
		return marshal(map[string]string{"solution": step.Solution.Text}), nil
	}
	return nil, errNoPage
}

// test returns the test of a step.
func (b *book) test(path string) (Test, error) {
	ch, step, err := b.find(path)
	if err != nil || step == nil {
		return Test{}, errNoPage
	}
	return Test{marshal(check.Suite(ch, step, "")), TestsHash(ch, step)}, nil
}
