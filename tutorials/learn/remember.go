package learn

import "sync"

// memory caches the files that were compiled last: from one run to the next only the learner's
// program changes, and parsing the others again took a seventh of a run. A compiled file is code
// without values, and each start makes its own values, so that nothing of a run is left for the
// next one.
type memory struct {
	mu    sync.Mutex
	files [maxRemembered]*remembered
	next  int
}

const (
	// maxRemembered is the maximum number of files: a step with parts has about
	// fifteen.
	maxRemembered = 32
	// maxRememberedText is the maximum length of a cached file in bytes.
	maxRememberedText = 64 << 10
)

// remembered is a compiled file, with the answers that it got when it asked which names are known.
type remembered struct {
	compiled *compiled
	globals  []string
	asked    map[string]bool
}

// recent is the memory of all runs of this process.
var recent memory

// compile is the function compile for a file that may have been compiled before.
//
// Errors: those of the function.
func (m *memory) compile(f File, known map[string]bool) (*compiled, []string, error) {
	if r := m.find(f, known); r != nil {
		return r.compiled, r.globals, nil
	}
	asked := map[string]bool{}
	c, globals, err := compile(f, func(name string) bool {
		asked[name] = known[name]
		return known[name]
	})
	if err == nil && len(f.Text) <= maxRememberedText {
		m.add(&remembered{c, globals, asked})
	}
	return c, globals, err
}

// find returns the file if compiling it again would have the same result, or nil.
func (m *memory) find(f File, known map[string]bool) *remembered {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.files {
		if r != nil && r.compiled.File == f && r.holds(known) {
			return r
		}
	}
	return nil
}

// holds reports whether all names that the file asked for get the same answers.
func (r *remembered) holds(known map[string]bool) bool {
	for name, answer := range r.asked {
		if known[name] != answer {
			return false
		}
	}
	return true
}

// add caches a file in place of the oldest one.
func (m *memory) add(r *remembered) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files[m.next] = r
	m.next = (m.next + 1) % maxRemembered
}
