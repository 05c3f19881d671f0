package sqlite

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"unbox/classroom/journal"
	"unbox/classroom/journal/journaltest"
)

// place is a folder.
type place string

func (p place) Open(t *testing.T) journaltest.Journal {
	t.Helper()
	j, err := Open(string(p))
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestJournal(t *testing.T) {
	t.Parallel()
	journaltest.Run(t, func(t *testing.T) journaltest.Place {
		return place(filepath.Join(t.TempDir(), "a folder with ?, # and %41"))
	})
}

func TestFolderIsTaken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := place(dir).Open(t)
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "expected that no other server uses the folder") {
		t.Errorf("expected a second server to be refused, found `%v`", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := place(dir).Open(t).Close(); err != nil {
		t.Error(err)
	}
}

// TestForeignDatabase opens what is no database of classes, or one of a later version.
func TestForeignDatabase(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]string{
		`CREATE TABLE notes (text); PRAGMA application_id=7`:                                      "one of another program",
		fmt.Sprintf(`PRAGMA application_id=%d; PRAGMA user_version=9; %s`, applicationID, schema): "expected a database of version 1, found version 9",
	} {
		dir := t.TempDir()
		conn, err := sqlite3.Open(filepath.Join(dir, fileName))
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.Exec(sql); err != nil {
			t.Fatal(err)
		}
		if err := conn.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected an error with %q, found `%v`", want, err)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, fileName), bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "not a database") {
		t.Errorf("expected an error that says `not a database`, found `%v`", err)
	}
}

// TestDeletedLeavesNoBytes looks into all files of the folder, as somebody would who has the disk, while documents of
// many sizes are written, shortened and deleted in a random order. SQLite itself leaves copies of cells behind that
// move to another page; a later write may bring one back from memory.
func TestDeletedLeavesNoBytes(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			e := &erasing{dir: t.TempDir(), random: rand.New(rand.NewPCG(seed, 1)), versions: map[string]uint64{}}
			e.open(t)
			defer func() { e.journal.Close() }()
			for range 60 {
				e.step(t)
			}
			must(t, e.journal.Close())
			must(t, check(filepath.Join(e.dir, fileName), fileName)) // a whole database
			e.open(t)
			if e.gone == 0 {
				t.Fatal("expected documents to be deleted, found none")
			}
		})
	}
}

// erasing is a journal to which random things happen.
type erasing struct {
	dir     string
	journal journaltest.Journal
	random  *rand.Rand
	// versions are those of the documents that exist.
	versions map[string]uint64
	made     int
	gone     int
}

func nameOf(n int) string { return fmt.Sprintf("doc%05d", n) }

func (e *erasing) open(t *testing.T) { e.journal = place(e.dir).Open(t) }

// text is a text of a document, of which any sixteen bytes tell whose it is.
func (e *erasing) text(name string) []byte { return bytes.Repeat([]byte(name), 1+e.random.IntN(150)) }

func (e *erasing) step(t *testing.T) {
	t.Helper()
	names := slices.Sorted(maps.Keys(e.versions))
	if len(names) < 6 {
		e.made++
		e.versions[nameOf(e.made)] = 0
		return
	}
	name := names[e.random.IntN(len(names))]
	d := journal.Document{Class: "class", Name: name}
	switch e.random.IntN(8) {
	case 0:
		must(t, e.journal.Delete(t.Context(), d))
		delete(e.versions, name)
		e.gone++
	case 1:
		must(t, e.journal.Snapshot(t.Context(), d, journal.Snapshot{Version: e.versions[name], Data: e.text(name)}))
	case 2:
		must(t, e.journal.Close())
		e.open(t)
	default:
		updates := make([]journal.Update, 1+e.random.IntN(12))
		for i := range updates {
			updates[i] = journal.Update{Client: name, Counter: uint64(i), Data: e.text(name)}
		}
		must(t, e.journal.Append(t.Context(), d, e.versions[name], updates))
		e.versions[name] += uint64(len(updates))
	}
	e.look(t)
}

// look searches all files for every document that there was.
func (e *erasing) look(t *testing.T) {
	t.Helper()
	for n := range e.made {
		name := nameOf(n + 1)
		version, kept := e.versions[name]
		switch found := inFiles(t, e.dir, []byte(name)); {
		case found && !kept:
			t.Fatalf("expected no byte of `%s`, which was deleted, found it in a file", name)
		case !found && version > 0:
			t.Fatalf("expected `%s` in a file, found it nowhere: the test would see nothing", name)
		}
	}
}

// TestKilledBeforeErasing begins where a server was killed between the deletion and the end of the log.
func TestKilledBeforeErasing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j := place(dir).Open(t)
	secret := []byte("what nobody shall see again")
	must(t, j.Append(t.Context(), journal.Document{Class: "gone", Name: "n"}, 0, []journal.Update{{Client: "c", Data: secret}}))
	must(t, j.Close())
	conn, err := connection(filepath.Join(dir, fileName), "os")
	must(t, err)
	must(t, conn.Exec(`PRAGMA secure_delete=OFF; DELETE FROM updates; DELETE FROM documents`))
	must(t, conn.Close())
	if !inFiles(t, dir, secret) {
		t.Fatal("expected the text in a file: the test would see nothing")
	}
	must(t, place(dir).Open(t).Close())
	if inFiles(t, dir, secret) {
		t.Error("expected no byte of what was deleted, found it in a file")
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// inFiles reports whether a text stands in a file of a folder.
func inFiles(t *testing.T, dir string, text []byte) bool {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		found, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(found, text) {
			return true
		}
	}
	return false
}

// BenchmarkDelete deletes small documents beside 100 MB of others, one or as many at once as a learner has who worked on 14 steps,
// and finds all that is free overwritten.
func BenchmarkDelete(b *testing.B) {
	j, err := Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer j.Close()
	fill := func(name string, n int) journal.Document {
		d := journal.Document{Class: "class", Name: name}
		updates := make([]journal.Update, n)
		for i := range updates {
			updates[i] = journal.Update{Client: "c", Counter: uint64(i), Data: bytes.Repeat([]byte{byte(i)}, 1000)}
		}
		if err := j.Append(b.Context(), d, 0, updates); err != nil {
			b.Fatal(err)
		}
		return d
	}
	for n := range 100 {
		fill(fmt.Sprint("large ", n), 1000)
	}
	for _, count := range []int{1, 28} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				var all []journal.Document
				for n := range count {
					all = append(all, fill(fmt.Sprint("small ", n), 20))
				}
				b.StartTimer()
				if err := j.Delete(b.Context(), all...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkAppend measures an acknowledgement, with one writer, and with 300 at 3 updates a second, as a class types.
func BenchmarkAppend(b *testing.B) {
	j, err := Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer j.Close()
	for _, writers := range []int{1, 300} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) { journaltest.Typing(b, j, writers) })
	}
}
