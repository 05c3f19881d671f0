package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk starts a server on a disk that is full.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	if err := os.WriteFile(filepath.Join(dir, "something large"), make([]byte, 60<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stderr := startWrong(t, "--data", filepath.Join(dir, "classes"))
	if code != exitFailed || !strings.Contains(stderr, "--data: expected the classes' database") || !strings.Contains(stderr, "see that the disk is not full") {
		t.Errorf("expected to hear of a full disk, found %d, %s", code, stderr)
	}
}

// TestFolderThatCannotBeMade starts a server with a folder that it cannot make.
func TestFolderThatCannotBeMade(t *testing.T) {
	t.Parallel()
	code, stderr := startWrong(t, "--data", "/sys/unbox") // nobody can make a folder there
	if code != exitFailed || !strings.Contains(stderr, "--data: expected a folder for classes at `/sys/unbox`") || !strings.Contains(stderr, "has to own the folder") {
		t.Errorf("expected to hear who has to own a folder, found %d, %s", code, stderr)
	}
}
