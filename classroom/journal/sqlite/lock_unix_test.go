//go:build unix

package sqlite

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"unbox/classroom/journal"
)

// TestFolderIsGivenBackAtOnce closes a journal while another process is being started, which has the lock's file open, too, for as long
// as it has not run its program.
func TestFolderIsGivenBackAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lock, err := lockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	started, err := unix.Dup(int(lock.(lockedFolder).file.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Close(started) }()
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := lockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// TestFilesArePrivate opens a journal in a folder that everybody on the machine can read, as one is that was made with mkdir: they can read no file in it.
func TestFilesArePrivate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	j, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := j.Append(t.Context(), journal.Document{Class: "c", Name: "d"}, 0, []journal.Update{{Data: []byte("secretive")}}); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) < 3 {
		t.Fatalf("expected a database and its log, found %v, %v", files, err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: expected a file that only its owner can read, found %v, %v", f.Name(), info.Mode(), err)
		}
	}
}
