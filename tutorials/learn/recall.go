package learn

import (
	"strconv"
	"sync"

	"go.starlark.net/starlark"
)

// Between two runs of a step the learner has changed a few letters, and most of what the tests ask
// the judge, the interpreter, the prover and the parser is the same as in the run before. Each answer
// depends only on texts and numbers, so it is cached under these. A run counts the same steps with a
// cached answer and without: the answer is stored with the steps and the memory that it took, and if
// a thread has not more than those left, it is computed again, so that the program stops where it
// would have stopped.

const (
	// maxRecalled is the maximum size of each of the two halves of the cache in
	// bytes.
	maxRecalled = 4 << 20
	// maxRecallKey is the maximum length of a cached question in bytes, and maxRecallWork the
	// maximum memory that its answer took.
	maxRecallKey, maxRecallWork = 16 << 10, 256 << 10
	// recallOverhead is the memory of one answer in addition to its question and the counted
	// memory.
	recallOverhead = 256
)

// recollection is a cached answer with its cost.
type recollection struct {
	value         any
	steps, memory uint64
}

// recollections are cached answers by question. Those that were not used while one half was filled
// are dropped with the other half.
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

// Recall answers a question: with the cached answer, if there is one, and with compute otherwise.
// The question has to contain everything that the answer depends on. The answer must not be
// changed.
//
// Errors: those of compute, which are never cached.
func Recall[T any](t *starlark.Thread, question string, compute func() (T, error)) (T, error) {
	m := meterOf(t)
	if a, ok := recalled.find(question); ok && m.affords(t, a) {
		t.Steps, m.memory = t.Steps+a.steps, m.memory+a.memory
		return a.value.(T), nil
	}
	steps, memory := t.Steps, m.memory
	value, err := compute()
	// A run of a trace that used the last step of its thread may have been cut short.
	if err == nil && m.over == nil && t.Steps < m.limits.Steps {
		recalled.keep(question, recollection{value, t.Steps - steps, m.memory - memory})
	}
	return value, err
}

// affords reports whether a thread has more left than an answer took.
func (m *meter) affords(t *starlark.Thread, a recollection) bool {
	return m.over == nil && t.Steps < m.limits.Steps && a.steps < m.limits.Steps-t.Steps && m.memory+a.memory <= m.limits.Memory
}

// Question joins several texts into one; different texts never give the same
// result.
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
