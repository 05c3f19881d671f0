package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"
)

// record keeps what judges said of the sources as they are and of mutants, in a file named after a hash of the sources. A
// run that was interrupted goes on where it stopped, and another seed does not ask about the same sources again.
type record struct {
	mu   sync.Mutex
	file io.WriteCloser
	// usual is the processor time of judges that agreed to the sources as they are, by their keys. A busy machine
	// takes more of it for the same work.
	usual map[string]time.Duration
	// known has what became of mutants, by their names.
	known map[string]entry
}

// entry is a line of the file: about a judge or about a mutant.
type entry struct {
	Judge  string        `json:",omitempty"`
	Mutant string        `json:",omitempty"`
	By     string        `json:",omitempty"`
	Test   string        `json:",omitempty"`
	Notes  []string      `json:",omitempty"`
	Spent  time.Duration // processor time, in nanoseconds
	// Long says that the judges that take a minute were asked, too, if no other found the mutant.
	Long bool `json:",omitempty"`
}

// openRecord opens the record of the sources in a project's folder, and removes those of others.
//
// Errors: sources that cannot be read, a folder `.build` that cannot be written.
func openRecord(root string) (*record, error) {
	name, err := hashOfSources(root)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(root, ".build/mutants")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	name = filepath.Join(dir, name+".jsonl")
	others, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	for _, other := range others {
		if other == name {
			continue
		}
		if err := os.Remove(other); err != nil {
			return nil, err
		}
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	r, err := readRecord(file)
	if err != nil {
		return nil, err
	}
	r.file = file
	_, err = fmt.Fprintln(file) // after a line that was cut off
	return r, err
}

// readRecord reads lines, without one that was cut off.
//
// Errors: those of reading.
func readRecord(from io.Reader) (*record, error) {
	r := &record{usual: map[string]time.Duration{}, known: map[string]entry{}}
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		var e entry
		if json.Unmarshal(lines.Bytes(), &e) == nil {
			r.learn(&e)
		}
	}
	return r, lines.Err()
}

func (r *record) learn(e *entry) {
	if e.Judge != "" {
		r.usual[e.Judge] = e.Spent
	} else {
		r.known[e.Mutant] = *e
	}
}

// add adds a line.
//
// Errors: the file cannot be written.
func (r *record) add(e *entry) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.learn(e)
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(r.file, "%s\n", line)
	return err
}

// result returns what is known of a mutant, false if that is not enough: nobody found it, and now more judges are asked.
func (r *record) result(m *mutant, long bool) (result, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e, ok := r.known[m.name()]
	if !ok || e.By == "" && long && !e.Long {
		return result{}, false
	}
	return result{mutant: m, by: e.By, test: e.Test, spent: e.Spent, notes: e.Notes}, true
}

// slack is how many times its usual processor time a judge may take.
const slack = 4

// limit returns the processor time after which a mutant is taken not to come to an end.
func (r *record) limit(j *judge) time.Duration { return max(j.limit, slack*r.usually(j)) }

// usually returns the processor time of a judge that agreed to the sources as they are, 0 if it was not asked.
func (r *record) usually(j *judge) time.Duration {
	if r == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.usual[j.key()]
}

// spent returns the processor time of all judges that agreed to the sources as they are.
func (r *record) spent() (sum time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, one := range r.usual {
		sum += one
	}
	return sum
}

// addResult enters what became of a mutant.
func (r *record) addResult(one *result, long bool) error {
	return r.add(&entry{Mutant: one.mutant.name(), By: one.by, Test: one.test, Notes: one.notes, Spent: one.spent, Long: long})
}

// unread are folders and files that no judge reads, or that are made.
var unread = []string{".git", ".build", "bin", "node_modules", "dist", "docs", "CHANGELOG.md", "last.txt"}

// hashOfSources returns a hash of all that judges read, in hexadecimal digits.
func hashOfSources(root string) (string, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, runtime.Version())
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case slices.Contains(unread, d.Name()) && d.IsDir():
			return filepath.SkipDir
		case slices.Contains(unread, d.Name()) || !d.Type().IsRegular():
			return nil
		}
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		fmt.Fprintln(sum, name)
		n, err := io.Copy(sum, file)
		fmt.Fprintln(sum, n)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)[:12]), err
}
