package sqlite

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
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

// TestDeletedLeavesNoBytes looks into all files of the folder, as somebody would who has the disk.
func TestDeletedLeavesNoBytes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j := place(dir).Open(t)
	defer j.Close()
	secret := []byte("what nobody shall see again")
	kept := []byte("what stays where it is")
	gone, stays := journal.Document{Class: "gone", Name: "n"}, journal.Document{Class: "stays", Name: "n"}
	for n := range uint64(50) {
		for d, data := range map[journal.Document][]byte{gone: secret, stays: kept} {
			if err := j.Append(t.Context(), d, n, []journal.Update{{Client: "c", Data: bytes.Repeat(data, 40)}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if !inFiles(t, dir, secret) || !inFiles(t, dir, kept) {
		t.Fatal("expected the texts in the files before they are deleted: the test would see nothing")
	}
	if err := j.Delete(t.Context(), gone); err != nil {
		t.Fatal(err)
	}
	if inFiles(t, dir, secret) {
		t.Error("expected no byte of what was deleted, found it in a file")
	}
	if !inFiles(t, dir, kept) {
		t.Error("expected the other class to stay")
	}
}

// inFiles tells whether a text stands in a file of a folder.
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
