package child

import (
	"os/exec"
	"syscall"
)

// Bind makes the kernel kill the process that cmd will start when this program
// ends, however it ends, and shields it from the terminal's signals.
func Bind(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
