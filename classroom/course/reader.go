package course

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"time"

	"unbox/classroom/school"
	"unbox/workers"
	"unbox/workers/queue"
	"unbox/workers/sandbox"
)

// roleName is the role of a worker that reads courses.
const roleName = "courses"

const (
	// maxResult is the maximum length of a page in bytes, memory that of a worker's
	// memory.
	maxResult = 8 << 20
	memory    = 512 << 20
	// reading is the maximum time that a worker may take for a course or a page of it. Readers give way to everything else on
	// the machine, so that it is long: on a busy one, a short course took 20 s.
	reading = time.Minute
	// idle is the time without work after which the worker ends.
	idle = time.Minute
)

// ErrBad says what is wrong with a course, for its author.
type ErrBad struct{ Words string }

// Error returns the message.
func (e *ErrBad) Error() string { return e.Words }

// kindBad is the kind of a worker's failure that is an ErrBad; kindNone means that there is no such
// page.
const (
	kindBad  = "bad"
	kindNone = "none"
)

// ErrNone means that a course has no such page.
var ErrNone = errNoPage

// order is a request to a worker.
type order struct {
	// File is the course. What is the kind of answer: "outline", "page", "data" or "test"; Path says which
	// page.
	File       []byte
	What, Path string
	Place      Place
	Version    int
}

// answer is its response: one of these fields.
type answer struct {
	Outline *school.Course
	Page    Page
	Data    []byte
	Test    Test
}

// Role is the role of a worker that reads courses; every program that uses a [Reader] passes it to
// workers.Main.
func Role() workers.Role {
	return workers.Role{
		Name:   roleName,
		Limits: sandbox.Limits{Memory: memory, Addresses: 2 << 30, Files: 16},
		Heap:   memory / 2,
		Prepare: func([]byte) (workers.Work, error) {
			w := new(worker)
			return workers.Work{Do: w.do}, nil
		},
	}
}

// worker keeps the last course that it was asked for: its pages are requested one after the
// other.
type worker struct {
	of   [sha256.Size]byte
	last *book
}

func (w *worker) do(job []byte, _ func([]byte) error) ([]byte, error) {
	var o order
	if err := unpack(job, &o); err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(o.File); w.last == nil || sum != w.of {
		b, err := open(o.File)
		if err != nil {
			return nil, &workers.Failure{Kind: kindBad, Message: err.Error()}
		}
		w.of, w.last = sum, b
	}
	a, err := w.last.answer(o)
	switch {
	case errors.Is(err, errNoPage):
		return nil, &workers.Failure{Kind: kindNone, Message: err.Error()}
	case err != nil:
		return nil, &workers.Failure{Kind: kindBad, Message: err.Error()}
	}
	return pack(a), nil
}

func (b *book) answer(o order) (a answer, err error) {
	switch o.What {
	case "outline":
		a.Outline = b.outline()
	case "page":
		a.Page, err = b.page(o.Place, o.Path)
	case "data":
		a.Data, err = b.data(o.Place, o.Path, o.Version)
	case "test":
		a.Test, err = b.test(o.Path)
	default:
		err = fmt.Errorf("expected a kind of answer, found `%s`", o.What)
	}
	return a, err
}

func pack(value any) []byte {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(value); err != nil {
		panic("BUG: a message of ours can always be written: " + err.Error())
	}
	return b.Bytes()
}

func unpack(text []byte, into any) error { return gob.NewDecoder(bytes.NewReader(text)).Decode(into) }

// Reader reads courses in workers. It is safe for concurrent use.
type Reader struct{ class *workers.Class }

// New adds a worker for courses to a pool. The worker starts when the first
// course comes.
func New(p *workers.Pool) *Reader {
	return &Reader{p.Class(workers.ClassConfig{
		Name: "courses", Role: roleName, Nice: 5, IdleTime: idle, Memory: memory, Clock: reading, MaxResult: maxResult,
		Waiting: queue.Limits{PerSeat: 100, PerBlock: 200, Total: 400},
	})}
}

// Close ends the worker.
func (r *Reader) Close() { r.class.Close() }

// Outline reads what a class has to know about a course.
//
// Errors: an *ErrBad, or why no worker has answered.
func (r *Reader) Outline(ctx context.Context, client queue.Client, file []byte) (*school.Course, error) {
	a, err := r.ask(ctx, client, order{File: file, What: "outline"})
	return a.Outline, err
}

// Page renders a page of a course; see the paths of [Reader.Data].
//
// Errors: ErrNone; as Outline.
func (r *Reader) Page(ctx context.Context, client queue.Client, file []byte, at Place, path string) (Page, error) {
	a, err := r.ask(ctx, client, order{File: file, What: "page", Place: at, Path: path})
	return a.Page, err
}

// Data returns what the script of a page asks for, as JSON: "search.json", and in a step "step.json" and "solution.json".
//
// Errors: as Page.
func (r *Reader) Data(ctx context.Context, client queue.Client, file []byte, at Place, path string, version int) ([]byte, error) {
	a, err := r.ask(ctx, client, order{File: file, What: "data", Place: at, Path: path, Version: version})
	return a.Data, err
}

// Test returns the test of a step.
//
// Errors: as Page.
func (r *Reader) Test(ctx context.Context, client queue.Client, file []byte, step string) (Test, error) {
	a, err := r.ask(ctx, client, order{File: file, What: "test", Path: step})
	return a.Test, err
}

func (r *Reader) ask(ctx context.Context, client queue.Client, o order) (a answer, err error) {
	result, err := r.class.Do(ctx, workers.Job{Client: client, Contents: pack(o), Again: true})
	var failed *workers.Failure
	var died *workers.Death
	switch {
	case errors.As(err, &failed) && failed.Kind == kindNone:
		return a, ErrNone
	case errors.As(err, &failed) && failed.Kind == kindBad:
		return a, &ErrBad{failed.Message}
	case errors.As(err, &died), errors.Is(err, workers.ErrTooLong), errors.Is(err, workers.ErrTooLarge):
		return a, &ErrBad{"expected a course that can be read with the memory and the time of a worker, found one that needs more"}
	case err != nil:
		return a, err
	}
	return a, unpack(result, &a)
}
