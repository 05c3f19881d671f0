// Package ledger keeps what was proved, so that a test proves only what is new: a file with
// a line for each proof, under a key that is a hash of the solver queries that the proof
// rests on. Other queries have another key, and are proved again; moving a function or
// adding an operation does not change queries.
package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// Entry is a proof: a line of the file.
type Entry struct {
	Name string // of what was proved, once in the file
	Key  string // of [Key]
	// Width is the width of integers in bits, Took the time that the proof took.
	Width, Took string
	// Solver is the solver that was asked, By what settled the proof.
	Solver, By string
}

// Read returns the entries of a file by name. A file that does not exist has none.
func Read(file string) (map[string]Entry, error) {
	entries := map[string]Entry{}
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 6 {
			return nil, fmt.Errorf("%s: expected six columns, found %q", file, line)
		}
		entries[f[0]] = Entry{f[0], f[1], f[2], f[3], f[4], f[5]}
	}
	return entries, nil
}

// Write writes a file of entries in their order, under a comment that says what they
// are and how they are renewed.
func Write(file, comment string, entries []Entry) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", comment)
	for _, e := range entries {
		b.WriteString(strings.Join([]string{e.Name, e.Key, e.Width, e.Took, e.Solver, e.By}, "\t") + "\n")
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}

// Key returns a short hash of texts.
func Key(texts ...string) string {
	h := sha256.New()
	for _, text := range texts {
		fmt.Fprintf(h, "%d\n%s", len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
