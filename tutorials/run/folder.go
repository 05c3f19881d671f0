package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// folderName begins the name of a pool's own folder; the number of the process and a
// random one follow.
const folderName = "unbox-lessons-"

// ownFolder creates a folder for compiled code in dir, and removes those of servers that
// were killed.
//
// Errors: the folder cannot be created.
func ownFolder(dir string) (string, error) {
	removeLeft(dir)
	own, err := os.MkdirTemp(dir, fmt.Sprintf("%s%d-", folderName, os.Getpid()))
	if err != nil {
		return "", fmt.Errorf("a folder for compiled WebAssembly: %w", err)
	}
	return own, nil
}

func removeLeft(dir string) {
	list, err := filepath.Glob(filepath.Join(dir, folderName+"*"))
	if err != nil {
		return // nothing can be removed then
	}
	for _, folder := range list {
		number, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(folder), folderName), "-")
		if pid, err := strconv.Atoi(number); err == nil && !runs(pid) {
			_ = os.RemoveAll(folder) // another user's stays
		}
	}
}

// runs reports whether there is a process with this number; true if that is unknown.
func runs(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}
