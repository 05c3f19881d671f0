package run

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// TestFoldersOfKilledServersGo leaves the folder of a process that ended and that of one
// which runs: the next pool removes the first.
func TestFoldersOfKilledServersGo(t *testing.T) {
	ended := exec.Command(os.Args[0], "-test.run", "^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	left := filepath.Join(dir, folderName+strconv.Itoa(ended.Process.Pid)+"-1")
	others := []string{
		filepath.Join(dir, folderName+strconv.Itoa(os.Getpid())+"-1"),
		filepath.Join(dir, folderName+"of somebody"), filepath.Join(dir, "else"),
	}
	for _, folder := range append(others, left) {
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	own, err := ownFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range append(others, own) {
		if _, err := os.Stat(folder); err != nil {
			t.Errorf("expected %s to stay, found %v", filepath.Base(folder), err)
		}
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("expected the folder of a process that ended to go, found it")
	}
}
