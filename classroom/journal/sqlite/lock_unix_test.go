//go:build unix

package sqlite

import (
	"testing"

	"golang.org/x/sys/unix"
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
