//go:build unix

package playground

import (
	"os/exec"
	"syscall"
	"testing"
)

// pause stops a process, or lets it go on.
func pause(t *testing.T, command *exec.Cmd, stop bool) {
	t.Helper()
	signal := syscall.SIGCONT
	if stop {
		signal = syscall.SIGSTOP
	}
	if err := command.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
}
