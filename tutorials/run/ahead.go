package run

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"

	"github.com/tetratelabs/wazero/api"

	unbox "unbox/wasm/api"
)

// Many learners run programs with the same tests, and most of what those compute is the same for
// all: the tests are compiled, and their traces are made, parsed and interpreted. So a worker that is
// asked for the same step again runs the step's solution once, in an instance of its own, and stores in
// which bytes that instance then differs from the image. The next runs of the step begin with these
// bytes. The module's caches (unbox/tutorials/learn, Recall) count the same steps and memory with a
// cached answer and without, so results are the same.
//
// The solution and the tests come from the course. No byte that a learner's program computed gets
// into what other runs begin with.

const (
	// aheadAfter is the number of runs of a step after which its solution is run: two runs are
	// no class.
	aheadAfter = 3
	// maxAhead is the maximum number of steps whose differences are stored, maxAheadSize that of one of
	// them in bytes, and maxAheadTotal that of all. Those of the course have 4 to 17 megabytes.
	maxAhead, maxAheadSize, maxAheadTotal = 8, 20 << 20, 64 << 20
	// maxAsked is the number of steps whose runs are counted.
	maxAsked = 256
	// maxAheadSteps is the maximum work of a solution, in the steps of learn.Limits: a little more than
	// the tests and traces of any step of the course take, about half a second. The next run waits for
	// it once, and it counts as processor time of that run. A run may have roomForLearners times as
	// many steps, and slowStep for each, so it is a small part of that, however long the step's tests are.
	maxAheadSteps = 1_200_000
)

// aheadKey is the hash of a request with a step's solution.
type aheadKey [sha256.Size]byte

// ahead is what a worker computed ahead of its jobs.
type ahead struct {
	// known are the differences, the least recently used first.
	known []*difference
	// asked counts the runs of steps that have none.
	asked map[aheadKey]int
	// wanted is the request with a solution that is to be run; nil for none.
	wanted []byte
}

// difference is what an instance has that differs from the image, after it has run a solution.
type difference struct {
	key     aheadKey
	size    uint32
	pieces  []segment
	globals []uint64
	clock   int64
}

// begin lets an instance that is equal to the image begin where the solution ended, if that has been
// run. Otherwise it counts how often that would have helped.
//
// Errors: no memory.
func (a *ahead) begin(in *instance, request []byte) error {
	a.wanted = nil
	if request == nil {
		return nil
	}
	key := aheadKey(sha256.Sum256(request))
	for i, d := range a.known {
		if d.key == key {
			a.known = append(slices.Delete(a.known, i, i+1), d)
			return d.apply(in)
		}
	}
	if len(a.asked) >= maxAsked || a.asked == nil {
		a.asked = map[aheadKey]int{}
	}
	if a.asked[key]++; a.asked[key] == aheadAfter {
		a.wanted = request
	}
	return nil
}

// run runs the wanted request in an instance that is equal to the image, and stores the difference. A
// request that does not pass is counted again from the beginning.
func (a *ahead) run(ctx context.Context, m *maker, in *instance) {
	request := a.wanted
	a.wanted = nil
	key := aheadKey(sha256.Sum256(request))
	delete(a.asked, key)
	response, err := in.call(ctx, "lesson", request)
	var r unbox.LessonResponse
	if err != nil || json.Unmarshal(response, &r) != nil || r.Status != "pass" {
		return
	}
	d := m.difference(in)
	if d == nil {
		return
	}
	d.key = key
	a.known = append(a.known, d)
	for len(a.known) > maxAhead || a.bytes() > maxAheadTotal {
		a.known = slices.Delete(a.known, 0, 1)
	}
}

// bytes returns how much is stored.
func (a *ahead) bytes() int {
	total := 0
	for _, d := range a.known {
		for _, piece := range d.pieces {
			total += len(piece.bytes)
		}
	}
	return total
}

// differencePage is the number of bytes that are compared, and stored if one of them differs.
const differencePage = 4 << 10

// difference returns how an instance differs from the image, or nil if that is too much.
func (m *maker) difference(in *instance) *difference {
	d := &difference{size: in.module.Memory().Size(), globals: m.globals(in), clock: in.clock}
	now, ok := in.module.Memory().Read(0, d.size)
	if !ok {
		panic("BUG: a memory has the size that it says")
	}
	total, zero := 0, make([]byte, differencePage)
	for at := 0; at < len(now); at += differencePage {
		before := zero // as memory is that has grown
		if at < len(m.image.memory) {
			before = m.image.memory[at : at+differencePage]
		}
		page := now[at : at+differencePage]
		if bytes.Equal(page, before) {
			continue
		}
		if total += differencePage; total > maxAheadSize {
			return nil
		}
		if n := len(d.pieces); n > 0 && int(d.pieces[n-1].at)+len(d.pieces[n-1].bytes) == at {
			d.pieces[n-1].bytes = append(d.pieces[n-1].bytes, page...)
			continue
		}
		d.pieces = append(d.pieces, segment{uint32(at), bytes.Clone(page)})
	}
	return d
}

// apply makes an instance that is equal to the image into one that has run the solution.
//
// Errors: no memory.
func (d *difference) apply(in *instance) error {
	memory := in.module.Memory()
	if !grow(memory, d.size) {
		return errNoRoom
	}
	for _, piece := range d.pieces {
		if !memory.Write(piece.at, piece.bytes) {
			panic("BUG: a difference fits into the memory that was made for it")
		}
	}
	setGlobals(in, d.globals)
	in.clock = d.clock
	return nil
}

// grow makes a memory at least as large as a size in bytes, which is a multiple of pageSize. It reports
// whether there was room.
func grow(memory api.Memory, size uint32) bool {
	if size <= memory.Size() {
		return true
	}
	_, ok := memory.Grow((size - memory.Size()) / pageSize)
	return ok
}

// errNoRoom is the error of an instance that could not be made.
var errNoRoom = errors.New("expected memory for an instance of the module, found none")

// aheadRequest returns a request with its step's solution in place of the learner's program, or nil if
// the request has none, or one that takes long.
func aheadRequest(request []byte) []byte {
	var q struct {
		unbox.LessonRequest
		Expected uint64            `json:"expected"`
		Solution *unbox.LessonFile `json:"solution"`
	}
	if err := json.Unmarshal(request, &q); err != nil || q.Solution == nil || q.Expected == 0 || q.Expected > maxAheadSteps {
		return nil
	}
	q.Code, q.Limits = *q.Solution, unbox.LessonLimits{}
	text, err := json.Marshal(&q.LessonRequest)
	if err != nil {
		panic("BUG: a request always marshals: " + err.Error())
	}
	return text
}
