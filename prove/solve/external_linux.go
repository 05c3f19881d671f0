//go:build linux

package solve

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// separate gives the program a process group of its own, which can be ended as a
// whole.
func separate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// limitMemory bounds the program's address space. A limit that cannot be set is
// no reason not to ask.
func limitMemory(cmd *exec.Cmd, bytes int64) {
	if bytes > 0 {
		limit := unix.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
		_ = unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_AS, &limit, nil)
	}
}
