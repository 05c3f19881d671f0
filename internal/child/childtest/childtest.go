// Package childtest lets tests check which processes are left.
package childtest

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"unbox/internal/processes"
)

// List returns the identifiers of the child processes of this one that still exist. If
// the system does not report them, the test is skipped.
func List(t testing.TB) []string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells which processes a process has started")
	}
	files, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil { // otherwise the thread has ended meanwhile
			all = append(all, strings.Fields(string(text))...)
		}
	}
	return all
}

// Peak returns the maximum resident memory, in bytes, of any of the child processes that still exist.
func Peak(t testing.TB) (most uint64) {
	t.Helper()
	for _, pid := range List(t) {
		n, err := strconv.Atoi(pid)
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, uint64(processes.Size(n, "VmHWM")))
	}
	return most
}

// NothingLeft fails if a child process still exists after some minutes: an ending process
// exists for a moment more, on a busy machine for longer.
func NothingLeft(t testing.TB) {
	t.Helper()
	for range 300_000 {
		if len(List(t)) == 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("expected no process to be left, found %v", List(t))
}
