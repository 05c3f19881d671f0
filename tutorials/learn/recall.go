package learn

import (
	"strconv"
	"sync"

	"go.starlark.net/starlark"
)

// Between two runs of a step the learner has changed a few letters, and most of what the tests ask
// the judge, the interpreter, the prover and the parser is what they asked in the run before. Each of
// these answers depends on texts and numbers alone, so it is kept under all of them, and not computed
// again. What a run counts is the same with a kept answer and without: the answer comes with the
// steps and the memory that it took, and where a thread has not more than those left it is computed
// again, so that the program stops where it would have stopped.

const (
	// maxRecalled bounds each of the two halves of what is kept, in bytes.
	maxRecalled = 4 << 20
	// maxRecallKey and maxRecallWork are how long a question may be that is kept, in bytes, and how
	// much memory its answer may have taken.
	maxRecallKey, maxRecallWork = 16 << 10, 256 << 10
	// recallOverhead is what one answer takes beside its question and the memory that was counted.
	recallOverhead = 256
)

// recollection is a kept answer with what it took.
type recollection struct {
	value         any
	steps, memory uint64
}

// recollections are kept answers by question. Those that nobody asked for while one half was filled
// are forgotten with the other half.
type recollections struct {
	mu          sync.Mutex
	young, aged map[string]recollection
	bytes       int
}

// recalled has the answers of all runs of this process.
var recalled recollections

func (r *recollections) find(question string) (recollection, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if a, ok := r.young[question]; ok {
		return a, true
	}
	a, ok := r.aged[question]
	if ok {
		r.put(question, a)
	}
	return a, ok
}

func (r *recollections) keep(question string, a recollection) {
	if len(question) > maxRecallKey || a.memory > maxRecallWork {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.put(question, a)
}

func (r *recollections) put(question string, a recollection) {
	bytes := recallOverhead + len(question) + int(a.memory)
	if r.young == nil || r.bytes+bytes > maxRecalled {
		r.young, r.aged, r.bytes = make(map[string]recollection), r.young, 0
	}
	r.young[question] = a
	r.bytes += bytes
}

// Recall answers a question: with the answer that was kept, if there is one, and with compute
// otherwise. The question has to name all that the answer depends on. Nobody may change an answer.
//
// Errors: those of compute, which are never kept.
func Recall[T any](t *starlark.Thread, question string, compute func() (T, error)) (T, error) {
	m := meterOf(t)
	if a, ok := recalled.find(question); ok && m.affords(t, a) {
		t.Steps, m.memory = t.Steps+a.steps, m.memory+a.memory
		return a.value.(T), nil
	}
	steps, memory := t.Steps, m.memory
	value, err := compute()
	// A run of a trace that came to the last step of its thread may have been cut short.
	if err == nil && m.over == nil && t.Steps < m.limits.Steps {
		recalled.keep(question, recollection{value, t.Steps - steps, m.memory - memory})
	}
	return value, err
}

// affords reports whether a thread has more left than an answer took.
func (m *meter) affords(t *starlark.Thread, a recollection) bool {
	return m.over == nil && t.Steps < m.limits.Steps && a.steps < m.limits.Steps-t.Steps && m.memory+a.memory <= m.limits.Memory
}

// Question makes one text of several; no other texts make the same.
func Question(kind string, parts ...string) string {
	n := len(kind) + 1
	for _, part := range parts {
		n += len(part) + 8
	}
	text := append(append(make([]byte, 0, n), kind...), ' ')
	for _, part := range parts {
		text = append(append(strconv.AppendInt(text, int64(len(part)), 10), ':'), part...)
	}
	return string(text)
}
