package playground

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"unbox/classroom/course"
	"unbox/classroom/school"
	"unbox/playground/receipt"
	"unbox/workers/queue"
)

// This file is about classes' own courses. Their pages are below ownBase and the class's ID, and are made where the classes are, by a
// locked-in worker; the pages are kept in memory while there is room. Programs run at the server to which the learner is connected, which
// asks for a step's tests where the classes are.

const (
	ownBase = "/own/"
	// ownTestPath is where a server asks for the tests of a step; it is only for servers.
	ownTestPath = classBase + "/own-test/"
)

// ownLessons makes the pages of classes' own courses.
type ownLessons struct {
	// reader reads courses; nil if there is no sandbox.
	reader *course.Reader
	frame  *site
	limits Limits
	// memory is that of those who have a page made, which have a file of a course each.
	memory *queue.Budget

	mu sync.Mutex
	// made is what was made, by class, version and path; bytes is its size; order lists it with the
	// oldest first.
	made  map[string]ownMade
	order []string
	bytes int
}

// ownMade is a page, or the tests of a step.
type ownMade struct {
	file *file
	test OwnTest
	size int
}

// OwnTest is the tests of a step of a class's own course.
type OwnTest struct {
	course.Test
	// Version is that of the course.
	Version int `json:"version"`
}

var errNoReader = errors.New("expected a server that can lock in what reads a course, found one that runs no lessons (--lessons off), or whose page was not built")

// fileCopies is how often the file of a course is in memory while a page is made: in base64 as it is kept, as it is, and on its way to the
// worker.
const fileCopies = 6

// get returns what was made, or makes it from the course's file.
func (o *ownLessons) get(ctx context.Context, client queue.Client, s *school.School, class string, c *school.Course, path string, make func(file []byte) (ownMade, error)) (ownMade, error) {
	key := fmt.Sprintf("%s/%d/%s", class, c.Version, path)
	o.mu.Lock()
	m, ok := o.made[key]
	o.mu.Unlock()
	if ok {
		return m, nil
	}
	if o.reader == nil {
		return m, errNoReader
	}
	waiting, cancel := context.WithTimeout(ctx, memoryTime)
	defer cancel()
	grant, err := o.memory.Reserve(waiting, client, min(fileCopies*c.Bytes, o.limits.UploadBytes/4))
	if err != nil {
		return m, err
	}
	defer grant.Release()
	file, err := s.CourseFile(ctx, class, c.Version)
	if err != nil {
		return m, err
	}
	if m, err = make(file); err != nil {
		return m, err
	}
	o.keep(key, m)
	return m, nil
}

// keep keeps what was made, and drops the oldest.
func (o *ownLessons) keep(key string, m ownMade) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, ok := o.made[key]; ok {
		return
	}
	o.made[key] = m
	o.order = append(o.order, key)
	o.bytes += m.size
	for o.bytes > o.limits.CoursePages && len(o.order) > 1 {
		o.bytes -= o.made[o.order[0]].size
		delete(o.made, o.order[0])
		o.order = o.order[1:]
	}
}

// place is where the pages of a class's course are.
func (o *ownLessons) place(class string) course.Place {
	return course.Place{Base: under(o.frame.base, ownBase+class+"/"), Root: o.frame.base}
}

// page makes a page or what its script asks for.
func (o *ownLessons) page(ctx context.Context, client queue.Client, s *school.School, class string, c *school.Course, path string) (*file, error) {
	m, err := o.get(ctx, client, s, class, c, path, func(text []byte) (m ownMade, err error) {
		if strings.HasSuffix(path, ".json") {
			var data []byte
			if data, err = o.reader.Data(ctx, client, text, o.place(class), path, c.Version); err == nil {
				m.file = packed("data.json", append(data, '\n'))
			}
		} else {
			var p course.Page
			if p, err = o.reader.Page(ctx, client, text, o.place(class), path); err == nil {
				m.file = o.html(p)
			}
		}
		if err == nil {
			m.size = len(m.file.identity.body) + len(m.file.brotli.bytes())
		}
		return m, err
	})
	return m.file, err
}

// html puts a page into the frame of the lessons.
func (o *ownLessons) html(p course.Page) *file {
	text := o.frame.fill(o.frame.lessonFrame, liveMark, "", titleMark, html.EscapeString(p.Title), descriptionMark, html.EscapeString(p.Description), bodyMark, string(p.Body))
	return packed("page.html", []byte(text))
}

// test returns the tests of a step.
func (o *ownLessons) test(ctx context.Context, client queue.Client, s *school.School, class, step string) (OwnTest, error) {
	c, err := s.Own(class)
	if err != nil {
		return OwnTest{}, err
	}
	m, err := o.get(ctx, client, s, class, c, "test "+step, func(text []byte) (ownMade, error) {
		t, err := o.reader.Test(ctx, client, text, step)
		return ownMade{test: OwnTest{t, c.Version}, size: len(t.Suite)}, err
	})
	return m.test, err
}

// mountOwn adds the addresses of classes' own courses.
func (m *schools) mountOwn(routes *routes, runs *lessonRuns, run *door) {
	for _, path := range []string{"{$}", "search.json", "{chapter}/{$}", "{chapter}/{step}", "{chapter}/{step}/step.json", "{chapter}/{step}/solution.json"} {
		routes.get(ownBase+"{class}/"+path, m.got(desk.ownPage))
	}
	routes.get(ownBase+"{class}/language.json", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, under(m.courses.frame.base, lessonsBase)+"language.json", http.StatusFound)
	})
	if runs == nil {
		return
	}
	routes.post(ownBase+"{class}/receipt", run.wrap(func(w http.ResponseWriter, r *http.Request, v *visitor) { m.ownReceipt(w, r, v, runs) }))
	routes.post(ownBase+"{class}/{chapter}/{step}/run", run.wrap(func(w http.ResponseWriter, r *http.Request, v *visitor) { m.ownRun(w, r, v, runs) }))
}

// ownPage answers with a page of a class's own course, or with what its script asks for.
func (m desk) ownPage(w http.ResponseWriter, r *http.Request) {
	class := r.PathValue("class")
	_, path, _ := strings.Cut(r.URL.Path, ownBase+class+"/")
	if m.courses.frame.lessonFrame == "" {
		notBuilt(w, r)
		return
	}
	c, err := m.school.Own(class)
	if errors.Is(err, school.ErrMoved) {
		m.refuse(w, err)
		return
	}
	var f *file
	if err == nil {
		f, err = m.courses.page(r.Context(), m.visitors.client(r), m.school, class, c, path)
	}
	var bad *course.ErrBad
	switch {
	case err == nil:
		f.serve(w, r, "no-cache")
	case errors.Is(err, course.ErrNone), errors.Is(err, school.ErrNoClass), errors.Is(err, school.ErrCourse):
		page(w, r, http.StatusNotFound, "Expected the lessons of a class, found none at this address: the class may have other lessons by now, or be over. The page of your class, "+under(m.courses.frame.base, classBase)+", leads to its lessons.")
	case errors.As(err, &bad):
		page(w, r, http.StatusUnprocessableEntity, bad.Words)
	case r.Context().Err() != nil: // the client has gone
	default:
		w.Header().Set("Retry-After", "2")
		page(w, r, http.StatusServiceUnavailable, "The page cannot be made at the moment: "+err.Error())
	}
}

// ownRun runs the tests of a step of the class's own course.
func (m *schools) ownRun(w http.ResponseWriter, r *http.Request, v *visitor, runs *lessonRuns) {
	var body LessonRun
	if err := v.parseJSON(&body); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return
	}
	step := r.PathValue("chapter") + "/" + r.PathValue("step")
	test, err := m.ownTest(r.Context(), v.Client, r.PathValue("class"), step)
	if err != nil {
		m.noTest(w, err)
		return
	}
	request, err := test.With(body.Code)
	if err != nil {
		runs.failed(w, r, err)
		return
	}
	runs.decided(w, r, v, request, PassedProgram{Step: step, Code: body.Code, Course: test.Version, Hash: test.Hash})
}

// ownReceipt checks a receipt for a step of a class's own course.
func (m *schools) ownReceipt(w http.ResponseWriter, r *http.Request, v *visitor, runs *lessonRuns) {
	var body ReceiptCheck
	if err := v.parseJSON(&body); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return
	}
	test, err := m.ownTest(r.Context(), v.Client, r.PathValue("class"), body.Receipt.Step)
	if err != nil && !errors.Is(err, course.ErrNone) {
		m.noTest(w, err)
		return
	}
	reason := runs.receipts.Check(body.Receipt, body.Code, test.Hash)
	sayJSON(w, http.StatusOK, ReceiptAnswer{Valid: reason == "", Reason: reason})
}

func (m *schools) noTest(w http.ResponseWriter, err error) {
	switch {
	case errors.Is(err, course.ErrNone), errors.Is(err, school.ErrNoClass), errors.Is(err, school.ErrCourse):
		sayError(w, http.StatusNotFound, "expected a step of the class's lessons, found none of that name; the class may have other lessons by now: reload the page")
	default:
		w.Header().Set("Retry-After", "2")
		sayError(w, http.StatusServiceUnavailable, err.Error())
	}
}

// ownTest returns the tests of a step of a class's own course, wherever the classes are.
func (m *schools) ownTest(ctx context.Context, client queue.Client, class, step string) (OwnTest, error) {
	if m.alone != nil {
		return m.courses.test(ctx, client, m.alone, class, step)
	}
	ctx, cancel := context.WithTimeout(ctx, moving)
	defer cancel()
	for {
		var test OwnTest
		place, err := m.keeper.Where(ctx)
		switch {
		case err != nil:
		case place.School != nil:
			test, err = m.courses.test(ctx, client, place.School, class, step)
		default:
			test, err = m.ownTestAt(ctx, place.Server, class, step)
		}
		if err == nil || errors.Is(err, course.ErrNone) {
			return test, err
		}
		select {
		case <-time.After(movingPace):
		case <-ctx.Done():
			return test, err
		}
	}
}

// ownTestAt asks the server that has the classes.
func (m *schools) ownTestAt(ctx context.Context, server, class, step string) (t OwnTest, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+server+ownTestPath+class+"/"+step, http.NoBody)
	if err != nil {
		return t, err
	}
	answer, err := m.routes.of(server).RoundTrip(r)
	if err != nil {
		return t, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, int64(m.courses.limits.CoursePages)))
	switch {
	case err != nil:
		return t, err
	case answer.StatusCode == http.StatusNotFound:
		return t, course.ErrNone
	case answer.StatusCode != http.StatusOK:
		return t, fmt.Errorf("expected the tests of a step from another server, found status %d", answer.StatusCode)
	}
	return t, json.Unmarshal(text, &t)
}

// hearOwnTest answers another server.
func (m *schools) hearOwnTest(w http.ResponseWriter, r *http.Request) {
	here, _ := m.here(r)
	if here == nil {
		sayError(w, http.StatusServiceUnavailable, school.ErrMoved.Error())
		return
	}
	test, err := m.courses.test(r.Context(), m.visitors.client(r), here, r.PathValue("class"), r.PathValue("chapter")+"/"+r.PathValue("step"))
	if err != nil {
		m.noTest(w, err)
		return
	}
	sayJSON(w, http.StatusOK, test)
}

// ── Those who teach ───────────────────────────────────────────────────────

// CourseFile is the body of POST /teach/classes/CLASS/course.
type CourseFile struct {
	// Name is that of the file; File is a ZIP file, in base64. Without one, the class does the server's lessons again.
	Name string `json:"name"`
	File []byte `json:"file"`
	// Again means that programs that passed other tests of a step no longer count.
	Again bool `json:"again"`
	// Try only reports what would change.
	Try bool `json:"try"`
}

// CourseAnswer is the answer.
type CourseAnswer struct {
	// Wrong is what is wrong with the file; then there is nothing else. It is set only in the
	// answer to a try.
	Wrong string            `json:"wrong,omitempty"`
	Steps int               `json:"steps"`
	Plan  school.CoursePlan `json:"plan"`
}

// setCourse gives a class a course of its own, or the server's.
func (m desk) setCourse(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body CourseFile
	a, c, ok := m.askedOfClass(w, r, v, &body)
	if !ok {
		return
	}
	next, err := m.read(r.Context(), v, body)
	var bad *course.ErrBad
	switch {
	case errors.As(err, &bad) && body.Try:
		sayJSON(w, http.StatusOK, CourseAnswer{Wrong: bad.Words})
		return
	case errors.Is(err, queue.ErrFull), errors.Is(err, errNoReader):
		sayError(w, http.StatusServiceUnavailable, err.Error())
		return
	case err != nil:
		m.refuse(w, err)
		return
	}
	answer := CourseAnswer{}
	if next != nil {
		answer.Steps = len(next.Steps)
	}
	if body.Try {
		answer.Plan = c.PlanCourse(next)
	} else if answer.Plan, err = m.school.SetCourse(r.Context(), a, c.ID(), next, body.File, body.Again); err != nil {
		m.refuse(w, err)
		return
	}
	sayJSON(w, http.StatusOK, answer)
}

// read reads an uploaded course; nil for none.
func (m desk) read(ctx context.Context, v *visitor, body CourseFile) (*school.Course, error) {
	switch {
	case len(body.File) == 0:
		return nil, nil //nolint:nilnil // no course is the server's
	case len(body.File) > m.courses.limits.Course:
		return nil, &course.ErrBad{Words: fmt.Sprintf("expected a ZIP file of at most %d bytes, found %d", m.courses.limits.Course, len(body.File))}
	case m.courses.reader == nil:
		return nil, errNoReader
	}
	next, err := m.courses.reader.Outline(ctx, v.Client, body.File)
	if err != nil {
		return nil, err
	}
	next.Name = body.Name
	return next, nil
}

// course answers with the file of a class's own course.
func (m desk) course(w http.ResponseWriter, r *http.Request) {
	_, c, ok := m.classOf(w, r)
	if !ok {
		return
	}
	v := m.download(w, r)
	if v == nil {
		return
	}
	defer v.grant.Release()
	own, err := m.school.Own(c.ID())
	var file []byte
	if err == nil {
		file, err = m.school.CourseFile(r.Context(), c.ID(), own.Version)
	}
	if err != nil {
		m.refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="class-`+c.ID()+`-course.zip"`)
	w.Header().Set("Cache-Control", "no-store")
	v.grant.Resize(len(file))
	v.sends(w)
	_, _ = w.Write(file) // an error means that the client has gone
}

// newRuns answers requests to run programs, in the server's course and in those of classes.
func newRuns(c Config, keeping *lessonKeeping) *lessonRuns {
	return &lessonRuns{
		runner: c.Lessons, course: c.Course, log: c.Log, limits: c.Limits, receipts: receipt.NewOffice(c.Key), keeping: keeping,
		tests: sync.OnceValue(func() map[string]string { return testHashes(c.Course) }),
	}
}
