package sandbox

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/landlock-lsm/go-landlock/landlock"
	landlocksys "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// Enter locks this process in. It cannot be undone.
//
// Errors: a limit or the filter was refused; the process must then not go on.
// A kernel without Landlock is no error: the report says so.
func Enter(l Limits) (Report, error) {
	var r Report
	var missing []string
	if err := limit(l); err != nil {
		return r, err
	}
	r.Landlock, _ = landlocksys.LandlockGetABIVersion()
	if err := landlock.V6.BestEffort().Restrict(); err != nil {
		return r, fmt.Errorf("landlock: %w", err)
	}
	if r.Landlock == 0 {
		missing = append(missing, "this kernel has no Landlock: files are closed to generated code by the system-call filter alone")
	}
	if err := filter(); err != nil {
		return r, err
	}
	r.Filter = runtime.GOARCH == "amd64"
	if !r.Filter {
		missing = append(missing, "system calls are filtered on x86-64 only")
	}
	r.Missing = strings.Join(missing, "; ")
	return r, nil
}

// limit sets the limits on resources, which a process can lower but not raise.
func limit(l Limits) error {
	for _, set := range []struct {
		name     string
		resource int
		value    uint64
	}{
		{"core dumps", unix.RLIMIT_CORE, 0},
		{"written bytes", unix.RLIMIT_FSIZE, 0},
		{"open files", unix.RLIMIT_NOFILE, l.Files},
		{"memory", unix.RLIMIT_DATA, l.Memory},
	} {
		if set.value == 0 && set.resource != unix.RLIMIT_CORE && set.resource != unix.RLIMIT_FSIZE {
			continue
		}
		if err := unix.Setrlimit(set.resource, &unix.Rlimit{Cur: set.value, Max: set.value}); err != nil {
			return fmt.Errorf("limiting %s: %w", set.name, err)
		}
	}
	return nil
}
