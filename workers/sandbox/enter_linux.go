package sandbox

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/landlock-lsm/go-landlock/landlock"
	landlocksys "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// Enter locks this process in. It cannot be undone.
//
// Errors: a limit, the filter or the end of privileges was refused; the process must then
// not continue. A kernel without Landlock is no error: the report says so.
func Enter(l Limits) (Report, error) {
	var r Report
	var missing []string
	if err := firstToGo(); err != nil {
		missing = append(missing, "the kernel does not kill this process first when memory runs out: "+err.Error())
	}
	if err := limit(l); err != nil {
		return r, err
	}
	if err := dropPrivileges(l); err != nil {
		return r, err
	}
	r.User = os.Geteuid()
	if r.User == 0 {
		missing = append(missing, "the process is root, without its capabilities")
	}
	r.Landlock = landlockVersion(landlocksys.LandlockGetABIVersion())
	if r.Landlock == 0 {
		missing = append(missing, "this kernel has no Landlock: only the system-call filter blocks files, the network and signals")
	} else if err := landlock.V11.BestEffort().Restrict(); err != nil {
		return r, fmt.Errorf("landlock: %w", err)
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

// landlockVersion is the version of the kernel's interface, 0 for none. The library
// passes on the kernel's answer, which is negative beside an error.
func landlockVersion(version int, err error) int {
	if err != nil || version < 1 {
		return 0
	}
	return version
}

// firstToGo makes the kernel end this process before all others when memory runs out.
// It needs no privilege.
func firstToGo() error {
	return os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
}

// limit sets the limits on resources, which a process can lower but not raise.
func limit(l Limits) error {
	for name, set := range map[string]struct {
		resource int
		value    uint64
	}{
		"core dumps": {unix.RLIMIT_CORE, 0}, "written bytes": {unix.RLIMIT_FSIZE, 0}, "the first thread's stack": {unix.RLIMIT_STACK, 8 << 20},
	} {
		if err := lower(set.resource, set.value); err != nil {
			return fmt.Errorf("limiting %s: %w", name, err)
		}
	}
	addresses, err := addressLimit(l.Addresses)
	if err != nil {
		return err
	}
	for _, set := range []struct {
		name     string
		resource int
		value    uint64
	}{
		{"open files", unix.RLIMIT_NOFILE, l.Files},
		{"memory", unix.RLIMIT_DATA, l.Memory},
		{"addresses", unix.RLIMIT_AS, addresses},
		{"computing", unix.RLIMIT_CPU, uint64(l.Computing / time.Second)},
	} {
		if set.value == 0 {
			continue
		}
		if err := lower(set.resource, set.value); err != nil {
			return fmt.Errorf("limiting %s: %w", set.name, err)
		}
	}
	return nil
}

// lower sets a limit, unless it is already lower.
func lower(resource int, to uint64) error {
	var now unix.Rlimit
	if err := unix.Getrlimit(resource, &now); err != nil {
		return err
	}
	to = min(to, now.Max)
	return unix.Setrlimit(resource, &unix.Rlimit{Cur: to, Max: to})
}

// addressLimit is the number of addresses that the process has now plus more; 0 for
// 0.
func addressLimit(more uint64) (uint64, error) {
	if more == 0 {
		return 0, nil
	}
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, fmt.Errorf("counting addresses: %w", err)
	}
	var pages uint64
	if _, err := fmt.Sscan(string(text), &pages); err != nil {
		return 0, fmt.Errorf("counting addresses: expected a number of pages, found `%.20s`", text)
	}
	return pages*uint64(os.Getpagesize()) + more, nil
}
