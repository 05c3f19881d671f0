package lesson

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"strings"
)

// numbered is the form of the names of chapters and steps: 01-straight-lines.
var numbered = regexp.MustCompile(`^[0-9]+-([a-z0-9]+(?:-[a-z0-9]+)*)$`)

// chapterFile is the file that makes a folder a chapter.
const chapterFile = "chapter.md"

// IsChapter reports whether a folder of a course is a chapter.
func IsChapter(fsys fs.FS, dir string) bool {
	_, err := fs.Stat(fsys, path.Join(dir, chapterFile))
	return err == nil
}

// Load reads a course from a folder. With an error, it returns what could be
// read, for previews; it may be nil.
//
// Errors: Problems with everything that is wrong, or the error of reading the
// folder.
func Load(fsys fs.FS) (*Course, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	l := &loader{fsys: fsys}
	course := &Course{}
	ids := map[string]string{}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		if entry.Type()&fs.ModeSymlink != 0 && numbered.MatchString(entry.Name()) {
			l.problems.add(entry.Name(), 0, "expected a folder of this course, found a symbolic link")
		}
		if !entry.IsDir() {
			continue
		}
		if len(course.Chapters) == maxChapters {
			l.problems.add(".", 0, "expected at most %d chapters, found more", maxChapters)
			break
		}
		if ch := l.chapter(entry.Name(), ids); ch != nil {
			ch.Number = len(course.Chapters) + 1
			course.Chapters = append(course.Chapters, ch)
		}
	}
	if len(course.Chapters) == 0 && len(l.problems) == 0 {
		l.problems.add(".", 0, "expected a folder such as `01-first-chapter` with a `%s` in it, found none", chapterFile)
	}
	l.parts(course)
	l.again(course)
	return course, l.problems.Err()
}

// parts checks the parts of all steps: each is from an earlier step, and has a unique name.
func (l *loader) parts(c *Course) {
	before := map[string]Part{}
	for _, ch := range c.Chapters {
		for _, s := range ch.Steps {
			names := map[string]bool{}
			kept := s.Parts[:0]
			for _, p := range s.Parts {
				at, known := before[p.Step]
				switch {
				case !known:
					l.problems.add(s.File, s.MatterLine("parts"), "expected an earlier step of this course, such as `chapter/step`, as `step:` of a part, found `%s`", p.Step)
				case p.Name == "" || names[p.Name]:
					l.problems.add(s.File, s.MatterLine("parts"), "expected a `name:` of its own for each part, found `%s`", p.Name)
				default:
					names[p.Name] = true
					p.Library, p.Solution = at.Library, at.Solution
					kept = append(kept, p)
				}
			}
			s.Parts = kept
			before[ch.ID+"/"+s.ID] = Part{Library: ch.Library, Solution: s.Solution}
		}
	}
}

// loader reads files and collects their problems.
type loader struct {
	fsys     fs.FS
	problems Problems
	// length is the total number of bytes of all files so far.
	length int
	// effort is an estimate of what parsing their Markdown costs.
	effort int
}

// id returns the part of a name after its number; "" after reporting a problem.
// seen has the names in the same folder by ID.
func (l *loader) id(name, where string, seen map[string]string) string {
	m := numbered.FindStringSubmatch(name)
	if m == nil {
		l.problems.add(where, 0, "expected a name such as `01-first-step`: a number, a dash, and lower-case words with dashes between them; found `%s`", name)
		return ""
	}
	if other, twice := seen[m[1]]; twice {
		l.problems.add(where, 0, "expected a name that differs from its neighbours' in more than the number, found `%s` beside `%s`", name, other)
		return ""
	}
	seen[m[1]] = name
	return m[1]
}

// read returns a file's contents with Unix line ends, and without the mark that some editors write at the beginning of UTF-8.
func (l *loader) read(name string) []byte {
	if l.length > maxCourse {
		return nil // which was reported
	}
	text, err := readFile(l.fsys, name, maxFile)
	if err != nil {
		l.problems.add(name, 0, "%v", err)
		return nil
	}
	if l.length += len(text); l.length > maxCourse {
		l.problems.add(name, 0, "expected at most %d bytes in all files of a course, found more", maxCourse)
		return nil
	}
	if l.effort > maxEffort {
		return nil // which was reported
	}
	if l.effort += effort(text); l.effort > maxEffort {
		l.problems.add(name, 0, "expected Markdown that is read in a few seconds, found too many marks in paragraphs, tables or footnotes that are too long; empty lines split them")
		return nil
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}

func (l *loader) chapter(dir string, ids map[string]string) *Chapter {
	file := path.Join(dir, chapterFile)
	if _, err := fs.Stat(l.fsys, file); errors.Is(err, fs.ErrNotExist) {
		l.problems.add(dir, 0, "expected a file `%s` in the folder of a chapter, found none", chapterFile)
		return nil
	}
	ch := &Chapter{ID: l.id(dir, dir, ids), File: file}
	text := l.read(file)
	if ch.ID == "" || text == nil {
		return nil
	}
	l.chapterText(ch, text)
	l.steps(ch, dir)
	return ch
}

// sources checks the sources in front matter: their links must be web
// addresses.
func (l *loader) sources(file string, list []Source) []Source {
	for _, from := range list {
		l.need(file, "sources: title", from.Title)
		if at, err := url.Parse(from.URL); from.URL != "" && (err != nil || at.Host == "" || at.Scheme != "https" && at.Scheme != "http") {
			l.problems.add(file, 1, "expected an address with `https://` as `url:` of a source, found `%s`", from.URL)
		}
	}
	return list
}

func (l *loader) chapterText(ch *Chapter, file []byte) {
	matter, text, line, err := cutMatter(file)
	if err != nil {
		l.problems.add(ch.File, 1, "%v", err)
		return
	}
	var m chapterMatter
	if decodeYAML(ch.File, matter, 2, &m, &l.problems) {
		l.need(ch.File, "title", m.Title)
		l.need(ch.File, "summary", m.Summary)
	}
	ch.Title, ch.Summary, ch.Sources = m.Title, m.Summary, l.sources(ch.File, m.Sources)
	ch.Text, ch.TextLine = text, line
	ch.Blocks = l.blocks(ch.File, text, line)
	for _, b := range ch.Blocks {
		switch b.Kind {
		case Library:
			if !ch.Library.Empty() {
				l.problems.add(b.File, b.Line, "expected one `library` block in a chapter, found another")
			}
			ch.Library = b.Code
		case Starter, Tests, Hint, Solution, Wrong:
			l.problems.add(b.File, b.Line, "expected `%s` blocks in steps, found one in a chapter's introduction", b.Kind)
		}
	}
}

// needs reports what the front matter of a step lacks.
func (l *loader) needs(file string, m *stepMatter) {
	l.need(file, "title", m.Title)
	l.need(file, "idea", m.Idea)
	if m.Random != nil {
		l.need(file, "random: traces", m.Random.Traces)
		if strings.TrimSpace(m.Random.Pass+m.Pass) == "" {
			l.problems.add(file, 1, "expected `pass:` beside `random:`, the function that is tried on random traces, found none")
		}
	} else if m.Pass != "" {
		l.problems.add(file, 1, "expected `random:` beside `pass:`, such as `random: {traces: toy add print}`, so that the pass is tried on random traces, found none")
	}
}

// need reports that the front matter lacks something.
func (l *loader) need(file, name, value string) {
	if strings.TrimSpace(value) == "" {
		l.problems.add(file, 1, "expected `%s:` in the front matter, found none", name)
	}
}

func (l *loader) steps(ch *Chapter, dir string) {
	entries, err := fs.ReadDir(l.fsys, dir)
	if err != nil {
		l.problems.add(dir, 0, "expected a folder that can be read, found this: %v", err)
		return
	}
	ids := map[string]string{}
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() || name == chapterFile || path.Ext(name) != ".md" || strings.HasPrefix(name, ".") {
			continue
		}
		if len(ch.Steps) == maxSteps {
			l.problems.add(dir, 0, "expected at most %d steps in a chapter, found more", maxSteps)
			return
		}
		file := path.Join(dir, name)
		s := &Step{ID: l.id(strings.TrimSuffix(name, ".md"), file, ids), File: file, Number: len(ch.Steps) + 1}
		text := l.read(file)
		if s.ID == "" || text == nil {
			continue
		}
		l.step(s, text)
		l.follow(ch, s)
		ch.Steps = append(ch.Steps, s)
	}
	if len(ch.Steps) == 0 {
		l.problems.add(dir, 0, "expected at least one step such as `01-first-step.md` beside `%s`, found none", chapterFile)
	}
}

// follow gives a step without a starter the solution of the step before it.
func (l *loader) follow(ch *Chapter, s *Step) {
	if !s.Starter.Empty() {
		return
	}
	if s.Fresh || len(ch.Steps) == 0 {
		l.problems.add(s.File, 1, "expected a `starter` block in a step that goes on from no other, found none")
		return
	}
	s.Starter = ch.Steps[len(ch.Steps)-1].Solution
}

func (l *loader) step(s *Step, file []byte) {
	matter, text, line, err := cutMatter(file)
	if err != nil {
		l.problems.add(s.File, 1, "%v", err)
		return
	}
	var m stepMatter
	if decodeYAML(s.File, matter, 2, &m, &l.problems) {
		l.needs(s.File, &m)
	}
	s.Title, s.Idea, s.Fresh, s.Pass, s.Sources = m.Title, m.Idea, m.Fresh, m.Pass, l.sources(s.File, m.Sources)
	s.Without = strings.FieldsFunc(m.Without, func(r rune) bool { return r == ',' || r == ' ' })
	s.Parts = m.Parts
	for i := range s.Parts {
		s.Parts[i].Function = cmp.Or(s.Parts[i].Function, s.Parts[i].Name)
	}
	if s.Random = m.Random; s.Random != nil {
		if s.Random.Pass == "" {
			s.Random.Pass = s.Pass
		}
	}
	s.Text, s.TextLine, s.matter = text, line, matter
	s.Blocks = l.blocks(s.File, text, line)
	for _, b := range s.Blocks {
		l.assign(s, b)
	}
	l.complete(s)
}

// assign puts a block into the right field of its step.
func (l *loader) assign(s *Step, b Block) {
	once := func(place *Code) {
		if !place.Empty() {
			l.problems.add(b.File, b.Line, "expected one `%s` block in a step, found another", b.Kind)
		}
		*place = b.Code
	}
	switch b.Kind {
	case Starter:
		once(&s.Starter)
	case Tests:
		once(&s.Tests)
	case Solution:
		once(&s.Solution)
	case Hint:
		l.blocks(b.File, []byte(b.Text), b.Line) // to report what is wrong with them
		s.Hints = append(s.Hints, b.Code)
	case Wrong:
		if b.Attr["message"] == "" {
			l.problems.add(b.File, b.Line, "expected `message=\"…\"`, a part of what the learner is told about the mistake, found none")
		}
		s.Wrong = append(s.Wrong, Mistake{b.Code, b.Attr["message"]})
	case Library:
		l.problems.add(b.File, b.Line, "expected the `library` block in %s, found one in a step", chapterFile)
	}
}

// leastHints and leastWrong are the minimum numbers of hints and wrong
// solutions in a step.
const leastHints, leastWrong = 3, 2

// complete reports what a step lacks.
func (l *loader) complete(s *Step) {
	for kind, code := range map[Kind]Code{Tests: s.Tests, Solution: s.Solution} {
		if code.Empty() {
			l.problems.add(s.File, s.lineOf(s.Starter, s.Tests, s.Solution), "expected a `%s` block, found none", kind)
		}
	}
	if len(s.Hints) < leastHints {
		l.problems.add(s.File, s.lineOf(append([]Code{s.Starter, s.Tests}, s.Hints...)...), "expected at least %d `hint` blocks, each telling more than the one before, found %d", leastHints, len(s.Hints))
	}
	if len(s.Wrong) < leastWrong {
		after := []Code{s.Starter, s.Tests, s.Solution}
		for _, w := range s.Wrong {
			after = append(after, w.Code)
		}
		l.problems.add(s.File, s.lineOf(after...), "expected at least %d `wrong` blocks, typical mistakes that the tests catch, found %d", leastWrong, len(s.Wrong))
	}
}

// lineOf returns the line below which something is missing: that of the last of these blocks which the step's own file
// has, or 1.
func (s *Step) lineOf(blocks ...Code) int {
	line := 1
	for _, b := range blocks {
		if b.File == s.File {
			line = max(line, b.Line)
		}
	}
	return line
}

// String names a course for messages.
func (c *Course) String() string {
	steps := 0
	for _, ch := range c.Chapters {
		steps += len(ch.Steps)
	}
	return count(len(c.Chapters), "chapter") + " with " + count(steps, "step")
}

func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
